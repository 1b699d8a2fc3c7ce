import ColourClock
import ControlProtocol
import Testing

@testable import App
@testable import System
@testable import XWindow

/// A wall on a real server, watched for some seconds.
@Suite struct HealthMonitorTests {
  private struct Wall {
    let windows: WindowSet
    let clock: SystemClock
    let session: Session
    let health: HealthMonitor

    init(on display: Display) throws {
      var description = WindowDescription()
      description.mode = .window
      windows = try WindowSet(description, on: display, typeface: try Typeface("DejaVu Sans"))
      clock = SystemClock(.system, zone: try WatchedZone(.universal))
      let style = Style(fade: Fade(span: .zero, pace: .real))
      session = Session(scene: Scene(Setup(face: .scaled, style: style)), clock: clock) { _ in }
      health = HealthMonitor(clock, windows, on: display, keptIn: nil) {
        HealthMonitor.Failures(save: nil, program: nil, sound: nil)
      }
      windows.delegate = session
    }

    /// Runs like the program's loop until there were so many ticks and a drawing was measured, for a minute at the most:
    /// a busy server answers late. Returns the seconds of uptime in which there were ticks. A late tick may lie in the
    /// second of the next.
    func run(ticks least: Int) -> Set<Int64> {
      let end = Now.boot + .seconds(60)
      clock.start()
      windows.open()
      var ticks: Set<Int64> = []
      while ticks.count < least || health.report().drawn == nil, Now.boot < end {
        windows.finishTurn()
        let poll = Poll.wait(for: clock.descriptors + windows.descriptors)
        let hasTicked = clock.receive(poll)
        windows.finishTurn()
        health.turn(hasTicked: hasTicked, for: session)
        if poll.isReady(windows.descriptors) { windows.receive(poll) }
        if hasTicked { ticks.insert(clock.lastUptime.components.seconds) }
      }
      clock.stop()
      return ticks
    }
  }

  @Test func whatIsMeasuredIsReported() throws {
    let display = try Display(nil)
    // Its windows go before the connection that they are on.
    do { try expectReport(of: try Wall(on: display)) }
    display.close()
  }

  private func expectReport(of wall: consuming Wall) throws {
    let start = Now.boot
    let ticks = wall.run(ticks: 13)
    let seconds = (Now.boot - start) / .seconds(1)
    let report = wall.health.report()
    let sent = try #require(report.sent)
    #expect(sent.count == ticks.count && ticks.count >= 13)
    #expect(sent.p50 > 0 && sent.p50 <= sent.p99 && sent.p99 <= sent.worst && sent.worst < 5)
    let drawn = try #require(report.drawn)
    #expect(drawn.count == 1 && drawn.worst > 0 && drawn.worst < 5)
    #expect(report.frames.drawn >= ticks.count && report.silence == nil && report.starts == nil)
    let server = try #require(report.server)
    #expect(server.resources["WINDOW", default: 0] > 0 && server.pixmapBytes > 0)
    let wear = try #require(report.wear.first)
    #expect(wear.spread > 0 && wear.spread < 100 && wear.seconds > 10 && Double(wear.seconds) < seconds + 2)
    try expectJSON(of: report)
  }

  /// What was not measured is not there, rather than empty.
  private func expectJSON(of report: HealthReport) throws {
    let text = JSON.text(of: report)
    for key in ["sent", "drawn", "frames", "memory", "descriptors", "server", "uptime", "wear"] {
      #expect(text.contains("\"\(key)\":"), "\(key) in \(text)")
    }
    for key in ["silence", "starts", "null"] { #expect(!text.contains(key), "\(key) in \(text)") }
  }
}
