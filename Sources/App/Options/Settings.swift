import ColourClock
import XWindow

/// What the program is to do, once the options file and the command line have been laid over the defaults.
struct Settings {
  var face = Face.scaled
  /// Whether the command line itself names the face: then what was chosen in the gallery before does not count.
  var isFaceGiven = false
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
  var countdown = CountdownSettings()
  var ring = Ring.Style.standard
  var title = ""
  /// `nil`: what its place makes it.
  var ringSize: Double?
  var refresh = RefreshSettings()
  var hold = HoldSetup()
  /// What a hold runs if it runs a command.
  var holdCommand: String?
  var variants: [Variant] = []
  var isReduced = false
  var preset = Preset.standard

  var style: Style { Style(labels: labels, fade: Fade(span: fade, pace: pace)) }

  /// - Throws: `answered` for what only has to be printed.
  /// - Parameter isAgain: that it has been done before, and the clock must not be kept waiting for a pipe.
  static func fromCommandLine(_ arguments: [String], isAgain: Bool = false) throws(Failure) -> Settings {
    let line = try Options.read(arguments)
    if line.look.listFaces { throw .answered(listOfFaces) }
    var settings = Settings()
    let layers = try (file(line.files)?.layers(isAgain: isAgain) ?? []) + [line]
    // The preset first, wherever it stands: all else changes it.
    if let preset = layers.compactMap(\.gallery.preset).last { settings.lay(preset) }
    for layer in layers { try settings.lay(layer) }
    settings.isFaceGiven = line.look.face != nil
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
    lay(options.gallery)
    try countdown.lay(options.countdown)
    title = options.countdown.title ?? title
    ring.lay(options.ring)
    ringSize = options.ring.ringSize ?? ringSize
    try refresh.lay(options.refresh)
    lay(options.hold)
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
    labels.lay(options)
  }

  /// A geometry alone asks for a window.
  private mutating func lay(_ options: WindowOptions) {
    display = options.display ?? display
    geometry = options.geometry ?? geometry
    if options.geometry != nil { isFullScreen = false }
    if let mode = options.mode { isFullScreen = mode == .fullscreen }
  }

  private mutating func lay(_ options: GalleryOptions) {
    variants += options.variant
    isReduced = options.reducedMotion ?? isReduced
  }

  private mutating func lay(_ preset: Preset) {
    self.preset = preset
    switch preset {
    case .standard: (ring, refresh.pull, hold.rules) = (.standard, .standard, .standard)
    case .seed: (ring, refresh.pull, hold.rules) = (.seed, .post, .seed)
    }
  }

  private mutating func lay(_ options: HoldOptions) {
    hold.mode = options.holdButton ?? hold.mode
    hold.label = options.holdLabel ?? hold.label
    hold.position = options.holdPosition ?? hold.position
    hold.rules = Hold.Rules(
      time: options.holdTime ?? hold.rules.time, fraction: options.holdFraction ?? hold.rules.fraction,
      fires: options.holdFires ?? hold.rules.fires, wait: hold.rules.wait, fall: hold.rules.fall)
    if let action = options.holdAction { (hold.action, holdCommand) = HoldAction.named(action) }
  }
}

extension Labels {
  mutating func lay(_ options: LookOptions) {
    twelveHour = options.hours.map { $0 == .twelve } ?? twelveHour
    seconds = options.seconds ?? seconds
    time = options.time ?? time
    hex = options.hex ?? hex
    date = options.date ?? date
  }
}

extension HoldAction {
  /// The action of that name; any other text is a command.
  fileprivate static func named(_ text: String) -> (action: HoldAction, command: String?) {
    switch text {
    case "quit": (.quit, nil)
    case "reset": (.reset, nil)
    case "refresh": (.refresh, nil)
    case "none": (.none, nil)
    default: (.command, text)
    }
  }
}

extension Ring.Style {
  fileprivate mutating func lay(_ options: RingOptions) {
    kind = options.ringStyle ?? kind
    place = options.ringPlace ?? place
    width = options.ringWidth.map(Ring.Measure.share) ?? width
    trail = options.ringTrail ?? trail
    cap = options.ringCap ?? cap
    colour = options.ringColour ?? colour
    grows = options.ringGrowth.map { $0 == .grows } ?? grows
    counterclockwise = options.ringSense.map { $0 == .counterclockwise } ?? counterclockwise
    knob = options.ringKnob.map { $0 ? 1 : 0 } ?? knob
    format = options.ringLabel ?? format
  }
}
