import ColourClock
import CommandOptions
import ControlProtocol
import System
import Testing
import XWindow

@testable import App

@Suite struct OptionsTests {
  private func options(_ arguments: String...) throws -> Options {
    try Arguments(["--no-config"] + arguments).options()
  }

  private func mode(_ arguments: String...) throws -> RunMode {
    let arguments = try Arguments(["--no-config"] + arguments)
    return try arguments.runMode(arguments.options())
  }

  private func setup(_ line: String...) throws -> Setup {
    let arguments = try Arguments(["--no-config"] + line)
    let options = try arguments.options()
    return options.setup(try arguments.runMode(options))
  }

  /// What a broker's readers may not ask for: all that a client may not set, and where files and the socket are. A
  /// sound may be a file.
  @Test func whatIsForTheUserAloneIsNamed() {
    let named = Options.table.all.filter { $0.touchesCommandsOrFiles("what ever") }.map(\.name)
    #expect(ConfidentialOptions.names == Set(named + ["config", "control", "sound", "xrm"]))
  }

  @Test func noKeyEndsAKiosk() {
    #expect(throws: ProgramExit.self) { try mode("--kiosk", "--exit-on-input") }
    #expect((try? mode("--window", "--fullscreen")) == .fullScreen)
    #expect((try? mode("--kiosk", "--kiosk")) == .kiosk)
    #expect(throws: Never.self) { try mode("--fullscreen", "--exit-on-input") }
  }

  /// What `get presets` answers is what `set presets` takes.
  @Test func shortPresetsAreWrittenAsTheyAreRead() throws {
    let spans = try Value.spans("30s,90s,5m,1h")
    let text = try #require(Value.spanList(spans))
    #expect(text == "30s,90s,5m,60m")
    #expect(try Value.spans(text) == spans)
  }

