import ColourClock
import CommandOptions
import CompanionSupport
import ControlProtocol
import System

final class Router {
  private let gate: Gate
  private let page: PageFiles
  private let pairing: PairingDesk
  private let events: EventFeed
  private let queue: WallQueue
  private let snapshots: SnapshotFile
  /// Unfinished snapshot requests, limited because each answer holds a whole picture.
  private var pictures: [Picture] = []
  var forms: [String: CommandForm] = [:]

  private struct Picture { weak var exchange: Exchange? }

  private static let mostPictures = 8
  private static let root = "/api/v1/"
  private static let commands = "/api/v1/commands/"

  init(
    _ gate: Gate, _ pairing: PairingDesk, _ events: EventFeed, _ queue: WallQueue,
    _ snapshots: SnapshotFile
  ) {
    (self.gate, self.pairing, self.events) = (gate, pairing, events)
    (self.queue, self.snapshots, page) = (queue, snapshots, PageFiles())
  }

  /// The answer before the body is read; `nil` if the request may go on.
  private func early(_ exchange: Exchange) -> Response? {
    if let refusal = gate.refusal(of: exchange) { return refusal }
    guard exchange.path.hasPrefix("/api/") else { return file(exchange) }
    let isPost = exchange.path == Router.root + "pair" || exchange.path.hasPrefix(Router.commands)
    guard isPost || Router.questions.contains(exchange.path) else {
      return .problem(404, "there is nothing at \(exchange.path.shortened)")
    }
    guard isPost ? exchange.method == "POST" : ["GET", "HEAD"].contains(exchange.method) else {
      return .problem(405, "it takes \(isPost ? "POST" : "GET")", ("Allow", isPost ? "POST" : "GET, HEAD"))
    }
    if isPost, let refusal = Router.bodyRefusal(exchange.header) { return refusal }
    return exchange.path == Router.root + "pair" ? nil : accessRefusal(exchange)
  }

  private static let questions = Set(
    ["status", "health", "events", "snapshot.png", "openapi.json"].map { root + $0 })

  private func file(_ exchange: Exchange) -> Response {
    guard ["GET", "HEAD"].contains(exchange.method) else {
      return .problem(405, "it takes GET", ("Allow", "GET, HEAD"))
    }
    return page.response(exchange.path, known: exchange.header("If-None-Match"))
      ?? .problem(404, "there is nothing at \(exchange.path.shortened)")
  }

  static func bodyRefusal(_ header: (String) -> String?) -> Response? {
    let length = header("Content-Length")
    if let length = length.flatMap({ UInt64($0) }), length > Exchange.longestBody {
      return .problem(413, "a body has 64 kB at the most")
    }
    // This protects against CSRF: pages of other sites can send forms, and bodies without a type, but no JSON.
    let type = header("Content-Type").map { $0.prefix { $0 != ";" && $0 != " " }.lowercased() }
    let hasBody = length.map { $0 != "0" } ?? (header("Transfer-Encoding") != nil)
    guard type == "application/json" || type == nil && !hasBody else {
      return .problem(415, "a body is application/json")
    }
    return nil
  }

  private func accessRefusal(_ exchange: Exchange) -> Response? {
    guard let caller = gate.caller(of: exchange) else {
      return .problem(
        401, "this needs a session or a token: pair this device, or see --new-token",
        ("WWW-Authenticate", "Bearer realm=\"colourclock\""))
    }
    exchange.caller = caller
    return nil
  }

  // MARK: Answers

  private func complete(_ exchange: Exchange, _ caller: Caller) {
    let question = String(exchange.path.dropFirst(Router.root.count))
    switch question {
    case "status", "health":
      guard mayRead(question, exchange, caller) else { return }
      ask([question], exchange, caller)
    case "events":
      guard mayRead(question, exchange, caller) else { return }
      exchange.answer(events.response(to: exchange, caller))
    case "openapi.json":
      exchange.answer(
        forms.isEmpty
          ? Router.noWall
          : .json(OpenAPI.document(forms.values.sorted { $0.name < $1.name }, cookie: gate.cookie)))
    case "snapshot.png": snapshot(exchange, caller)
    default: command(exchange, caller)
    }
  }

  static var noWall: Response { .problem(503, "there is no clock") }

  /// Returns false after it has answered with the refusal.
  private func mayRead(_ question: String, _ exchange: Exchange, _ caller: Caller) -> Bool {
    do throws(Refusal) { try caller.rights.checkReading(question) } catch {
      exchange.answer(.problem(403, error.text))
      return false
    }
    return true
  }

  private func ask(_ words: [String], _ exchange: Exchange, _ caller: Caller) {
    queue.ask(words) { answer in
      switch answer {
      case .success(let data): exchange.answer(data.map { .json(caller.rights.visible($0, to: words)) } ?? .done)
      case .refused(let reason): exchange.answer(.problem(409, caller.rights.visible(reason, of: words)))
      case .noAnswer: exchange.answer(Router.noWall)
      }
    }
  }

  private func command(_ exchange: Exchange, _ caller: Caller) {
    let name = exchange.path.dropFirst(Router.commands.count).split(separator: "/", omittingEmptySubsequences: false)
      .joined(separator: " ")
    guard !forms.isEmpty else { return exchange.answer(Router.noWall) }
    // `share/face` has the fields of `face`.
    let isShared = forms[name] == nil && forms["share"] != nil && name.hasPrefix("share ")
    guard let form = forms[isShared ? String(name.dropFirst(6)) : name], Rights.offers(name) else {
      return exchange.answer(.problem(404, "there is no command '\(name.shortened)'"))
    }
    guard let body = exchange.body.isEmpty ? .object([:]) : JSON(exchange.body) else {
      return exchange.answer(.problem(400, "the body is no JSON"))
    }
    let words: [String]
    do throws(Refusal) { words = (isShared ? ["share"] : []) + (try form.words(body)) } catch {
      return exchange.answer(.problem(400, error.text))
    }
    do throws(Refusal) { try caller.rights.check(words) } catch {
      return exchange.answer(.problem(403, error.text))
    }
    ask(words, exchange, caller)
  }

  private func snapshot(_ exchange: Exchange, _ caller: Caller) {
    do throws(Refusal) { try caller.rights.check(["snapshot"]) } catch {
      return exchange.answer(.problem(403, error.text))
    }
    guard let file = snapshots.path else { return exchange.answer(.problem(503, "there is no folder for the picture")) }
    pictures.removeAll { $0.exchange == nil }
    guard pictures.count < Router.mostPictures else {
      return exchange.answer(.problem(503, "\(Router.mostPictures) pictures are being made: ask again later"))
    }
    pictures.append(Picture(exchange: exchange))
    queue.ask(["snapshot", file]) { [snapshots] answer in
      switch answer {
      case .success: exchange.answer(snapshots.response)
      case .refused(let reason):
        exchange.answer(.problem(409, reason.contains(file) ? "the picture cannot be written" : reason))
      case .noAnswer: exchange.answer(Router.noWall)
      }
    }
  }
}

extension Router: HTTPServerDelegate {
  func begin(_ exchange: Exchange) {
    if let response = early(exchange) { exchange.answer(response) }
  }

  func complete(_ exchange: Exchange) {
    pairing.reportChange()
    if exchange.path == Router.root + "pair" { return exchange.answer(pairing.pair(exchange)) }
    guard let caller = exchange.caller else { return exchange.answer(.problem(401, "it takes a session or a token")) }
    complete(exchange, caller)
  }
}
