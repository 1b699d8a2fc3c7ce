import ColourClock
import CommandOptions
import ControlProtocol
import System
import Testing
import XWindow

@testable import App

@Suite struct OptionsFileTests {
  /// The options of a file of these lines and of the command line.
  private func read(_ text: String, _ arguments: String...) throws -> (options: Options, mode: RunMode, setup: Setup) {
    let path = "/tmp/colourclock-options-\(UInt64.random(in: 0 ... .max))"
    try File.replace(path) { File.put(text, into: $0) }
    defer { File.remove(path) }
    let read = try Arguments(["--config", path] + arguments)
    let options = try read.options()
    let mode = try read.runMode(options)
    return (options, mode, options.setup(mode))
  }

  @Test func linesAreOptionsWithoutDashes() throws {
    let all = try read(
      "# a wall\n\nface hue   # calm\nno-seconds\n  fade = 0.5\nat=13:35:16\nfont Inter:bold\n12-hour")
    #expect(all.setup.face.name == "hue" && !all.setup.style.labels.seconds && all.setup.style.labels.twelveHour)
    #expect(all.options.look.fade == .milliseconds(500) && all.options.time.at != nil)
    #expect(all.options.look.font == "Inter:bold")
  }

  @Test func dashesDoNoHarm() throws {
    let setup = try read("--face hue\n-no-hex\n--fade=0.5").setup
    #expect(setup.face.name == "hue" && !setup.style.labels.hex && setup.style.fade.span == .milliseconds(500))
  }

  @Test(arguments: [
    ("title \"My Tea\"", "My Tea"), ("title = 'My Tea'", "My Tea"), ("title \" # 1 \"  # for a cup", " # 1 "),
    ("title My \"Tea\"", "My \"Tea\""), ("title 'My' 'Tea'", "'My' 'Tea'"), ("title \"My Tea", "\"My Tea"),
    ("title \"\"", ""), ("title 'Ann\"s'", "Ann\"s"), ("title \"a\"b", "\"a\"b"), ("title a#b #c", "a#b"),
  ])
  func quotesAroundAValueAreDropped(line: String, title: String) throws {
    #expect(try read(line).options.countdown.title == title)
  }

  @Test func linesMayEndAsOnOtherSystems() throws {
    let setup = try read("face hue\r\nno-hex\r\n").setup
    #expect(setup.face.name == "hue" && !setup.style.labels.hex)
  }

  @Test func theCommandLineWins() throws {
    #expect(try read("face hue", "--face", "full").setup.face.name == "full")
    #expect(try read("no-time\n12-hour", "--time", "--24-hour").setup.style.labels == Labels())
    #expect(ZoneChoice(try read("utc", "--timezone", "Asia/Tokyo").options.time) == .named("Asia/Tokyo"))
    #expect(ZoneChoice(try read("timezone Asia/Tokyo", "--utc").options.time) == .universal)
    #expect(try read("geometry 10x10", "--fullscreen").mode == .fullScreen)
    #expect(try read("kiosk", "--geometry", "10x10").mode == .window)
    #expect(try read("until 17:30", "--countdown", "5m").options.countdown.plan == "countdown 300")
    #expect(try read("feed date", "--feed-file", "x").options.refresh.source == .file("x"))
    // All of the file's countdowns, and not what is listed beside others.
    let both = "countdown A=5m\ncountdown B=6m\nalso UTC=U"
    #expect(try read(both).options.countdown.plan == "countdown 300 A, 360 B")
    #expect(try read(both, "--countdown", "C=7m").options.countdown.plan == "countdown 420 C")
    #expect(try read(both, "--until", "17:30").options.countdown.plan == "until 17:30:00")
    #expect(try read(both, "--also", "Asia/Tokyo").options.time.zones.map(\.name) == ["U", "Tokyo"])
  }

  @Test func ofTwoLinesTheLaterOneCounts() throws {
    #expect(try read("countdown 5m\nevery 60s").options.countdown.plan == "every 60")
    #expect(try read("countdown 5m\nevery 60s\ncountdown 6m").options.countdown.plan == "countdown 360")
    #expect(try read("window\nkiosk").mode == .kiosk)
    #expect(try read("utc\ntimezone Asia/Tokyo").options.time.utc == false)
  }

  @Test(arguments: [
    ("face sepia", 1), ("\n\nbogus 1", 3), ("face", 1), ("utc yes", 1), ("config x", 1), ("face hue\nhelp", 2),
    ("speed 9000", 1), ("utc\r\nbogus\r\n", 2), ("\n--bogus 1", 2),
    ("timezone Nowhere/City", 1),
  ])
  func aBadLineIsNamed(text: String, line: Int) {
    let failure = #expect(throws: ProgramExit.self) { try read(text) }
    #expect(failure?.status == 64)
    #expect(failure?.text.contains(":\(line): ") == true, "\(failure?.text ?? "")")
    #expect(failure?.text.contains("\n") == false)
  }

  @Test(arguments: ["/tmp", "/nonexistent/file", "/dev/zero"])
  func unreadableFilesAreNamed(path: String) {
    let failure = #expect(throws: ProgramExit.self) { try Arguments(["--config", path]) }
    #expect(failure?.status == 1 && failure?.text.contains(path) == true)
  }

  @Test(arguments: ["face \u{0}hue", "\u{1b}[2J"])
  func binaryIsNoText(text: String) {
    #expect(throws: ProgramExit.self) { try read(text) }
  }
}
