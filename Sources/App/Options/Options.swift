import ColourClock
import CommandOptions
import ControlProtocol
import XWindow

/// All options of the program, with their defaults. A property is `nil` while it is not set and has no fixed default,
/// for example because its default depends on the run mode. On a card of the gallery, the wall's look is the default.
struct Options {
  static let version = Release.version
  /// The year of the release. A system clock that shows an earlier year was never set.
  static let year = 2026

  var time = TimeOptions()
  var look = LookOptions()
  var language = LanguageOptions()
  var countdown = CountdownOptions()
  var schedule = ScheduleOptions()
  var sound = SoundOptions()
  var ring = RingOptions()
  var refresh = RefreshOptions()
  var hold = HoldOptions()
  var gallery = GalleryOptions()
  var preset = Preset.standard { didSet { setDefaults() } }
  var window = WindowOptions()
  var kiosk = KioskOptions()
  var saver = SaverOptions()
  var longRuns = LongRunOptions()
  var remote = RemoteOptions()
  var files = FileOptions()
  var audit = AuditOptions()
  /// A question to answer instead of showing a clock.
  var question: Question?
  /// A list to print instead of showing a clock.
  var listing: Listing?

  /// The text to print instead of showing a clock; `nil` to show one.
  var answer: String? {
    listing?.text ?? question.map { Options.table.answer(to: $0, "colourclock", Help.introduction, .client) }
  }
}

/// The defaults of all controls: this project's own defaults (`standard`), or those of the libraries that the controls
/// imitate, such as ISRefreshControl (`seed`). All other options override them.
enum Preset: String, CaseIterable {
  case standard, seed
}

extension Options {
  /// Sets the defaults that depend on the preset. All other options are applied later.
  private mutating func setDefaults() {
    let isSeed = preset == .seed
    ring.style = isSeed ? .seed : .standard
    countdown.overtime = !isSeed
    refresh.rules = isSeed ? .seed : .standard
    hold.setup.rules = isSeed ? .seed : .standard
    hold.setup.presence = isSeed ? .motion : .auto
    hold.setup.colours = isSeed ? .seed : nil
  }
}

typealias Option = OptionSpec<Options>

/// The option table.
extension Options: OptionTarget {
  static var defaults: EffectiveOptions { EffectiveOptions(Options(), .fullScreen) }

  static func given(in state: EffectiveOptions) -> Options { state.options }

  /// In the order of `--help`.
  static let table = OptionTable(
    [
      .init("Time", TimeOptions.table),
      .init("Look", LookOptions.table),
      .init("Language", LanguageOptions.table),
      .init("Countdown", CountdownOptions.table, fixed: "it starts one; the command 'countdown' does so now"),
      .init("Schedule", ScheduleOptions.table),
      .init("Sound", SoundOptions.table),
      .init("Ring", RingOptions.table),
      .init("Refresh and feed", RefreshOptions.table),
      .init("Hold to confirm", HoldOptions.table),
      .init("Gallery and controls", GalleryOptions.table),
      .init("Window and monitors", WindowOptions.table, fixed: "the windows are made by it"),
      .init("Kiosk", KioskOptions.table, fixed: "the windows are made by it"),
      .init("Screensaver", SaverOptions.table, fixed: "the windows are made by it"),
      .init("Long runs", LongRunOptions.table),
      .init("Control from outside", RemoteOptions.table, fixed: "the control socket is made by it"),
      .init("Pictures and files", FileOptions.table),
      .init("Audit", AuditOptions.table),
      .init("Options", OptionSpec.questions(\.question) + Listing.table),
      .init("Accepted from hosts and without effect", ToolkitOptions.table, fixed: "it has no effect"),
    ],
    // The name of a face alone is probably meant for `--face`.
    hint: { word in Face.named(word).map { ": do you mean '--face \($0.name)'?" } ?? "" })
}

/// Options of the shown time.
struct TimeOptions {
  var timezone: String?
  var utc = false
  var at: StartingTime?
  var speed = Pace.real
  var zones: [OtherZone] = []

  static let table: [Option] = [
    .text("timezone", "zone", "A zone's name, such as Europe/Berlin, or a POSIX rule.", \.time.timezone)
      .notFromServer { $0.hasPrefix("/") }.doubted(ZoneChoice.otherReading).checked(Value.zone),
    .flag("utc", "Universal time.", \.time.utc).instead(of: "timezone"),
    .value("at", "time", "Start at HH:MM:SS, or at an ISO 8601 date and time.", Value.start, \.time.at)
      .fixed("the time that is played begins with it"),
    .value(
      "speed", "factor", "Shown seconds per second, 0 (frozen) or 0.001 to 7200.", Value.pace, \.time.speed,
      { Value.written($0.speed) }
    ).withDash.fixed("the time that is played begins with it"),
    .list(
      "also", "zone=name", "A further time zone in small, such as Asia/Tokyo=Tokyo. Can be given again.",
      Value.otherZone, \.time.zones
    ).notFromServer { $0.hasPrefix("/") }.doubted { ZoneChoice.otherReading(of: Value.zoneName($0)) },
  ]
}

