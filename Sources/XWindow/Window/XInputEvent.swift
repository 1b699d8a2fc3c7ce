internal import CX11
internal import ColourClock

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
  /// Of a pointer: what the server has made of a finger or of a wheel.
  var isEmulated = false
  /// Of a finger: the first one on its screen.
  var isFirst = false
  /// The new values of the device's axes, by their numbers.
  var axes: [Int: Double] = [:]
}

extension XInputEvent {
  /// `nil` for other events, and for one that is shorter than it says.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let size = MemoryLayout<xXIDeviceEvent>.size
    guard bytes.count >= size else { return nil }
    let event = bytes.loadUnaligned(as: xXIDeviceEvent.self)
    guard let kind = Kind(rawValue: Int32(event.evtype)) else { return nil }
    let place = Point(x: Double(event.event_x) / 65_536, y: Double(event.event_y) / 65_536)
    self.init(
      kind: kind, window: Window(event.event), place: place, detail: event.detail, source: event.sourceid)
    let isTouch = kind.rawValue >= Kind.touchBegan.rawValue
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
