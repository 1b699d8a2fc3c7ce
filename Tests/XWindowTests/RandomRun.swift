import CX11
import TestSupport
import Testing

@testable import ColourClock
@testable import XWindow

/// One world with a reproducible sequence of events.
final class RandomRun {
  private let display: Display
  private let typeface: Typeface
  private let clock: StepClock
  private let windows: WindowSet
  private let session: Session
  private let hostWindow: Window?
  private var random: SeededRandom
  private var pointer = Point(x: 50, y: 50)
  private var held: Key?
  private var isPressed = false
  /// The number of seconds shown from recordings.
  var foreseen: Int { clock.foreseen }
  /// The number of steps after which the flash guard delayed a frame.
  private(set) var heldBack = 0

  /// - Parameter isStill: only the labels change with time.
  init(_ world: PixelIdentityTests.World, on display: Display, seed: UInt64, isStill: Bool = false) throws {
    self.display = display
    random = SeededRandom(seed: seed)
    typeface = try Typeface(Xvfb.font)
    let start = Instant(second: 1_795_219_200 + 86_400 + Int64.random(in: 0..<86_400, using: &random))
    clock = StepClock(Moment(instant: start, uptime: .seconds(1000), zone: .utc))
    var description = WindowDescription()
    description.mode = world.mode()
    hostWindow = world.hostDepth.map { display.createWindow(depth: $0, Size(width: 300, height: 200)) }
    if let hostWindow { description.mode = .saver(in: .adopted(UInt(hostWindow))) }
    let windows = try WindowSet(description, on: display, typeface: typeface)
    self.windows = windows
    weak var current: Session?
    var setup = RandomRun.setup(&random, at: clock.now)
    if isStill { (setup.feed, setup.agenda, setup.showsRate) = (nil, Agenda(), false) }
    let session = Session(scene: Scene(setup, saysHint: !isStill), clock: clock) {
      effect in
      switch effect {
      case .toggleFullScreen: windows.toggleFullScreen()
      case .refresh: current?.receive(.refreshed(true))
      case .feed: current?.receive(.fed(.text(Array("fed by itself".utf8))))
      default: break
      }
    }
    current = session
    self.session = session
    windows.delegate = session
    windows.open()
    settle()
  }

  /// Exchanges events until neither side has any.
  private func settle() {
    for _ in 0..<3 {
      display.waitUntilDone()
      windows.finishTurn()
    }
  }

  // MARK: Steps

  /// Makes one random step. Returns its description.
  func step() -> String {
    let choice = Int.random(in: 0..<100, using: &random)
    switch choice {
    case 0..<36: return tick()
    case 36..<40: return pass()
    case 40..<55: return key()
    case 55..<75: return point()
    case 75..<78: return scroll()
    case 78..<84: return feed()
    case 84..<86: return arrange()
    case 86..<88: return resize()
    case 88..<92: return tell()
    case 92..<94: return expose()
    case 94..<96: return send(.interrupted)
    case 96..<98:
      windows.repaint()
      settle()
      return "repaint"
    default: return send(.refreshed(true))
    }
  }

  /// The clock reaches the awaited moment, or a little later.
  func tick() -> String {
    clock.ring(late: .microseconds(Int64.random(in: 0...900, using: &random)))
    settle()
    return "tick"
  }

  /// Time passes, and the next event comes later.
  private func pass() -> String {
    clock.pass(.milliseconds(Int64.random(in: 1...900, using: &random)))
    return "time" + send(.ticked)
  }

  private func key() -> String {
    clock.advance(by: .milliseconds(Int64.random(in: 50...250, using: &random)))
    if let key = held {
      held = nil
      return send(.released(key))
    }
    let keys: [Key] =
      "ccccgr+-f39s?anbpuzlmo70".map { .character($0) } + [
        .backspace, .backspace, .up, .down, .left, .right, .enter, .escape,
      ]
      + [.character(" "), .tab, .tab, .backTab]
    let key = keys.randomElement(using: &random) ?? .escape
    held = key
    return send(.pressed(key))
  }

