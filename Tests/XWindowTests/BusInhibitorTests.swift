import Glibc
import Testing

@testable import System
@testable import XWindow

/// A private D-Bus daemon, which ends with the test.
private final class Bus {
  let folder: String
  let address: BusAddress
  private var daemon: ShellCommand?
  private var saver: ShellCommand?

  init() {
    folder = "/tmp/colourclock-bus-\(UInt64.random(in: 0 ... .max))"
    mkdir(folder, 0o700)
    address = BusAddress(name: "\(folder)/b us")
    start()
  }

  deinit {
    stop()
    for name in ["b us", "saver"] { try? Folder.delete("\(folder)/\(name)") }
    rmdir(folder)
  }

  func start() {
    let text = "exec dbus-daemon --session --nofork --nopidfile '--address=\(address.text)'"
    daemon = ShellCommand(text, .captured(limit: 10_000), timeLimit: .seconds(60))
    #expect(eventually { isListening }, "dbus-daemon, of the package of that name, does not start")
  }

  private var isListening: Bool {
    guard let socket = SocketAddress(address.name)?.connect() else { return false }
    close(socket)
    return true
  }

  func stop() {
    stopSaver()
    daemon?.end()
    try? Folder.delete("\(folder)/b us")
  }

  /// Starts xssproxy, which answers like a desktop's saver and logs its requests.
  func startSaver() {
    let text = "DBUS_SESSION_BUS_ADDRESS='\(address.text)' exec stdbuf -oL xssproxy -v >'\(folder)/saver' 2>&1"
    saver = ShellCommand(text, .captured(limit: 10_000), timeLimit: .seconds(60))
  }

  func stopSaver() { saver?.end() }

  var saverText: String { String(decoding: (try? File.read("\(folder)/saver", limit: 10_000)) ?? [], as: UTF8.self) }
}

/// Waits up to a minute for the condition.
private func eventually(_ condition: () -> Bool) -> Bool {
  let end = Now.boot + .seconds(60)
  while !condition() {
    guard Now.boot < end else { return false }
    usleep(2000)
  }
  return true
}

@Suite(.serialized) struct BusInhibitorTests {
  /// A call that waits for the bus takes libdbus's 25 s, or for ever.
  private static let noWait = Duration.seconds(3)

  /// Runs the inhibitor like the program's loop until the condition is true; reads only a readable bus.
  private func turn(_ bus: BusInhibitor, until condition: () -> Bool) -> Bool {
    eventually {
      if Poll.wait(for: bus.descriptors, timeout: .zero) { bus.receive() }
      return condition()
    }
  }

  @Test func theSaverIsAskedAndLetGo() {
    let daemon = Bus()
    daemon.startSaver()
    let bus = BusInhibitor([.screenSaver]) { daemon.address }
    bus.start()
    #expect(turn(bus) { bus.holding.count == 1 }, "xssproxy, of the package of that name, gives no cookie")
    #expect(daemon.saverText.contains("colourclock"))
    bus.stop()
    #expect(eventually { daemon.saverText.contains("Uninhibit") } && bus.descriptors.isEmpty)
  }

  /// The daemon may answer at any moment of the handshake, even just after the last poll.
  @Test func everyConnectionComesAbout() {
    let daemon = Bus()
    daemon.startSaver()
    var missed = 0
    for _ in 0..<2000 where missed == 0 {
      let bus = BusInhibitor([.screenSaver]) { daemon.address }
      bus.start()
      // One that does not come about hangs for ever.
      let end = Now.boot + .seconds(20)
      while bus.holding.isEmpty && Now.boot < end {
        if Poll.wait(for: bus.descriptors, timeout: end - Now.boot) { bus.receive() }
      }
      if bus.holding.isEmpty { missed += 1 }
      bus.stop()
    }
    #expect(missed == 0, "of 2000")
  }

  @Test func oneThatComesLaterIsAskedToo() {
    let daemon = Bus()
    let bus = BusInhibitor([.screenSaver]) { daemon.address }
    bus.start()
    for _ in 0..<2 {
      daemon.startSaver()
      #expect(turn(bus) { bus.holding.count == 1 })
      daemon.stopSaver()
      #expect(turn(bus) { bus.holding.isEmpty })
    }
    bus.stop()
  }

  @Test func aBusThatComesBackIsFoundAtTheNextBeat() {
    let daemon = Bus()
    let bus = BusInhibitor([.screenSaver]) { daemon.address }
    bus.start()
    #expect(turn(bus) { bus.isIdle } && bus.descriptors.count == 1)
    daemon.stop()
    #expect(turn(bus) { bus.descriptors.isEmpty })
    bus.beat()
    #expect(bus.descriptors.isEmpty)
    daemon.start()
    daemon.startSaver()
    bus.beat()
    #expect(turn(bus) { bus.holding.count == 1 })
  }

