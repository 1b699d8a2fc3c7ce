import FoundationEssentials
import Testing

@testable import ColourClock

/// Phases at set times, and their colours.
@Suite struct PhaseTests {
  /// Each countdown's warning and danger are told once, whatever else happens in them.
  @Test func aPhaseIsToldOnce() throws {
    var play = Play { $0.phases = CountdownPhases(warn: .seconds(60), danger: .seconds(10)) }
    func told(_ change: (inout Play) -> Void) -> [Int] {
      let before = play.scene.news(at: play.moment)
      change(&play)
      return play.scene.news(at: play.moment).enteredPhase(since: before)
    }
    #expect(told { $0.send(.told(.countdown(.new(.seconds(120), title: "A")))) } == [])
    // The warning of the options does not begin one that is shorter than it.
    #expect(told { $0.send(.told(.countdown(.new(.seconds(50), title: "B")))) } == [])
    #expect(told { $0.send(.told(.countdown(.pause)), .told(.countdown(.resume))) } == [])
    #expect(told { $0.wait(.seconds(41)) } == [2])
    #expect(told { $0.wait(.seconds(10)) } == [])
    #expect(told { $0.wait(.seconds(12)) } == [1])
    #expect(told { $0.send(.told(.countdown(.add(.seconds(60)), of: .id(1)))) } == [])
    // A suspend over the warning tells the danger alone.
    #expect(
      told {
        $0.jump(.seconds(110))
        $0.send(.ticked)
      } == [1])
    var program = Play()
    program.send(.told(.program(.start(try .parse("A 20s, B 20s warn 19s")))))
    let before = program.scene.news(at: program.moment)
    program.wait(.seconds(22))
    #expect(program.scene.news(at: program.moment).enteredPhase(since: before) == [1])
  }

  private static func phases(_ warn: Int?, _ danger: Int?) -> CountdownPhases {
    CountdownPhases(warn: warn.map { .seconds($0) }, danger: danger.map { .seconds($0) })
  }

  /// A countdown of 25 minutes that runs, and the phases of its set-up.
  private static func play(_ phases: CountdownPhases, of length: Duration = .seconds(1500)) -> Play {
    Play({ $0.phases = phases }, countdown: length)
  }

  @Test(arguments: [
    (phases(300, 60), 1500, 300, 60), (phases(nil, nil), 1500, 300, 10), (phases(nil, nil), 60, 12, 6),
    (phases(0, 0), 1500, 0, 0), (phases(60, nil), 1500, 60, 10), (phases(10, nil), 1500, 10, 5),
    (phases(nil, 600), 1500, 300, 600), (phases(3600, 60), 1500, 3600, 60),
  ])
  func `they begin at the set times`(phases: CountdownPhases, length: Int, soon: Int, last: Int) {
    let spans = phases.spans(of: .seconds(length))
    #expect(spans == (.seconds(soon), .seconds(last)))
  }

  /// At every border, on the wall and in its report, and the wall wakes for it.
  @Test func `borders are where they are set`() throws {
    var play = Self.play(Self.phases(300, 60))
    for (rest, phase) in [(301, "calm"), (300, "soon"), (61, "soon"), (60, "last"), (1, "last"), (0, "over")] {
      let left = try #require(play.scene.countdown?.remaining(at: play.moment))
      play.wait(left - .seconds(rest))
      #expect(play.scene.countdownReport(at: play.moment)?.phase == phase, "\(rest)")
      #expect((play.scene.phaseColour(at: play.moment) != nil) == ["soon", "last"].contains(phase), "\(rest)")
    }
  }

  /// An exam ends at its time of day, whenever the countdown to it begins; a length begins without a warning.
  @Test(arguments: [("12:03:02", 182, "soon"), ("12:01:40", 100, "last"), ("12:10:01", 601, "calm")])
  func `a countdown to an end may begin in a phase`(end: String, seconds: Int64, phase: String) throws {
    var play = Self.play(Self.phases(600, 120))
    play.send(.told(.countdown(.until(try .parseUpcoming(end), from: nil, title: nil))))
    #expect(play.scene.countdownReport(at: play.moment)?.phase == phase && play.refusals.isEmpty)
    play.send(.told(.countdown(.start(.seconds(seconds), title: nil))))
    #expect(play.scene.countdownReport(at: play.moment)?.phase == "calm")
  }

  /// The set-up's danger comes before the whole of a short countdown, so it does not count there.
  @Test func `a short countdown takes its own warning`() {
    var play = Self.play(Self.phases(nil, 600))
    play.send(.told(.countdown(.start(.seconds(300), title: nil, phases: Self.phases(60, nil)))))
    #expect(play.refusals.isEmpty && play.scene.countdown?.phases == Self.phases(60, nil))
    play.send(.told(.countdown(.start(.seconds(900), title: nil, phases: Self.phases(60, nil)))))
    #expect(play.refusals == [Refusal.phaseOrder.text])
  }

  @Test func `a countdown decides before the set-up, and refuses what makes no sense`() {
    var play = Self.play(Self.phases(300, 60))
    play.send(.told(.countdown(.warn(Self.phases(600, nil)))))
    #expect(play.scene.countdownReport(at: play.moment)?.warn == 600)
    #expect(play.scene.countdownReport(at: play.moment)?.danger == 60)
    play.send(.told(.countdown(.warn(Self.phases(60, nil)))), .told(.countdown(.warn(Self.phases(nil, 600)))))
    #expect(play.refusals == Array(repeating: Refusal.phaseOrder.text, count: 2))
    #expect(play.scene.countdown?.phases == Self.phases(600, nil))
    play.send(.told(.countdown(.warn(Self.phases(nil, 0)))))
    #expect(play.scene.countdown?.phases == Self.phases(600, 0))
    // Another one is as the set-up says.
    play.send(.told(.countdown(.start(.seconds(900), title: nil))))
    #expect(play.scene.countdown?.phases == CountdownPhases())
    play.send(.told(.countdown(.start(.seconds(900), title: nil, phases: Self.phases(30, nil)))))
    #expect(play.refusals.count == 3 && play.scene.countdown?.phases == CountdownPhases())
  }

  @Test func `they are kept`() throws {
    for phases in [Self.phases(nil, nil), Self.phases(600, 0), Self.phases(nil, 5)] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(1500)))
      countdown.phases = phases
      countdown.start(at: .after(0))
      let data = try JSONEncoder().encode(countdown.record(at: .after(1), boot: "one"))
      let record = try JSONDecoder().decode(Countdown.Record.self, from: data)
      #expect(Countdown.restore(record, at: .after(2), boot: "one")?.countdown == countdown)
    }
  }

  /// No more than 60 dashes, each of a span that people count in, the last of which goes out with the time.
  @Test func `dashes stay few`() {
    for last in [1, 10, 60, 61, 300, 301, 3600, 7200, 359_999] {
      let span = Duration.seconds(last)
      let count = span.count(roundedUpOf: Ring.dashTime(of: span))
      #expect((1...60).contains(count) && (last > 60 || count == last), "\(last)")
    }
  }

  @Test func `without a set time nothing has a colour`() {
    var play = Self.play(CountdownPhases())
    let calm = play.scene.frame(at: play.moment)
    play.wait(.seconds(1495))
    #expect(play.scene.phaseColour(at: play.moment) == nil && calm != nil)
  }

  /// Red alone was asked for, so nothing is amber. Amber alone also ends in red.
  @Test(
    arguments: [(nil, 60, nil), (300, nil, PhaseColours.warn), (300, 0, PhaseColours.warn)] as [(Int?, Int?, Colour?)])
  func `a phase that was not asked for has no colour`(warn: Int?, danger: Int?, soon: Colour?) {
    let span: (Int?) -> Duration? = { $0.map { .seconds($0) } }
    var play = Self.play(CountdownPhases(warn: span(warn), danger: span(danger)))
    play.wait(.seconds(1300))
    #expect(play.scene.phaseColour(at: play.moment) == soon)
    play.wait(.seconds(195))
    #expect(play.scene.phaseColour(at: play.moment) == (danger == 0 ? PhaseColours.warn : PhaseColours.danger))
  }

  // MARK: Colours

  @Test(arguments: Dichromacy.allCases) func `everyone can read and tell them apart`(sight: Dichromacy) {
    let (ground, colours) = (PhaseColours.ground, [PhaseColours.warn, PhaseColours.danger])
    for colour in colours {
      #expect(sight.contrast(colour, ground) >= 4.5)
      #expect(colour.legibility(on: ground) >= 1)
      #expect(sight.contrast(colour, .white) >= 1.4)
    }
    #expect(sight.contrast(colours[0], colours[1]) >= 1.7)
  }

  /// The ring needs no keyline on its disc, and number and ring share a colour: at each hour, on all faces, by night
  /// too.
  @Test(arguments: Face.all) func `number and ring have the colour on a disc`(face: Face) throws {
    for (hour, night) in (0..<24).flatMap({ [($0, false), ($0, true)] }) {
      var setup = Setup(face: face, style: .hard)
      if night { setup.night = Night(try DailyHours.parse("00:00-23:59:59")) }
      let moment = Moment.at(hour, 30, 0)
      var countdown = Countdown(Countdown.Rules(period: .seconds(120)))
      countdown.phases = Self.phases(300, 60)
      countdown.start(at: moment)
      var scene = Scene(setup, countdown: countdown)
      _ = scene.handle(fact: .resized(Play.size), at: moment)
      let frame = try #require(scene.frame(at: moment))
      let discs = frame.items.compactMap { item -> Colour? in
        guard case .fill(let fill) = item, case .disc(_, let radius) = fill.shape, radius > 300 else { return nil }
        return fill.colour
      }
      let number = frame.items.compactMap { if case .text(let text) = $0, text.string == "2:00" { text } else { nil } }
      #expect(discs.count == 1 && number.count == 1)
      #expect(number.first.map { $0.colour.legibility(on: discs[0]) >= 0.99 } == true, "\(hour) \(night)")
      #expect(night || number.first?.colour == PhaseColours.warn)
    }
  }
}
