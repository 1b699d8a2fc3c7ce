internal import CX11
internal import ColourClock

/// Computes scrolling from axis values. The first value shows no movement, so an emulated button press counts instead.
struct Wheels {
  struct Axis: Hashable {
    let number: Int
    let isVertical: Bool
    let increment: Double
  }

  private struct AxisID: Hashable {
    let source: UInt16
    let axis: Int
  }

  private var axes: [UInt16: [Axis]] = [:]
  private var values: [AxisID: Double] = [:]
  /// Axes with only one known value.
  private var fresh: Set<AxisID> = []

  init(_ axes: [UInt16: [Axis]] = [:]) { self.axes = axes }

  /// Call when the pointer leaves.
  mutating func reset() { (values, fresh) = ([:], []) }

  /// `nil` if nothing scrolled.
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

  /// Faulty devices report more.
  private static let mostNotches = 100.0
  private static func within(_ way: Double) -> Double { min(max(way, -mostNotches), mostNotches) }

  mutating func notch(_ event: XInputEvent) -> Event? {
    if event.isEmulated {
      // Buttons 4 and 5 are vertical, 6 and 7 horizontal.
      let axis = axes[event.source]?.first { $0.isVertical == (event.detail < 6) }
      guard let axis, fresh.remove(AxisID(source: event.source, axis: axis.number)) != nil else { return nil }
    }
    return .notch(ofButton: event.detail)
  }
}

extension Wheels {
  /// Reads the reply to XIQueryDevice.
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
  init(number: UInt32) { self = number == 1 ? .primary : .other }
}

extension [Event] {
  mutating func add(_ event: Event) {
    if case .pointerMoved = event, case .pointerMoved = last { removeLast() }
    append(event)
  }
}
