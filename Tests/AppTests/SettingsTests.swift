import ColourClock
import Testing
import XWindow

@testable import App

@Suite struct SettingsTests {
  private func settings(_ arguments: String...) throws -> Settings {
    try Settings(Layers(["--no-config"] + arguments))
  }

  @Test func nothingSaidIsTheSeedsClock() throws {
    let settings = try settings()
    #expect(settings.look.face.name == "scaled" && settings.mode == .fullScreen && settings.pace == .real)
    #expect(settings.look.labels == Labels() && settings.zone == .system && settings.look.fade == .milliseconds(300))
  }

  @Test func labelsCanBeTurnedOffAndOnAgain() throws {
    #expect(try settings("--no-time").look.labels.time == false)
    #expect(try settings("--no-time", "--time").look.labels.time)
    #expect(try settings("--12-hour").look.labels.twelveHour)
    #expect(try settings("--12-hour", "--24-hour").look.labels.twelveHour == false)
    #expect(try settings("--date", "--no-seconds", "--no-hex").look.labels.date)
  }

  @Test func aGeometryAsksForAWindow() throws {
    #expect(try settings("--geometry", "100x50-0-0").mode == .window)
    #expect(try settings("-geometry", "-5-5").geometry?.offset?.isFromRight == true)
    #expect(try settings("--geometry", "100x50", "--fullscreen").mode == .fullScreen)
    #expect(try settings("--window").mode == .window)
    #expect(try settings("-display", ":7").display == ":7")
  }

  @Test(arguments: [
    (["--speed", "7201"], "0.001 to 7200"), (["--speed", "1e-25"], "0.001"), (["--speed", "-1"], "--speed"),
    (["--speed", "nan"], "--speed"),
    (["--fade", "2.1"], "0 to 2"), (["--face", "sepia"], "'hue'"), (["--size", "0x9"], "WIDTHxHEIGHT"),
    (["--size", "32000x32000"], "megapixels"), (["--geometry", "x"], "--geometry"), (["--at", "25:00:00"], "HH:MM"),
    (["--utc", "--timezone", "UTC"], "exclude"), (["--bogus"], "--bogus"), (["stray"], "stray"),
    (["--config", "x"], "exclude"), (["--timezone"], "--timezone"),
  ])
  func misuse(arguments: [String], mention: String) throws {
    let failure = #expect(throws: Failure.self) { try Settings(Layers(["--no-config"] + arguments)) }
    #expect(failure?.status == 64)
    #expect(failure?.text.contains(mention) == true, "\(failure?.text ?? "")")
    #expect(failure?.text.contains("\n") == false)
  }

  @Test(arguments: [["--help"], ["--version"], ["--list-faces"]])
  func questionsAreAnswered(arguments: [String]) {
    let answer = #expect(throws: Failure.self) { try Settings(Layers(arguments)) }
    #expect(answer?.status == 0 && answer?.text.isEmpty == false)
  }
}

@Suite struct OptionsFileTests {
  /// Settings from a file of these lines and then the arguments.
  private func settings(_ text: String, _ arguments: String...) throws -> Settings {
    let path = "/tmp/colourclock-options-\(UInt64.random(in: 0 ... .max))"
    try File.replace(path) { File.put(text, into: $0) }
    defer { File.remove(path) }
    return try Settings(Layers(["--config", path] + arguments))
  }

  @Test func linesAreOptionsWithoutDashes() throws {
    let settings = try settings(
      "# a wall\n\nface hue   # calm\nno-seconds\n  fade = 0.5\nat=13:35:16\nfont Inter:bold\n12-hour")
    #expect(
      settings.look.face.name == "hue" && settings.look.labels.seconds == false && settings.look.labels.twelveHour)
    #expect(settings.look.fade == .milliseconds(500) && settings.start != nil && settings.look.font == "Inter:bold")
  }

  @Test func linesMayEndAsOnOtherSystems() throws {
    let settings = try settings("face hue\r\nno-hex\r\n")
    #expect(settings.look.face.name == "hue" && !settings.look.labels.hex)
  }

  @Test func theCommandLineWins() throws {
    #expect(try settings("face hue", "--face", "full").look.face.name == "full")
    #expect(try settings("no-time\n12-hour", "--time", "--24-hour").look.labels == Labels())
    #expect(try settings("utc", "--timezone", "Asia/Tokyo").zone == .named("Asia/Tokyo"))
    #expect(try settings("timezone Asia/Tokyo", "--utc").zone == .universal)
    #expect(try settings("geometry 10x10", "--fullscreen").mode == .fullScreen)
  }

  @Test(arguments: [
    ("face sepia", 1), ("\n\nbogus 1", 3), ("face", 1), ("utc yes", 1), ("config x", 1), ("face hue\nhelp", 2),
    ("speed 9000", 1), ("utc\r\nbogus\r\n", 2), ("--face hue", 1),
  ])
  func aBadLineIsNamed(text: String, line: Int) {
    let failure = #expect(throws: Failure.self) { try settings(text) }
    #expect(failure?.status == 64)
    #expect(failure?.text.contains(":\(line): ") == true, "\(failure?.text ?? "")")
    #expect(failure?.text.contains("\n") == false)
  }

  @Test(arguments: ["/tmp", "/nonexistent/file", "/dev/zero"])
  func unreadableFilesAreNamed(path: String) {
    let failure = #expect(throws: Failure.self) { try Settings(Layers(["--config", path])) }
    #expect(failure?.status == 1 && failure?.text.contains(path) == true)
  }

  @Test(arguments: ["face \u{0}hue", "\u{1b}[2J"])
  func binaryIsNoText(text: String) {
    #expect(throws: Failure.self) { try settings(text) }
  }
}
