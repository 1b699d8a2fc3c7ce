/// A source of moments that knows nothing of what is done with them: it keeps the ticking apart from the view.
///
/// The name shadows `Swift.Clock` on purpose: in this program a clock is the thing on the wall. The other one is still
/// there under its full name.
package protocol Clock: AnyObject {
  /// Told of each moment that was waited for; held weakly.
  var delegate: (any ClockDelegate)? { get set }
  /// The present moment.
  var now: Moment { get }
  /// Sleeps until then. It replaces the wake-up asked for before.
  func wake(at wake: Wake)
}

/// Who is told when a clock has reached the moment that was waited for.
package protocol ClockDelegate: AnyObject {
  /// `moment` is the present one: never before the instant waited for, but after it when the machine was busy, asleep
  /// or set to another time.
  func clock(_ clock: any Clock, didReach moment: Moment)
}
