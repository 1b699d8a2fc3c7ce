/// The extent of a window, in pixels.
package struct Size: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in pixels, `y` growing downwards, with fractions of a pixel.
package struct Rect: Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var midX: Double { x + width / 2 }
  package var midY: Double { y + height / 2 }
}
