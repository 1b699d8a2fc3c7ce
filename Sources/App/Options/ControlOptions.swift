import ColourClock
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
    .value("countdown", "span", "Count down 25m, 90 (seconds), 1h30m, 12:30 or 1:00:00.", Value.span) {
      $0.countdown.countdown = $1
    }.fixed,
    .value("until", "time", "Count down to the next such time of day, HH:MM or HH:MM:SS.", Value.timeOfDay) {
      $0.countdown.until = $1
    }.instead(of: "countdown").fixed,
    .value("every", "span", "Count down again and again, such as 60s.", Value.span) { $0.countdown.every = $1 }
      .instead(of: "countdown").fixed,
    .toggle("aligned", "--every goes by the wall's minutes.", initially: false) { $0.countdown.aligned = $1 }
      .needing("every").fixed,
    .toggle("overtime", "Count on past zero.", initially: false) { $0.countdown.overtime = $1 },
    .text("on-zero", "command", "Run this in a shell at zero.") { $0.countdown.onZero = $1 }.notFromServer(),
    .text("title", "text", "What it is for, above the number.") { $0.countdown.title = $1 },
    .value(
      "presets", "spans", "The lengths in the bar of controls, up to six.", initially: "1m,5m,10m,25m", Value.spans
    ) { $0.countdown.presets = $1 },
    .flag("stopwatch", "Start a stopwatch, or go on with the last one.") { $0.countdown.stopwatch = true }.fixed,
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
    .choice("ring-style", "name", "One arc, or ticks; default {}.", of: Ring.Kind.self) { $0.ring.style = $1 },
    .choice(
      "ring-place", "name", "Around the labels (default), or above the edge until one pulls.", of: Ring.Place.self
    ) {
      $0.ring.place = $1
    },
    .value(
      "ring-size", "share", "Diameter, 0.05 to 1 of the window's shorter side; default {}, above the edge 0.12.",
      Value.number(0.05...1, "0.05 to 1 of the window's shorter side")
    ) { $0.ring.size = $1 },
    .value(
      "ring-width", "share", "Stroke, 0.005 to 0.15 of the diameter; default {}.",
      Value.number(0.005...0.15, "0.005 to 0.15 of the diameter")
    ) { $0.ring.width = $1 },
    .value("ring-trail", "share", "Opacity of what has gone by, 0 to 1; default {}.", Value.number(0...1, "0 to 1")) {
      $0.ring.trail = $1
    },
    .choice("ring-cap", "name", "The ends of the arc; default {}.", of: Arc.Cap.self) { $0.ring.cap = $1 },
    .value(
      "ring-colour", "colour", "Instead of the ink, as rrggbb or a name of X's, such as red.", Value.colour
    ) { $0.ring.colour = $1 },
    .flag("ring-shrinks", "The arc is what is left (default).") { $0.ring.grows = false },
    .flag("ring-grows", "The arc is what has gone by.") { $0.ring.grows = true }.instead(of: "ring-shrinks"),
    .flag("clockwise", "The ring runs clockwise (default).") { $0.ring.counterclockwise = false },
    .flag("counterclockwise", "The ring runs the other way.") { $0.ring.counterclockwise = true }
      .instead(of: "clockwise"),
    .toggle("ring-knob", "A disc at the tip; default {}.") { $0.ring.knob = $1 },
    .choice("ring-label", "name", "How the number is written; default {}.", of: Ring.Format.self) {
      $0.ring.label = $1
    },
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
    .toggle("pull", "Pulling the wall down refreshes it.", initially: true) { $0.refresh.pull = $1 },
    .toggle("pull-reveals", "Pulling only brings the ring above the edge to sight; default {}.") {
      $0.refresh.pullReveals = $1
    },
    .choice("pull-fires", "name", "When a pull counts; default {}.", of: Pull.Rules.Fires.self) {
      $0.refresh.pullFires = $1
    },
    .choice("gum", "name", "The shape that is pulled out; default {}.", of: Gum.self) { $0.refresh.gum = $1 },
    .value(
      "pull-distance", "points", "How far to pull, 20 to 400 points of a 480th of the shorter side; default {}.",
      Value.number(20...400, "20 to 400 points")
    ) { $0.refresh.pullDistance = $1 },
    .text("on-refresh", "command", "Run this in a shell at each refresh.") { $0.refresh.onRefresh = $1 }
      .notFromServer(),
    .text("feed", "command", "Show the first lines that this prints.") { $0.refresh.feed = $1 }.notFromServer(),
    .text("feed-file", "file", "Show the first lines of this file, and when it changes.") { $0.refresh.feedFile = $1 }
      .instead(of: "feed").notFromServer(),
    .value("refresh-every", "span", "Ask the feed so often; default {}.", Value.span) { $0.refresh.every = $1 },
    .value("feed-timeout", "span", "Give a feed's command so long; default {}.", Value.span) {
      $0.refresh.feedTimeout = $1
    }.needing("feed"),
    .value("feed-lines", "number", "How many lines of it, 1 to 20.", initially: "3", Value.feedLines) {
      $0.refresh.feedStyle.lines = $1
    },
    .value(
      "feed-size", "size", "Its letters: small, medium, large, or 0.01 to 0.2 of the window's shorter side.",
      initially: "medium", Value.feedSize
    ) { $0.refresh.feedStyle.size = $1 },
    .choice(
      "feed-place", "name", "Where it is; default beside a ring if there is room, else below.",
      of: Feed.Style.Place.self
    ) { $0.refresh.feedStyle.place = $1 },
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
      "hold-button", "when", "When the button is there; auto: when it may be wanted.", of: AutoHide.Mode.self,
      initially: .auto
    ) { $0.hold.button = $1 },
    .text(
      "hold-action", "action", "quit, reset, refresh, none, or a command for a shell.", initially: "quit"
    ) { $0.hold.action = $1 }.notFromServer { HoldAction.named($0).command != nil },
    .text("hold-label", "text", "What the button says.") { $0.hold.label = $1 },
    .value("hold-time", "seconds", "From empty to full, 0.15 to 60 s; default {}.", Value.holdTime) {
      $0.hold.time = $1
    },
    .value(
      "hold-fraction", "share", "The part to be held, 0.05 to 1; the rest completes itself; default {}.",
      Value.number(0.05...1, "0.05 to 1")
    ) { $0.hold.fraction = $1 },
    .choice("hold-fires", "name", "When it acts; default {}.", of: Hold.Rules.Fires.self) { $0.hold.fires = $1 },
    .value(
      "hold-position", "share",
      "Its centre above the lower edge, of the shorter side; default {}, and over 0.5 from the upper edge, which is 1.",
      Value.number(0...1, "0 to 1")
    ) { $0.hold.position = $1 },
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
    .value(
      "variant", "card", "A card of your own: NAME = face hue, 12-hour, no-seconds. Can be given again.",
      Value.variant
    ) { $0.gallery.variants.append($1) }.repeatable,
    .toggle("bar", "The bar of controls.", initially: true) { $0.gallery.bar = $1 },
    .toggle("hint", "At a user's very first use, say how to begin.", initially: true) { $0.gallery.hint = $1 }
      .fixed,
    .toggle("reduced-motion", "Steps and fades instead of movement.", initially: false) {
      $0.gallery.reducedMotion = $1
    },
    .choice(
      "preset", "name", "All controls as they are, or as in the systems they come from.", of: Preset.self,
      initially: .standard
    ) { $0.gallery.preset = $1 },
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
    .value(
      "alarm", "time=title", "Ring at HH:MM, such as 08:30=Standup@mon-fri. Can be given again.", Value.alarm
    ) { (options, alarm) throws(Refusal) in
      let alarms = options.plan.alarms + [alarm]
      guard alarms.count <= DailyAlarm.most else { throw Refusal("there can be \(DailyAlarm.most) at the most") }
      options.plan.alarms = alarms
    }.repeatable,
    .text(
      "agenda", "file",
      "Show the day by this file, a line such as '08:30-09:15 Maths @mon-fri' for each period, '08:00 Take pills' for a moment."
    ) {
      $0.plan.agenda = $1
    }.notFromServer(),
    .text("message-sound", "command", "Run this in a shell when a message comes.") { $0.plan.messageSound = $1 }
      .notFromServer(),
  ]
}
