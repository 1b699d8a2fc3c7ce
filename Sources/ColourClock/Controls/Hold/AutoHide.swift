package struct AutoHide: Hashable, Sendable {
  let mode: Mode
  private let fade: Duration
  /// The uptime from which `linger` counts; in the future for a longer stay.
  private var lingerStart: Duration?
  private var appeared: Appearance?

  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case always, auto, never
  }

  private struct Appearance: Hashable {
    let since: Duration
    let opacity: Double
  }

  /// How long a control stays after the last input.
  static let linger = Duration.seconds(4)
  static let fadeTime = Duration.milliseconds(200)

  init(mode: Mode, isReduced: Bool) {
    self.mode = mode
    fade = isReduced ? .zero : AutoHide.fadeTime
  }

  mutating func appear(at uptime: Duration) {
    if lingerStart.map({ uptime >= $0 + AutoHide.linger }) ?? true {
      // The first frame must already show something.
      appeared = Appearance(since: uptime - Motion.frame, opacity: opacity(at: uptime))
    }
    lingerStart = uptime
  }

  mutating func appear(at uptime: Duration, until end: Duration) {
    appear(at: uptime)
    extend(lingeringFrom: end - AutoHide.linger)
  }

  mutating func showEndlessly(at uptime: Duration) {
    appear(at: uptime)
    lingerStart = AutoHide.endless
  }

  var isEndless: Bool { lingerStart == AutoHide.endless }

  private static let endless = Duration.seconds(1 << 50)

  mutating func extend(lingeringFrom uptime: Duration) { lingerStart = max(lingerStart ?? uptime, uptime) }

  func staysOn(at uptime: Duration) -> Bool { lingerStart.map { $0 > uptime } ?? false }

  /// Unlike `extend`, this can also shorten a stay.
  mutating func restartLinger(from uptime: Duration) {
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

  /// A press counts only after `glance`, because a touch shows the control and presses at the same time.
  func hasBeenSeen(at uptime: Duration) -> Bool {
    guard mode == .auto else { return mode == .always }
    return opacity(at: uptime) > 0 && (appeared.map { uptime >= $0.since + AutoHide.glance } ?? false)
  }

  private static let glance = Duration.milliseconds(150)

  func nextChange(after uptime: Duration) -> Duration? {
    guard mode == .auto, let lingerStart, let appeared else { return nil }
    let end = lingerStart + AutoHide.linger
    if uptime >= end + fade { return nil }
    if uptime >= end || uptime < appeared.since + fade { return Motion.nextFrame(after: uptime) }
    return isEndless ? nil : end
  }
}
