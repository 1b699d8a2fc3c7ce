import ControlProtocol
import Testing

@testable import App
@testable import ColourClock

/// What was chosen at the wall, in a later run.
extension SavedStateTests {
  /// Choices of before this run give way to the command line, those of this run do not.
  @Test func theLookIsKeptAndTheCommandLineCountsMore() throws {
    var first = state()
    first.store(SavedState.Choice(look: LookChoice(hex: false, date: true)))
    first.store(SavedState.Choice(look: LookChoice(brightness: 0.5)))
    first.store(nil, at: moment)
    var second = state()
    let plain = try Arguments(["--no-config"])
    #expect(second.effectiveChoice(with: plain).look == LookChoice(hex: false, date: true, brightness: 0.5))
    for (line, rest) in [
      (["--hex"], LookChoice(date: true, brightness: 0.5)), (["--no-date"], LookChoice(hex: false, brightness: 0.5)),
      (["--brightness", "0.7", "--12-hour", "--face", "hue"], LookChoice(hex: false, date: true)),
    ] {
      let arguments = try Arguments(["--no-config"] + line)
      #expect(second.effectiveChoice(with: arguments).look == rest)
    }
    second.store(SavedState.Choice(look: LookChoice(hex: true)))
    #expect(second.effectiveChoice(with: try Arguments(["--no-config", "--no-hex"])).look.hex == true)
    var setup = try plain.options().setup(.fullScreen, chosen: second.effectiveChoice(with: plain))
    #expect(setup.style.labels.date && setup.style.labels.hex && setup.style.brightness == 0.5)
    #expect(setup.cards.allSatisfy { $0.style == setup.style })
    setup = try plain.options().setup(.fullScreen, chosen: SavedState.Choice(look: LookChoice(brightness: -3)))
    #expect(setup.style.brightness == 0.3)
  }

  /// Each choice is kept, gives way to its option alone, and is the value that `get` reports.
  @Test(
    arguments: [
      (LookChoice(secondsRing: true), "seconds-ring", "--no-seconds-ring", .bool(true)),
      (LookChoice(sweeps: true), "sweep", "--no-sweep", .bool(true)),
      (LookChoice(chimes: true), "chime", "--no-chime", .bool(true)),
      (LookChoice(keepsProgramEnd: true), "program-end", "--program-end=moves", .string("kept")),
    ] as [(LookChoice, String, String, JSON)])
  func eachIsKept(choice: LookChoice, option: String, line: String, value: JSON) throws {
    var first = state()
    first.store(SavedState.Choice(look: LookChoice(date: true).with(choice)))
    first.store(nil, at: moment)
    let second = state()
    let plain = try Arguments(["--no-config", "--sound", "beep"])
    #expect(second.effectiveChoice(with: plain).look == LookChoice(date: true).with(choice))
    #expect(second.effectiveChoice(with: try Arguments(["--no-config", line])).look == LookChoice(date: true))
    let setup = try plain.options().setup(.fullScreen, chosen: second.effectiveChoice(with: plain))
    let labels = setup.style.labels
    #expect([labels.secondsRing, labels.sweeps, setup.sound.chimes, setup.keepsProgramEnd].filter { $0 }.count == 1)
    let report = OptionReport(
      started: plain, arguments: plain, options: try plain.options(), mode: .fullScreen,
      choice: second.effectiveChoice(with: plain))
    let status = try report.status(of: option)
    #expect(status == OptionStatus(name: option, value: value, origin: "chosen"))
  }

  /// The title, the night and the zones of the settings likewise. A look of an older version has none of them.
  @Test func theSettingsAreKeptAndTheCommandLineCountsMore() throws {
    let choice = LookChoice(title: "Tea", night: .now, hiddenZones: ["Tokyo"])
    var first = state()
    first.store(SavedState.Choice(look: LookChoice(date: true)))
    first.store(SavedState.Choice(look: choice))
    first.store(nil, at: moment)
    let second = state()
    let plain = try Arguments(["--no-config"])
    #expect(second.effectiveChoice(with: plain).look == LookChoice(date: true).with(choice))
    let line = ["--title", "X", "--night", "22:00-06:00", "--also", "Asia/Tokyo=Tokyo"]
    let asked = try Arguments(["--no-config"] + line)
    #expect(second.effectiveChoice(with: asked).look == LookChoice(date: true))
    // Those of this run count, and the given ones can be chosen again.
    var setup = try asked.options().setup(.fullScreen, chosen: SavedState.Choice(look: choice))
    #expect(setup.zones.isEmpty && setup.ring.title == "Tea" && setup.given.title == "X")
    #expect(setup.night?.account(at: moment) == "night now, as it was chosen at the wall")
    setup.apply(LookChoice(night: .given, hiddenZones: []))
    #expect(setup.zones.map(\.name) == ["Tokyo"] && setup.night?.account(at: moment).contains("22:00") == true)
    setup.apply(LookChoice(night: .off))
    #expect(setup.night == nil)
  }
}
