internal import CX11
internal import ColourClock

struct PixelFormat {
  let depth: Int
  let palette: any Palette
  /// `nil` without RENDER or TrueColor.
  let render: RenderFormats?

  init(display: Display) {
    let (display, screen) = (display.pointer, XDefaultScreen(display.pointer))
    let depth = Int(XDefaultDepth(display, screen))
    let colormap = XDefaultColormap(display, screen)
    self.init(display: display, visual: XDefaultVisual(display, screen), depth: depth, colormap: colormap)
  }

  init(display: Display, of window: XWindowAttributes) {
    guard let visual = window.visual else { preconditionFailure("a window that can show something has a visual") }
    self.init(display: display.pointer, visual: visual, depth: Int(window.depth), colormap: window.colormap)
  }

  private init(display: OpaquePointer, visual: UnsafeMutablePointer<Visual>, depth: Int, colormap: Colormap) {
    let masks = visual.pointee
    if masks.class == TrueColor {
      let palette = MaskPalette(red: masks.red_mask, green: masks.green_mask, blue: masks.blue_mask, depth: depth)
      let render = RenderFormats(display: display) { XRenderFindVisualFormat(display, visual) }
      self.init(depth: depth, palette: palette, render: render)
    } else {
      let palette = CellPalette(display: display, colormap: colormap, size: Int(masks.map_entries))
      self.init(depth: depth, palette: palette, render: nil)
    }
  }

  private init(depth: Int, palette: any Palette, render: RenderFormats?) {
    (self.depth, self.palette, self.render) = (depth, palette, render)
  }

  /// Depth 24 gives equal pictures on all screens; `nil` if the server lacks depth 24.
  static func exact(display: OpaquePointer) -> PixelFormat? {
    var count: Int32 = 0
    guard let depths = XListDepths(display, XDefaultScreen(display), &count) else { return nil }
    defer { XFree(depths) }
    guard UnsafeBufferPointer(start: depths, count: Int(count)).contains(24) else { return nil }
    return PixelFormat(
      depth: 24, palette: MaskPalette(red: 0xff0000, green: 0xff00, blue: 0xff, depth: 24),
      render: RenderFormats(display: display) { XRenderFindStandardFormat(display, Int32(PictStandardRGB24)) })
  }

  func copyForPainter() -> PixelFormat { PixelFormat(depth: depth, palette: palette.copyForPainter(), render: render) }

  func backend(display: OpaquePointer) -> any DrawingBackend {
    guard let render else { return CoreBackend(display: display, palette: palette) }
    return RenderBackend(display: display, formats: render)
  }
}
