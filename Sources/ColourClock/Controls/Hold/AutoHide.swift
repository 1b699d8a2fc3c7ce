/// Whether something is visible that appears when the user does something and disappears when nothing was done for a
/// while.
package struct AutoHide: Hashable, Sendable {
  let mode: Mode
  /// Of appearing and of disappearing; zero with reduced motion.
  private let fade: Duration
  /// The uptime of the last sign of a user.
  private var last: Duration?
  /// When it last began to appear, and how opaque it was then.
  private var appeared: Appearance?

  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case always, auto, never
  }

  private struct Appearance: Hashable {
    let since: Duration
    let opacity: Double
  }

  /// How long it stays after the last sign of a user.
  static let linger = Duration.seconds(4)
  static let fadeTime = Duration.milliseconds(200)

  init(mode: Mode, isReduced: Bool) {
    self.mode = mode
    fade = isReduced ? .zero : AutoHide.fadeTime
  }

  /// The user has done something.
  mutating func appear(at uptime: Duration) {
    if last.map({ uptime >= $0 + AutoHide.linger }) ?? true {
      // A frame ago, so that the first frame shows something.
      appeared = Appearance(since: uptime - Motion.frame, opacity: opacity(at: uptime))
    }
    last = uptime
  }

  /// Appears by itself, and goes at that time at the earliest.
  mutating func appear(at uptime: Duration, until end: Duration) {
    appear(at: uptime)
    prolong(until: end - AutoHide.linger)
  }

  /// Takes the last sign of a user as one of that time, which may lie ahead; unless a later one is known.
  mutating func prolong(until uptime: Duration) { last = max(last ?? uptime, uptime) }

  /// Whether it stays for longer than after a sign of a user.
  func staysOn(at uptime: Duration) -> Bool { last.map { $0 > uptime } ?? false }

  /// Takes the last sign of a user as one of that time, also where a later one was expected: a finished action lets go
  /// early.
  mutating func stay(until uptime: Duration) {
    if last == nil { appear(at: uptime) }
    last = uptime
  }

  /// Begins to disappear now, unless it has begun before.
  mutating func disappear(at uptime: Duration) { last = last.map { min($0, uptime - AutoHide.linger) } }

  /// 0…1.
  func opacity(at uptime: Duration) -> Double {
    switch mode {
    case .always: return 1
    case .never: return 0
    case .auto: break
    }
    guard let last, let appeared else { return 0 }
    let end = last + AutoHide.linger
    if uptime >= end { return 1 - Motion.progress(from: end, to: uptime, over: fade) }
    return Motion.mix(appeared.opacity, 1, Motion.progress(from: appeared.since, to: uptime, over: fade))
  }

  /// Whether it can have been seen by who presses now: a touch comes as a movement and a press at once.
  func hasBeenSeen(at uptime: Duration) -> Bool {
    guard mode == .auto else { return mode == .always }
    return opacity(at: uptime) > 0 && (appeared.map { uptime >= $0.since + AutoHide.glance } ?? false)
  }

  private static let glance = Duration.milliseconds(150)

  /// When `opacity` changes next; `nil` when it stays until the user does something.
  func nextChange(after uptime: Duration) -> Duration? {
    guard mode == .auto, let last, let appeared else { return nil }
    let end = last + AutoHide.linger
    if uptime >= end + fade { return nil }
    if uptime >= end || uptime < appeared.since + fade { return Motion.nextFrame(after: uptime) }
    return end
  }
}