  /// - Parameter queue: further clients that already wait there.
  @Test(arguments: [0, 1, 2, 5]) func aBusThatNeverAnswersCostsNothing(queue: Int) {
    let name = "@colourclock-hung-\(UInt64.random(in: 0 ... .max))"
    let hung = Listener(name, backlog: 1)
    for _ in 0..<queue { hung.occupy() }
    let bus = BusInhibitor([.screenSaver]) { BusAddress(name: name) }
    let start = Now.boot
    bus.start()
    for _ in 0..<10 {
      bus.beat()
      bus.receive()
    }
    #expect(bus.descriptors.count == (queue > 1 ? 0 : 1) && !Poll.wait(for: bus.descriptors, timeout: .zero))
    bus.stop()
    #expect(Now.boot - start < Self.noWait)
  }

  @Test func aBusThatFallsSilentCostsNothing() {
    let name = "@colourclock-silent-\(UInt64.random(in: 0 ... .max))"
    let daemon = Listener(name, backlog: 5)
    let bus = BusInhibitor([.screenSaver]) { BusAddress(name: name) }
    let start = Now.boot
    bus.start()
    daemon.answerOne()
    bus.receive()
    // The probe has gone, and the library's connection has arrived.
    daemon.answerOne()
    for _ in 0..<10 {
      bus.beat()
      bus.receive()
    }
    #expect(bus.descriptors.count == 1 && bus.holding.isEmpty && !bus.isIdle)
    bus.stop()
    #expect(bus.descriptors.isEmpty && Now.boot - start < Self.noWait)
  }

  @Test func noBusIsNoMatter() {
    for address in [nil, BusAddress(name: "/tmp/colourclock/no/bus"), BusAddress(name: "/dev/null")] {
      let bus = BusInhibitor([.screenSaver]) { address }
      bus.start()
      bus.beat()
      bus.receive()
      #expect(bus.descriptors.isEmpty)
      bus.stop()
    }
  }

  @Test func aLibraryThatIsNotThereOrAnotherIsNone() {
    #expect(DBusLibrary("libcolourclock-none.so.3") == nil)
    #expect(DBusLibrary("libm.so.6") == nil)
  }

  @Test(arguments: [
    ("unix:path=/run/user/1000/bus", "/run/user/1000/bus"),
    ("unix:path=/tmp/a%20b%2cc,guid=0123", "/tmp/a b,c"),
    ("unix:abstract=/tmp/dbus-x,guid=1", "@/tmp/dbus-x"),
    ("unix:guid=1,path=/tmp/x", "/tmp/x"),
    ("tcp:host=example.org,port=1;unix:path=/tmp/x", "/tmp/x"),
    ("autolaunch:", nil), ("unixexec:path=/bin/sh", nil), ("tcp:host=example.org,port=1", nil), ("nonsense", nil),
    ("unix:path=%zz", nil), ("unix:path=%4", nil), ("unix:", nil), ("unix:path=", nil), (";;", nil),
    ("unix:path=/a%00b", nil),
    ("unix:path=/a%+fb", nil),
  ])
  func addresses(text: String, name: String?) {
    #expect(BusAddress(text)?.name == name)
  }

  @Test func anAddressIsEscaped() {
    #expect(BusAddress(name: "/tmp/a b/ü,;").text == "unix:path=/tmp/a%20b/%c3%bc%2c%3b")
    #expect(BusAddress(name: "@x").text == "unix:abstract=x")
  }
}

/// A socket on which only the kernel accepts connections.
private final class Listener {
  private let name: String
  private var sockets: [Int32] = [Listener.make()]

  init(_ name: String, backlog: Int32) {
    self.name = name
    call(bind, sockets[0])
    listen(sockets[0], backlog)
  }

  deinit { for socket in sockets { close(socket) } }

  func occupy() {
    sockets.append(Listener.make())
    call(connect, sockets[sockets.count - 1])
  }

  /// Accepts a connection, and sends nonsense.
  func answerOne() {
    let socket = accept(sockets[0], nil, nil)
    send(socket, "X\r\n", 3, Int32(MSG_NOSIGNAL))
    sockets.append(socket)
  }

  private static func make() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0) }

  private func call(_ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ socket: Int32) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: [0] + name.utf8.dropFirst()) }
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = function(socket, $0, socklen_t(2 + name.utf8.count)) }
    }
  }
}
