import ColourClock
import XWindow

/// What the program is to do, once the options file and the command line have been laid over the defaults.
struct Settings {
  var face = Face.scaled
  var labels = Labels()
  var fade = Duration.milliseconds(300)
  var pace = Pace.real
  var start: StartingTime?
  var zone = ZoneChoice.system
  /// `nil`: the default typeface.
  var font: String?
  var display: String?
  var isFullScreen = true
  var geometry: WindowGeometry?
  var snapshot: String?
  var size = Size(width: 1920, height: 1080)

  var style: Style { Style(labels: labels, fade: Fade(span: fade, pace: pace)) }

  /// - Throws: `answered` for what only has to be printed.
  static func fromCommandLine(_ arguments: [String]) throws(Failure) -> Settings {
    let line = try Options.read(arguments)
    if line.look.listFaces { throw .answered(listOfFaces) }
    var settings = Settings()
    for layer in try file(line.files)?.layers() ?? [] { try settings.lay(layer) }
    try settings.lay(line)
    return settings
  }

  private static func file(_ options: FileOptions) throws(Failure) -> OptionsFile? {
    guard let path = options.config else { return options.noConfig ? nil : OptionsFile.standard() }
    guard !options.noConfig else { throw .usage("'--config' and '--no-config' exclude each other") }
    return OptionsFile(path: path)
  }

  private static var listOfFaces: String {
    let width = Face.all.map(\.name.count).max() ?? 0
    return Face.all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }

  /// Lays a layer of options over what is there: what it does not say stays.
  private mutating func lay(_ options: Options) throws(Failure) {
    try lay(options.time)
    lay(options.look)
    lay(options.window)
    snapshot = options.files.snapshot ?? snapshot
    size = options.files.size ?? size
  }

  private mutating func lay(_ options: TimeOptions) throws(Failure) {
    if let name = options.timezone {
      guard !options.utc else { throw .usage("'--timezone' and '--utc' exclude each other") }
      zone = .named(name)
    } else if options.utc {
      zone = .universal
    }
    start = options.at ?? start
    pace = options.speed ?? pace
  }

  private mutating func lay(_ options: LookOptions) {
    face = options.face?.face ?? face
    font = options.font ?? font
    fade = options.fade ?? fade
    labels.twelveHour = options.hours.map { $0 == .twelve } ?? labels.twelveHour
    labels.seconds = options.seconds ?? labels.seconds
    labels.time = options.time ?? labels.time
    labels.hex = options.hex ?? labels.hex
    labels.date = options.date ?? labels.date
  }

  /// A geometry alone asks for a window.
  private mutating func lay(_ options: WindowOptions) {
    display = options.display ?? display
    geometry = options.geometry ?? geometry
    if options.geometry != nil { isFullScreen = false }
    if let mode = options.mode { isFullScreen = mode == .fullscreen }
  }
}
