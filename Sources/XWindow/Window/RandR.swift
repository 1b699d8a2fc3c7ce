internal import CX11
internal import ColourClock

/// Old servers lack RandR, and untrusted clients cannot use it.
struct RandR {
  private let display: Display
  private let version: (major: Int32, minor: Int32)
  private let eventBase: Int32

  init?(_ display: Display) {
    var (events, errors, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRRQueryExtension(display.pointer, &events, &errors) != 0,
      display.ignoringErrors({ XRRQueryVersion(display.pointer, &major, &minor) }) != 0
    else { return nil }
    (self.display, version, eventBase) = (display, (major, minor), events)
  }

  /// Monitors defined by hand (`xrandr --setmonitor`) cause only the root window's ConfigureNotify.
  func selectInput() {
    let mask = RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask | RROutputChangeNotifyMask
    XRRSelectInput(display.pointer, display.root, Int32(mask))
  }

  func owns(_ event: XEvent) -> Bool { [RRScreenChangeNotify, RRNotify].contains(event.type - eventBase) }

  /// The monitors in the server's order; `nil` before RandR 1.2.
  var monitors: [Monitor]? {
    if has(1, 5) { return listedMonitors }
    return has(1, 2) ? crtcMonitors : nil
  }

  func has(_ major: Int32, _ minor: Int32) -> Bool { version >= (major, minor) }

  var listedMonitors: [Monitor] {
    var count: Int32 = 0
    let found = display.ignoringErrors { XRRGetMonitors(display.pointer, display.root, True, &count) }
    guard let found else { return [] }
    defer { XRRFreeMonitors(found) }
    return UnsafeBufferPointer(start: found, count: Int(count)).enumerated().map { number, monitor in
      let box = PixelRect(monitor.x, monitor.y, UInt32(monitor.width), UInt32(monitor.height))
      let millimetres = Size(width: Int(monitor.mwidth), height: Int(monitor.mheight))
      return Monitor(
        name: display.ignoringErrors { display.name(of: monitor.name) } ?? "", box: box,
        isPrimary: monitor.primary != 0, number: number,
        resolution: Monitor.resolution(of: box.size, millimetres: millimetres))
    }
  }

  /// In RandR 1.2, monitors are the areas of controllers (CRTCs).
  var crtcMonitors: [Monitor] {
    guard let resources = display.ignoringErrors({ self.resources }) else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let primary = has(1, 3) ? XRRGetOutputPrimary(display.pointer, display.root) : 0
    let controllers = UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.ncrtc))
    return display.ignoringErrors {
      controllers.compactMap { monitor(of: $0, resources, primary: primary) }.enumerated().map { number, monitor in
        with(monitor) { $0.number = number }
      }
    }
  }

  /// Includes outputs without a monitor.
  var outputNames: [String] {
    guard has(1, 2), let resources = display.ignoringErrors({ self.resources }) else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let outputs = UnsafeBufferPointer(start: resources.pointee.outputs, count: Int(resources.pointee.noutput))
    return display.ignoringErrors { outputs.map { name(of: $0, resources) } }
  }

  /// Before RandR 1.3, the request is slow, and screens may flicker.
  private var resources: UnsafeMutablePointer<XRRScreenResources>? {
    has(1, 3)
      ? XRRGetScreenResourcesCurrent(display.pointer, display.root)
      : XRRGetScreenResources(display.pointer, display.root)
  }

  private func monitor(
    of controller: RRCrtc, _ resources: UnsafeMutablePointer<XRRScreenResources>, primary: RROutput
  ) -> Monitor? {
    guard let info = XRRGetCrtcInfo(display.pointer, resources, controller) else { return nil }
    defer { XRRFreeCrtcInfo(info) }
    let outputs = UnsafeBufferPointer(start: info.pointee.outputs, count: Int(info.pointee.noutput))
    guard let first = outputs.first else { return nil }
    let isPrimary = outputs.contains(primary)
    let output = isPrimary ? primary : first
    let box = PixelRect(info.pointee.x, info.pointee.y, info.pointee.width, info.pointee.height)
    let isRotated = Int32(info.pointee.rotation) & (RR_Rotate_90 | RR_Rotate_270) != 0
    return Monitor(
      name: name(of: output, resources), box: box, isPrimary: isPrimary,
      resolution: Monitor.resolution(of: box.size, millimetres: size(of: output, resources, isRotated: isRotated)))
  }

  /// The size in millimetres; zero if unknown. `isRotated` means by 90 or 270 degrees.
  private func size(
    of output: RROutput, _ resources: UnsafeMutablePointer<XRRScreenResources>, isRotated: Bool
  ) -> Size {
    guard let info = XRRGetOutputInfo(display.pointer, resources, output) else { return Size(width: 0, height: 0) }
    defer { XRRFreeOutputInfo(info) }
    let (width, height) = (Int(info.pointee.mm_width), Int(info.pointee.mm_height))
    return isRotated ? Size(width: height, height: width) : Size(width: width, height: height)
  }

  private func name(of output: RROutput, _ resources: UnsafeMutablePointer<XRRScreenResources>) -> String {
    guard let info = XRRGetOutputInfo(display.pointer, resources, output) else { return "" }
    defer { XRRFreeOutputInfo(info) }
    return String(cString: info.pointee.name)
  }
}

extension PixelRect {
  fileprivate init(_ x: Int32, _ y: Int32, _ width: UInt32, _ height: UInt32) {
    self.init(x: Int(x), y: Int(y), size: Size(width: Int(width), height: Int(height)))
  }
}
