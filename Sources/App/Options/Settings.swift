import ColourClock
import XWindow

/// What the program is to do, once the options file, the X resources and the command line have been laid over the
/// defaults.
struct Settings {
  var look = LookSettings()
  /// Whether the command line itself names the face: then what was chosen in the gallery before does not count.
  var isFaceGiven = false
  var pace = Pace.real
  var start: StartingTime?
  var zone = ZoneChoice.system
  var display: String?
  var geometry: WindowGeometry?
  var hosting = Hosting()
  var mode = RunMode.fullScreen
  var snapshot: String?
  /// The snapshot is of the program's icon.
  var isIcon = false
  var size = Size(width: 1920, height: 1080)
  var countdown = CountdownSettings()
  var ring = RingSettings()
  var refresh = RefreshSettings()
  var hold = HoldSettings()
  var variants: [Variant] = []
  var isReduced = false
  var preset = Preset.standard
  var longRun = LongRunSettings()
  /// The layers that came from X resources, to be laid again at a refresh.
  private(set) var resources: [Options] = []

  var style: Style { Style(labels: look.labels, fade: Fade(span: look.fade, pace: pace)) }

  /// Lays them all over the defaults.
  init(_ layers: Layers) throws(Failure) {
    let (all, line) = (layers.all, layers.line)
    // The preset first, wherever it stands: all else changes it.
    if let preset = all.compactMap(\.gallery.preset).last { lay(preset) }
    for layer in all { try lay(layer) }
    resources = layers.resources
    isFaceGiven = line.look.face != nil
    hosting.isModeGiven = line.window.mode != nil
    if snapshot == nil { mode = try hosting.runMode() }
  }

  /// Lays a layer of options over what is there: what it does not say stays.
  private mutating func lay(_ options: Options) throws(Failure) {
    try lay(options.time)
    look.lay(options.look)
    lay(options.window)
    hosting.lay(options)
    longRun.lay(options.longRuns)
    lay(options.gallery)
    try countdown.lay(options.countdown)
    ring.lay(options)
    try refresh.lay(options.refresh)
    hold.lay(options.hold)
    snapshot = options.files.snapshot ?? snapshot
    isIcon = isIcon || options.files.icon
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

  private mutating func lay(_ options: WindowOptions) {
    display = options.display ?? display
    geometry = options.geometry ?? geometry
  }

  private mutating func lay(_ options: GalleryOptions) {
    variants += options.variant
    isReduced = options.reducedMotion ?? isReduced
  }

  private mutating func lay(_ preset: Preset) {
    self.preset = preset
    switch preset {
    case .standard: (ring.style, refresh.pull, hold.setup.rules) = (.standard, .standard, .standard)
    case .seed: (ring.style, refresh.pull, hold.setup.rules) = (.seed, .post, .seed)
    }
  }
}
