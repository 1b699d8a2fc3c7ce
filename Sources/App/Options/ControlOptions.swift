import ArgumentParser
import ColourClock

/// The countdown and its ring.
struct CountdownOptions: ParsableArguments {
  @Option(help: .takes("span", "Count down 25m, 90 (seconds), 1h30m, 12:30 or 1:00:00."), transform: Value.span)
  var countdown: Duration?
  @Option(
    help: .takes("time", "Count down to the next such time of day, HH:MM or HH:MM:SS."),
    transform: Value.timeOfDay)
  var until: TimeOfDay?
  @Option(help: .takes("span", "Count down again and again, such as 60s."), transform: Value.span) var every: Duration?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "--every goes by the wall's minutes.")
  var aligned = false
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Count on past zero.") var overtime = false
  @Option(help: .takes("command", "Run this in a shell at zero.")) var onZero: String?
  @Option(help: .takes("text", "What it is for, above the number.")) var title = ""

  func validate() throws {
    guard [countdown != nil, until != nil, every != nil].count(where: \.self) <= 1 else {
      throw Refusal("'--countdown', '--until' and '--every' exclude each other")
    }
  }
}

/// How the ring looks.
struct RingOptions: ParsableArguments {
  @Option(help: .takes("name", "One arc, or ticks; default solid.")) var ringStyle: Ring.Kind?
  @Option(help: .takes("name", "Around the labels (default), or above the edge until one pulls."))
  var ringPlace: Ring.Place?
  @Option(
    help: .takes("share", "Diameter, 0.05 to 1 of the window's shorter side; default 0.9, above the edge 0.12."),
    transform: Value.number(0.05...1, "0.05 to 1 of the window's shorter side"))
  var ringSize: Double?
  @Option(
    help: .takes("share", "Stroke, 0.005 to 0.15 of the diameter; default 0.045."),
    transform: Value.number(0.005...0.15, "0.005 to 0.15 of the diameter"))
  var ringWidth: Double?
  @Option(
    help: .takes("share", "Opacity of what has gone by, 0 to 1; default 0.12."),
    transform: Value.number(0...1, "0 to 1"))
  var ringTrail: Double?
  @Option(help: .takes("name", "The ends of the arc; default butt.")) var ringCap: Arc.Cap?
  @Option(
    help: .takes("colour", "Instead of the ink, as rrggbb or a name of X's, such as red."),
    transform: Value.colour)
  var ringColour: ColourChoice?
  @Flag(exclusivity: .chooseLast, help: "The arc is what is left (default), or what has gone by.")
  var ringGrowth: RingGrowth?
  @Flag(exclusivity: .chooseLast, help: "The way round; default clockwise.") var ringSense: RingSense?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "A disc at the tip; default yes.") var ringKnob: Bool?
  @Option(help: .takes("name", "How the number is written; default automatic.")) var ringLabel: Ring.Format?
}

/// Pulling the wall down, and what that refreshes.
struct RefreshOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Pulling the wall down refreshes it.") var pull = true
  @Option(help: .takes("name", "When a pull counts; default release.")) var pullFires: Pull.Rules.Fires?
  @Option(help: .takes("name", "The shape that is pulled out; default head.")) var gum: Gum?
  @Option(
    help: .takes("points", "How far to pull, 20 to 400 points of a 480th of the shorter side; default 105."),
    transform: Value.number(20...400, "20 to 400 points"))
  var pullDistance: Double?
  @Option(help: .takes("command", "Run this in a shell at each refresh.")) var onRefresh: String?
  @Option(help: .takes("command", "Show the first lines that this prints.")) var feed: String?
  @Option(help: .takes("file", "Show the first lines of this file, and when it changes.")) var feedFile: String?
  @Option(help: .takes("span", "Ask the feed so often; default 60s."), transform: Value.span)
  var refreshEvery = Duration.seconds(60)
  @Option(help: .takes("span", "Give a feed's command so long; default 10s."), transform: Value.span)
  var feedTimeout = Duration.seconds(10)

  func validate() throws {
    if feed != nil, feedFile != nil { throw Refusal("'--feed' and '--feed-file' exclude each other") }
  }
}

/// The button that is held to confirm.
struct HoldOptions: ParsableArguments {
  @Option(help: .takes("when", "When the button is there; auto: when it may be wanted."))
  var holdButton = AutoHide.Mode.auto
  @Option(help: .takes("action", "quit, reset, refresh, none, or a command for a shell.")) var holdAction = "quit"
  @Option(help: .takes("text", "What the button says.")) var holdLabel: String?
  @Option(help: .takes("seconds", "From empty to full, 0.15 to 60 s; default 2."), transform: Value.holdTime)
  var holdTime: Duration?
  @Option(
    help: .takes("share", "The part to be held, 0.05 to 1; the rest completes itself; default 0.8."),
    transform: Value.number(0.05...1, "0.05 to 1"))
  var holdFraction: Double?
  @Option(help: .takes("name", "When it acts; default fraction.")) var holdFires: Hold.Rules.Fires?
  @Option(
    help: .takes("share", "Its centre above the lower edge, 0 to 1 of the height; default 0.12."),
    transform: Value.number(0...1, "0 to 1"))
  var holdPosition = 0.12
}

/// The gallery, and all controls together.
struct GalleryOptions: ParsableArguments {
  @Option(
    help: .takes("card", "A card of your own: NAME = face hue, 12-hour, no-seconds. Can be given again."),
    transform: Value.variant)
  var variant: [Variant] = []
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Steps and fades instead of movement.")
  var reducedMotion = false
  @Option(help: .takes("name", "All controls as they are, or as in the systems they come from."))
  var preset = Preset.standard
}

/// `--ring-shrinks` and `--ring-grows`.
enum RingGrowth: EnumerableFlag {
  case shrinks, grows

  static func name(for value: RingGrowth) -> NameSpecification {
    .customLong(value == .grows ? "ring-grows" : "ring-shrinks")
  }

  static func help(for value: RingGrowth) -> ArgumentHelp? {
    value == .grows ? "The arc is what has gone by." : "The arc is what is left (default)."
  }
}

/// `--clockwise` and `--counterclockwise`.
enum RingSense: EnumerableFlag {
  case clockwise, counterclockwise

  static func help(for value: RingSense) -> ArgumentHelp? {
    value == .clockwise ? "The ring runs clockwise (default)." : "The ring runs the other way."
  }
}

/// `standard` or `seed`.
enum Preset: String, ExpressibleByArgument, CaseIterable {
  case standard, seed
}

/// A card of the user's: a name, and options of the look that hold for it.
struct Variant {
  let name: String
  let look: LookOptions
}

extension Ring.Kind: ExpressibleByArgument {}
extension Ring.Place: ExpressibleByArgument {}
extension Ring.Format: ExpressibleByArgument {}
extension Arc.Cap: ExpressibleByArgument {}
extension Gum: ExpressibleByArgument {}
extension Pull.Rules.Fires: ExpressibleByArgument {}
extension AutoHide.Mode: ExpressibleByArgument {}
extension Hold.Rules.Fires: ExpressibleByArgument {}
