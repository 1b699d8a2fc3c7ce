import ColourClock
import CompanionSupport
import ControlProtocol
import Glibc
import System

final class WebCompanion {
  let server: HTTPServer
  let wall: ClockLink
  private let queue: WallQueue
  private let events: EventFeed
  private let pairing: PairingDesk
  private let router: Router
  private let snapshots: SnapshotFile
  private let announcer: Announcer?
  private let service = ServiceManager.fromEnvironment()
  /// This URL ends with a slash.
  private let phoneURL: String
  /// The server's own address, even behind a proxy.
  private let directURL: String
  private var observesTicks = false

  init(_ options: Options) throws(ProgramExit) {
    let tls = try HTTPServer.TLSFiles(options)
    // Behind a proxy, all phones have the proxy's address.
    let mostPerAddress = options.proxy == nil ? HTTPServer.mostPerAddress : HTTPServer.mostConnections
    server = try HTTPServer(options.listen, tls, mostPerAddress: mostPerAddress)
    directURL = "\(tls == nil ? "http" : "https")://\(options.listen.reachable):\(server.port)/"
    phoneURL = options.proxy.map { "\($0.text)/" } ?? directURL
    wall = ClockLink(options.control, topics: WebCompanion.topics(withTicks: false), pollsStatus: false)
    queue = WallQueue(wall)
    let accounts = try Accounts(options)
    events = EventFeed(accounts)
    announcer = Announcement(options, port: UInt16(server.port)).map(Announcer.init)
    var gate = Gate(options, accounts)
    gate.announcedHost = { [announcer] in announcer?.host }
    snapshots = SnapshotFile(options.control)
    pairing = PairingDesk(accounts, gate, queue, events, address: phoneURL)
    router = Router(gate, pairing, events, queue, snapshots)
    wall.delegate = self
    server.delegate = router
    if tls == nil, options.proxy == nil, !options.listen.isLoopback {
      Process.report("listens beyond this machine without TLS: see '--certificate' and '--proxy'")
    }
  }

  // MARK: The loop

  func begin() {
    let phones = phoneURL == directURL ? "" : "; phones use \(phoneURL)"
    Process.report("listens at \(directURL)\(phones)", as: .notice)
    service?.ready()
  }

  func deadline(at uptime: Double) -> Double {
    min(server.deadline(at: uptime), wall.deadline, events.deadline, announcer?.deadline ?? .infinity)
  }

  var descriptors: [Int32] { (announcer?.descriptors ?? []) + (pairing.descriptor.map { [$0] } ?? []) }

  func receive() {
    announcer?.receive()
    pairing.receive()
  }

  func step(at uptime: Double) {
    wall.step(at: uptime)
    queue.work()
    events.step(at: uptime)
    announcer?.step(at: uptime)
    observeTicks()
    service?.setStatus(wall.link == nil ? "\(phoneURL), no clock" : "\(phoneURL), the clock is there")
  }

  /// Each `tick` wakes this program, so ticks are observed only for clients.
  private func observeTicks() {
    guard wall.link != nil, events.hasClients != observesTicks else { return }
    observesTicks.toggle()
    queue.ask(["observe"] + WebCompanion.topics(withTicks: observesTicks).map(\.rawValue)) { _ in }
  }

  private static func topics(withTicks: Bool) -> [Topic] { Topic.allCases.filter { withTicks || $0 != .tick } }

  func end() {
    service?.stopping()
    announcer?.end()
    events.end()
    wall.link?.end()
    queue.drop()
    server.end()
    snapshots.end()
  }

  private func readForms() {
    queue.ask(["help"]) { [router] answer in
      guard case .success(.array(let rows)?) = answer else { return }
      // HTTP clients read `snapshot.png` instead.
      let forms = rows.compactMap(CommandForm.init).filter { $0.name != "snapshot" }
      router.forms = Dictionary(forms.map { ($0.name, $0) }) { first, _ in first }
    }
  }
}

extension WebCompanion: ClockLinkDelegate {
  func clockConnected() {
    observesTicks = false
    readForms()
    pairing.clockConnected()
    events.clockConnected()
  }

  func clockDisconnected() {
    queue.drop()
    events.clockDisconnected()
  }

  func wall(didSend line: [UInt8]) {
    guard let event = JSON(line), let topic = event["event"].flatMap({ Topic(rawValue: $0.word) }) else { return }
    if topic == .pair { return pairing.receive(event["data"]) }
    pairing.reportChange()
    events.append(topic, event["data"].map { Rights.publicEvent(topic, $0) })
  }

  /// This is never called, because `pollsStatus` is false.
  func wall(didReport status: JSON, health: JSON) {}
}

extension HTTPServer.TLSFiles {
  private static let limit = 1 << 20

  /// - Throws: if a file cannot be read or used.
  fileprivate init?(_ options: Options) throws(ProgramExit) {
    guard let certificate = options.certificate, let key = options.key else { return nil }
    (self.certificate, self.key) = (try Self.read(certificate), try Self.read(key))
    do throws(Refusal) {
      let span = try CertificateCheck.span(of: self.certificate)
      // This is only a warning, because the system's clock may be wrong after a power cut.
      if !span.contains(Timestamp.now) {
        Process.report(
          "\(certificate) is valid from \(span.lowerBound.text) to \(span.upperBound.text) only: phones refuse it now")
      }
    } catch { throw ProgramExit("cannot use \(certificate): \(error.text)", ExitStatus.noInput) }
    if let reason = CertificateCheck.problem(of: self.key, for: self.certificate) {
      throw ProgramExit("cannot use \(key): \(reason)", ExitStatus.noInput)
    }
  }

  private static func read(_ path: String) throws(ProgramExit) -> [UInt8] {
    do throws(SystemError) { return try File.readRegular(path, limit: limit) } catch {
      throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput)
    }
  }
}
