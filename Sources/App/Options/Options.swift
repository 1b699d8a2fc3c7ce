import ColourClock
import CommandOptions
import ControlProtocol
import XWindow

/// `nil` means that an option is unset.
struct Options {
  /// The release's year. A system clock with an earlier year was never set.
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
  /// A question such as `--help` or `--version`, if asked.
  var question: Question?
  var listing: Listing?

  var answer: String? {
    listing?.text ?? question.map { Options.table.answer(to: $0, "colourclock", Help.introduction, .client) }
  }
}

enum Preset: String, CaseIterable {
  case standard
  /// The defaults of the iOS libraries that the controls imitate, such as ISRefreshControl.
  case seed
}

extension Options {
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

extension Options: OptionTarget {
  static var defaults: EffectiveOptions { EffectiveOptions(Options(), .fullScreen) }

  static func given(in state: EffectiveOptions) -> Options { state.options }

  static let table = OptionTable(
    [
      .init("Time", TimeOptions.table),
      .init("Look", LookOptions.table),
      .init("Language", LanguageOptions.table),
      .init(
        "Countdown", CountdownOptions.table,
        fixed: "it has an effect only at the start; now use the command 'countdown' or 'program'"),
      .init("Schedule", ScheduleOptions.table),
      .init("Sound", SoundOptions.table),
      .init("Ring", RingOptions.table),
      .init("Refresh and feed", RefreshOptions.table),
      .init("Hold to confirm", HoldOptions.table),
      .init("Gallery and controls", GalleryOptions.table),
      .init("Window and monitors", WindowOptions.table, fixed: "the windows depend on it"),
      .init("Kiosk", KioskOptions.table, fixed: "the windows depend on it"),
      .init("Screensaver", SaverOptions.table, fixed: "the windows depend on it"),
      .init("Long runs", LongRunOptions.table),
      .init("Control from outside", RemoteOptions.table, fixed: "the control socket depends on it"),
      .init("Pictures and files", FileOptions.table),
      .init("Audit", AuditOptions.table),
      .init("Options", OptionSpec.questions(\.question) + Listing.table),
      .init("Accepted from hosts and without effect", ToolkitOptions.table, fixed: "it has no effect"),
    ],
    hint: { word in Face.named(word).map { ": do you mean '--face \($0.name)'?" } ?? "" })
}

struct TimeOptions {
  var timezone: String?
  var utc = false
  var at: DateAndTime?
  var speed = Pace.real
  var zones: [OtherZone] = []

  static let table: [Option] = [
    .text("timezone", "zone", "A zone's name, such as Europe/Berlin, or a POSIX rule.", \.time.timezone)
      .notFromRemote(if: { $0.hasPrefix("/") }).withWarning(ZoneChoice.otherReading).checked(Value.zone),
    .flag("utc", "Show universal time (UTC).", \.time.utc).instead(of: "timezone"),
    .value(
      "at", "time", "Show a simulated time that begins at HH:MM:SS, or at an ISO 8601 date and time.",
      DateAndTime.parse,
      \.time.at
    ).fixed("the simulated time depends on it"),
    .value(
      "speed", "factor", "How fast the shown time runs: 1 (real), 0 (frozen), or 0.001 to 7200.", Value.pace,
      \.time.speed,
      { Value.written($0.speed) }
    ).withDash.fixed("the simulated time depends on it"),
    .list(
      "also", "zone=name", "Also show the time in this zone, such as Asia/Tokyo=Tokyo. Can be given again.",
      Value.otherZone, \.time.zones
    ).notFromRemote(if: { Value.zoneName($0).hasPrefix("/") })
      .withWarning { ZoneChoice.otherReading(of: Value.zoneName($0)) },
  ]
}

/// Options of the wall, and of each card of its gallery. What a card leaves unset comes from the wall.
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
      "face", "name", "How the time becomes a colour, and whether digits or hands show the time; default {}.",
      choices: Face.all.map(\.name), Value.face,
      \.look.face, \.?.name, inForce: { $0.setup.face }),
    .flag("list-faces", "List the faces and exit.", \.listing, .faces).only(.commandLine),
    .text("font", "pattern", "A fontconfig pattern, such as Inter:bold.", \.look.font)
      .fixed("fonts are loaded only at the start"),
    .value(
      "fade", "seconds",
      "How long the colour takes to change at a new minute or hour, 0 (at once) to 2 s; default {}.", Value.fade,
      \.look.fade, Value.seconds, inForce: { $0.setup.style.fade.span }),
    .flag("12-hour", "Show hours 1 to 12 with am and pm.", \.look.twelveHour, true) {
      $0.setup.style.labels.twelveHour
    },
    // This flag is in force while `twelveHour` is false.
    .flag("24-hour", "Show hours 00 to 23 (default).", \.look.twelveHour, false) { $0.setup.style.labels.twelveHour }
      .instead(of: "12-hour"),
    .toggle("seconds", "Show the seconds; default {}.", \.look.seconds) { $0.setup.style.labels.seconds },
    .toggle("time", "Show the time; default {}.", \.look.time) { $0.setup.style.labels.time },
    .toggle("hex", "Show the colour's code; default {}.", \.look.hex) { $0.setup.style.labels.hex },
    .toggle("date", "Show the date; default {}.", \.look.date) { $0.setup.style.labels.date },
    .toggle("seconds-ring", "Show sixty marks around the time, lit one by one; default {}.", \.look.secondsRing) {
      $0.setup.style.labels.secondsRing
    },
    .toggle("sweep", "Let the second hand of a dial glide, 60 frames a second; default {}.", \.look.sweep) {
      $0.setup.style.labels.sweeps
    },
    .value(
      "time-format", "format",
      "The form of the time, as in strftime, such as %H:%M.", TimeFormat.init, \.look.timeFormat),
    .value(
      "date-format", "format", "Show the date in this form, as in strftime, such as '%a %-d %b, week %-V'.",
      TimeFormat.init,
      \.look.dateFormat),
    .value(
      "brightness", "share", "The brightness of the wall, 0.3 to 1.0 (full); default 1.0.",
      Value.number(0.3...1, "0.3 to 1.0"), \.look.brightness, Value.written, inForce: { $0.setup.style.brightness }),
  ]
}

struct FileOptions {
  var snapshot: String?
  var icon = false
  var size = Size(width: 1920, height: 1080)
  var config: String?
  var noConfig = false
  var xrm: [String] = []

  static let table: [Option] = [
    .value("snapshot", "file", "Draw one frame into a PNG file and exit.", Value.picture, \.files.snapshot)
      .notFromRemote(),
    .flag(
      "icon",
      "With --snapshot: draw the program's icon, without an X server. The file is a .svg, or a .png with a square "
        + "--size.",
      \.files.icon
    ).only(.beforeResources),
    .value(
      "size", "WxH", "The snapshot's size; default 1920x1080.", Value.size, \.files.size,
      { "\($0.width)x\($0.height)" }
    ).needing("snapshot").fixed,
    .text("config", "file", "Read this options file, and not the usual one.", \.files.config).only(.commandLine),
    .flag("no-config", "Read no options file.", \.files.noConfig).instead(of: "config").only(.commandLine),
    .list("xrm", "line", "An X resource, such as 'ColourClock.face: hue'. Can be given again.", Value.text, \.files.xrm)
      .withDash.only(.commandLine),
  ]
}

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
