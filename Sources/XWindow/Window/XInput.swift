internal import CX11
internal import ColourClock

/// XInput 2.2 reports touches, and fractions of a wheel's notch. Untrusted clients (X security extension) lack it;
/// touches then only move the pointer. libXi is not used, because it would delay the start.
final class XInput {
  private let display: Display
  private let requests: ExtensionRequests
  private var selected: Set<Window> = []
  private var devices = PointerDevices()
  /// True if events of single devices count, not the master pointer's. Devices send events even while another client
  /// grabs the pointer.
  private var usesDeviceEvents = false

  enum Answer {
    case events([Event], on: Window)
    /// A device was removed or disabled. Its releases are not the user's.
    case gone
  }

  /// Waits for replies; `nil` before version 2.2.
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

  /// XInput events replace the core events. Waits for a reply for each new window.
  func follow(_ windows: [Window]) {
    guard selected != Set(windows) else { return }
    for window in windows where !selected.contains(window) {
      select(XInput.pointer + XInput.touch, of: XIAllMasterDevices, on: window)
      if usesDeviceEvents { select(XInput.pointer, of: XIAllDevices, on: window) }
    }
    selected = Set(windows)
  }

  private static let pointer = [XI_ButtonPress, XI_ButtonRelease, XI_Motion]
  private static let touch = [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd]

  func selectEvents(ofDevices isOfDevices: Bool) {
    guard isOfDevices != usesDeviceEvents else { return }
    usesDeviceEvents = isOfDevices
    for window in selected { select(isOfDevices ? XInput.pointer : [], of: XIAllDevices, on: window) }
  }

  func pointerHasLeft() { devices.wheels.reset() }

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
    case XI_DeviceChanged:
      // The other reason, XISlaveSwitch, means that another device moves the pointer.
      if bytes.loadUnaligned(as: xXIDeviceChangedEvent.self).reason == UInt8(XIDeviceChange) { readWheels() }
      return nil
    default:
      // A press may come twice, for the device and for the master pointer.
      guard let input = XInputEvent(bytes), input.isTouch || input.isOfDevice == usesDeviceEvents else { return nil }
      return devices.handle(input).map { .events($0.events, on: $0.window) }
    }
  }

  /// Xlib calls this to keep an event's bytes for `handle`. `XFreeEventData` frees the copy.
  private static let keepBytes:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<XGenericEventCookie>?, UnsafeMutablePointer<xEvent>?
    ) -> Int32 =
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
    devices.wheels = requests.reply(to: ExtensionRequests.bytes(of: query)).map { Wheels($0) } ?? Wheels()
  }

  /// An empty list ends the selection. Fails if another client has selected touches.
  private func select(_ kinds: [Int32], of devices: Int32, on window: Window) {
    var request = xXISelectEventsReq()
    (request.ReqType, request.win, request.num_masks) = (UInt8(X_XISelectEvents), UInt32(window), 1)
    let head = xXIEventMask(deviceid: UInt16(devices), mask_len: 1)
    // Event n is bit n % 8 of byte n / 8: a little-endian number.
    let mask = kinds.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    requests.attempt(
      ExtensionRequests.bytes(of: request) + ExtensionRequests.bytes(of: head)
        + ExtensionRequests.bytes(of: mask.littleEndian))
  }
}

/// See xXIDeviceEvent in XI2proto.h.
struct XInputEvent: Hashable {
  /// See XI2.h.
  enum Kind: Int32 {
    case pressed = 4
    case released, moved
    case touchBegan = 18
    case touchMoved, touchEnded
  }

  var kind: Kind
  var window: Window
  var place: Point
  /// The number of the button or touch, from 1; 0 for motion.
  var detail: UInt32
  /// The device's ID. Several devices may move one pointer.
  var source: UInt16
  /// True if the event is a single device's, not the master pointer's.
  var isOfDevice = false
  /// True if the event is derived from a touch or a wheel.
  var isEmulated = false
  /// True for a screen's first finger, which emulates the pointer.
  var isFirst = false
  /// Changed values by axis number, in the device's units.
  var axes: [Int: Double] = [:]
}

extension XInputEvent {
  var isTouch: Bool { kind.rawValue >= Kind.touchBegan.rawValue }

  init?(_ bytes: UnsafeRawBufferPointer) {
    let size = MemoryLayout<xXIDeviceEvent>.size
    guard bytes.count >= size else { return nil }
    let event = bytes.loadUnaligned(as: xXIDeviceEvent.self)
    guard let kind = Kind(rawValue: Int32(event.evtype)) else { return nil }
    // The protocol's FP1616 has 16 fractional bits.
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
