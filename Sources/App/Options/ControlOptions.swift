import ColourClock
import CommandOptions
import ControlProtocol

/// Options of the countdown, the program and the stopwatch.
struct CountdownOptions {
  /// The countdowns that begin together, each with its title.
  var spans: [TitledSpan] = []
  var until: CountdownEnd?
  var every: Duration?
  var aligned = false
  var overtime = true
  var onZero: String?
  /// The text that says what the countdown is for.
  var title = ""
  /// The lengths that the bar of controls offers.
  var presets: [Duration]?
  var stopwatch = false
  var phases = CountdownPhases()
  var program: TimerProgram?
  var programFile: String?
  var programEnd = ProgramEnd.moves

  static let table: [Option] = [
    .list(
      "countdown", "span",
      "Count down 25m, 90 (seconds), 1h30m, 12:30, 1:00:00 or 40d, up to ten years. Can be given again, up to eight times, each with a title: Pasta=8m.",
      most: Countdowns.most, TitledSpan.parse, \.countdown.spans
    ).overriding.fixed,
    .value(
      "until", "time",
      "Count down to the next such time of day, HH:MM or HH:MM:SS, or to a date, such as 2027-01-01 or "
        + "2027-01-01T17:30.",
      CountdownEnd.parse, \.countdown.until
    ).instead(of: "countdown").fixed,
    .value("every", "span", "Count down again and again, such as 60s.", Value.span, \.countdown.every)
      .instead(of: "countdown").fixed,
    .value(
      "program", "steps", "Run steps one after the other, such as 'Work 25m, Rest 5m, x4'; a step with hold waits.",
      Value.program, \.countdown.program, { $0?.line }
    ).instead(of: "countdown").fixed,
    .text(
      "program-file", "file", "Read the program from this file, a line for each step: see colourclock-program(5).",
      \.countdown.programFile
    ).instead(of: "countdown").notFromServer().fixed,
    .choice(
      "program-end", "name",
      "The end of a program that the wall shows: the expected one (moves), or the planned one, however late it is "
        + "(kept); default {}.",
      \.countdown.programEnd),
    .toggle("aligned", "--every goes by the wall's minutes.", \.countdown.aligned).needing("every").fixed,
    .toggle("overtime", "Count on past zero, as +0:12.", \.countdown.overtime),
    .text("on-zero", "command", "Run this in a shell at zero.", \.countdown.onZero).notFromServer(),
    .text("title", "text", "The title above the number.", \.countdown.title),
    .value(
      "warn", "span",
      "Ring and number turn amber this long before the end, such as 5m, or off; by default no colour, but marks during "
        + "the last fifth.",
      Value.phase, \.countdown.phases.warn, Value.phase),
    .value(
      "danger", "span", "Ring and number turn red this long before the end, such as 1m, or off.", Value.phase,
      \.countdown.phases.danger, Value.phase),
    .value(
      "presets", "spans", "The lengths in the bar of controls, up to six.", Value.spans, \.countdown.presets,
      Value.minutes, inForce: { $0.setup.presets }
    ).withDefault,
    .flag("stopwatch", "Start a stopwatch, or resume the last one.", \.countdown.stopwatch)
      .fixed("it starts one; the command 'stopwatch' does so now"),
  ]
}

/// Which end of a program is shown: the end expected now, or the planned end.
enum ProgramEnd: String, CaseIterable, Sendable {
  case moves, kept
}

/// The end of a countdown by the wall's time zone.
enum CountdownEnd {
  /// The next time at which it is this time of day.
  case daily(TimeOfDay)
  /// A single instant, and the text that the user wrote.
  case dated(WrittenInstant, String)

  /// Parses a time of day, or a date with or without a time.
  static func parse(_ text: String) throws(Refusal) -> CountdownEnd {
    if let time = try? TimeOfDay.parse(text) { return .daily(time) }
    guard let instant = try? WrittenInstant.parseLocal(text) else {
      throw Refusal("it takes HH:MM or HH:MM:SS, as 17:30, or a date, as 2027-01-01 or 2027-01-01T17:30")
    }
    return .dated(instant, text)
  }

  /// The end, written as a value of `--until`.
  var text: String {
    switch self {
    case .daily(let time): time.text
    case .dated(_, let text): text
    }
  }
}

