/// Joins a clock and a surface over a scene: the delegate of both, and the only one who calls either.
package final class Session: ClockDelegate, SurfaceDelegate {
  package private(set) var scene: Scene
  private let clock: any Clock
  private let surface: any Surface
  private let perform: (Effect) -> Void

  /// `perform` carries out the scene's orders.
  package init(scene: Scene, clock: any Clock, surface: any Surface, perform: @escaping (Effect) -> Void) {
    self.scene = scene
    self.clock = clock
    self.surface = surface
    self.perform = perform
    clock.delegate = self
    surface.delegate = self
  }

  package func clock(_ clock: any Clock, didReach moment: Moment) {
    handle([.ticked], at: moment)
  }

  package func surface(_ surface: any Surface, didReceive events: [Event]) {
    handle(events, at: clock.now)
  }

  /// Tells the scene of what has happened elsewhere.
  package func receive(_ event: Event) { handle([event], at: clock.now) }

  private func handle(_ events: [Event], at moment: Moment) {
    let effects = events.flatMap { scene.handle($0, at: moment) }
    show(at: moment)
    effects.forEach(perform)
  }

  /// Shows the present frame, has the coming one composed, and sleeps until then.
  private func show(at moment: Moment) {
    let next = scene.nextChange(after: moment)
    surface.showsPointer = scene.showsPointer(at: moment)
    if let frame = scene.frame(at: moment) { surface.show(frame, ahead: ahead(of: next, after: moment)) }
    clock.wake(at: next)
  }

  /// What a gesture will look like next nobody knows: it is not worth composing.
  private func ahead(of next: Wake, after moment: Moment) -> Frame? {
    guard scene.isPredictable(at: moment) else { return nil }
    return next.moment(after: moment, pace: scene.style.fade.pace).flatMap(scene.frame)
  }
}
