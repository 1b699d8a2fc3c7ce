internal import CX11
import ColourClock

/// A rectangle of whole pixels; `right` and `bottom` lie just outside it.
struct PixelBox: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ size: Size) {
    self.init(left: 0, top: 0, right: size.width, bottom: size.height)
  }

  /// The pixels that an area touches.
  init(_ rect: Rect) {
    self.init(
      left: Int(rect.x.rounded(.down)), top: Int(rect.y.rounded(.down)), right: Int(rect.maxX.rounded(.up)),
      bottom: Int(rect.maxY.rounded(.up)))
  }

  /// The whole pixels nearest to a rectangle that is to have sharp edges.
  init(nearest rect: Rect) {
    self.init(
      left: Int(rect.x.rounded()), top: Int(rect.y.rounded()), right: Int(rect.maxX.rounded()),
      bottom: Int(rect.maxY.rounded()))
  }

  /// The pixels that the triangles between points touch; `nil` without points.
  init?(around points: some Collection<Point>) {
    guard let first = points.first else { return nil }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(Rect(x: left, y: top, width: right - left, height: bottom - top))
  }

  var size: Size { Size(width: right - left, height: bottom - top) }
  var isEmpty: Bool { left >= right || top >= bottom }

  func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  func union(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  func meets(_ other: PixelBox) -> Bool { !intersection(other).isEmpty }
  func contains(_ other: PixelBox) -> Bool { intersection(other) == other }

  var area: Int { isEmpty ? 0 : (right - left) * (bottom - top) }

  var rectangle: XRectangle {
    XRectangle(
      x: Int16(clamping: left), y: Int16(clamping: top), width: UInt16(clamping: right - left),
      height: UInt16(clamping: bottom - top))
  }
}

extension [PixelBox] {
  /// Fewer boxes for the same pixels: two become one where that covers hardly more than both.
  func merged() -> [PixelBox] {
    var merged: [PixelBox] = []
    for box in self where !box.isEmpty {
      var grown = box
      while let index = merged.firstIndex(where: { $0.isWorthJoining(grown) }) {
        grown = grown.union(merged.remove(at: index))
      }
      merged.append(grown)
    }
    return merged
  }
}

extension PixelBox {
  fileprivate func isWorthJoining(_ other: PixelBox) -> Bool {
    union(other).area * 10 <= (area + other.area) * 11
  }
}