/// Options of the look, for the wall or for a card of the gallery. A value that a card does not set comes from the
/// wall. A value that the wall does not set is the default.
struct LookOptions {
  var face: Face?
  var font: String?
  var fade: Duration?
  var twelveHour: Bool?
  var seconds: Bool?
  var time: Bool?
  var hex: Bool?
  var date: Bool?
  var secondsRing: Bool?
  var sweep: Bool?
  var timeFormat: TimeFormat?
  var dateFormat: TimeFormat?
  var brightness: Double?

  static let table: [Option] = [
    .value(
      "face", "name", "The mapping from time to colour, and digits or hands; default {}.",
      choices: Face.all.map(\.name), Value.face,
      \.look.face, \.?.name, inForce: { $0.setup.face }),
    .flag("list-faces", "List the faces and exit.", \.listing, .faces).only(.commandLine),
    .text("font", "pattern", "A fontconfig pattern, such as Inter:bold.", \.look.font)
      .fixed("fonts are loaded before the first picture"),
    .value(
      "fade", "seconds", "Ease the jump of a minute or an hour for 0 (hard) to 2 s; default {}.", Value.fade,
      \.look.fade,
      Value.seconds, inForce: { $0.setup.style.fade.span }),
    .flag("12-hour", "Hours 1 to 12 with am and pm.", \.look.twelveHour, true) { $0.setup.style.labels.twelveHour },
    .flag("24-hour", "Hours 00 to 23 (default).", \.look.twelveHour, false) { $0.setup.style.labels.twelveHour }
      .instead(of: "12-hour"),
    .toggle("seconds", "Show the seconds; default {}.", \.look.seconds) { $0.setup.style.labels.seconds },
    .toggle("time", "Show the time; default {}.", \.look.time) { $0.setup.style.labels.time },
    .toggle("hex", "Show the colour's code; default {}.", \.look.hex) { $0.setup.style.labels.hex },
    .toggle("date", "Show the date; default {}.", \.look.date) { $0.setup.style.labels.date },
    .toggle("seconds-ring", "Sixty marks round the time, lit one by one; default {}.", \.look.secondsRing) {
      $0.setup.style.labels.secondsRing
    },
    .toggle("sweep", "Let the second hand of a dial glide, 60 frames a second; default {}.", \.look.sweep) {
      $0.setup.style.labels.sweeps
    },
    .value(
      "time-format", "format", "The time in the terms of strftime, such as %H:%M.", Value.format, \.look.timeFormat),
    .value(
      "date-format", "format", "Show the date, in the terms of strftime, such as '%a %-d %b, week %-V'.", Value.format,
      \.look.dateFormat),
    .value(
      "brightness", "share", "The share of its light that the wall gives, 0.3 to 1.0; default 1.0.",
      Value.number(0.3...1, "0.3 to 1.0"), \.look.brightness, Value.written, inForce: { $0.setup.style.brightness }),
  ]
}

/// Options of pictures that are drawn instead of showing a wall, and of the files that hold options.
struct FileOptions {
  var snapshot: String?
  var icon = false
  var size = Size(width: 1920, height: 1080)
  var config: String?
  var noConfig = false
  var xrm: [String] = []

  static let table: [Option] = [
    .value("snapshot", "file", "Draw one frame into a PNG file and exit.", Value.picture, \.files.snapshot)
      .notFromServer(),
    .flag(
      "icon",
      "Draw the program's icon there instead, without an X server: into a .png with a --size as wide as high, or a "
        + ".svg.",
      \.files.icon
    ).only(.beforeResources),
    .value(
      "size", "WxH", "The snapshot's size; default 1920x1080.", Value.size, \.files.size,
      { "\($0.width)x\($0.height)" }
    ).needing("snapshot").fixed,
    .text("config", "file", "Read the options in this file instead.", \.files.config).only(.commandLine),
    .flag("no-config", "Read no options file.", \.files.noConfig).instead(of: "config").only(.commandLine),
    .list("xrm", "line", "An X resource, such as 'ColourClock.face: hue'. Can be given again.", Value.text, \.files.xrm)
      .withDash.only(.commandLine),
  ]
}

/// Lists of faces and commands that are printed instead of showing a clock.
enum Listing {
  case faces, commands

  var text: String {
    switch self {
    case .faces: Face.list
    case .commands: CommandTable.list
    }
  }

  static let table: [Option] = [
    .flag("list-commands", "List the commands of the control socket and exit.", \.listing, .commands)
      .only(.commandLine).hidden
  ]
}

extension Face {
  fileprivate static var list: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }
}
