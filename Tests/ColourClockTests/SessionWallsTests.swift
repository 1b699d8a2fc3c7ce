import Testing

@testable import ColourClock

/// One clock on several monitors.
@Suite struct SessionWallsTests {
  private let clock = ManualClock(.at(13, 35, 16, plus: .milliseconds(250)))
  private let left = Canvas()
  private let right = Canvas()
  private let colour = Canvas(.colour)
  private let black = Canvas(.black)

  private func session(countdown: Duration? = nil, perform: @escaping (Effect) -> Void = { _ in }) -> Session {
    var running = countdown.map { Countdown(Countdown.Rules(period: $0)) }
    running?.start(at: clock.now)
    let scene = Scene(Setup(face: .scaled, style: .hard), countdown: running)
    let session = Session(scene: scene, clock: clock, perform: perform)
    session.surfacesDidChange(to: [left, right, colour, black])
    clock.start()
    for (canvas, size) in zip([left, right, colour, black], [640, 480, 800, 800]) {
      canvas.receive(.resized(Size(width: size, height: 360)))
    }
    return session
  }

  @Test func allShowTheSameSecondEachInItsWay() {
    let session = session()
    clock.advance(by: .seconds(3))
    #expect(left.present?.texts.first?.string == "13:35:19" && right.present?.texts.first?.string == "13:35:19")
    #expect(left.present?.size.width == 640 && right.present?.size.width == 480)
    #expect(colour.present?.items == [] && colour.present?.background == left.present?.background)
    #expect(black.present?.items == [] && black.present?.background == .black)
    withExtendedLifetime(session) {}
  }

  @Test func aBlackWallIsPaintedOnce() {
    let session = session()
    let before = Set(black.shown.map(\.frame)).count
    clock.advance(by: .seconds(10))
    #expect(before == 1 && Set(black.shown.map(\.frame)).count == 1)
    withExtendedLifetime(session) {}
  }

  @Test func zeroIsToldOnce() {
    var performed: [Effect] = []
    let session = session(countdown: .seconds(5)) { performed.append($0) }
    clock.advance(by: .seconds(20))
    #expect(performed.filter { $0 == .reachedZero } == [.reachedZero])
    withExtendedLifetime(session) {}
  }

  @Test func aCountdownSetOnOneRunsOnAll() {
    let session = session()
    right.receive(.pressed(.character("c")))
    right.receive(.released(.character("c")))
    #expect(left.present?.texts.map(\.string) == right.present?.texts.map(\.string))
    #expect(session.scene.countdown != nil)
    left.receive(.pressed(.character("c")))
    clock.advance(by: .seconds(2))
    #expect(session.scene.countdown?.number(at: clock.now) == 298)
  }

  @Test func aHandOnOneLeavesTheOthersAlone() {
    let session = session()
    let before = left.present
    right.receive(.pointerMoved(Point(x: 5, y: 5)))
    #expect(left.present == before)
    // The button has come on the one that was touched.
    clock.advance(by: .milliseconds(300))
    #expect(right.present?.items.count ?? 0 > left.present?.items.count ?? 0)
    withExtendedLifetime(session) {}
  }

  @Test func keysWorkWhicheverWindowHasTheKeyboard() {
    let session = session()
    black.receive(.pressed(.character("g")))
    clock.advance(by: .seconds(1))
    #expect(left.present?.items.count ?? 0 > 5 && right.present?.texts.count == 2)
    withExtendedLifetime(session) {}
  }

  @Test func monitorsComeAndGo() {
    let session = session(countdown: .seconds(100))
    session.surfacesDidChange(to: [right])
    let before = left.shown.count
    clock.advance(by: .seconds(2))
    #expect(left.shown.count == before)
    let again = Canvas()
    session.surfacesDidChange(to: [right, again])
    again.receive(.resized(Size(width: 500, height: 500)))
    clock.advance(by: .seconds(1))
    #expect(again.present?.items.isEmpty == false)
    #expect(session.scene.countdown?.number(at: clock.now) == 97)
  }

  @Test func whatACommandSaysIsSaidOnce() {
    var performed: [Effect] = []
    let session = session { performed.append($0) }
    session.receive(.refreshed(true))
    session.receive(.fed(nil))
    #expect(performed == [])
  }
}

/// The frames of each second, counted.
@Suite struct RateTests {
  @Test func aWallAtRestHasOneFrameASecond() {
    let clock = ManualClock(.at(13, 35, 16))
    let canvas = Canvas()
    var setup = Setup(face: .scaled, style: .hard)
    setup.showsRate = true
    let session = Session(scene: Scene(setup), clock: clock) { _ in }
    clock.start()
    session.surfacesDidChange(to: [canvas])
    canvas.receive(.resized(Size(width: 640, height: 360)))
    clock.advance(by: .seconds(4))
    #expect(canvas.present?.texts.last?.string == "1 fps")
    let before = canvas.shown.count
    clock.advance(by: .seconds(10))
    #expect(canvas.shown.count == before + 10)
    #expect(canvas.shown[before].ahead == canvas.shown[before + 1].frame)
    withExtendedLifetime(session) {}
  }
}
