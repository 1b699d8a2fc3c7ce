import CompanionSupport
import System

/// Announces the server over D-Bus whenever Avahi runs. Avahi withdraws the announcement when the connection ends, even
/// after a crash.
final class Announcer {
  private let bus = BusLink { .system }
  private let original: Announcement
  /// Has another name than `original` after a collision.
  private var current: Announcement
  private var group: String?
  private var calls: [BusCall] = []
  private var request: (serial: UInt32, step: Step)?
  private var nextTry = 0.0
  private var backoff = Backoff()
  private var reporter = Reporter()
  /// This machine's name in Avahi. It stays while Avahi does not run.
  private(set) var host: HostName?

  private enum Step { case state, group, entry, rename, host }

  init(_ announcement: Announcement) { (original, current) = (announcement, announcement) }

  // MARK: The loop

  var descriptors: [Int32] { bus.descriptors }

  var deadline: Double { nextTry }

  func step(at uptime: Double) {
    guard uptime >= nextTry else { return }
    if !bus.isUnderWay {
      // The probe does not block; its descriptor wakes the loop.
      bus.startProbe()
      nextTry = bus.isUnderWay ? .infinity : uptime + backoff.next()
    } else {
      nextTry = .infinity
      restart()
    }
  }

  func receive() {
    switch bus.receive() {
    case .connected:
      bus.send(.watch(Avahi.name))
      for interface in [Avahi.server, Avahi.group] { bus.send(.ofDaemon("AddMatch", [.text(Avahi.rule(interface))])) }
      restart()
      receive()
    case .received(let messages):
      messages.forEach(handle)
    case .lost:
      reset()
      nextTry = Now.uptime + backoff.next()
    case .nothing: break
    }
  }

  func end() {
    reset()
    bus.end()
  }

  // MARK: Steps

  private func restart() {
    reset()
    call(.server("GetState"), for: .state)
  }

  private func reset() {
    if let group { bus.send(.group("Free", group)) }
    (group, calls, request, current) = (nil, [], nil, original)
  }

  private func call(_ call: BusCall, for step: Step) {
    let serial = bus.send(call)
    request = serial == 0 ? nil : (serial, step)
  }

  private func announce() {
    guard let group else { return call(.server("EntryGroupNew"), for: .group) }
    calls =
      [.group("Reset", group)] + current.types.map { .group("AddService", group, Avahi.service(current, $0)) }
      + [.group("Commit", group)]
    callNext()
  }

  private func callNext() {
    guard !calls.isEmpty else { return request = nil }
    call(calls.removeFirst(), for: .entry)
  }

  private func rename() {
    calls = []
    call(.server("GetAlternativeServiceName", [.text(current.name)]), for: .rename)
  }

  private func fail(_ reason: String) {
    reporter.say("Avahi does not announce the server: \(reason)")
    reset()
    nextTry = Now.uptime + backoff.next()
  }

  // MARK: Avahi's messages

  private func handle(_ message: BusMessage) {
    if let hasStarted = message.hasStarted(Avahi.name) { return hasStarted ? restart() : reset() }
    if message.signal != nil { return handleSignal(message) }
    guard let request, message.replySerial == request.serial else { return }
    self.request = nil
    if let error = message.error {
      if message.isServiceMissing { return reset() }
      return error == Avahi.collision ? rename() : fail(error)
    }
    switch (request.step, message.arguments.first) {
    case (.state, .int32(let state)): serverChanged(to: state)
    case (.group, .path(let path)):
      group = path
      announce()
    case (.entry, _): callNext()
    case (.rename, .text(let name)):
      current.name = name
      announce()
    case (.host, .text(let name)): host = HostName(name)
    default: fail("an unexpected answer")
    }
  }

  private func handleSignal(_ message: BusMessage) {
    guard case .int32(let state)? = message.arguments.first else { return }
    switch message.signal {
    case "\(Avahi.server).StateChanged": serverChanged(to: state)
    case "\(Avahi.group).StateChanged" where message.path == group: groupChanged(to: state)
    default: break
    }
  }

  private func serverChanged(to state: Int32) {
    switch Avahi.ServerState(rawValue: state) {
    case .running: announce()
    // Avahi is choosing this machine's name, so the announcement is withdrawn until Avahi runs.
    case .registering, .collision: if let group { bus.send(.group("Reset", group)) }
    case .failure: fail("it reports a failure")
    case nil: break
    }
  }

  private func groupChanged(to state: Int32) {
    switch Avahi.GroupState(rawValue: state) {
    case .established:
      // If calls wait, this signal is about the earlier announcement.
      guard calls.isEmpty else { return }
      backoff.reset()
      reporter.say("announced as '\(current.name)'", as: .notice)
      call(.server("GetHostNameFqdn"), for: .host)
    case .collision: rename()
    case .failure: fail("it reports a failure")
    case nil: break
    }
  }
}

/// See org.freedesktop.Avahi.Server.xml and EntryGroup.xml.
private enum Avahi {
  static let name = "org.freedesktop.Avahi"
  static let server = "org.freedesktop.Avahi.Server"
  static let group = "org.freedesktop.Avahi.EntryGroup"
  static let collision = "org.freedesktop.Avahi.CollisionError"

  enum ServerState: Int32 {
    case registering = 1
    case running, collision, failure
  }

  enum GroupState: Int32 {
    case established = 2
    case collision, failure
  }

  static func rule(_ interface: String) -> String {
    "type='signal',sender='\(name)',interface='\(interface)',member='StateChanged'"
  }

  /// These arguments mean all interfaces and protocols, no flags, the usual domain and host.
  static func service(_ announcement: Announcement, _ type: String) -> [BusValue] {
    [
      .int32(-1), .int32(-1), .uint32(0), .text(announcement.name), .text(type), .text(""), .text(""),
      .uint16(announcement.port), .byteTexts(announcement.text),
    ]
  }
}

extension BusCall {
  fileprivate static func server(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(destination: Avahi.name, path: "/", interface: Avahi.server, method: method, arguments: arguments)
  }

  fileprivate static func group(_ method: String, _ path: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(destination: Avahi.name, path: path, interface: Avahi.group, method: method, arguments: arguments)
  }
}
