/// Counts flashes in the two seconds before and after each full hour, where the colour changes most.
package struct FlashAudit: Sendable {
  /// The most changes within a second.
  package private(set) var changes = 0
  package private(set) var redChanges = 0
  /// The largest change of relative luminance within a second.
  package private(set) var largestStep = 0.0
  /// The hour of the largest step, 0…23.
  package private(set) var hour = 0
  package private(set) var delayed = 0

  /// WCAG 2.2 (2.3.1) allows three flashes a second, of two changes each.
  package static let limit = FlashMeter.changes

  package init(of setup: Setup, in size: Size) {
    for hour in 0..<24 { check(hour, setup, size) }
  }

  private mutating func check(_ hour: Int, _ setup: Setup, _ size: Size) {
    let pace = setup.style.fade.pace
    guard pace.speed > 0 else { return }
    let start = Instant(second: Int64(hour) * 3600) + pace.shown(.seconds(-2))
    var moment = Moment(instant: start, uptime: .zero, zone: .utc)
    var scene = Scene(setup)
    _ = scene.handle(fact: .resized(size), at: moment)
    var (count, flashes) = (Count(), FlashGuard())
    while moment.uptime < .seconds(4), let frame = scene.frame(at: moment) {
      if !flashes.admits(frame, at: moment.uptime) { delayed += 1 }
      count.record(frame.background, at: moment.uptime.inSeconds)
      guard let next = scene.nextChange(after: moment).moment(after: moment, pace: pace), next.uptime > moment.uptime
      else { break }
      moment = next
      _ = scene.handle(fact: .ticked, at: moment)
    }
    (changes, redChanges) = (max(changes, count.most.general), max(redChanges, count.most.red))
    if count.step > largestStep { (largestStep, self.hour) = (count.step, hour) }
  }

  private struct Count {
    private var swings = ColourSwings()
    private var (turns, redTurns, chromaTurns): ([Double], [Double], [Double]) = ([], [], [])
    private var seen: [(time: Double, luminance: Double)] = []

    mutating func record(_ colour: Colour, at time: Double) {
      let light = colour.light
      let new = swings.turns(to: light)
      if new.luminance { turns.append(time) }
      if new.redness { redTurns.append(time) }
      if new.chroma { chromaTurns.append(time) }
      seen.append((time, light.luminance))
    }

    var most: (general: Int, red: Int) { (Count.most(turns), max(Count.most(redTurns), Count.most(chromaTurns))) }

    private static func most(_ times: [Double]) -> Int {
      times.map { start in times.count { $0 >= start && $0 < start + 1 } }.max() ?? 0
    }

    var step: Double {
      seen.map { one in
        seen.filter { $0.time >= one.time && $0.time <= one.time + 1 }.map { abs($0.luminance - one.luminance) }.max()
          ?? 0
      }.max() ?? 0
    }
  }
}
