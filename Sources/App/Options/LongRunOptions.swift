import ArgumentParser
import ColourClock

/// What a wall needs that hangs for a year.
struct LongRunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Move what lies on the wall against burn-in; default subtle in a kiosk and in hosts' windows, else off.",
      valueName: "how"))
  var shift: Shift?

  @Option(
    help: ArgumentHelp(
      "When the wall is dark, such as 22:00-07:00; ten minutes from each time on it changes.",
      valueName: "times"),
    transform: Value.schedule)
  var night: Schedule?

  @Option(
    help: ArgumentHelp(
      "The share of the day's light that is left by night, 0 (nothing is drawn) to 1; default 0.3.", valueName: "share"),
    transform: Value.share)
  var nightBrightness: Double?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "By night red labels on black; default no.")
  var nightRed: Bool?

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Say when nobody keeps the system's clock in step; default only in a kiosk.")
  var syncBadge: Bool?
}

extension Value {
  static func schedule(_ text: String) throws(Refusal) -> Schedule {
    do { return try Schedule.parse(text) } catch { throw Refusal("\(error)") }
  }
}

extension Shift: ExpressibleByArgument {}
