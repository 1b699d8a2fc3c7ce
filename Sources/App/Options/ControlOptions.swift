import ArgumentParser
import ColourClock

/// The countdown and its ring.
struct CountdownOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Count down 25m, 90 (seconds), 1h30m, 12:30 or 1:00:00.", valueName: "span"),
    transform: Value.span)
  var countdown: Duration?

  @Option(
    help: ArgumentHelp("Count down to the next such time of day, HH:MM or HH:MM:SS.", valueName: "time"),
    transform: Value.timeOfDay)
  var until: TimeOfDay?

  @Option(help: ArgumentHelp("Count down again and again, such as 60s.", valueName: "span"), transform: Value.span)
  var every: Duration?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "--every goes by the wall's minutes.")
  var aligned = false

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Count on past zero.")
  var overtime = false

  @Option(help: ArgumentHelp("Run this in a shell at zero.", valueName: "command"))
  var onZero: String?

  @Option(help: ArgumentHelp("What it is for, above the number.", valueName: "text"))
  var title = ""

  func validate() throws {
    guard [countdown != nil, until != nil, every != nil].count(where: \.self) <= 1 else {
      throw Refusal("'--countdown', '--until' and '--every' exclude each other")
    }
  }
}

/// How the ring looks.
struct RingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("One arc, or ticks; default solid.", valueName: "name"))
  var ringStyle: Ring.Kind?

  @Option(help: ArgumentHelp("Around the labels (default), or above the edge until one pulls.", valueName: "name"))
  var ringPlace: Ring.Place?

  @Option(
    help: ArgumentHelp(
      "Diameter, 0.05 to 1 of the window's shorter side; default 0.9, above the edge 0.12.", valueName: "share"),
    transform: Value.ringSize)
  var ringSize: Double?

  @Option(
    help: ArgumentHelp("Stroke, 0.005 to 0.15 of the diameter; default 0.045.", valueName: "share"),
    transform: Value.ringWidth)
  var ringWidth: Double?

  @Option(
    help: ArgumentHelp("Opacity of what has gone by, 0 to 1; default 0.12.", valueName: "share"),
    transform: Value.share)
  var ringTrail: Double?

  @Option(help: ArgumentHelp("The ends of the arc; default butt.", valueName: "name"))
  var ringCap: Arc.Cap?

  @Option(
    help: ArgumentHelp("Instead of the ink, as rrggbb or a name of X's, such as red.", valueName: "colour"),
    transform: Value.colour)
  var ringColour: ColourChoice?

  @Flag(exclusivity: .chooseLast, help: "The arc is what is left (default), or what has gone by.")
  var ringGrowth: RingGrowth?

  @Flag(exclusivity: .chooseLast, help: "The way round; default clockwise.")
  var ringSense: RingSense?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "A disc at the tip; default yes.")
  var ringKnob: Bool?

  @Option(help: ArgumentHelp("How the number is written; default automatic.", valueName: "name"))
  var ringLabel: Ring.Format?
}

/// Pulling the wall down, and what that refreshes.
struct RefreshOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Pulling the wall down refreshes it.")
  var pull = true

  @Option(help: ArgumentHelp("When a pull counts; default release.", valueName: "name"))
  var pullFires: Pull.Rules.Fires?

  @Option(help: ArgumentHelp("The shape that is pulled out; default head.", valueName: "name"))
  var gum: Gum?

  @Option(
    help: ArgumentHelp(
      "How far to pull, 20 to 400 points of a 480th of the shorter side; default 105.", valueName: "points"),
    transform: Value.pullDistance)
  var pullDistance: Double?

  @Option(help: ArgumentHelp("Run this in a shell at each refresh.", valueName: "command"))
  var onRefresh: String?

  @Option(help: ArgumentHelp("Show the first lines that this prints.", valueName: "command"))
  var feed: String?

  @Option(help: ArgumentHelp("Show the first lines of this file, and when it changes.", valueName: "file"))
  var feedFile: String?

  @Option(
    help: ArgumentHelp("Ask the feed so often; default 60s.", valueName: "span"), transform: Value.span)
  var refreshEvery = Duration.seconds(60)

  @Option(
    help: ArgumentHelp("Give a feed's command so long; default 10s.", valueName: "span"), transform: Value.span)
  var feedTimeout = Duration.seconds(10)

  func validate() throws {
    if feed != nil, feedFile != nil { throw Refusal("'--feed' and '--feed-file' exclude each other") }
  }
}

/// The button that is held to confirm.
struct HoldOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When the button is there; auto: when it may be wanted.", valueName: "when"))
  var holdButton = AutoHide.Mode.auto

  @Option(
    help: ArgumentHelp("quit, reset, refresh, none, or a command for a shell.", valueName: "action"))
  var holdAction = "quit"

  @Option(help: ArgumentHelp("What the button says.", valueName: "text"))
  var holdLabel: String?

  @Option(
    help: ArgumentHelp("From empty to full, 0.15 to 60 s; default 2.", valueName: "seconds"), transform: Value.holdTime)
  var holdTime: Duration?

  @Option(
    help: ArgumentHelp("The part to be held, 0.05 to 1; the rest completes itself; default 0.8.", valueName: "share"),
    transform: Value.holdFraction)
  var holdFraction: Double?

  @Option(help: ArgumentHelp("When it acts; default fraction.", valueName: "name"))
  var holdFires: Hold.Rules.Fires?

  @Option(
    help: ArgumentHelp("Its centre above the lower edge, 0 to 1 of the height; default 0.12.", valueName: "share"),
    transform: Value.share)
  var holdPosition = 0.12
}

/// The gallery, and all controls together.
struct GalleryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A card of your own: NAME = face hue, 12-hour, no-seconds. Can be given again.", valueName: "card"),
    transform: Value.variant)
  var variant: [Variant] = []

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Steps and fades instead of movement.")
  var reducedMotion = false

  @Option(help: ArgumentHelp("All controls as they are, or as in the systems they come from.", valueName: "name"))
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
