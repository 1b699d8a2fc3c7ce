import ColourClock
import CommandOptions
import ControlProtocol

struct RingOptions {
  var style = Ring.Style.standard
  var size: Double?
  var colour: ColourChoice?

  static let table: [Option] = [
    .choice("ring-style", "name", "The form of the ring, an arc or ticks; default {}.", \.ring.style.kind),
    .choice(
      "ring-place", "name",
      "Where the ring is: around the labels (default), or above the upper edge until the wall is pulled down.",
      \.ring.style.place),
    .value(
      "ring-size", "share",
      "Diameter, 0.05 to 1 of the window's shorter side; default {}, or 0.12 for a ring above the upper edge.",
      Value.number(0.05...1, "0.05 to 1 of the window's shorter side"), \.ring.size, Value.written,
      inForce: { $0.setup.ring.diameter.share }),
    .value(
      "ring-width", "share", "Width of the stroke, 0.005 to 0.15 of the diameter; default {}.",
      Value.number(0.005...0.15, "0.005 to 0.15 of the diameter"), \.ring.style.width.share, Value.written),
    .value(
      "ring-trail", "share", "Opacity of the part that has passed, 0 to 1; default {}.", Value.number(0...1, "0 to 1"),
      \.ring.style.trail, Value.written),
    .choice("ring-cap", "name", "The form of the ends of the arc; default {}.", \.ring.style.cap),
    .value(
      "ring-colour", "colour",
      "The colour of the ring, as rrggbb or a colour name of X, such as red; default the colour of the text.",
      Value.colour,
      \.ring.colour),
    .flag("ring-shrinks", "The arc is the time left (default).", \.ring.style.grows, false),
    .flag("ring-grows", "The arc is the time passed.", \.ring.style.grows).instead(of: "ring-shrinks"),
    .flag("clockwise", "The ring runs clockwise (default).", \.ring.style.counterclockwise, false),
    .flag("counterclockwise", "The ring runs counterclockwise.", \.ring.style.counterclockwise)
      .instead(of: "clockwise"),
    .toggle("ring-knob", "A disc at the tip of the arc; default {}.", \.ring.style.hasKnob),
    .choice("ring-label", "name", "The form of the number in the ring; default {}.", \.ring.style.format),
  ]
}

struct RefreshOptions {
  var pull = true
  var pullOnlyRevealsRing: Bool?
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
      "pull-reveals", "If the ring is above the upper edge, a pull shows it and refreshes nothing; default {}.",
      \.refresh.pullOnlyRevealsRing
    ) { $0.options.refresh.pull && $0.setup.pullRefreshes != .always },
    .choice("pull-fires", "name", "When a pull counts; default {}.", \.refresh.rules.refreshTrigger),
    .choice("gum", "name", "The elastic shape that a pull draws; default {}.", \.refresh.rules.gum),
    .value(
      "pull-distance", "points",
      "How far to pull, 20 to 400 points; the shorter side has 480 points; default {}. The drop needs at least 54 points, "
        + "so that smaller values count as 54 (as 60 with '--preset seed').",
      Value.number(20...400, "20 to 400 points"), \.refresh.rules.pullDistance, Value.written),
    .text("on-refresh", "command", "Run this command in a shell at each refresh.", \.refresh.onRefresh).notFromRemote(),
    .text("feed", "command", "Show the first lines that this command prints.", \.refresh.feed).notFromRemote(),
    .text(
      "feed-file", "file", "Show the first lines of this file, and read it again when it changes.", \.refresh.feedFile
    )
    .instead(of: "feed").notFromRemote(),
    .value(
      "refresh-every", "span", "Run the feed at this interval; default {}.", Value.span, \.refresh.every, Value.span),
    .value(
      "feed-timeout", "span", "The time limit of a feed's command; default {}.", Value.span, \.refresh.feedTimeout,
      Value.span
    ).needing("feed"),
    .value(
      "feed-lines", "number", "The number of the feed's lines, 1 to 20.", Value.feedLines, \.refresh.feedStyle.lines,
      { "\($0)" }
    ).withDefault,
    .value(
      "feed-size", "size",
      "The size of the feed's letters: large (like a title), medium or small (like the agenda). A number from 0.01 to "
        + "0.2, a share of the shorter side, means large if it is over 0.042, otherwise medium.",
      Value.feedSize, \.refresh.feedStyle.size, Value.feedSize
    ).withDefault,
    .choice(
      "feed-place", "name", "Where the feed is; default beside a ring if there is room, else below.",
      \.refresh.feedStyle.place),
  ]
}

