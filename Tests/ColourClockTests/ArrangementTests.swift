import Testing

@testable import ColourClock

/// Three monitors of 1000 pixels side by side, the second the primary one.
@Suite struct ArrangementTests {
  private let monitors = MonitorTests.row("a b* c")

  private func arrangement(
    _ kind: Arrangement.Kind, on names: String, _ choice: MonitorChoice, _ others: OtherMonitors
  ) -> Arrangement {
    let covered = monitors.filter { names.contains($0.name) }.map(\.box)
    let (left, right) = (covered.map(\.x).min() ?? 0, covered.map(\.right).max() ?? 0)
    let window = ScreenBox(x: left, y: 0, size: Size(width: right - left, height: 1000))
    return Arrangement(
      kind, window: window, plan: MonitorPlan(choice, others: others, of: monitors), monitors: monitors)
  }

  private func covers(_ arrangement: Arrangement) -> [String] {
    arrangement.covers.map { "\($0.monitor.name) \($0.role)" }
  }

  @Test func oneOnThePrimaryLeavesTheRestAlone() {
    let one = arrangement(.fullScreen, on: "b", .primary, .leave)
    #expect(one.main.map(\.role) == [.whole] && one.covers.isEmpty)
  }

  @Test func allHaveTheirOwn() {
    let all = arrangement(.fullScreen, on: "b", .all, .leave)
    #expect(all.main.map(\.role) == [.whole] && covers(all) == ["a whole", "c whole"])
  }

  @Test func theOthersAreCovered() {
    #expect(covers(arrangement(.fullScreen, on: "b", .primary, .black)) == ["a black", "c black"])
    #expect(covers(arrangement(.fullScreen, on: "b", .primary, .colour)) == ["a colour", "c colour"])
  }

  @Test func aWindowOverSeveralIsDivided() {
    let both = arrangement(.fullScreen, on: "ab", .all, .leave)
    #expect(both.main.map(\.role) == [.whole, .whole] && both.main.map(\.box.x) == [0, 1000])
    #expect(covers(both) == ["c whole"])
    #expect(arrangement(.fullScreen, on: "ab", .primary, .leave).main.map(\.role) == [.black, .whole])
  }

  @Test func aWindowThatAManagerPutElsewhereIsTheClock() {
    let astray = arrangement(.fullScreen, on: "a", .named("c"), .leave)
    #expect(astray.main.map(\.role) == [.whole] && astray.covers.isEmpty)
  }

  @Test func unlessItsMonitorIsForSomethingElse() {
    let astray = arrangement(.fullScreen, on: "a", .named("c"), .black)
    #expect(astray.main.map(\.role) == [.black] && covers(astray) == ["b black", "c whole"])
  }

  @Test func aWindowIsOneWallWhereverItIs() {
    let wide = arrangement(.window, on: "abc", .all, .black)
    #expect(wide.main.map(\.role) == [.whole] && wide.main.map(\.box.size.width) == [3000] && wide.covers.isEmpty)
  }

  @Test func aHostSeesToItsOtherMonitorsItself() {
    #expect(arrangement(.adopted, on: "b", .all, .black).covers.isEmpty)
    #expect(arrangement(.adopted, on: "abc", .all, .leave).main.map(\.role) == [.whole, .whole, .whole])
  }

  @Test func onTheRootWhatIsLeftAloneIsLeftAsItIs() {
    let root = arrangement(.root, on: "abc", .primary, .leave)
    #expect(root.main == [Arrangement.Part(box: MonitorTests.box(1000, 0, 1000, 1000), role: .whole)])
  }
}
