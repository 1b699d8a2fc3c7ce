import ArgumentParser
import ColourClock

/// What the program was asked for, with its defaults. An option is `nil` without a value only where its default goes by
/// another one: by the run mode, by the preset, or, for a card of the gallery, by the wall's look.
struct Options: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "colourclock",
    abstract: "Shows the time of day as a colour, over the whole screen.",
    discussion: """
      Keys: hold q or Escape, or press it twice, to quit; f or F11 full screen; g or left and right the gallery; \
      c sets, starts and pauses a countdown, + and - a minute more or less, up and down a step, Backspace back; \
      r or F5 refresh; Space holds the button, Enter twice does what it says.
      Pointer: hold the button; pull the wall down to refresh; drag it sideways for the gallery; turn the ring.

      The long options can also stand in a file, one a line without the dashes, # for comments. The first that exists \
      of $XDG_CONFIG_HOME/colourclock/colourclock.conf (~/.config if unset) and /etc/xdg/colourclock/colourclock.conf \
      is read; the command line wins. Between the two come X resources of the class ColourClock, with capitals for the \
      dashes, such as ColourClock.holdTime: 3 or ColourClock.seconds: false.
      """,
    version: version)

  static let version = "0.2.0"
  /// When that was made: a clock that is before it was never set.
  static let year = 2026

  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Countdown") var countdown: CountdownOptions
  @OptionGroup(title: "Ring") var ring: RingOptions
  @OptionGroup(title: "Refresh and feed") var refresh: RefreshOptions
  @OptionGroup(title: "Hold to confirm") var hold: HoldOptions
  @OptionGroup(title: "Gallery and controls") var gallery: GalleryOptions
  @OptionGroup(title: "Window and monitors") var window: WindowOptions
  @OptionGroup(title: "Kiosk") var kiosk: KioskOptions
  @OptionGroup(title: "Screensaver") var saver: SaverOptions
  @OptionGroup(title: "Long runs") var longRuns: LongRunOptions
  @OptionGroup(title: "Pictures and files") var files: FileOptions
  @OptionGroup(title: "Accepted from hosts and without effect") var toolkit: ToolkitOptions
}

/// Which time is shown.
struct TimeOptions: ParsableArguments {
  @Option(help: .takes("zone", "A zone's name, such as Europe/Berlin, or a POSIX rule.")) var timezone: String?
  @Flag(help: "Universal time.") var utc = false
  @Option(help: .takes("time", "Start at HH:MM:SS, or at an ISO 8601 date and time."), transform: Value.start)
  var at: StartingTime?
  @Option(
    parsing: .unconditional, help: .takes("factor", "Shown seconds per second, 0 (frozen) or 0.001 to 7200."),
    transform: Value.pace)
  var speed = Pace.real

  func validate() throws {
    if timezone != nil, utc { throw Refusal("'--timezone' and '--utc' exclude each other") }
  }
}

/// How the wall or a card of the gallery looks: what is not said is as on the wall, and there as by default.
struct LookOptions: ParsableArguments {
  @Option(help: .takes("name", "The mapping from time to colour; default scaled.")) var face: FaceName?
  @Flag(help: "List the faces and exit.") var listFaces = false
  @Option(help: .takes("pattern", "A fontconfig pattern, such as Inter:bold.")) var font: String?
  @Option(
    help: .takes("seconds", "Ease a jump that would flash for 0 (hard) to 2 s; default 0.3."),
    transform: Value.fade)
  var fade: Duration?
  @Flag(exclusivity: .chooseLast, help: "1 to 12 with am and pm, or 00 to 23 (default).") var hours: HourForm?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Show the seconds; default yes.") var seconds: Bool?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Show the time; default yes.") var time: Bool?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Show the colour's code; default yes.") var hex: Bool?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Show the date; default no.") var date: Bool?
}

/// Instead of the wall, and where options are found.
struct FileOptions: ParsableArguments {
  @Option(help: .takes("file", "Draw one frame into a PNG file and exit."), transform: Value.picture)
  var snapshot: String?
  @Flag(help: "Draw the program's icon there instead; it needs no X server and a --size as wide as high.")
  var icon = false
  @Option(help: .takes("WxH", "The snapshot's size; default 1920x1080."), transform: Value.size)
  var size = Size(width: 1920, height: 1080)
  @Option(help: .takes("file", "Read the options in this file instead.")) var config: String?
  @Flag(help: "Read no options file.") var noConfig = false
  @Option(
    parsing: .unconditionalSingleValue,
    help: .takes("line", "An X resource, such as 'ColourClock.face: hue'. Can be given again."))
  var xrm: [String] = []

  func validate() throws {
    if config != nil, noConfig { throw Refusal("'--config' and '--no-config' exclude each other") }
  }
}

extension ArgumentHelp {
  /// The help of an option with a value, which the help calls `value`.
  static func takes(_ value: String, _ meaning: String) -> ArgumentHelp { ArgumentHelp("\(meaning)", valueName: value) }
}
