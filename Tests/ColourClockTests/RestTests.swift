import Testing

@testable import ColourClock

/// While only time changes, a wall knows its coming seconds: each is what it would show without that.
@Suite struct RestTests {
  /// Faces, and what else the labels, the light and the place of them depend on.
  private static func setup(_ face: Face) throws -> Setup {
    var labels = Labels()
    var setup = Setup(face: face, style: Style(labels: labels, fade: Fade(span: .milliseconds(300), pace: .real)))
    switch face {
    case .scaled: break
    case .full:
      (labels.date, labels.twelveHour) = (true, true)
      setup.zones = [
        OtherZone(name: "Tokyo", zone: Zone(rule: try ZoneRule("JST-9"))),
        OtherZone(name: "Paris", zone: Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))),
      ]
    case .literal:
      setup.night = Night(try DailyHours.parse("21:00-06:30"))
      setup.shift = .subtle
    case .carry:
      setup.alarms = [try DailyAlarm.parse("23:30=Tea")]
      setup.shift = .roam
    default: setup.style.brightness = 0.4
    }
    setup.style.labels = labels
    return setup
  }

  @Test(arguments: Face.all)
  func everySecondOfADayIsTheSame(_ face: Face) throws {
    // The day on which summer time ends in Paris, which is also one of New York's summer.
    let zone = Zone(rule: try ZoneRule("EST5EDT,M3.2.0,M11.1.0"))
    var scene = Scene(try Self.setup(face))
    func moment(_ second: Int64) -> Moment {
      Moment(
        instant: Instant(second: 1_792_900_800 + second) + .microseconds(437), uptime: .seconds(5000 + second),
        zone: zone)
    }
    _ = scene.handle(fact: .resized(Size(width: 640, height: 400), resolution: 4), at: moment(-1))
    var (foreseen, second) = (0, Int64(0))
    while second < 86_400 {
      let start = moment(second)
      _ = scene.handle(fact: .ticked, at: start)
      let frames = scene.framesToRecord(after: start)
      #expect(frames.count <= FrameRecording.longest)
      for frame in frames {
        second += 1
        let present = moment(second)
        #expect(scene.handle(fact: .ticked, at: present).isEmpty)
        guard frame != scene.frame(at: present) else { continue }
        Issue.record("\(face.name), second \(second)")
        return
      }
      foreseen += frames.count
      second += 1
    }
    // An alarm rings for a while, and jumps of colour fade.
    #expect(foreseen > 60_000, "\(foreseen)")
  }

  @Test func theClockThatIsSetEndsARecording() {
    let moment = Moment(instant: Instant(second: 100), uptime: .seconds(7), zone: .utc)
    let frame = Frame(size: Size(width: 1, height: 1), background: .black, items: [])
    var recording = FrameRecording([frame, frame], after: moment)
    #expect(!recording.expects(Instant(second: 100)))
    #expect(!recording.expects(Instant(second: 102)))
    #expect(recording.expects(Instant(second: 101)))
    recording.pass(at: .seconds(8))
    #expect(!recording.expects(Instant(second: 101)))
    #expect(recording.expects(Instant(second: 102) + .milliseconds(999)))
    recording.pass(at: .seconds(9))
    #expect(!recording.expects(Instant(second: 103)))
    #expect(recording.shown.map(\.uptime) == [.seconds(8), .seconds(9)])
  }
}