/// Options of the ring's look.
struct RingOptions {
  /// The preset sets the default, as for `RefreshOptions.rules` and `HoldOptions.setup`.
  var style = Ring.Style.standard
  var size: Double?
  var colour: ColourChoice?

  static let table: [Option] = [
    .choice("ring-style", "name", "One arc, or ticks; default {}.", \.ring.style.kind),
    .choice(
      "ring-place", "name", "Around the labels (default), or above the upper edge until the wall is pulled down.",
      \.ring.style.place),
    .value(
      "ring-size", "share", "Diameter, 0.05 to 1 of the window's shorter side; default {}, above the edge 0.12.",
      Value.number(0.05...1, "0.05 to 1 of the window's shorter side"), \.ring.size, Value.written,
      inForce: { $0.setup.ring.diameter.share }),
    .value(
      "ring-width", "share", "Stroke, 0.005 to 0.15 of the diameter; default {}.",
      Value.number(0.005...0.15, "0.005 to 0.15 of the diameter"), \.ring.style.width.share, Value.written),
    .value(
      "ring-trail", "share", "Opacity of the part that has passed, 0 to 1; default {}.", Value.number(0...1, "0 to 1"),
      \.ring.style.trail, Value.written),
    .choice("ring-cap", "name", "The ends of the arc; default {}.", \.ring.style.cap),
    .value(
      "ring-colour", "colour", "Instead of the ink, as rrggbb or a name of X's, such as red.", Value.colour,
      \.ring.colour),
    .flag("ring-shrinks", "The arc is the time left (default).", \.ring.style.grows, false),
    .flag("ring-grows", "The arc is the time passed.", \.ring.style.grows).instead(of: "ring-shrinks"),
    .flag("clockwise", "The ring runs clockwise (default).", \.ring.style.counterclockwise, false),
    .flag("counterclockwise", "The ring runs the other way.", \.ring.style.counterclockwise)
      .instead(of: "clockwise"),
    .toggle("ring-knob", "A disc at the tip; default {}.", \.ring.style.hasKnob),
    .choice("ring-label", "name", "How the number is written; default {}.", \.ring.style.format),
  ]
}

/// Options of pulling the wall down, and of the feed.
struct RefreshOptions {
  var pull = true
  var pullReveals: Bool?
  var rules = Pull.Rules.standard
  var onRefresh: String?
  var feed: String?
  var feedFile: String?
  var every = Duration.seconds(60)
  var feedTimeout = Duration.seconds(10)
  var feedStyle = Feed.Style.standard

  static let table: [Option] = [
    .toggle("pull", "Pulling the wall down refreshes it.", \.refresh.pull),
    .toggle(
      "pull-reveals", "Pulling only shows the ring that is above the upper edge; default {}.", \.refresh.pullReveals
    ) { $0.options.refresh.pull && $0.setup.pullRefreshes != .always },
    .choice("pull-fires", "name", "When a pull counts; default {}.", \.refresh.rules.fires),
    .choice("gum", "name", "The shape that is pulled out; default {}.", \.refresh.rules.gum),
    .value(
      "pull-distance", "points", "How far to pull, 20 to 400 points of a 480th of the shorter side; default {}.",
      Value.number(20...400, "20 to 400 points"), \.refresh.rules.trigger, Value.written),
    .text("on-refresh", "command", "Run this in a shell at each refresh.", \.refresh.onRefresh).notFromServer(),
    .text("feed", "command", "Show the first lines that this prints.", \.refresh.feed).notFromServer(),
    .text(
      "feed-file", "file", "Show the first lines of this file, and read it again when it changes.", \.refresh.feedFile
    )
    .instead(of: "feed").notFromServer(),
    .value(
      "refresh-every", "span", "Run the feed at this interval; default {}.", Value.span, \.refresh.every, Value.span),
    .value(
      "feed-timeout", "span", "The time limit of a feed's command; default {}.", Value.span, \.refresh.feedTimeout,
      Value.span
    ).needing("feed"),
    .value(
      "feed-lines", "number", "The number of its lines, 1 to 20.", Value.feedLines, \.refresh.feedStyle.lines,
      { "\($0)" }
    ).withDefault,
    .value(
      "feed-size", "size",
      "The size of its letters: small and medium are the wall's third size, large is its second. A share of 0.01 to "
        + "0.2 is large if over 0.042.",
      Value.feedSize, \.refresh.feedStyle.size, Value.feedSize
    ).withDefault,
    .choice(
      "feed-place", "name", "Where it is; default beside a ring if there is room, else below.",
      \.refresh.feedStyle.place),
  ]
}

