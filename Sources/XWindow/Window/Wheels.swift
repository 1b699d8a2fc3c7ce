internal import CX11
internal import ColourClock

/// Scrolling by wheels and touchpads. Their events contain axis values. The first value of an axis shows no movement,
/// so the server's emulated button press counts. Later emulated presses are ignored, because movements must not count
/// twice.
struct Wheels {
  struct Axis: Hashable {
    let number: Int
    let isVertical: Bool
    /// The change of the axis value that is one notch.
    let increment: Double
  }

  private struct AxisID: Hashable {
    let source: UInt16
    let axis: Int
  }

  private var axes: [UInt16: [Axis]] = [:]
  private var values: [AxisID: Double] = [:]
  /// Axes with only one known value, so without a known movement.
  private var fresh: Set<AxisID> = []

  init(_ axes: [UInt16: [Axis]] = [:]) { self.axes = axes }

  /// Call this when the pointer leaves the window, because the wheels may turn elsewhere.
  mutating func reset() { (values, fresh) = ([:], []) }

  /// The scrolling of an event, in notches; `nil` if nothing was scrolled.
  mutating func turn(_ event: XInputEvent) -> Event? {
    var (right, up) = (0.0, 0.0)
    for axis in axes[event.source] ?? [] {
      let key = AxisID(source: event.source, axis: axis.number)
      guard let value = event.axes[axis.number] else { continue }
      guard let old = values.updateValue(value, forKey: key) else {
        fresh.insert(key)
        continue
      }
      fresh.remove(key)
      let way = (value - old) / axis.increment
      if axis.isVertical { up -= way } else { right += way }
    }
    guard right != 0 || up != 0 else { return nil }
    return .scrolled(right: Wheels.within(right), up: Wheels.within(up))
  }

  /// The greatest number of notches in an event. A device that reports more than this is faulty.
  private static let most = 100.0
  private static func within(_ way: Double) -> Double { min(max(way, -most), most) }

  /// The notch of a wheel's button press. An emulated press counts only for an axis in `fresh`.
  mutating func notch(_ event: XInputEvent) -> Event? {
    if event.isEmulated {
      let axis = axes[event.source]?.first { $0.isVertical == (event.detail < 6) }
      guard let axis, fresh.remove(AxisID(source: event.source, axis: axis.number)) != nil else { return nil }
    }
    return .notch(ofButton: event.detail)
  }
}

extension Wheels {
  /// Parses the server's answer to XIQueryDevice.
  init(_ reply: [UInt8]) {
    self.init()
    reply.withUnsafeBytes { bytes in
      var offset = MemoryLayout<xXIQueryDeviceReply>.size
      while let device: xXIDeviceInfo = bytes.value(at: offset) {
        offset += MemoryLayout<xXIDeviceInfo>.size + (Int(device.name_len) + 3) / 4 * 4
        for _ in 0..<device.num_classes {
          guard let any: xXIAnyInfo = bytes.value(at: offset), any.length > 0 else { return }
          if any.type == UInt16(XIScrollClass), let scroll: xXIScrollInfo = bytes.value(at: offset),
            scroll.increment.number != 0
          {
            let isVertical = scroll.scroll_type == UInt16(XIScrollTypeVertical)
            axes[device.deviceid, default: []].append(
              Axis(number: Int(scroll.number), isVertical: isVertical, increment: scroll.increment.number))
          }
          offset += 4 * Int(any.length)
        }
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func value<Value: BitwiseCopyable>(at offset: Int) -> Value? {
    offset + MemoryLayout<Value>.size <= count ? loadUnaligned(fromByteOffset: offset, as: Value.self) : nil
  }
}

extension Event {
  /// The notch of a wheel's button: 4 to 7 are up, down, left and right, in core events and in XInput. `nil` for other
  /// buttons.
  static func notch(ofButton button: UInt32) -> Event? {
    switch button {
    case 4: .scrolled(right: 0, up: 1)
    case 5: .scrolled(right: 0, up: -1)
    case 6: .scrolled(right: -1, up: 0)
    case 7: .scrolled(right: 1, up: 0)
    default: nil
    }
  }
}

extension Button {
  /// The server numbers buttons from 1. Button 1 is the primary button.
  init(number: UInt32) { self = number == 1 ? .primary : .other }
}

extension [Event] {
  /// Adds an event. A pointer move replaces a pointer move just before it.
  mutating func add(_ event: Event) {
    if case .pointerMoved = event, case .pointerMoved = last { removeLast() }
    append(event)
  }
}