  private func point() -> String {
    let size = session.scene.size ?? Size(width: 100, height: 100)
    let isFar = Int.random(in: 0..<4, using: &random) == 0
    pointer =
      isFar
      ? Point(
        x: .random(in: 0..<Double(size.width), using: &random), y: .random(in: 0..<Double(size.height), using: &random))
      : pointer + Point(x: .random(in: -30...30, using: &random), y: .random(in: -20...40, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where !isPressed:
      isPressed = true
      return send(.pointerPressed(pointer, .primary))
    case 0, 1:
      guard isPressed else { fallthrough }
      isPressed = false
      return send(.pointerReleased(pointer, .primary))
    default:
      clock.advance(by: .milliseconds(16))
      return send(.pointerMoved(pointer))
    }
  }

  private func tell() -> String {
    let commands: [Command?] =
      timerCommands() + [
        .identify, .blank(.random(using: &random)), .dim(.random(in: 0.05...1, using: &random), lasting: .seconds(3)),
        .countdown(.start(.seconds(5), title: "🍵 Tea")), .countdown(.toggle), .countdown(.add(.seconds(60))),
        .countdown(.clear),
        .gallery(.open), .gallery(.next), .gallery(.choose), .feed("told"), .face("hue"), .stopwatch(.toggle),
        .stopwatch(.lap),
        .stopwatch(.clear), message(), message(), .dismiss(nil), .agenda(RandomRun.periods(around: clock.now)),
        .agenda([]),
        RandomRun.alarm(after: clock.now).map { .alarm(.add($0)) },
      ]
    let command = commands.compactMap { $0 }.randomElement(using: &random) ?? .identify
    // Some commands are invalid at that moment.
    try? session.receive(command)
    settle()
    return "told \(command)"
  }

  /// Several countdowns, a program, snooze, undo and sound.
  private func timerCommands() -> [Command?] {
    let title = ["Eggs", "Rice", "a long title of a countdown in the kitchen", "🍵", ""].randomElement(using: &random)
    let span = Duration.seconds(Int64.random(in: 1...400, using: &random))
    let phases = CountdownPhases(warn: .seconds(60), danger: .seconds(20))
    let id = Int.random(in: 1...6, using: &random)
    let programs = [
      "Work 25s, Rest 5s, x4", "Talk 3m hold, Questions 2m", "Run 400m, Walk 1s", "A 90s, B 10s, C 20s hold, x3",
    ]
    let program = programs.randomElement(using: &random).flatMap { try? TimerProgram.parse($0) }
    let new = Command.countdown(.new(span, title: title ?? "", phases: Bool.random(using: &random) ? phases : .init()))
    let orders: [Command.ProgramOrder] = [.next, .next, .back, .add(.seconds(30)), .restart, .start(nil), .stop]
    return [
      new, new, new, .countdown(.choose(.id(id))), .countdown(.chooseNext), .countdown(.pause, of: .id(id)),
      .countdown(.clear, of: .id(id)), .countdown(.title("Tea"), of: .id(id)), .snooze(.seconds(5)), .undo, .undo,
      .dismiss(nil), .sound(.toggle), .program(.start(program)), program.map { .program(.load($0)) },
    ] + orders.map(Command.program)
  }

  private func message() -> Command? {
    let texts = [
      "Fire", "Lunch is ready in the <b>hall</b>", "two\nlines", "שלום e\u{301}a\u{302}", "🎉 Party 🥳",
      "👩🏽‍🚀",
    ]
    return Message(
      texts.randomElement(using: &random) ?? "",
      priority: Message.Priority.allCases.randomElement(using: &random) ?? .info,
      span: Bool.random(using: &random) ? .seconds(2) : nil, id: Bool.random(using: &random) ? "id" : nil
    ).map(Command.message)
  }

  private func scroll() -> String {
    send(.scrolled(right: .random(in: -1...1, using: &random), up: .random(in: -2...2, using: &random)))
  }

  private func feed() -> String {
    let texts = [
      "Sunny, 21 °C", "a longer line of plain words that has to be broken into two or three of them", "Ж Ω ñ é ü ß",
      "e\u{301}a\u{302}\u{323} Z\u{36f}\u{364}\u{365} a\u{20dd}", "第一行 東京は晴れ", "مرحبا بالعالم 5", "שלום",
      "नमस्ते สวัสดี \u{f0000}",
      "one\ntwo\nthree", "☀️ 21 °C, 🇩🇪 🇯🇵 🏳️‍🌈", "שלום 👍🏿 ☔",
      "",
    ]
    let text = texts.randomElement(using: &random) ?? ""
    return send(.fed(.text(Array(text.utf8))))
  }

  private func arrange() -> String {
    clock.advance(by: .milliseconds(300))
    session.receive(.setupChanged(RandomRun.setup(&random, at: clock.now)))
    settle()
    return "other options"
  }

  private func resize() -> String {
    let (width, height) = (UInt32.random(in: 90...380, using: &random), UInt32.random(in: 60...240, using: &random))
    for surface in surfaces.prefix(1) { XResizeWindow(display.pointer, surface.backing.window, width, height) }
    settle()
    return "resize to \(width)x\(height)"
  }

  /// Another client covers a part of the windows for a moment.
  private func expose() -> String {
    let box = PixelRect(x: Int.random(in: 0...200, using: &random), y: 20, size: Size(width: 90, height: 60))
    let cover = XCreateSimpleWindow(
      display.pointer, display.root, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height),
      0,
      0, 0)
    XMapRaised(display.pointer, cover)
    settle()
    if Bool.random(using: &random) { _ = tick() }
    XDestroyWindow(display.pointer, cover)
    settle()
    return "exposure"
  }

