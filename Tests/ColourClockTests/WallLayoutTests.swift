import Testing

@testable import ColourClock

/// Three monitors of 1000 pixels side by side, the second the primary one.
@Suite struct WallLayoutTests {
  private let monitors = MonitorTests.row("a b* c")

  private func layout(
    _ kind: WallLayout.Kind, on names: String, _ choice: MonitorChoice, _ others: OtherMonitors
  ) -> WallLayout {
    let covered = monitors.filter { names.contains($0.name) }.map(\.box)
    let (left, right) = (covered.map(\.left).min() ?? 0, covered.map(\.right).max() ?? 0)
    let window = PixelRect(x: left, y: 0, size: Size(width: right - left, height: 1000))
    return WallLayout(
      kind, window: window, roles: MonitorRoles(choice, others: others, of: monitors), monitors: monitors)
  }

  private func covers(_ layout: WallLayout) -> [String] {
    layout.covers.map { "\($0.monitor.name) \($0.role)" }
  }

  @Test func oneOnThePrimaryLeavesTheRestAlone() {
    let one = layout(.fullScreen, on: "b", .primary, .leave)
    #expect(one.main.map(\.role) == [.whole] && one.covers.isEmpty)
  }

  @Test func allHaveTheirOwn() {
    let all = layout(.fullScreen, on: "b", .all, .leave)
    #expect(all.main.map(\.role) == [.whole] && covers(all) == ["a whole", "c whole"])
  }

  @Test func theOthersAreCovered() {
    #expect(covers(layout(.fullScreen, on: "b", .primary, .black)) == ["a black", "c black"])
    #expect(covers(layout(.fullScreen, on: "b", .primary, .colour)) == ["a colour", "c colour"])
  }

  @Test func aWindowOverSeveralIsDivided() {
    let both = layout(.fullScreen, on: "ab", .all, .leave)
    #expect(both.main.map(\.role) == [.whole, .whole] && both.main.map(\.box.left) == [0, 1000])
    #expect(covers(both) == ["c whole"])
    #expect(layout(.fullScreen, on: "ab", .primary, .leave).main.map(\.role) == [.black, .whole])
  }

  @Test func aWindowThatAManagerPutElsewhereIsTheClock() {
    let astray = layout(.fullScreen, on: "a", .named("c"), .leave)
    #expect(astray.main.map(\.role) == [.whole] && astray.covers.isEmpty)
  }

  @Test func unlessItsMonitorIsForSomethingElse() {
    let astray = layout(.fullScreen, on: "a", .named("c"), .black)
    #expect(astray.main.map(\.role) == [.black] && covers(astray) == ["b black", "c whole"])
  }

  @Test func aWindowIsOneWallWhereverItIs() {
    let wide = layout(.window, on: "abc", .all, .black)
    #expect(wide.main.map(\.role) == [.whole] && wide.main.map(\.box.size.width) == [3000] && wide.covers.isEmpty)
  }

  @Test func aHostSeesToItsOtherMonitorsItself() {
    #expect(layout(.adopted, on: "b", .all, .black).covers.isEmpty)
    #expect(layout(.adopted, on: "abc", .all, .leave).main.map(\.role) == [.whole, .whole, .whole])
  }

  @Test func onTheRootWhatIsLeftAloneIsLeftAsItIs() {
    let root = layout(.root, on: "abc", .primary, .leave)
    #expect(root.main == [WallLayout.Part(box: MonitorTests.box(1000, 0, 1000, 1000), role: .whole)])
  }

  /// On two monitors with a small one below the first: exactly there, beyond them on all sides, beside them, on none.
  private static let windows = [
    MonitorTests.box(0, 0, 2000, 1000), MonitorTests.box(0, 0, 2000, 1500), MonitorTests.box(-5, -7, 2010, 1010),
    MonitorTests.box(-300, -200, 4000, 3000), MonitorTests.box(0, 0, 1000, 1500), MonitorTests.box(0, 0, 1999, 1400),
    MonitorTests.box(1500, 300, 4000, 4000), MonitorTests.box(600, 1100, 300, 300), MonitorTests.box(0, 0, 0, 0),
  ]

  @Test(arguments: [WallLayout.Kind.adopted, .fullScreen, .root, .window], windows)
  func everyPixelIsCoveredOnce(kind: WallLayout.Kind, window: PixelRect) {
    let monitors = WallTilesTests.monitors
    let roles = MonitorRoles(.all, others: .leave, of: monitors)
    let boxes = WallLayout(kind, window: window, roles: roles, monitors: monitors).main.map(\.box)
    #expect(boxes.map(\.area).reduce(0, +) == window.area)
    #expect(boxes.allSatisfy { PixelRect(window.size).contains($0) })
    for (index, box) in boxes.enumerated() {
      #expect(boxes[..<index].allSatisfy { $0.intersection(box).isEmpty })
    }
  }

  @Test func whatLiesOnNoMonitorIsBlack() {
    let window = MonitorTests.box(0, 0, 3000, 1200)
    let roles = MonitorRoles(.primary, others: .leave, of: monitors)
    let below = WallLayout.Part(box: MonitorTests.box(0, 1000, 3000, 200), role: .black)
    let clock = WallLayout.Part(box: MonitorTests.box(1000, 0, 1000, 1000), role: .whole)
    #expect(WallLayout(.root, window: window, roles: roles, monitors: monitors).main == [clock, below])
    let adopted = WallLayout(.adopted, window: window, roles: roles, monitors: monitors)
    #expect(adopted.main.map(\.role) == [.black, .whole, .black, .black] && adopted.main.last == below)
  }
}