/// Options of the button that is held to confirm.
struct HoldOptions {
  var setup = HoldSetup()
  var action = "quit"

  static let table: [Option] = [
    .choice(
      "hold-button", "when",
      "When the button is shown. motion: when a pointer or key is used, also in a kiosk; auto: while something rings "
        + "or a key is held, and for an action other than quit.",
      \.hold.setup.presence
    ).withDefault,
    .text("hold-action", "action", "quit, reset, refresh, none, or a command for a shell.", \.hold.action).withDefault
      .notFromServer { HoldAction.named($0).command != nil },
    .text("hold-label", "text", "The text of the button.", \.hold.setup.label),
    .value(
      "hold-time", "seconds", "From empty to full, 0.15 to 60 s; default {}.", Value.holdTime, \.hold.setup.rules.time,
      Value.seconds),
    .value(
      "hold-fraction", "share", "The part to be held, 0.05 to 1; the rest completes itself; default {}.",
      Value.number(0.05...1, "0.05 to 1"), \.hold.setup.rules.fraction, Value.written),
    .choice("hold-fires", "name", "When it acts; default {}.", \.hold.setup.rules.fires),
    .value(
      "hold-position", "share",
      "The height of its centre above the lower edge, as a share of the shorter side; default {}. Over 0.5 it counts "
        + "from the upper edge, which is 1.",
      Value.number(0...1, "0 to 1"), \.hold.setup.position, Value.written),
  ]
}

/// Options of the gallery, and of all controls together.
struct GalleryOptions {
  var variants: [Variant] = []
  var bar = true
  var hint = true
  var reducedMotion = false

  static let table: [Option] = [
    .list(
      "variant", "card", "A card of your own: NAME = face hue, 12-hour, no-seconds. Can be given again.",
      Value.variant, \.gallery.variants),
    .toggle("bar", "The bar of controls.", \.gallery.bar),
    .toggle("hint", "Show how to begin when a user runs the clock for the first time.", \.gallery.hint).fixed(
      "it is said at the start"),
    .toggle("reduced-motion", "Steps and fades instead of movement.", \.gallery.reducedMotion),
    .choice(
      "preset", "name", "The measures of all controls: standard, or those of the systems they come from.", \.preset
    ).withDefault.first,
  ]
}

/// A card that the user defines: a name, and options of its look.
struct Variant {
  let name: String
  let look: LookOptions
}

/// Options of alarms, agenda and messages.
struct ScheduleOptions {
  var alarms: [DailyAlarm] = []
  var agenda: String?
  var messageSound: String?

  static let table: [Option] = [
    .list(
      "alarm", "time=title", "Ring at HH:MM, such as 08:30=Standup@mon-fri. Can be given again.",
      most: DailyAlarm.most, Value.alarm, \.schedule.alarms),
    .text(
      "agenda", "file",
      "Show the periods of this file: a line such as '08:30-09:15 Maths @mon-fri' for each, and '08:00 Take pills' for "
        + "a moment.",
      \.schedule.agenda
    ).notFromServer(),
    .text("message-sound", "command", "Run this in a shell when a message comes.", \.schedule.messageSound)
      .notFromServer(),
  ]
}

/// Options of sounds.
struct SoundOptions {
  var choice = SoundChoice.named("alarm-clock-elapsed")
  var byNight = false
  var chime = false

  static let table: [Option] = [
    .value(
      "sound", "name",
      "What is heard at zero, with an alarm and with an urgent message: a sound of the desktop's theme, a file, or "
        + "off.",
      Value.sound, \.sound.choice, \.text
    ).withDefault.notFromServer { $0.contains("/") }.doubted { (try? Value.sound($0))?.doubt },
    .toggle("night-sound", "Sound by night too.", \.sound.byNight).needing("night"),
    .toggle("chime", "Sound at each full hour.", \.sound.chime),
  ]
}
