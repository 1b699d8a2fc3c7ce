import ColourClock
import CompanionSupport
import ControlProtocol
import System

/// A phone that sends the code on the wall gets a session.
final class PairingDesk {
  private let accounts: Accounts
  private let gate: Gate
  private let queue: WallQueue
  private let events: EventFeed
  private let address: String
  private var code = PairingCode()
  private var reporter = Reporter()
  /// `nil` without inotify. A change by another process (`--new-token`) then waits for the next event or request.
  private let watch: FileWatch?

  private static let longestName = 64

  init(_ accounts: Accounts, _ gate: Gate, _ queue: WallQueue, _ events: EventFeed, address: String) {
    self.accounts = accounts
    self.gate = gate
    self.queue = queue
    self.events = events
    self.address = address
    watch = FileWatch([accounts.path])
  }

  // MARK: The wall

  func clockConnected() {
    code.end()
    queue.ask(["pairing", "announce"]) { [weak self] in if case .success = $0 { self?.sendDevices() } }
  }

  /// Handles the request in a `pair` event of the clock.
  func receive(_ request: JSON?) {
    switch request?["request"] {
    case "begin": begin()
    case "cancel": code.end()
    case "revoke":
      guard let id = request?["id"]?.word else { return }
      accounts.revoke(id)
      events.endInvalidStreams()
      sendDevices()
    default: break
    }
  }

  var descriptor: Int32? { watch?.descriptor }

  /// Reads from `descriptor`: another process may have changed the accounts.
  func receive() { if watch?.receive() == .done { reportChange() } }

  func reportChange() { if accounts.takeChange() { sendDevices() } }

  private func begin() {
    let code = code.begin(at: Now.uptime)
    guard let rows = QRCode.rows("\(address)#\(code)") else { return }
    queue.ask(["pairing", "show", code, address, "\(Int(PairingCode.length))"] + rows) { [weak self] in
      if case .refused(let reason) = $0 { self?.reporter.say("the wall does not show the code: \(reason)") }
    }
  }

  private func sendDevices() {
    queue.ask(["pairing", "devices", JSON.text(of: accounts.devices(at: .now))]) { [weak self] in
      if case .refused(let reason) = $0 { self?.reporter.say("the wall does not take the list of devices: \(reason)") }
    }
  }

  // MARK: A phone

  func pair(_ exchange: Exchange) -> Response {
    let fields = JSON(exchange.body)
    let name = fields?["name"] ?? .string("")
    guard let text = fields?["code"]?.string, let name = name.string else {
      return .problem(400, "the body must be a JSON object with a code, and perhaps a name")
    }
    let hadCode = code.isPresent
    switch code.check(text, at: Now.uptime) {
    case .wrong: return .problem(403, "that code is wrong, or its time is over")
    case .paused(let seconds):
      // If this wrong code begins a pause, the code on the wall ends. A code that is begun during a pause stays.
      if hadCode, !code.isPresent { queue.ask(["pairing", "end"]) { _ in } }
      return .problem(429, "too many wrong codes: wait \(seconds) seconds", ("Retry-After", "\(seconds)"))
    case .right:
      queue.ask(["pairing", "end"]) { _ in }
      guard let secret = accounts.newSession(PairingDesk.shown(name), at: .now) else {
        return .problem(503, "the session cannot be saved: see the log of colourclock-web")
      }
      sendDevices()
      return Response(status: 204, headers: [gate.setCookie(secret)])
    }
  }

  private static func shown(_ name: String) -> String {
    let start = String(
      name.unicodeScalars.prefix(longestName).map { $0.properties.generalCategory == .control ? " " : $0 }
        .reduce(into: String.UnicodeScalarView()) { $0.append($1) })
    // Only `name` matters: `PairedDevice` cleans it.
    return PairedDevice(id: "a", name: start, since: "a")?.name ?? "Phone"
  }
}
