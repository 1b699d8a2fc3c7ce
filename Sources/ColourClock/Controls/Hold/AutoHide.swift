/// Whether something is shown that appears when somebody is there and goes when nobody is.
package struct AutoHide: Hashable, Sendable {
  package let mode: Mode
  /// Of appearing and of going; zero with reduced motion.
  let fade: Duration
  /// The last sign of somebody.
  private(set) var last: Duration?
  /// When it last began to appear, and how opaque it was then.
  private(set) var appeared: Appearance?

  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case always, auto, never
  }

  struct Appearance: Hashable {
    let since: Duration
    let opacity: Double
  }

  /// How long it stays after the last sign of somebody.
  package static let linger = Duration.seconds(4)
  package static let fadeTime = Duration.milliseconds(200)

  package init(mode: Mode, isReduced: Bool) {
    self.mode = mode
    fade = isReduced ? .zero : AutoHide.fadeTime
  }

  package mutating func activity(at uptime: Duration) {
    if last.map({ uptime >= $0 + AutoHide.linger }) ?? true {
      // A frame ago: somebody who moves sees the answer at once, not a frame later.
      appeared = Appearance(since: uptime - Motion.frame, opacity: opacity(at: uptime))
    }
    last = uptime
  }

  /// Somebody has been there all the time until now.
  mutating func hold(until uptime: Duration) {
    if last == nil { activity(at: uptime) }
    last = uptime
  }

  /// 0…1.
  package func opacity(at uptime: Duration) -> Double {
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

  /// When `opacity` changes next; `nil` when it stays until there is another sign of somebody.
  package func nextChange(after uptime: Duration) -> Duration? {
    guard mode == .auto, let last, let appeared else { return nil }
    let end = last + AutoHide.linger
    if uptime >= end + fade { return nil }
    if uptime >= end || uptime < appeared.since + fade { return Motion.nextFrame(after: uptime) }
    return end
  }
}
