internal import ColourClock

extension ScreenBox {
  /// As the server gives it.
  init(_ x: Int32, _ y: Int32, _ width: UInt32, _ height: UInt32) {
    self.init(x: Int(x), y: Int(y), size: Size(width: Int(width), height: Int(height)))
  }
}

extension PixelBox {
  init(_ box: ScreenBox) { self.init(left: box.x, top: box.y, right: box.right, bottom: box.bottom) }
}
