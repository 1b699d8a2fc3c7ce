internal import CX11
internal import ColourClock

/// XInput 2.2, by which servers since 2012 tell of fingers, and of wheels and touchpads in fractions of a notch. An
/// untrusted client has none of it, and a host's window keeps to the core events: then a finger is the pointer.
///
/// Its three requests are written as XI2proto.h has them: libXi does no more, and every start would have to load it.
final class XInput {
  private let display: Display
  private let requests: ExtensionRequests
  private var selected: Set<Window> = []
  private var hands = Hands()
  /// Whether mice and touchpads are heard one by one: their own events also come while another client has grabbed, or even
  /// frozen, the pointer that they move.
  private var hearsDevices = false

  /// What an event comes to.
  enum Answer {
    case events([Event], on: Window)
    /// A device has gone: what was lifted with it was not let go.
    case gone
  }

  /// - Returns: `nil` without version 2.2 of the extension. Waits for four replies.
  init?(_ display: Display) {
    guard let requests = ExtensionRequests("XInputExtension", on: display.pointer) else { return nil }
    (self.display, self.requests) = (display, requests)
    var version = xXIQueryVersionReq()
    (version.ReqType, version.major_version, version.minor_version) = (UInt8(X_XIQueryVersion), 2, 2)
    guard let bytes = requests.reply(to: ExtensionRequests.bytes(of: version)),
      case let reply = bytes.withUnsafeBytes({ $0.loadUnaligned(as: xXIQueryVersionReply.self) }),
      (reply.major_version, reply.minor_version) >= (2, 2)
    else { return nil }
    _ = XESetWireToEventCookie(display.pointer, requests.opcode, XInput.keepBytes)
    select([XI_HierarchyChanged, XI_DeviceChanged], of: XIAllDevices, on: display.root)
    readWheels()
  }

  /// Has the server send the pointer's and the fingers' events on these windows, in the place of the core ones. Waits for a
  /// reply for each that is new.
  func follow(_ windows: [Window]) {
    guard selected != Set(windows) else { return }
    for window in windows where !selected.contains(window) {
      select(XInput.pointer + XInput.touch, of: XIAllMasterDevices, on: window)
      if hearsDevices { select(XInput.pointer, of: XIAllDevices, on: window) }
    }
    selected = Set(windows)
  }

  private static let pointer = [XI_ButtonPress, XI_ButtonRelease, XI_Motion]
  private static let touch = [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd]

  /// Hears mice and touchpads one by one, in place of the pointer that they move, or that pointer again.
  func hear(devices: Bool) {
    guard devices != hearsDevices else { return }
    hearsDevices = devices
    for window in selected { select(devices ? XInput.pointer : [], of: XIAllDevices, on: window) }
  }

  /// To be called when the pointer leaves a window: wheels turn on elsewhere.
  func pointerHasLeft() { hands.wheels.forget() }

  /// What a GenericEvent comes to, if it is one of this extension's.
  func handle(_ event: inout XEvent) -> Answer? {
    guard event.xcookie.extension == requests.opcode, XGetEventData(display.pointer, &event.xcookie) != 0 else {
      return nil
    }
    defer { XFreeEventData(display.pointer, &event.xcookie) }
    guard let data = event.xcookie.data else { return nil }
    let length = UnsafeRawPointer(data).loadUnaligned(as: xGenericEvent.self).length
    let bytes = UnsafeRawBufferPointer(start: data, count: 32 + 4 * Int(length))
    switch event.xcookie.evtype {
    case XI_HierarchyChanged:
      readWheels()
      let flags = bytes.loadUnaligned(as: xXIHierarchyEvent.self).flags
      return Int32(bitPattern: flags) & (XISlaveRemoved | XISlaveDetached | XIDeviceDisabled) == 0 ? nil : .gone
    // Another device's turn changes only what the master looks like.
    case XI_DeviceChanged:
      if bytes.loadUnaligned(as: xXIDeviceChangedEvent.self).reason == UInt8(XIDeviceChange) { readWheels() }
      return nil
    default:
      // Both the device and the pointer that it moves may tell of the same press.
      guard let told = XInputEvent(bytes), told.isTouch || told.isOfDevice == hearsDevices else { return nil }
      return hands.handle(told).map { .events($0.events, on: $0.window) }
    }
  }

