import JSON
import PlacedInterface
import Varlink

/// What a picker talks about with the daemon: one connection follows the likely places, another one searches.
///
/// Nothing here waits but `choose`. One search session goes from the first query to the choice.
final class PickerLink {
  /// What the daemon told.
  enum News {
    case likely(Wire.LikelyPlaces)
    case receiver(Wire.Receiver)
    case busy(Bool)
    /// Why there are no likely places.
    case noLikely(Failure)
    /// What was found for a text.
    case found([PickerItem], text: String, attributions: [String])
    case notFound(PickerTrouble, text: String)
  }

  /// How the likely places are asked for, and what goes with each query.
  struct Request {
    var limit: Int
    var types: [String]?
    var language: String?
  }

  private let choice: SocketChoice
  private let request: Request
  private var updates: VarlinkClient?
  private var search: VarlinkClient?
  private var socket = ""
  /// Texts whose replies have not come yet, in the order of their calls.
  private var asked: [String] = []
  private(set) var token = PickerLink.newToken()
  /// Where the device is, for distances.
  private var origin: Wire.Coordinate?

  /// What the daemon may take to answer a choice.
  private static let patience = Duration.seconds(10)

  init(_ choice: SocketChoice, _ request: Request) {
    self.choice = choice
    self.request = request
  }

  /// Descriptors to poll for reading; -1 for a connection that there is not.
  var descriptors: [Int32] { [updates?.descriptor ?? -1, search?.descriptor ?? -1] }

  /// Whether a query has not been answered.
  var isSearching: Bool { !asked.isEmpty }

  /// Connects, and begins to follow the likely places.
  func open() throws(Failure) {
    let service = try Service(choice)
    socket = service.socket
    updates = service.client
    var parameters: JSONObject = [
      "topics": ["receiver", "likely_places", "activity"], "fields": ["name", "types"],
      "limit": .int(request.limit),
    ]
    if let types = request.types { parameters["types"] = .array(types.map { .string($0) }) }
    do throws(VarlinkError) {
      try service.client.callMore(PlacesInterface.name + ".Subscribe", parameters)
    } catch {
      throw Failure(error, socket: socket, sent: parameters)
    }
  }

  /// Asks what a text may mean; the answer comes as news.
  func ask(_ text: String) -> News? {
    do throws(Failure) {
      if search == nil { search = try Service(choice).client }
      if updates == nil { try open() }
      var parameters: JSONObject = ["query": .string(text), "sessionToken": .string(token)]
      var filter: JSONObject = [:]
      if let types = request.types { filter["types"] = .array(types.map { .string($0) }) }
      if let origin { filter["origin"] = .object(origin.object) }
      if !filter.isEmpty { parameters["filter"] = .object(filter) }
      if let language = request.language { parameters["language"] = .string(language) }
      do throws(VarlinkError) {
        // A call for many replies is not waited for; this method has one.
        try search?.callMore(PlacesInterface.name + ".Autocomplete", parameters)
      } catch {
        throw Failure(error, socket: socket, sent: parameters)
      }
      asked.append(text)
      return nil
    } catch {
      endSearch()
      return .notFound(PickerTrouble(message: PickerLink.sentence(error), isRetryable: true), text: text)
    }
  }

  /// What has come on the connections, without waiting.
  func receive() -> [News] {
    receiveUpdates() + receiveAnswers()
  }

  // MARK: - The choice

  /// Calls a method that ends the search session, and gives its reply. Answers to queries that are still to come are
  /// of no interest any more.
  func finish(_ method: String, _ parameters: JSONObject) throws(Failure) -> JSONObject {
    guard let search else { return try Service(choice).call(PlacesInterface.name + method, parameters) }
    var parameters = parameters
    parameters["sessionToken"] = .string(token)
    do throws(VarlinkError) {
      while !asked.isEmpty {
        asked.removeFirst()
        do throws(VarlinkError) {
          guard try search.nextReply(within: PickerLink.patience) != nil else { throw .timedOut }
        } catch {
          guard case .reply = error else { throw error }
        }
      }
      return try search.call(PlacesInterface.name + method, parameters, timeout: PickerLink.patience)
    } catch {
      throw Failure(error, socket: socket, sent: parameters)
    }
  }

