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
      let kinds = [XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd]
      select(kinds, of: XIAllMasterDevices, on: window)
    }
    selected = Set(windows)
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
    default: return XInputEvent(bytes).flatMap { hands.handle($0) }.map { .events($0.events, on: $0.window) }
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
