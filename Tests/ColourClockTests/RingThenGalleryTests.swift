import Testing

@testable import ColourClock

/// The flash guard and hands: a number that is turned in the ring is no stroboscope, nor is the gallery that opens
/// after it.
@Suite struct RingThenGalleryTests {
  private let clock = ManualClock(.at(10, 8, 42))
  private let canvas = Canvas()

  private func session(_ countdown: Int, size: Size) throws -> Session {
    let setup = Setup(face: .scaled, style: .plain)
    var countdown = Countdown(Countdown.Rules(period: .seconds(countdown)))
    countdown.start(at: clock.now)
    let session = Session(scene: Scene(setup, countdown: countdown), clock: clock) { _ in }
    session.surfacesDidChange(to: [canvas])
    canvas.receive(.resized(size))
    clock.start()
    return session
  }

  /// Lets time go by: how many milliseconds of it the picture was held back.
  private func pass(_ milliseconds: Int, _ session: Session) -> Int {
    (0..<milliseconds / 8).reduce(0) { held, _ in
      clock.advance(by: .milliseconds(8))
      return held + (session.walls[0].flashes.retry == nil ? 0 : 8)
    }
  }

  @Test(
    arguments: [Size(width: 640, height: 360), Size(width: 1280, height: 720), Size(width: 1080, height: 1920)],
    [120, 300, 7200])
  func theGalleryOpensAtOnceAfterTheRingWasTurned(size: Size, countdown: Int) throws {
    for (pause, turn) in [(16, 0.11), (8, 0.5), (24, 0.9)] {
      let session = try session(countdown, size: size)
      _ = pass(2000, session)
      let ring = try #require(session.scene.ring)
      func place(_ turn: Double) -> Point { ring.centre + Point.direction(turn) * ring.radius }
      var held = 0
      canvas.receive(.pointerPressed(place(0), .primary))
      for index in 1...20 {
        canvas.receive(.pointerMoved(place(turn * Double(index) / 20)))
        held += pass(pause, session)
      }
      canvas.receive(.pointerReleased(place(turn), .primary))
      held += pass(200, session)
      #expect(held <= 56, "turning \(turn)")
      held = 0
      let start = ring.centre + Point(x: 0, y: -0.24 * ring.diameter)
      canvas.receive(.pointerPressed(start, .primary))
      for index in 1...15 {
        canvas.receive(.pointerMoved(start + Point(x: -8 * Double(index), y: 0)))
        held += pass(16, session)
      }
      canvas.receive(.pointerReleased(start + Point(x: -120, y: 0), .primary))
      held += pass(1200, session)
      #expect(held == 0, "the gallery after \(turn)")
      withExtendedLifetime(session) {}
    }
  }
}