  private func send(_ event: Event) -> String {
    if event.isInput {
      let usable = surfaces.filter { $0.role == .whole }
      usable.randomElement(using: &random).map { $0.delegate?.surface($0, didReceive: [event]) }
    } else {
      session.receive(event)
    }
    settle()
    return "\(event)"
  }

  private var surfaces: [XSurface] { session.walls.compactMap { $0.surface as? XSurface } }

  // MARK: Comparison

  /// Describes how a window differs from a fresh paint; `nil` if it does not.
  func difference() -> String? {
    for (index, wall) in session.walls.enumerated() {
      guard let surface = wall.surface as? XSurface, let present = session.scene(of: index).frame(at: clock.now) else {
        continue
      }
      // Many steps take no time, so more than three flashes may fall into a second. The guard then keeps the last
      // frame.
      let isHeld = wall.flashes.retry != nil
      if isHeld { heldBack += 1 }
      let frame = isHeld ? wall.flashes.present ?? present : present
      let format = surface.backing.format
      let painter = Painter(
        display: display.pointer, drawable: surface.backing.window, format: format, typeface: typeface)
      let pixmap = XCreatePixmap(
        display.pointer, surface.backing.window, UInt32(frame.size.width), UInt32(frame.size.height),
        UInt32(format.depth))
      defer { XFreePixmap(display.pointer, pixmap) }
      painter.compose(frame, for: surface.backing.window)
      _ = painter.present(on: pixmap)
      let fresh = display.pixels(of: pixmap, PixelRect(frame.size), depth: format.depth)
      let seen = display.pixels(of: surface.backing.window, surface.box, depth: format.depth)
      if surface.box.size != frame.size { return "a frame of \(frame.size) on \(surface.box)" }
      if let text = Self.difference(seen, fresh, width: frame.size.width) { return "\(text)\n\(frame)" }
    }
    return nil
  }

  private static func difference(_ seen: [UInt32], _ fresh: [UInt32], width: Int) -> String? {
    guard seen != fresh else { return nil }
    let wrong = zip(seen, fresh).enumerated().filter { $0.element.0 != $0.element.1 }
    guard let first = wrong.first else { return "\(seen.count) pixels instead of \(fresh.count)" }
    let values = [first.element.0, first.element.1].map { String($0, radix: 16) }
    return "\(wrong.count) of \(fresh.count) pixels differ, first at \(first.offset % width), \(first.offset / width): "
      + "\(values[0]) instead of \(values[1])"
  }
}

extension Display {
  /// A mapped window of a TrueColor visual of that depth with its own colormap, as hosts create them.
  fileprivate func createWindow(depth: Int, _ size: Size) -> Window {
    var visual = XVisualInfo()
    XMatchVisualInfo(pointer, XDefaultScreen(pointer), Int32(depth), TrueColor, &visual)
    var attributes = XSetWindowAttributes()
    attributes.colormap = XCreateColormap(pointer, root, visual.visual, AllocNone)
    let window = XCreateWindow(
      pointer, root, 20, 10, UInt32(size.width), UInt32(size.height), 0, Int32(depth), UInt32(InputOutput),
      visual.visual,
      UInt(CWColormap | CWBorderPixel | CWBackPixel), &attributes)
    XMapWindow(pointer, window)
    XSync(pointer, False)
    return window
  }

  /// The pixel values of a part of a drawable, without bits beyond its depth.
  fileprivate func pixels(of drawable: Drawable, _ box: PixelRect, depth: Int) -> [UInt32] {
    let image = ignoringErrors {
      XGetImage(
        pointer, drawable, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height), .max,
        ZPixmap
      )
    }
    guard let image else { return [] }
    defer { _ = image.pointee.f.destroy_image(image) }
    let (bytes, width) = (Int(image.pointee.bits_per_pixel) / 8, box.size.width)
    let mask = depth == 32 ? UInt32.max : (1 << UInt32(depth)) - 1
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * box.size.height)
    for y in 0..<box.size.height {
      let row = UnsafeRawPointer(image.pointee.data + y * Int(image.pointee.bytes_per_line))
      for x in 0..<width {
        switch bytes {
        case 1: pixels.append(UInt32(row.load(fromByteOffset: x, as: UInt8.self)))
        case 2: pixels.append(UInt32(row.load(fromByteOffset: 2 * x, as: UInt16.self)))
        default: pixels.append(row.load(fromByteOffset: 4 * x, as: UInt32.self) & mask)
        }
      }
    }
    return pixels
  }
}
