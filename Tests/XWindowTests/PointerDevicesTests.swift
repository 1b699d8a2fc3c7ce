import CX11
import ColourClock
import TestSupport
import Testing

@testable import XWindow

/// Fingers, wheels and pointers, from XInput 2 bytes to the scene's events.
@Suite struct PointerDevicesTests {
  private static let window = Window(0x200001)

  private static func bytes<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { [UInt8]($0) }
  }

  private static func fixed(_ number: Double) -> FP3232 {
    let whole = number.rounded(.down)
    return FP3232(integral: Int32(whole), frac: UInt32((number - whole) * 4_294_967_296))
  }

  /// An event's bytes as a server sends them.
  private static func wire(_ event: XInputEvent) -> [UInt8] {
    var head = xXIDeviceEvent()
    (head.type, head.evtype, head.detail) = (UInt8(GenericEvent), UInt16(event.kind.rawValue), event.detail)
    (head.event, head.sourceid) = (UInt32(event.window), event.source)
    (head.event_x, head.event_y) = (Int32(event.place.x * 65_536), Int32(event.place.y * 65_536))
    head.flags = event.isEmulated ? UInt32(XIPointerEmulated) : event.isFirst ? UInt32(XITouchEmulatingPointer) : 0
    (head.buttons_len, head.valuators_len) = (8, 1)
    let mask = event.axes.keys.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    let values = event.axes.sorted { $0.key < $1.key }.flatMap { bytes(fixed($0.value)) }
    return bytes(head) + [UInt8](repeating: 0xff, count: 32) + bytes(mask) + values
  }

  /// True if a new finger would be the only one.
  private static func areUp(_ devices: PointerDevices) throws -> Bool {
    var devices = devices
    return try play(&devices, event(.touchBegan, 99)) == [.pointerPressed(Point(x: 10, y: 20), .finger)]
  }

  private static func read(_ bytes: [UInt8]) -> XInputEvent? { bytes.withUnsafeBytes { XInputEvent($0) } }

  private static func event(
    _ kind: XInputEvent.Kind, _ detail: UInt32 = 0, at place: Point = Point(x: 10, y: 20), source: UInt16 = 9,
    window: Window = window
  ) -> XInputEvent {
    XInputEvent(kind: kind, window: window, place: place, detail: detail, source: source)
  }

  /// The scene's events; each event is encoded and parsed.
  private static func play(_ devices: inout PointerDevices, _ events: XInputEvent...) throws -> [Event] {
    try events.flatMap { devices.handle(try #require(read(wire($0))))?.events ?? [] }
  }

  // MARK: Bytes

  @Test func whatIsWrittenIsRead() throws {
    var event = Self.event(.moved, at: Point(x: -3.25, y: 719.5))
    event.axes = [0: 12, 2: -0.5, 31: 1_000_000.25]
    #expect(Self.read(Self.wire(event)) == event)
    event = Self.event(.touchBegan, 7)
    event.isFirst = true
    #expect(Self.read(Self.wire(event)) == event)
    event = Self.event(.pressed, 1)
    event.isEmulated = true
    #expect(Self.read(Self.wire(event)) == event)
  }

  /// A truncated event, one with a wrong length, or another kind is no event.
  @Test func damageIsNotRead() {
    var event = Self.event(.moved)
    event.axes = [0: 1, 1: 2]
    let whole = Self.wire(event)
    for count in whole.indices { #expect(Self.read([UInt8](whole.prefix(count))) == nil) }
    var other = whole
    other[8] = 11
    #expect(Self.read(other) == nil)
  }

  /// 20,000 random byte strings, half of them with an event's head.
  @Test func noBytesDoHarm() {
    var random = SeededRandom(seed: 92)
    let head = Self.wire(Self.event(.moved)).prefix(40)
    for index in 0..<20_000 {
      let tail = (0..<Int.random(in: 0...160, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let bytes = index % 2 == 0 ? tail : head + tail
      if let event = Self.read(bytes) { #expect(event.axes.count <= bytes.count / 8) }
      bytes.withUnsafeBytes { _ = XInputEvent($0) }
      _ = Wheels(bytes)
    }
  }

  // MARK: Fingers

  @Test func oneFingerIsAPointer() throws {
    var devices = PointerDevices()
    var begin = Self.event(.touchBegan, 4)
    begin.isFirst = true
    var warp = Self.event(.moved)
    warp.isEmulated = true
    let events = try Self.play(
      &devices, warp, begin, Self.event(.touchMoved, 4, at: Point(x: 30, y: 20)), Self.event(.touchEnded, 4))
    #expect(
      events == [
        .pointerPressed(Point(x: 10, y: 20), .finger), .pointerMoved(Point(x: 30, y: 20)),
        .pointerReleased(Point(x: 10, y: 20), .finger),
      ])
    #expect(try Self.areUp(devices))
  }

  @Test func aSecondFingerCancelsUntilAllAreUp() throws {
    var devices = PointerDevices()
    #expect(try Self.play(&devices, Self.event(.touchBegan, 1)).count == 1)
    #expect(try Self.play(&devices, Self.event(.touchBegan, 2)) == [.interrupted])
    #expect(
      try Self.play(
        &devices, Self.event(.touchMoved, 1), Self.event(.touchEnded, 1), Self.event(.touchBegan, 3),
        Self.event(.touchMoved, 2), Self.event(.touchEnded, 3), Self.event(.touchEnded, 2)
      ).isEmpty)
    #expect(try Self.play(&devices, Self.event(.touchBegan, 4), Self.event(.touchEnded, 4)).count == 2)
  }

  /// The second finger on another window or touch screen cancels the first one's gesture.
  @Test func theSecondFingerMayBeElsewhere() throws {
    var devices = PointerDevices()
    _ = try Self.play(&devices, Self.event(.touchBegan, 1))
    let answer = devices.handle(Self.event(.touchBegan, 1, source: 12, window: 7))
    #expect(answer?.events == [.interrupted] && answer?.window == Self.window)
  }

  /// During a grab the first finger arrives as the pointer, and only the second as a finger.
  @Test func aGrabbedPointerIsAFinger() throws {
    var devices = PointerDevices()
    var press = Self.event(.pressed, 1)
    var (move, release) = (Self.event(.moved), Self.event(.released, 1))
    (press.isEmulated, move.isEmulated, release.isEmulated) = (true, true, true)
    let place = Point(x: 10, y: 20)
    #expect(
      try Self.play(&devices, move, press, move, release) == [
        .pointerPressed(place, .finger), .pointerMoved(place), .pointerReleased(place, .finger),
      ])
    #expect(try Self.play(&devices, press, Self.event(.touchBegan, 2)).last == .interrupted)
    #expect(try Self.play(&devices, move, release, Self.event(.touchEnded, 2)).isEmpty)
    #expect(try Self.areUp(devices))
  }

  /// A first finger on a screen means that there is no other, even if ends were missed.
  @Test func missedEndsDoNotStick() throws {
    var devices = PointerDevices()
    _ = try Self.play(&devices, Self.event(.touchBegan, 1), Self.event(.touchBegan, 2))
    var begin = Self.event(.touchBegan, 3)
    begin.isFirst = true
    #expect(try Self.play(&devices, begin) == [.pointerPressed(Point(x: 10, y: 20), .finger)])
  }

  @Test func aMouseDoesNotTearWhatAFingerHolds() throws {
    var devices = PointerDevices()
    let elsewhere = Self.event(.moved, at: Point(x: 600, y: 400), source: 6)
    _ = try Self.play(&devices, Self.event(.touchBegan, 1))
    #expect(try Self.play(&devices, elsewhere).isEmpty)
    _ = try Self.play(&devices, Self.event(.touchEnded, 1))
    #expect(try Self.play(&devices, elsewhere).count == 1)
  }

  // MARK: Wheels

  private static let touchpad = Wheels([
    7: [
      Wheels.Axis(number: 2, isVertical: false, increment: 15), Wheels.Axis(number: 3, isVertical: true, increment: 15),
    ]
  ])

  private static func turned(_ axes: [Int: Double]) -> XInputEvent {
    var event = Self.event(.moved, source: 7)
    event.axes = axes
    return event
  }

  @Test func scrollingIsExact() throws {
    var devices = PointerDevices()
    devices.wheels = Self.touchpad
    #expect(try Self.play(&devices, Self.turned([3: 4000])) == [.pointerMoved(Point(x: 10, y: 20))])
    #expect(
      try Self.play(&devices, Self.turned([3: 4003.75]), Self.turned([2: 30, 3: 4003.75]), Self.turned([2: 22.5])) == [
        .scrolled(right: 0, up: -0.25), .pointerMoved(Point(x: 10, y: 20)), .scrolled(right: -0.5, up: 0),
      ])
    devices.wheels.reset()
    #expect(try Self.play(&devices, Self.turned([3: 9000])) == [.pointerMoved(Point(x: 10, y: 20))])
  }

  /// Whatever a device reports: the scene counts notches.
  @Test func noWheelTurnsFurtherThanAHandTurnsIt() throws {
    var devices = PointerDevices()
    devices.wheels = Wheels([7: [Wheels.Axis(number: 2, isVertical: false, increment: 1 / 4_294_967_296)]])
    #expect(try Self.play(&devices, Self.turned([2: -2_147_483_648])).count == 1)
    #expect(try Self.play(&devices, Self.turned([2: 2_147_483_647])) == [.scrolled(right: 100, up: 0)])
    #expect(try Self.play(&devices, Self.turned([2: -2_147_483_648])) == [.scrolled(right: -100, up: 0)])
  }

  /// The server's emulated buttons count only for the movement to the first known value.
  @Test func noNotchIsLostOrDoubled() throws {
    var devices = PointerDevices()
    devices.wheels = Self.touchpad
    var (press, release) = (Self.event(.pressed, 5, source: 7), Self.event(.released, 5, source: 7))
    (press.isEmulated, release.isEmulated) = (true, true)
    let down = Event.scrolled(right: 0, up: -1)
    #expect(try Self.play(&devices, Self.turned([3: 15]), press, release).last == down)
    #expect(try Self.play(&devices, Self.turned([3: 30]), press, release) == [down])
    #expect(try Self.play(&devices, press, release).isEmpty)
    // Events of a plain mouse.
    #expect(try Self.play(&devices, Self.event(.pressed, 5, source: 4), Self.event(.released, 5, source: 4)) == [down])
  }

  /// An answer of Xwayland 22.1 about its pointer, shortened, after a device without a wheel.
  @Test func theIncrementsAreRead() throws {
    func device(_ id: UInt16, _ name: String, _ classes: [[UInt8]]) -> [UInt8] {
      let padded = [UInt8](name.utf8) + [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4)
      return Self.bytes(
        xXIDeviceInfo(
          deviceid: id, use: 3, attachment: 2, num_classes: UInt16(classes.count), name_len: UInt16(name.utf8.count),
          enabled: 1, pad: 0)) + padded + classes.flatMap(\.self)
    }
    func wheel(_ axis: UInt16, _ kind: Int32, _ increment: Double) -> [UInt8] {
      Self.bytes(
        xXIScrollInfo(
          type: UInt16(XIScrollClass), length: 6, sourceid: 7, number: axis, scroll_type: UInt16(kind), pad0: 0,
          flags: 0, increment: Self.fixed(increment)))
    }
    let buttons = Self.bytes(xXIButtonInfo(type: UInt16(XIButtonClass), length: 4, sourceid: 7, num_buttons: 1))
    let reply =
      Self.bytes(xXIQueryDeviceReply()) + device(4, "mouse", [buttons + [UInt8](repeating: 0, count: 8)])
      + device(7, "pad", [wheel(2, XIScrollTypeHorizontal, 1), wheel(3, XIScrollTypeVertical, -0.5)])
    var wheels = Wheels(reply)
    _ = wheels.turn(Self.turned([2: 0, 3: 0]))
    #expect(wheels.turn(Self.turned([2: 2, 3: 1])) == .scrolled(right: 2, up: 2))
    // A truncated answer contains fewer devices.
    for count in reply.indices { _ = Wheels([UInt8](reply.prefix(count))) }
  }

  // MARK: Any order

  /// 8 runs of 4,000 random events of three fingers, a mouse and a touchpad, some of them lost. Presses and releases
  /// alternate; moves come only between them while a finger acts; a cancelled gesture never ends as a release; after
  /// all fingers are lifted there is no gesture.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func anyOrderKeepsTheState(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var fingers = Fingers(someAreLost: seed > 4)
    for step in 0..<4000 {
      guard let event = fingers.event(step, using: &random) else { continue }
      for result in fingers.devices.handle(try #require(Self.read(Self.wire(event))))?.events ?? [] {
        fingers.check(result, of: event.kind)
      }
      if fingers.down.count > 1 { #expect(!fingers.isPressed) }
      if fingers.down.isEmpty, seed <= 4 { #expect(try Self.areUp(fingers.devices) && !fingers.isPressed) }
    }
    #expect(fingers.presses > 50)
  }

  /// Three fingers, a mouse and a touchpad, and the expected events.
  private struct Fingers {
    var devices = PointerDevices()
    let someAreLost: Bool
    private(set) var down: Set<UInt32> = []
    private(set) var isPressed = false
    private(set) var presses = 0

    init(someAreLost: Bool) {
      self.someAreLost = someAreLost
      devices.wheels = PointerDevicesTests.touchpad
    }

    /// The next event; `nil` if it is lost: the next finger is then the first again.
    mutating func event(_ step: Int, using random: inout SeededRandom) -> XInputEvent? {
      let finger = UInt32.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2 where !down.contains(finger):
        var event = PointerDevicesTests.event(.touchBegan, finger)
        event.isFirst = down.isEmpty
        down.insert(finger)
        return event
      case 0...3 where down.contains(finger): return PointerDevicesTests.event(.touchMoved, finger)
      case 4...5 where down.contains(finger):
        down.remove(finger)
        return someAreLost && down.isEmpty && step % 7 == 0 ? nil : PointerDevicesTests.event(.touchEnded, finger)
      case 6: return PointerDevicesTests.turned([3: Double(step)])
      default: return PointerDevicesTests.event(.moved, at: Point(x: Double(step % 500), y: 9), source: 6)
      }
    }

    mutating func check(_ result: Event, of kind: XInputEvent.Kind) {
      switch result {
      case .pointerPressed(_, let button):
        #expect(button == .finger && down.count == 1 && (!isPressed || someAreLost))
        (isPressed, presses) = (true, presses + 1)
      case .pointerReleased(_, let button):
        #expect(button == .finger && isPressed)
        isPressed = false
      case .interrupted:
        #expect(isPressed && down.count > 1)
        isPressed = false
      case .pointerMoved: #expect(!isPressed || kind == .touchMoved)
      default: #expect(kind == .moved)
      }
    }
  }
}
