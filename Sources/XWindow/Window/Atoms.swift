internal import CX11

/// The names of properties and messages, known to the server by number: all asked for in one round trip.
struct Atoms {
  enum Name: String, CaseIterable {
    case utf8String = "UTF8_STRING"
    case protocols = "WM_PROTOCOLS"
    case deleteWindow = "WM_DELETE_WINDOW"
    case ping = "_NET_WM_PING"
    case name = "_NET_WM_NAME"
    case iconName = "_NET_WM_ICON_NAME"
    case icon = "_NET_WM_ICON"
    case process = "_NET_WM_PID"
    case windowType = "_NET_WM_WINDOW_TYPE"
    case normalType = "_NET_WM_WINDOW_TYPE_NORMAL"
    case state = "_NET_WM_STATE"
    case fullScreen = "_NET_WM_STATE_FULLSCREEN"
    case above = "_NET_WM_STATE_ABOVE"
    case virtualRoot = "__SWM_VROOT"
    case userTime = "_NET_WM_USER_TIME"
    case startup = "_NET_STARTUP_ID"
    case startupBegin = "_NET_STARTUP_INFO_BEGIN"
    case startupMore = "_NET_STARTUP_INFO"
    case managerCheck = "_NET_SUPPORTING_WM_CHECK"
    case supported = "_NET_SUPPORTED"
    case screenSaverStatus = "_SCREENSAVER_STATUS"
  }

  private let atoms: [Name: Atom]

  init(_ display: OpaquePointer) {
    var values = [Atom](repeating: 0, count: Name.allCases.count)
    var names = Name.allCases.map { strdup($0.rawValue) }
    defer { names.forEach { free($0) } }
    XInternAtoms(display, &names, Int32(names.count), False, &values)
    atoms = Dictionary(uniqueKeysWithValues: zip(Name.allCases, values))
  }

  subscript(name: Name) -> Atom { atoms[name] ?? 0 }
}