  // MARK: - Replies

  private func receiveUpdates() -> [News] {
    var news: [News] = []
    do throws(VarlinkError) {
      while let updates, let reply = try updates.nextReply(within: .zero) {
        guard let update = Wire.Update(reply.parameters) else { continue }
        if let receiver = update.receiver { news.append(.receiver(receiver)) }
        if let busy = update.busy { news.append(.busy(busy)) }
        if let likely = update.likelyPlaces {
          origin = likely.location.coordinate
          news.append(.likely(likely))
        }
        if let problem = update.problem {
          news.append(.noLikely(Failure(error: problem.error, parameters: [:])))
        }
      }
    } catch {
      updates = nil
      news.append(.noLikely(Failure(error, socket: socket)))
    }
    return news
  }

  private func receiveAnswers() -> [News] {
    var news: [News] = []
    while let search, !asked.isEmpty {
      do throws(VarlinkError) {
        guard let reply = try search.nextReply(within: .zero) else { break }
        let text = asked.removeFirst()
        let items = (reply.parameters["predictions"]?.arrayValue ?? []).compactMap(
          PickerItem.init(prediction:))
        let attributions = (reply.parameters["attributions"]?.arrayValue ?? []).compactMap {
          $0["text"]?.stringValue
        }
        news.append(.found(items, text: text, attributions: attributions))
      } catch {
        if let trouble = trouble(error) { news.append(trouble) }
      }
    }
    return news
  }

  /// What a failed query means; nil if a newer one has taken its place.
  private func trouble(_ error: VarlinkError) -> News? {
    guard case .reply(let name, let parameters) = error else {
      let text = asked.last ?? ""
      endSearch()
      return .notFound(
        PickerTrouble(message: PickerLink.sentence(Failure(error, socket: socket)), isRetryable: true),
        text: text)
    }
    let text = asked.removeFirst()
    let sent: JSONObject = ["query": .string(text)]
    switch name {
    case PlacesInterface.name + ".Superseded": return nil
    case PlacesInterface.name + ".SessionEnded":
      // Idle for too long: another session, for which the last text is asked again.
      token = PickerLink.newToken()
      return asked.isEmpty ? ask(text) : nil
    case PlacesInterface.name + ".QuotaExceeded", PlacesInterface.name + ".ProviderFailed":
      let isRetryable = parameters["retryable"]?.boolValue ?? true
      let message = PickerLink.sentence(Failure(error: name, parameters: parameters, sent: sent))
      return .notFound(PickerTrouble(message: message, isRetryable: isRetryable), text: text)
    case "org.varlink.service.MethodNotFound", "org.varlink.service.MethodNotImplemented":
      let message = "This daemon cannot search for texts: choose among the likely places."
      return .notFound(PickerTrouble(message: message, isRetryable: false), text: text)
    default:
      let message = PickerLink.sentence(Failure(error: name, parameters: parameters, sent: sent))
      return .notFound(PickerTrouble(message: message, isRetryable: false), text: text)
    }
  }

  private func endSearch() {
    search?.close()
    search = nil
    asked = []
  }

  /// A failure as a sentence of its own, with what to do about it.
  static func sentence(_ failure: Failure) -> String {
    let message = failure.message.prefix(1).uppercased() + failure.message.dropFirst()
    return message + "." + (failure.remedy.map { " Try: \($0)" } ?? "")
  }

  /// A session token that nobody else has.
  private static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return [generator.next(), generator.next()].map { (part: UInt64) in String(part, radix: 36) }.joined()
  }
}