  @Test func nothingSaidIsTheSeedsClock() throws {
    let setup = try setup()
    #expect(
      setup.face.name == "scaled"
        && setup.style == Style(labels: Labels(), fade: Fade(span: .milliseconds(300), pace: .real)))
    #expect(try mode() == .fullScreen && options().time.speed == .real)
    #expect(ZoneChoice(try options().time) == .system)
  }

  @Test func labelsCanBeTurnedOffAndOnAgain() throws {
    #expect(try setup("--no-time").style.labels.time == false)
    #expect(try setup("--no-time", "--time").style.labels.time)
    #expect(try setup("--12-hour").style.labels.twelveHour)
    #expect(try setup("--12-hour", "--24-hour").style.labels.twelveHour == false)
    #expect(try setup("--date", "--no-seconds", "--no-hex").style.labels.date)
  }

  @Test func aCardIsAsTheWallWhereItSaysNothing() throws {
    let setup = try setup("--no-hex", "--face", "full", "--variant", "a = 12-hour", "--variant", "b = face hue, hex")
    let (a, b) = (setup.cards[setup.cards.count - 2], setup.cards[setup.cards.count - 1])
    #expect(a.name == "a" && a.face.name == "full" && a.style.labels.twelveHour && !a.style.labels.hex)
    #expect(b.name == "b" && b.face.name == "hue" && b.style.labels.hex && !b.style.labels.twelveHour)
  }

  @Test func aPresetIsBeneathAllElse() throws {
    for line in [["--preset", "seed", "--ring-trail", "0.5"], ["--ring-trail", "0.5", "--preset", "seed"]] {
      let setup = try Arguments(["--no-config"] + line).options().setup(.fullScreen)
      var ring = Ring.Style.seed
      ring.trail = 0.5
      #expect(setup.ring == ring && setup.hold.rules == .seed && setup.pull?.gum == .version10)
    }
  }

  @Test func aGeometryAsksForAWindow() throws {
    #expect(try mode("--geometry", "100x50-0-0") == .window)
    #expect(try options("-geometry", "-5-5").window.geometry?.offset?.isFromRight == true)
    #expect(try mode("--geometry", "100x50", "--fullscreen") == .fullScreen)
    #expect(try mode("--window") == .window)
    #expect(try options("-display", ":7").window.display == ":7")
  }

  @Test func oneDashIsEnough() throws {
    #expect(try setup("-12-hour", "-no-hex").style.labels.twelveHour)
    #expect(try setup("-12-hour", "-24-hour").style.labels == Labels())
    // A value is not an option, whatever it is called.
    #expect(try mode("--title", "kiosk") == .fullScreen)
  }

  @Test(arguments: [
    (["--speed", "7201"], "0.001 to 7200"), (["--speed", "1e-25"], "0.001"), (["--speed", "-1"], "--speed"),
    (["--speed", "nan"], "--speed"), (["--feed-lines", "+5"], "1 to 20"),
    (["--fade", "2.1"], "0 to 2"), (["--face", "sepia"], "'hue'"), (["--size", "0x9"], "WIDTHxHEIGHT"),
    (["--size", "32000x32000"], "megapixels"), (["--geometry", "x"], "--geometry"), (["--at", "25:00:00"], "HH:MM"),
    (["--utc", "--timezone", "UTC"], "exclude"), (["--kiosk", "--window"], "'--kiosk' and '--window' exclude"),
    (["--fullscreen", "--kiosk"], "exclude"), (["--bogus"], "--bogus"), (["stray"], "stray"),
    (["hue"], "do you mean '--face hue'"), (["--config", "x"], "exclude"), (["--timezone"], "--timezone"),
    (["--snapshot", "a.jpg"], ".png"), (["--ring-colour", "#12"], "444444"),
  ])
  func misuse(arguments: [String], mention: String) throws {
    let failure = #expect(throws: ProgramExit.self) { try Arguments(["--no-config"] + arguments).options() }
    #expect(failure?.status == 64)
    #expect(failure?.text.contains(mention) == true, "\(failure?.text ?? "")")
    #expect(failure?.text.contains("\n") == false)
  }

  @Test func aDateIsAnEnd() throws {
    let moment = Moment(instant: Instant(second: 1_795_377_600), uptime: .seconds(9), zone: .utc)
    let line = try Arguments(["--no-config", "--until", "2027-01-01T00:30"])
    let options = try line.options()
    #expect(options.countdown.plan == "until 2027-01-01T00:30")
    #expect(!options.countdown.started(at: moment).isEmpty)
    #expect(try !options.isEndPast(line, at: moment))
    let after = Moment(instant: Instant(second: 1_798_763_400), uptime: .seconds(9), zone: .utc)
    #expect(options.countdown.started(at: after).isEmpty)
    #expect(try options.isEndPast(line, at: after))
    let far = try Arguments(["--no-config", "--until", "2037-01-01"])
    let failure = #expect(throws: ProgramExit.self) { try far.options().isEndPast(far, at: moment) }
    #expect(failure?.status == 64 && failure?.text.contains("ten years") == true)
    let unset = Moment(instant: Instant(second: 9), uptime: .seconds(9), zone: .utc, health: .unset)
    #expect(try !far.options().isEndPast(far, at: unset))
  }

  @Test func severalCountdownsHaveTitles() throws {
    let countdown = try options("--countdown", "Pasta=8m", "--countdown=Rice = 12m", "--countdown", "a=b=5m").countdown
    #expect(countdown.spans.map(\.title) == ["Pasta", "Rice", "a=b"])
    #expect(countdown.spans.map(\.length) == [480, 720, 300].map { .seconds($0) })
    #expect(countdown.plan == "countdown 480 Pasta, 720 Rice, 300 a=b")
    #expect(try options("--countdown", "8m", "--no-overtime").countdown.plan == "countdown 480 no-overtime")
    let eight = (1...8).flatMap { ["--countdown", "\($0)m"] }
    let all = try Arguments(["--no-config"] + eight).options().countdown
    let moment = Moment(instant: Instant(second: 1_795_377_600), uptime: .seconds(9), zone: .utc)
    #expect(all.started(at: moment).all.map(\.id) == Array(1...8))
    let longest = String(repeating: "x", count: Countdown.longestTitle)
    #expect(try options("--countdown", "\(longest)=3653d").countdown.spans[0].title == longest)
    #expect(try setup("--title", longest + "x").ring.title == longest)
    for wrong in [
      eight + ["--countdown", "9m"], ["--countdown", "=5m"], ["--countdown", "Tea="],
      ["--countdown", "Tea=5"]
        + ["--until", "17:30"], ["--countdown", "\(longest)x=5m"], ["--countdown", "Tea=3654d"],
      ["--countdown", "Tea"],
    ] {
      let failure = #expect(throws: ProgramExit.self) { try Arguments(["--no-config"] + wrong).options() }
      #expect(failure?.status == 64 && failure?.text.contains("\n") == false)
    }
    let ninth = #expect(throws: ProgramExit.self) {
      try Arguments(["--no-config"] + eight + ["--countdown", "9m"]).options()
    }
    #expect(ninth?.text.hasSuffix("there can be 8 at the most") == true)
  }

  @Test func phasesAreInOrder() throws {
    let line = try Arguments(["--no-config", "--danger", "5m", "--warn", "1m"])
    let failure = #expect(throws: ProgramExit.self) { try line.options().check(line) }
    #expect(failure?.status == 64 && failure?.text.contains("'--danger' has to be less than '--warn'") == true)
    for good in [["--warn", "1m"], ["--danger", "1m"], ["--warn", "off", "--danger", "1m"], ["--danger", "off"]] {
      let line = try Arguments(["--no-config"] + good)
      #expect(throws: Never.self) { try line.options().check(line) }
    }
    #expect(try setup("--warn", "5m", "--danger", "off").phases == CountdownPhases(warn: .seconds(300), danger: .zero))
  }

  @Test(arguments: [["--countdown", "5min"], ["--until", "99"], ["--at", "noon"], ["--night", "late"]])
  func aBadValueIsToldOnce(arguments: [String]) throws {
    let failure = #expect(throws: ProgramExit.self) { try Arguments(["--no-config"] + arguments).options() }
    #expect(failure?.text.split(separator: arguments[1]).count == 2, "\(failure?.text ?? "")")
  }

  @Test(arguments: ["a.png", "b.PNG", "/dev/stdout", "/tmp/a.b/pipe", "..png"])
  func aPictureMayGoThere(path: String) throws { #expect(try options("--snapshot", path).files.snapshot == path) }

  @Test(arguments: [["--help"], ["--version"], ["--list-faces"]])
  func questionsAreAnswered(arguments: [String]) {
    let answer = #expect(throws: ProgramExit.self) { try Arguments(arguments).options() }
    #expect(answer?.status == 0 && answer?.text.isEmpty == false)
  }

  // MARK: Long runs

  @Test func aKioskAndAHostsWindowWander() throws {
    #expect(try setup("--fullscreen").shift == .off)
    #expect(try setup("--kiosk").shift == .subtle)
    #expect(try setup("--window-id", "0x400008").shift == .subtle)
    #expect(try setup("--kiosk", "--shift", "off").shift == .off)
    #expect(try setup("--fullscreen", "--shift", "roam").shift == .roam)
  }

  @Test func aWindowIDHasNoSign() {
    let texts = ["0x400008", "4194312", " 0X400008", "0xffffffff", "+5", "0x+5", "-1", "0x-1", "0x", "0x100000000"]
    #expect(texts.map(Value.windowID) == [4_194_312, 4_194_312, 4_194_312, 0xffff_ffff, nil, nil, nil, nil, nil, nil])
  }

  @Test func onlyAKioskDoubtsItsClockUnasked() throws {
    #expect(try !setup("--fullscreen").showsSynchronisation)
    #expect(try setup("--kiosk").showsSynchronisation)
    #expect(try !setup("--kiosk", "--no-sync-badge").showsSynchronisation)
    #expect(try setup("--window", "--sync-badge").showsSynchronisation)
    #expect(try setup("--kiosk").showsHealthProblems && !setup("--window").showsHealthProblems)
    #expect(try !setup("--kiosk", "--health-badge", "never").showsHealthProblems)
    #expect(try setup("--window", "--health-badge", "always").showsHealthProblems)
  }

  @Test func aNightIsOnlyThereWhereItIsAskedFor() throws {
    #expect(try setup("--fullscreen", "--night-red", "--night-brightness", "0.1").night == nil)
    let night = try #require(try setup("--fullscreen", "--night", "22:00-07:00").night)
    #expect(night.brightness == 0.3 && !night.isRed)
    let red = try #require(
      try setup("--fullscreen", "--night-red", "--night", "22:30-6:15", "--night-brightness", "0").night)
    #expect(try red.brightness == 0 && red.isRed && red.times == .daily(try DailyHours.parse("22:30-6:15")))
  }
}
