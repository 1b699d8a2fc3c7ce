internal import CX11
internal import ColourClock

/// Monitors by RandR 1.2, which knows only of hardware: a monitor is what a controller (CRTC) scans out.
extension RandR {
  var driven: [Monitor] {
    guard let resources = display.ignoringErrors({ self.resources }) else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let primary = has(1, 3) ? XRRGetOutputPrimary(display.pointer, display.root) : 0
    let controllers = UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.ncrtc))
    return display.ignoringErrors {
      controllers.compactMap { monitor(of: $0, resources, primary: primary) }.enumerated().map { $1.numbered($0) }
    }
  }

  /// The older request looks for new hardware, which takes long and may flicker.
  private var resources: UnsafeMutablePointer<XRRScreenResources>? {
    has(1, 3)
      ? XRRGetScreenResourcesCurrent(display.pointer, display.root)
      : XRRGetScreenResources(display.pointer, display.root)
  }

  /// `nil` for a controller that is off: it feeds no outputs. Of the outputs that it feeds the primary one or the first gives the name.
  private func monitor(
    of controller: RRCrtc, _ resources: UnsafeMutablePointer<XRRScreenResources>, primary: RROutput
  ) -> Monitor? {
    guard let info = XRRGetCrtcInfo(display.pointer, resources, controller) else { return nil }
    defer { XRRFreeCrtcInfo(info) }
    let outputs = UnsafeBufferPointer(start: info.pointee.outputs, count: Int(info.pointee.noutput))
    guard let first = outputs.first else { return nil }
    let isPrimary = outputs.contains(primary)
    return Monitor(
      name: name(isPrimary ? primary : first, resources), box: PixelRect(info.pointee), isPrimary: isPrimary)
  }

  private func name(_ output: RROutput, _ resources: UnsafeMutablePointer<XRRScreenResources>) -> String {
    guard let info = XRRGetOutputInfo(display.pointer, resources, output) else { return "" }
    defer { XRRFreeOutputInfo(info) }
    return String(cString: info.pointee.name)
  }
}

extension PixelRect {
  fileprivate init(_ info: XRRCrtcInfo) { self.init(info.x, info.y, info.width, info.height) }
}

extension Monitor {
  fileprivate func numbered(_ number: Int) -> Monitor {
    Monitor(name: name, box: box, isPrimary: isPrimary, number: number)
  }
}
