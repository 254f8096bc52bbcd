import JSON
import Varlink

/// Calls the steps of the certification on a server and checks what it returns.
struct CertificationClient {
  /// The server's answer to a step is not the right one.
  struct WrongAnswer: Error, CustomStringConvertible {
    let description: String
  }

  let path: String

  func run() throws {
    let client = try VarlinkClient(path: path)
    let started = try client.call("\(Certification.name).Start")
    guard let id = started["client_id"] else { throw WrongAnswer(description: "Start gives no client_id") }
    var input: JSONObject = [:]
    for step in Certification.steps {
      input["client_id"] = id
      input = try answer(to: step, input, from: client)
      // A server may add members that are not declared.
      input["client_id"] = nil
      if step.method == "Test10" { continue }
      guard Certification.same(input, step.output) else {
        throw WrongAnswer(description: "\(step.method): \(JSONValue.object(input).text)")
      }
    }
  }

  private func answer(to step: Certification.Step, _ input: JSONObject, from client: VarlinkClient) throws
    -> JSONObject
  {
    let method = "\(Certification.name).\(step.method)"
    switch step.method {
    case "Test10":
      return ["last_more_replies": .array(try replies(to: method, input, from: client))]
    case "Test11":
      try client.callOneway(method, input)
      return [:]
    default:
      return try client.call(method, input)
    }
  }

  private func replies(to method: String, _ input: JSONObject, from client: VarlinkClient) throws
    -> [JSONValue]
  {
    try client.callMore(method, input)
    var replies: [JSONValue] = []
    while let reply = try client.nextReply(within: .seconds(5)) {
      replies.append(reply.parameters["string"] ?? .null)
      if !reply.continues { break }
    }
    guard replies == Certification.replies.map(JSONValue.string) else {
      throw WrongAnswer(description: "Test10: \(JSONValue.array(replies).text)")
    }
    return replies
  }
}
