import ArgumentParser
import ColourClock

/// Pulling the wall down, and what that refreshes.
struct RefreshOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Pulling the wall down refreshes it; default yes.")
  var pull: Bool?

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
  var refreshEvery: Duration?

  @Option(
    help: ArgumentHelp("Give a feed's command so long; default 10s.", valueName: "span"), transform: Value.span)
  var feedTimeout: Duration?
}

/// The button that is held to confirm.
struct HoldOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When the button is there; default auto, when somebody is.", valueName: "when"))
  var holdButton: AutoHide.Mode?

  @Option(
    help: ArgumentHelp("quit (default), reset, refresh, none, or a command for a shell.", valueName: "action"))
  var holdAction: String?

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
  var holdPosition: Double?
}

/// The gallery, and all controls together.
struct GalleryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A card of your own: NAME = face hue, 12-hour, no-seconds. Can be given again.", valueName: "card"),
    transform: Value.variant)
  var variant: [Variant] = []

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Steps and fades instead of movement; default no.")
  var reducedMotion: Bool?

  @Option(help: ArgumentHelp("All controls as they are, or as in the systems they come from.", valueName: "name"))
  var preset: Preset?
}

/// `standard` or `seed`.
enum Preset: String, ExpressibleByArgument, CaseIterable {
  case standard, seed
}

/// A card of the user's: a name, and options of the look that hold for it.
struct Variant: Hashable {
  let name: String
  let options: [String]
}

extension Gum: ExpressibleByArgument {}
extension Pull.Rules.Fires: ExpressibleByArgument {}
extension AutoHide.Mode: ExpressibleByArgument {}
extension Hold.Rules.Fires: ExpressibleByArgument {}