  /// Keeps an event as it came, for `handle`; Xlib frees it.
  private static let keepBytes:
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<XGenericEventCookie>?, UnsafeMutablePointer<xEvent>?) -> Int32 =
      { display, cookie, event in
        guard let cookie, let event else { return False }
        let head = UnsafeRawPointer(event).loadUnaligned(as: xGenericEvent.self)
        let count = 32 + 4 * Int(head.length)
        guard let copy = malloc(count) else { return False }
        memcpy(copy, event, count)
        cookie.pointee = XGenericEventCookie(
          type: GenericEvent, serial: 0, send_event: head.type & 0x80 == 0 ? False : True, display: display,
          extension: Int32(head.extension), evtype: Int32(head.evtype), cookie: 0, data: copy)
        return True
      }

  private func readWheels() {
    var query = xXIQueryDeviceReq()
    (query.ReqType, query.deviceid) = (UInt8(X_XIQueryDevice), UInt16(XIAllDevices))
    hands.wheels = requests.reply(to: ExtensionRequests.bytes(of: query)).map { Wheels($0) } ?? Wheels()
  }

  /// Refused where another client has selected touches, which only one can: then a finger is the pointer there.
  private func select(_ kinds: [Int32], of devices: Int32, on window: Window) {
    var request = xXISelectEventsReq()
    (request.ReqType, request.win, request.num_masks) = (UInt8(X_XISelectEvents), UInt32(window), 1)
    let head = xXIEventMask(deviceid: UInt16(devices), mask_len: 1)
    let mask = kinds.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    requests.attempt(
      ExtensionRequests.bytes(of: request) + ExtensionRequests.bytes(of: head)
        + ExtensionRequests.bytes(of: mask.littleEndian))
  }
}

/// What an event of XInput 2 says of a pointer or a finger, read from its bytes (XI2proto.h).
struct XInputEvent: Hashable {
  /// Numbered as XI2.h has them: XI_ButtonPress, XI_ButtonRelease, XI_Motion; XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd.
  enum Kind: Int32 {
    case pressed = 4
    case released, moved
    case touchBegan = 18
    case touchMoved, touchEnded
  }

  var kind: Kind
  var window: Window
  /// From the window's upper left corner.
  var place: Point
  /// The button; of a finger its number, from 1.
  var detail: UInt32
  /// The device itself, of those that move one pointer together.
  var source: UInt16
  /// Whether it is the device's own, and not the pointer's that the device moves.
  var isOfDevice = false
  /// Of a pointer: what the server has made of a finger or of a wheel.
  var isEmulated = false
  /// Of a finger: the first one on its screen.
  var isFirst = false
  /// The new values of the device's axes, by their numbers.
  var axes: [Int: Double] = [:]
}

extension XInputEvent {
  var isTouch: Bool { kind.rawValue >= Kind.touchBegan.rawValue }

  /// `nil` for other events, and for one that is shorter than it says.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let size = MemoryLayout<xXIDeviceEvent>.size
    guard bytes.count >= size else { return nil }
    let event = bytes.loadUnaligned(as: xXIDeviceEvent.self)
    guard let kind = Kind(rawValue: Int32(event.evtype)) else { return nil }
    let place = Point(x: Double(event.event_x) / 65_536, y: Double(event.event_y) / 65_536)
    self.init(
      kind: kind, window: Window(event.event), place: place, detail: event.detail, source: event.sourceid)
    isOfDevice = event.deviceid == event.sourceid
    isEmulated = !isTouch && event.flags & UInt32(XIPointerEmulated) != 0
    isFirst = isTouch && event.flags & UInt32(XITouchEmulatingPointer) != 0
    let mask = size + 4 * Int(event.buttons_len)
    var value = mask + 4 * Int(event.valuators_len)
    guard bytes.count >= value else { return nil }
    for axis in 0..<32 * Int(event.valuators_len) where bytes[mask + axis / 8] & 1 << UInt8(axis % 8) != 0 {
      guard bytes.count >= value + MemoryLayout<FP3232>.size else { return nil }
      axes[axis] = bytes.loadUnaligned(fromByteOffset: value, as: FP3232.self).number
      value += MemoryLayout<FP3232>.size
    }
  }
}

extension FP3232 {
  var number: Double { Double(integral) + Double(frac) / 4_294_967_296 }
}
