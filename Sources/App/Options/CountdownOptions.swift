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

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "--every goes by the wall's minutes; default no.")
  var aligned: Bool?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Count on past zero; default no.")
  var overtime: Bool?

  @Option(help: ArgumentHelp("Run this in a shell at zero.", valueName: "command"))
  var onZero: String?

  @Option(help: ArgumentHelp("What it is for, above the number.", valueName: "text"))
  var title: String?
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

  @Option(help: ArgumentHelp("Instead of the ink, as rrggbb.", valueName: "colour"), transform: Value.colour)
  var ringColour: Colour?

  @Flag(exclusivity: .chooseLast, help: "The arc is what is left (default), or what has gone by.")
  var ringGrowth: RingGrowth?

  @Flag(exclusivity: .chooseLast, help: "The way round; default clockwise.")
  var ringSense: RingSense?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "A disc at the tip; default yes.")
  var ringKnob: Bool?

  @Option(help: ArgumentHelp("How the number is written; default automatic.", valueName: "name"))
  var ringLabel: Ring.Format?
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

extension Ring.Kind: ExpressibleByArgument {}
extension Ring.Place: ExpressibleByArgument {}
extension Ring.Format: ExpressibleByArgument {}
extension Arc.Cap: ExpressibleByArgument {}