struct HoldOptions {
  var setup = HoldSetup()
  var action = "quit"

  static let table: [Option] = [
    .choice(
      "hold-button", "when",
      "When the hold button is shown. With auto: while something rings or a key is held. With motion: after a pointer "
        + "or a key was used. For an action other than quit, auto is the same as motion.",
      \.hold.setup.presence
    ).withDefault,
    .text(
      "hold-action", "action", "What the hold button does: quit, reset, refresh, none, or a command for a shell.",
      \.hold.action
    ).withDefault.notFromRemote(if: { HoldAction.named($0).command != nil }),
    .text("hold-label", "text", "The text of the hold button.", \.hold.setup.label),
    .value(
      "hold-time", "seconds", "How long the hold button takes to fill, 0.15 to 60 s; default {}.", Value.holdTime,
      \.hold.setup.rules.time, Value.seconds),
    .value(
      "hold-fraction", "share",
      "How long to hold the button, as a share of --hold-time, 0.05 to 1. Then it fills by itself; default {}.",
      Value.number(0.05...1, "0.05 to 1"), \.hold.setup.rules.fraction, Value.written),
    .choice("hold-fires", "name", "When the hold button acts; default {}.", \.hold.setup.rules.fires),
    .value(
      "hold-position", "share",
      "Where the centre of the hold button is, 0 to 1. With 0.1, it is above the lower edge by 0.1 of the shorter "
        + "side. With 0.9, it is that far below the upper edge; default {}.",
      Value.number(0...1, "0 to 1"), \.hold.setup.position, Value.written),
  ]
}

struct GalleryOptions {
  var variants: [Variant] = []
  var bar = true
  var hint = true
  var reducedMotion = false

  static let table: [Option] = [
    .list(
      "variant", "card",
      "Add a card to the gallery: a name and options of the look, such as Kitchen = face hue, 12-hour. Can be given "
        + "again.",
      Value.variant, \.gallery.variants),
    .toggle("bar", "Show the bar of controls.", \.gallery.bar),
    .toggle("hint", "Show how to begin when a user runs the clock for the first time.", \.gallery.hint).fixed(
      "the hint is shown only at the start"),
    .toggle("reduced-motion", "Show steps and fades in place of movement.", \.gallery.reducedMotion),
    .choice(
      "preset", "name",
      "How all controls look and react: standard, or seed, as on iOS.", \.preset
    ).withDefault.appliedFirst,
  ]
}

struct Variant {
  let name: String
  let look: LookOptions
}

struct ScheduleOptions {
  var alarms: [DailyAlarm] = []
  var agenda: String?
  var messageCommand: String?

  static let table: [Option] = [
    .list(
      "alarm", "time=title", "Ring at HH:MM, such as 08:30=Standup@mon-fri. Can be given again.",
      most: DailyAlarm.most, DailyAlarm.parse, \.schedule.alarms),
    .text(
      "agenda", "file",
      "Show the periods in this file. Each line is a period, such as '08:30-09:15 Maths @mon-fri', or a moment, such "
        + "as '08:00 Take pills'.",
      \.schedule.agenda
    ).notFromRemote(),
    .text("message-sound", "command", "Run this command in a shell when a message comes.", \.schedule.messageCommand)
      .notFromRemote(),
  ]
}

struct SoundOptions {
  var choice = SoundChoice.named("alarm-clock-elapsed")
  var byNight = false
  var chime = false

  static let table: [Option] = [
    .value(
      "sound", "name",
      "The sound for zero, for alarms and for urgent messages: the name of a sound of the desktop's theme, a file, "
        + "or off.",
      SoundChoice.init, \.sound.choice, \.text
    ).withDefault.notFromRemote(if: { $0.contains("/") }).withWarning { (try? SoundChoice($0))?.warning },
    .toggle("night-sound", "Make sounds by night too.", \.sound.byNight).needing("night"),
    .toggle("chime", "Make a sound at each full hour.", \.sound.chime),
  ]
}
