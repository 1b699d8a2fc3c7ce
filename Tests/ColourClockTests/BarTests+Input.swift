import TestSupport
import Testing

@testable import ColourClock

/// The bar by pointer and by keys.
extension BarTests {
  @Test func aPointerDoesItAll() throws {
    var play = play()
    try click(.toggle, in: &play)
    #expect(isRunning(play) && number(play) == 300)
    try click(.more, in: &play)
    #expect(number(play) == 360)
    try click(.less, in: &play)
    try click(.less, in: &play)
    #expect(number(play).map { (235...240).contains($0) } == true)
    try click(.toggle, in: &play)
    #expect(isPaused(play))
    try click(.toggle, in: &play)
    #expect(isRunning(play))
    try click(.reset, in: &play)
    #expect(play.scene.countdown?.state == .idle)
    try click(.preset(.seconds(600)), in: &play)
    #expect(isRunning(play) && number(play) == 600)
    try click(.help, in: &play)
    #expect(play.scene.help.isOpen(at: play.moment.uptime) && isRunning(play))
    #expect(play.effects.count { $0 == .saveTimers } == 8)
  }

  @Test func aLongLookAtTheQuestionMarkOpensTheHelp() throws {
    var play = play()
    play.send(.pointerMoved(Point(x: 300, y: 300)))
    play.wait(.milliseconds(500))
    let place = try #require(play.scene.barPlaces.first { $0.command == .help }).box.centre
    func isOpen() -> Bool { play.scene.help.isOpen(at: play.moment.uptime) }
    play.send(.pointerMoved(place))
    play.wait(.milliseconds(1990))
    #expect(!isOpen())
    play.wait(.milliseconds(20))
    #expect(isOpen())
    // Once, until the pointer has left it.
    play.tap(.escape)
    play.send(.pointerMoved(place + Point(x: 1, y: 0)))
    play.wait(.milliseconds(2100))
    #expect(!isOpen())
    play.send(.pointerMoved(Point(x: 300, y: 300)), .pointerMoved(place))
    play.wait(.milliseconds(1000))
    // What is done meanwhile counts.
    play.press(place.x, place.y)
    play.release(place.x, place.y)
    #expect(isOpen())
    play.tap(.escape)
    play.wait(.milliseconds(3000))
    #expect(!isOpen())
  }

  @Test func keysReachItAll() throws {
    var play = play()
    var seen: [ControlBar.Command] = []
    for _ in 0..<10 {
      play.tap(.tab)
      seen.append(try #require(play.scene.bar.focus(at: play.moment)))
    }
    // Without a countdown there is nothing to change of it.
    let presets = play.scene.setup.presets.map(ControlBar.Command.preset)
    #expect(seen == [.toggle] + presets + [.setTime, .stopwatch, .settings, .help, .quit])
    play.tap(.tab)
    #expect(play.scene.bar.focus(at: play.moment) == .toggle)
    play.tap(.enter)
    #expect(isRunning(play) && number(play) == 300)
    play.tap(.right)
    play.tap(.character(" "))
    #expect(number(play) == 360)
    play.tap(.backTab)
    play.tap(.left)
    #expect(play.scene.bar.focus(at: play.moment) == .less)
    play.tap(.enter)
    #expect(number(play) == 300)
    #expect(!play.scene.gallery.isOpen(at: play.moment) && play.scene.hold.level(at: play.moment) == 0)
    play.tap(.escape)
    #expect(play.scene.bar.focus(at: play.moment) == nil)
  }

  /// Then Enter and Space are the hold button's again, and arrows the gallery's.
  @Test func theFocusGoesWithTheBar() {
    var play = play()
    play.tap(.tab)
    #expect(play.scene.bar.focus(at: play.moment) == .toggle)
    play.wait(.seconds(20))
    #expect(play.scene.bar.opacity(at: play.moment) == 0 && play.scene.bar.focus(at: play.moment) == nil)
    play.tap(.enter)
    #expect(play.scene.countdown == nil && play.texts.contains("Press Enter again to quit"))
  }

  /// A touch that brings the bar is not one on it; one that slides off has no effect; a second finger neither.
  @Test func whatDoesNotCount() throws {
    var play = play()
    let place = try box(.toggle, in: play).centre
    // As a touch screen sends it.
    play.send(.pointerMoved(place))
    play.press(place.x, place.y)
    play.release(place.x, place.y)
    #expect(play.scene.countdown == nil)
    play.wait(.milliseconds(300))
    play.press(place.x, place.y)
    play.send(.pointerMoved(Point(x: place.x, y: place.y - 200)))
    play.send(.pointerMoved(place))
    play.release(place.x, place.y)
    #expect(play.scene.countdown == nil)
    play.press(place.x, place.y)
    play.send(.pointerPressed(place, .other))
    play.release(place.x, place.y)
    #expect(play.scene.countdown == nil)
  }

  @Test func hiddenItCostsNothing() {
    var play = play()
    play.wait(.seconds(5))
    let before = play.wakes
    play.wait(.seconds(60))
    #expect(play.wakes - before == 60)
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.seconds(6))
    let after = play.wakes
    play.wait(.seconds(60))
    #expect(play.wakes - after == 60 && play.scene.isPredictable(at: play.moment))
  }

  @Test func withReducedMotionItIsThereAtOnce() {
    var play = play { $0.isReduced = true }
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    #expect(play.scene.bar.opacity(at: play.moment) == 1)
    play.wait(.seconds(4))
    #expect(play.scene.bar.opacity(at: play.moment) == 0)
  }

  @Test func afterZeroItBeginsAgain() throws {
    var play = play(countdown: .seconds(5))
    play.wait(.seconds(6))
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.milliseconds(300))
    #expect(play.texts.contains("Again"))
    try click(.toggle, in: &play)
    #expect(isRunning(play) && number(play) == 5)
  }
}
