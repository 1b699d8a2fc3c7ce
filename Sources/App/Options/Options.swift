import ColourClock
import Notation
import XWindow

/// What the program was asked for, with its defaults. An option is `nil` without a value only where its default goes by
/// another one: by the run mode, by the preset, or, for a card of the gallery, by the wall's look.
struct Options {
  static let version = Release.version
  /// When that was made: a clock that is before it was never set.
  static let year = 2026

  var time = TimeOptions()
  var look = LookOptions()
  var language = LanguageOptions()
  var countdown = CountdownOptions()
  var plan = PlanOptions()
  var ring = RingOptions()
  var refresh = RefreshOptions()
  var hold = HoldOptions()
  var gallery = GalleryOptions()
  var window = WindowOptions()
  var kiosk = KioskOptions()
  var saver = SaverOptions()
  var longRuns = LongRunOptions()
  var remote = RemoteOptions()
  var files = FileOptions()
  var audit = AuditOptions()
  /// What is answered instead of showing a clock.
  var question: Question?
}

/// Which time is shown.
struct TimeOptions {
  var timezone: String?
  var utc = false
  var at: StartingTime?
  var speed = Pace.real
  var zones: [OtherZone] = []

  static let table: [Option] = [
    .text("timezone", "zone", "A zone's name, such as Europe/Berlin, or a POSIX rule.") { $0.time.timezone = $1 }
      .notFromServer { $0.hasPrefix("/") },
    .flag("utc", "Universal time.") { $0.time.utc = true }.instead(of: "timezone"),
    .value("at", "time", "Start at HH:MM:SS, or at an ISO 8601 date and time.", Value.start) { $0.time.at = $1 }.fixed,
    .value("speed", "factor", "Shown seconds per second, 0 (frozen) or 0.001 to 7200.", Value.pace) {
      $0.time.speed = $1
    }.withDash.fixed,
    .value(
      "also", "zone=name", "A further time zone, small, such as Asia/Tokyo=Tokyo. Can be given again.", Value.otherZone
    ) { $0.time.zones.append($1) }.repeatable.notFromServer { $0.hasPrefix("/") },
  ]
}

/// How the wall or a card of the gallery looks: what is not said is as on the wall, and there as by default.
struct LookOptions {
  var face: Face?
  var font: String?
  var fade: Duration?
  var twelveHour: Bool?
  var seconds: Bool?
  var time: Bool?
  var hex: Bool?
  var date: Bool?
  var timeFormat: TimeFormat?
  var dateFormat: TimeFormat?
  var brightness: Double?

  static let table: [Option] = [
    .value(
      "face", "name", "The mapping from time to colour; default {}.", choices: Face.all.map(\.name), Value.face
    ) { $0.look.face = $1 },
    .flag("list-faces", "List the faces and exit.") { $0.question = .faces }.only(.commandLine),
    .text("font", "pattern", "A fontconfig pattern, such as Inter:bold.") { $0.look.font = $1 }.fixed,
    .value("fade", "seconds", "Ease a jump that would flash for 0 (hard) to 2 s; default {}.", Value.fade) {
      $0.look.fade = $1
    },
    .flag("12-hour", "Hours 1 to 12 with am and pm.") { $0.look.twelveHour = true },
    .flag("24-hour", "Hours 00 to 23 (default).") { $0.look.twelveHour = false }.instead(of: "12-hour"),
    .toggle("seconds", "Show the seconds; default {}.") { $0.look.seconds = $1 },
    .toggle("time", "Show the time; default {}.") { $0.look.time = $1 },
    .toggle("hex", "Show the colour's code; default {}.") { $0.look.hex = $1 },
    .toggle("date", "Show the date; default {}.") { $0.look.date = $1 },
    .value(
      "time-format", "format", "The time in the terms of strftime, such as %H:%M.", Value.format
    ) { $0.look.timeFormat = $1 },
    .value(
      "date-format", "format", "Show the date, in the terms of strftime, such as '%a %-d %b, week %-V'.", Value.format
    ) { $0.look.dateFormat = $1 },
    .value(
      "brightness", "share", "How much of its light the wall gives, 0.3 to 1.0; default 1.0.",
      Value.number(0.3...1, "0.3 to 1.0")
    ) { $0.look.brightness = $1 },
  ]
}

/// Instead of the wall, and where options are found.
struct FileOptions {
  var snapshot: String?
  var icon = false
  var size = Size(width: 1920, height: 1080)
  var config: String?
  var noConfig = false
  var xrm: [String] = []

  static let table: [Option] = [
    .value("snapshot", "file", "Draw one frame into a PNG file and exit.", Value.picture) { $0.files.snapshot = $1 }
      .notFromServer(),
    .flag(
      "icon",
      "Draw the program's icon there instead, without an X server: into a .png with a --size as wide as high, or a .svg."
    ) {
      $0.files.icon = true
    }.only(.beforeResources),
    .value("size", "WxH", "The snapshot's size; default 1920x1080.", Value.size) { $0.files.size = $1 }
      .needing("snapshot").fixed,
    .text("config", "file", "Read the options in this file instead.") { $0.files.config = $1 }.only(.commandLine),
    .flag("no-config", "Read no options file.") { $0.files.noConfig = true }.instead(of: "config").only(.commandLine),
    .text("xrm", "line", "An X resource, such as 'ColourClock.face: hue'. Can be given again.") {
      $0.files.xrm.append($1)
    }.repeatable.withDash.only(.commandLine),
  ]
}

/// What is answered without a clock.
enum Question {
  case completions(Shell)
  case version
  case help
  case faces
  /// For the manual and for tests, as the next.
  case options
  case commands

  /// What is printed.
  var answer: String {
    switch self {
    case .completions(let shell): shell.completions
    case .version: Options.version
    case .help: Help.text
    case .faces: Face.list
    case .options: Help.list
    case .commands: CommandTable.list
    }
  }

  static let table: [Option] = [
    .choice("generate-completion-script", "shell", "Print completions and exit.", of: Shell.self) {
      $0.question = .completions($1)
    }.only(.commandLine),
    .flag("version", "Show the version.") { $0.question = .version }.only(.commandLine),
    .flag("help", "Show help information.") { $0.question = .help }.short("h").only(.commandLine),
    .flag("list-options", "List the options for other programs and exit.") { $0.question = .options }
      .only(.commandLine).hidden,
    .flag("list-commands", "List the commands of the control socket and exit.") { $0.question = .commands }
      .only(.commandLine).hidden,
  ]
}

extension Face {
  fileprivate static var list: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }
}
