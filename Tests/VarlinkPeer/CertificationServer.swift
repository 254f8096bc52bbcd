import JSON
import LinuxIO
import Varlink

/// Checks that clients call the steps of the certification in order, with the right parameters.
@Loop
final class CertificationServer {
  /// The index of the step that each client is to call next.
  private var due: [String: Int] = [:]

  var methods: [String: VarlinkService.Method] {
    var methods = ["Start": VarlinkService.Method { self.start($0) }]
    for (index, step) in Certification.steps.enumerated() {
      methods[step.method] = VarlinkService.Method(requiresMore: step.method == "Test10") {
        self.serve($0, index)
      }
    }
    return methods
  }

  private func start(_ call: VarlinkCall) {
    let client = String(UInt64.random(in: .min ... .max), radix: 16)
    due[client] = 0
    call.reply(["client_id": .string(client)])
  }

  private func serve(_ call: VarlinkCall, _ index: Int) {
    let client = call.parameters["client_id"]?.stringValue ?? ""
    guard let wanted = due.removeValue(forKey: client).map({ Certification.steps[$0] }) else {
      return call.error("\(Certification.name).ClientIdError")
    }
    var input = call.parameters
    input["client_id"] = nil
    guard wanted.method == call.method, Certification.same(input, wanted.input),
      call.isOneway == (wanted.method == "Test11")
    else {
      return call.error(
        "\(Certification.name).CertificationError",
        [
          "wants": ["method": .string(wanted.method), "parameters": .object(wanted.input)],
          "got": ["method": .string(call.method), "parameters": .object(input)],
        ])
    }
    if index + 1 < Certification.steps.count { due[client] = index + 1 }
    if wanted.method == "Test10" {
      for reply in Certification.replies {
        call.reply(["string": .string(reply)], continues: reply != Certification.replies.last)
      }
    } else {
      call.reply(wanted.output)
    }
  }
}
