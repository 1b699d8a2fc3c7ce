import ColourClock
import CommandOptions
import Notation

/// The countdown and its ring.
struct CountdownOptions {
  var countdown: Duration?
  var until: TimeOfDay?
  var every: Duration?
  var aligned = false
  var overtime = false
  var onZero: String?
  /// What it is for.
  var title = ""
  /// The lengths in the bar of controls.
  var presets: [Duration]?
  var stopwatch = false

  static let table: [Option] = [
    .value(
      "countdown", "span", "Count down 25m, 90 (seconds), 1h30m, 12:30 or 1:00:00.", Value.span,
      \.countdown.countdown
    ).fixed,
    .value(
      "until", "time", "Count down to the next such time of day, HH:MM or HH:MM:SS.", Value.timeOfDay,
      \.countdown.until
    ).instead(of: "countdown").fixed,
    .value("every", "span", "Count down again and again, such as 60s.", Value.span, \.countdown.every)
      .instead(of: "countdown").fixed,
    .toggle("aligned", "--every goes by the wall's minutes.", \.countdown.aligned).needing("every").fixed,
    .toggle("overtime", "Count on past zero.", \.countdown.overtime),
    .text("on-zero", "command", "Run this in a shell at zero.", \.countdown.onZero).notFromServer(),
    .text("title", "text", "What it is for, above the number.", \.countdown.title),
    .value(
      "presets", "spans", "The lengths in the bar of controls, up to six.", Value.spans, \.countdown.presets,
      Value.minutes, inForce: { $0.setup.presets }
    ).withDefault,
    .flag("stopwatch", "Start a stopwatch, or go on with the last one.", \.countdown.stopwatch)
      .fixed("it starts one; the command 'stopwatch' does so now"),
  ]
}

/// How the ring looks.
struct RingOptions {
  var style: Ring.Kind?
  var place: Ring.Place?
  var size: Double?
  var width: Double?
  var trail: Double?
  var cap: Arc.Cap?
  var colour: ColourChoice?
  var grows: Bool?
  var counterclockwise: Bool?
  var knob: Bool?
  var label: Ring.Format?

  static let table: [Option] = [
    .choice("ring-style", "name", "One arc, or ticks; default {}.", \.ring.style) { $0.setup.ring.kind },
    .choice(
      "ring-place", "name", "Around the labels (default), or above the edge until one pulls.", \.ring.place
    ) { $0.setup.ring.place },
    .value(
      "ring-size", "share", "Diameter, 0.05 to 1 of the window's shorter side; default {}, above the edge 0.12.",
      Value.number(0.05...1, "0.05 to 1 of the window's shorter side"), \.ring.size, Value.written,
      inForce: { $0.setup.ring.diameter.share }),
    .value(
      "ring-width", "share", "Stroke, 0.005 to 0.15 of the diameter; default {}.",
      Value.number(0.005...0.15, "0.005 to 0.15 of the diameter"), \.ring.width, Value.written,
      inForce: { $0.setup.ring.width.share }),
    .value(
      "ring-trail", "share", "Opacity of what has gone by, 0 to 1; default {}.", Value.number(0...1, "0 to 1"),
      \.ring.trail, Value.written, inForce: { $0.setup.ring.trail }),
    .choice("ring-cap", "name", "The ends of the arc; default {}.", \.ring.cap) { $0.setup.ring.cap },
    .value(
      "ring-colour", "colour", "Instead of the ink, as rrggbb or a name of X's, such as red.", Value.colour,
      \.ring.colour),
    .flag("ring-shrinks", "The arc is what is left (default).", \.ring.grows, false) { $0.setup.ring.grows },
    .flag("ring-grows", "The arc is what has gone by.", \.ring.grows, true) { $0.setup.ring.grows }
      .instead(of: "ring-shrinks"),
    .flag("clockwise", "The ring runs clockwise (default).", \.ring.counterclockwise, false) {
      $0.setup.ring.counterclockwise
    },
    .flag("counterclockwise", "The ring runs the other way.", \.ring.counterclockwise, true) {
      $0.setup.ring.counterclockwise
    }.instead(of: "clockwise"),
    .toggle("ring-knob", "A disc at the tip; default {}.", \.ring.knob) { $0.setup.ring.knob > 0 },
    .choice("ring-label", "name", "How the number is written; default {}.", \.ring.label) { $0.setup.ring.format },
  ]
}

/// Pulling the wall down, and what that refreshes.
struct RefreshOptions {
  var pull = true
  var pullReveals: Bool?
  var pullFires: Pull.Rules.Fires?
  var gum: Gum?
  var pullDistance: Double?
  var onRefresh: String?
  var feed: String?
  var feedFile: String?
  var every = Duration.seconds(60)
  var feedTimeout = Duration.seconds(10)
  var feedStyle = Feed.Style.standard

