/// The visibility of a control that appears when a user does something, and disappears a while after.
package struct AutoHide: Hashable, Sendable {
  let mode: Mode
  /// How long the control takes to appear and to disappear; zero with reduced motion.
  private let fade: Duration
  /// The uptime from which `linger` counts: usually the user's last action. It is later if the control stays longer,
  /// and earlier after `disappear`.
  private var lingerStart: Duration?
  private var appeared: Appearance?

  /// With `auto`, the control appears after an action of the user.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case always, auto, never
  }

  private struct Appearance: Hashable {
    let since: Duration
    let opacity: Double
  }

  /// How long the control stays after the user's last action.
  static let linger = Duration.seconds(4)
  static let fadeTime = Duration.milliseconds(200)

  init(mode: Mode, isReduced: Bool) {
    self.mode = mode
    fade = isReduced ? .zero : AutoHide.fadeTime
  }

  mutating func appear(at uptime: Duration) {
    if lingerStart.map({ uptime >= $0 + AutoHide.linger }) ?? true {
      // The start is one frame earlier, so that the first frame shows something.
      appeared = Appearance(since: uptime - Motion.frame, opacity: opacity(at: uptime))
    }
    lingerStart = uptime
  }

  /// Shows the control without an action of the user, at least until `end`.
  mutating func appear(at uptime: Duration, until end: Duration) {
    appear(at: uptime)
    prolong(lingeringFrom: end - AutoHide.linger)
  }

  /// Shows the control without an action of the user, until it is hidden.
  mutating func stay(at uptime: Duration) {
    appear(at: uptime)
    lingerStart = AutoHide.endless
  }

  var isEndless: Bool { lingerStart == AutoHide.endless }

  /// The value of `lingerStart` of a control that stays until it is hidden. It is later than any uptime.
  private static let endless = Duration.seconds(1 << 50)

  /// Keeps the control for the time `linger`, counted from `uptime`. A control that stays longer does not change.
  mutating func prolong(lingeringFrom uptime: Duration) { lingerStart = max(lingerStart ?? uptime, uptime) }

  /// True if the control stays longer than `linger` from now.
  func staysOn(at uptime: Duration) -> Bool { lingerStart.map { $0 > uptime } ?? false }

  /// Begins the time `linger` at `uptime`, even if the control would have stayed longer. After a completed action the
  /// control is no longer needed.
  mutating func linger(from uptime: Duration) {
    if lingerStart == nil { appear(at: uptime) }
    lingerStart = uptime
  }

  mutating func disappear(at uptime: Duration) { lingerStart = lingerStart.map { min($0, uptime - AutoHide.linger) } }

  func opacity(at uptime: Duration) -> Double {
    switch mode {
    case .always: return 1
    case .never: return 0
    case .auto: break
    }
    guard let lingerStart, let appeared else { return 0 }
    let end = lingerStart + AutoHide.linger
    if uptime >= end { return 1 - Motion.progress(from: end, to: uptime, over: fade) }
    return Motion.mix(appeared.opacity, 1, Motion.progress(from: appeared.since, to: uptime, over: fade))
  }

  /// True if a viewer can have seen the control. A touch sends a movement, which shows the control. A press follows at
  /// once. So the press counts only if the control has been visible for `glance`.
  func hasBeenSeen(at uptime: Duration) -> Bool {
    guard mode == .auto else { return mode == .always }
    return opacity(at: uptime) > 0 && (appeared.map { uptime >= $0.since + AutoHide.glance } ?? false)
  }

  /// How long a viewer needs to notice a control.
  private static let glance = Duration.milliseconds(150)

  func nextChange(after uptime: Duration) -> Duration? {
    guard mode == .auto, let lingerStart, let appeared else { return nil }
    let end = lingerStart + AutoHide.linger
    if uptime >= end + fade { return nil }
    if uptime >= end || uptime < appeared.since + fade { return Motion.nextFrame(after: uptime) }
    return isEndless ? nil : end
  }
}
