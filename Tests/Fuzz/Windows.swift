import CX11

@testable import App
@testable import ColourClock
@testable import XWindow

/// Sends a wall's window events of any kind and content, as other X clients can (XSendEvent(3)). The wall must still
/// show the present frame, unless it was closed or its window is gone.
final class EventTrial {
  private lazy var display = Display.required()
  private lazy var other = Display.required()
  private lazy var connection = XGetXCBConnection(other.pointer)
  private var wall: Wall?
  /// The number of events that the wall got.
  private var sent = 0
  /// After this number of events, a new wall replaces the wall.
  private static let most = 1000

  private final class Wall {
    let windows: WindowSet
    let session: Session
    var hasGone = false

    init(_ display: Display) {
      var description = WindowDescription()
      description.mode = .fullScreen
      guard let typeface = try? Typeface("DejaVu Sans"),
        let windows = try? WindowSet(description, on: display, typeface: typeface)
      else { fatalError("there is no wall") }
      self.windows = windows
      weak var own: Wall?
      session = Session(scene: Scene(Options().setup(.fullScreen)), clock: StillClock()) { effect in
        switch effect {
        case .quit, .giveUp: own?.hasGone = true
        case .toggleFullScreen: windows.toggleFullScreen()
        default: break
        }
      }
      own = self
      windows.delegate = session
      windows.open()
    }
  }

  /// A clock that stands still.
  private final class StillClock: Clock {
    weak var delegate: (any ClockDelegate)?
    let now = Moment(instant: Instant(second: 1_795_219_200), uptime: .seconds(1000), zone: .utc)
    let interval: Duration? = nil
    func start() {}
    func stop() {}
    func wake(at wake: Wake) {}
  }

  /// An input has events of 32 bytes. A byte before each one tells where it contains the number of the wall's window.
  func run(_ bytes: [UInt8]) {
    if wall?.hasGone != false || sent >= EventTrial.most {
      (wall, sent) = (nil, 0)
      wall = Wall(display)
      settle()
    }
    guard let wall else { return }
    guard let window = ownWindow else { fatalError("the wall has no window") }
    var rest = bytes[...]
    while rest.count >= 33 {
      send(Array(rest.prefix(33)), to: window)
      rest = rest.dropFirst(33)
    }
    settle()
    let isHidden = wall.hasGone || wall.windows.areCovered
    expect(isHidden || wall.session.scene.frame(at: StillClock().now) != nil, "nothing to be seen")
  }

  private func send(_ bytes: [UInt8], to window: Window) {
    sent += 1
    countReading()
    let places = bytes[0]
    var event = Array(bytes[1...])
    let number = (0..<4).map { UInt8(truncatingIfNeeded: window >> ($0 * 8)) }
    for (bit, start) in [4, 8, 12, 16].enumerated() where places >> bit & 1 == 1 {
      event.replaceSubrange(start..<start + 4, with: number)
    }
    // Without a mask, the client that has created the window gets the event.
    _ = event.withUnsafeBufferPointer { event in
      UnsafeRawPointer(event.baseAddress)?.withMemoryRebound(to: CChar.self, capacity: 32) {
        xcb_send_event(connection, 0, UInt32(truncatingIfNeeded: window), 0, $0)
      }
    }
  }

  /// Waits until both connections have sent and received everything.
  private func settle() {
    other.waitUntilDone()
    for _ in 0..<2 {
      display.waitUntilDone()
      wall?.windows.finishTurn()
    }
  }

  /// The only window on the screen that has the clock's class.
  private var ownWindow: Window? {
    var (root, parent, children, count): (Window, Window, UnsafeMutablePointer<Window>?, UInt32) = (0, 0, nil, 0)
    guard XQueryTree(other.pointer, other.root, &root, &parent, &children, &count) != 0, let children else {
      return nil
    }
    defer { XFree(children) }
    return (0..<Int(count)).map { children[$0] }.last { window in
      var hint = XClassHint()
      guard XGetClassHint(other.pointer, window, &hint) != 0 else { return false }
      defer { [hint.res_name, hint.res_class].forEach { _ = $0.map { XFree($0) } } }
      return hint.res_class.map { String(cString: $0) == "ColourClock" } ?? false
    }
  }
}

/// Lays out windows on monitors of any place and size, as RandR may report them. Each part of a window must have
/// pixels.
func tryMonitors(_ bytes: [UInt8]) {
  guard bytes.count >= 8 else { return }
  func number(_ start: Int, _ kinds: [Int]) -> Int {
    let value = Int(Int16(truncatingIfNeeded: Int(bytes[start]) << 8 | Int(bytes[start + 1])))
    return kinds[Int(bytes[start + 1]) % kinds.count] == 0 ? value : kinds[Int(bytes[start + 1]) % kinds.count]
  }
  let screen = Size(width: max(1, number(0, [0, 640, 65_535])), height: max(1, number(2, [0, 480, 65_535])))
  let starts = Array(stride(from: 4, through: bytes.count - 12, by: 12).prefix(12))
  let monitors = starts.enumerated().map { index, start in
    let size = Size(width: number(start + 4, [0, 0, 65_535]), height: number(start + 6, [0, 0, 65_535]))
    let millimetres = Size(
      width: number(start + 8, [0, 0, 16, 160]), height: number(start + 10, [0, 0, 9, -2_147_483_648]))
    return Monitor(
      name: "M\(bytes[start] & 7)", box: PixelRect(x: number(start, [0]), y: number(start + 2, [0]), size: size),
      isPrimary: bytes[start] & 8 != 0, number: index,
      resolution: Monitor.resolution(of: size, millimetres: millimetres))
  }.distinct(on: screen)
  expect(monitors.allSatisfy { (0.8...40).contains($0.resolution) }, "a resolution")
  expect(monitors.allSatisfy { !$0.box.isEmpty && $0.box.intersection(PixelRect(screen)) == $0.box }, "off the screen")
  let choice = MonitorChoice("\(bytes[bytes.count - 1] % 5)") ?? .all
  guard !monitors.isEmpty else { return }
  for (choice, others) in [(choice, OtherMonitors.black), (.all, .leave), (.primary, .colour)] {
    let roles = MonitorRoles(choice, others: others, of: monitors)
    for kind in [WallLayout.Kind.fullScreen, .window, .root, .adopted] {
      let window = monitors[Int(bytes[0]) % monitors.count].box
      let layout = WallLayout(kind, window: window, roles: roles, monitors: monitors)
      expect(layout.main.allSatisfy { !$0.box.isEmpty }, "a part without a pixel")
    }
  }
}