  static let table: [Option] = [
    .toggle("pull", "Pulling the wall down refreshes it.", \.refresh.pull),
    .toggle(
      "pull-reveals", "Pulling only brings the ring above the edge to sight; default {}.", \.refresh.pullReveals
    ) { $0.options.refresh.pull && $0.setup.pullRefreshes != .always },
    .choice("pull-fires", "name", "When a pull counts; default {}.", \.refresh.pullFires) { $0.setup.pull?.fires },
    .choice("gum", "name", "The shape that is pulled out; default {}.", \.refresh.gum) { $0.setup.pull?.gum },
    .value(
      "pull-distance", "points", "How far to pull, 20 to 400 points of a 480th of the shorter side; default {}.",
      Value.number(20...400, "20 to 400 points"), \.refresh.pullDistance, Value.written,
      inForce: { $0.setup.pull?.trigger }),
    .text("on-refresh", "command", "Run this in a shell at each refresh.", \.refresh.onRefresh).notFromServer(),
    .text("feed", "command", "Show the first lines that this prints.", \.refresh.feed).notFromServer(),
    .text("feed-file", "file", "Show the first lines of this file, and when it changes.", \.refresh.feedFile)
      .instead(of: "feed").notFromServer(),
    .value("refresh-every", "span", "Ask the feed so often; default {}.", Value.span, \.refresh.every, Value.span),
    .value(
      "feed-timeout", "span", "Give a feed's command so long; default {}.", Value.span, \.refresh.feedTimeout,
      Value.span
    ).needing("feed"),
    .value(
      "feed-lines", "number", "How many lines of it, 1 to 20.", Value.feedLines, \.refresh.feedStyle.lines, { "\($0)" }
    ).withDefault,
    .value(
      "feed-size", "size", "Its letters: small, medium, large, or 0.01 to 0.2 of the window's shorter side.",
      Value.feedSize, \.refresh.feedStyle.size, Value.feedSize
    ).withDefault,
    .choice(
      "feed-place", "name", "Where it is; default beside a ring if there is room, else below.",
      \.refresh.feedStyle.place),
  ]
}

/// The button that is held to confirm.
struct HoldOptions {
  var button = AutoHide.Mode.auto
  var action = "quit"
  var label: String?
  var time: Duration?
  var fraction: Double?
  var fires: Hold.Rules.Fires?
  var position = 0.08

  static let table: [Option] = [
    .choice(
      "hold-button", "when", "When the button is there; auto: when it may be wanted.", \.hold.button
    ).withDefault,
    .text("hold-action", "action", "quit, reset, refresh, none, or a command for a shell.", \.hold.action).withDefault
      .notFromServer { HoldAction.named($0).command != nil },
    .text("hold-label", "text", "What the button says.", \.hold.label),
    .value(
      "hold-time", "seconds", "From empty to full, 0.15 to 60 s; default {}.", Value.holdTime, \.hold.time,
      Value.seconds, inForce: { $0.setup.hold.rules.time }),
    .value(
      "hold-fraction", "share", "The part to be held, 0.05 to 1; the rest completes itself; default {}.",
      Value.number(0.05...1, "0.05 to 1"), \.hold.fraction, Value.written, inForce: { $0.setup.hold.rules.fraction }),
    .choice("hold-fires", "name", "When it acts; default {}.", \.hold.fires) { $0.setup.hold.rules.fires },
    .value(
      "hold-position", "share",
      "Its centre above the lower edge, of the shorter side; default {}, and over 0.5 from the upper edge, which is 1.",
      Value.number(0...1, "0 to 1"), \.hold.position, Value.written),
  ]
}

/// The gallery, and all controls together.
struct GalleryOptions {
  var variants: [Variant] = []
  var bar = true
  var hint = true
  var reducedMotion = false
  var preset = Preset.standard

  enum Preset: String, CaseIterable {
    case standard, seed
  }

  static let table: [Option] = [
    .list(
      "variant", "card", "A card of your own: NAME = face hue, 12-hour, no-seconds. Can be given again.",
      Value.variant, \.gallery.variants),
    .toggle("bar", "The bar of controls.", \.gallery.bar),
    .toggle("hint", "At a user's very first use, say how to begin.", \.gallery.hint).fixed("it is said at the start"),
    .toggle("reduced-motion", "Steps and fades instead of movement.", \.gallery.reducedMotion),
    .choice(
      "preset", "name", "All controls as they are, or as in the systems they come from.", \.gallery.preset
    ).withDefault,
  ]
}

/// A card of the user's: a name, and options of the look that hold for it.
struct Variant {
  let name: String
  let look: LookOptions
}

/// What is planned for the day.
struct PlanOptions {
  var alarms: [DailyAlarm] = []
  var agenda: String?
  var messageSound: String?

  static let table: [Option] = [
    .list(
      "alarm", "time=title", "Ring at HH:MM, such as 08:30=Standup@mon-fri. Can be given again.",
      most: DailyAlarm.most, Value.alarm, \.plan.alarms),
    .text(
      "agenda", "file",
      "Show the day by this file, a line such as '08:30-09:15 Maths @mon-fri' for each period, '08:00 Take pills' for a moment.",
      \.plan.agenda
    ).notFromServer(),
    .text("message-sound", "command", "Run this in a shell when a message comes.", \.plan.messageSound).notFromServer(),
  ]
}
