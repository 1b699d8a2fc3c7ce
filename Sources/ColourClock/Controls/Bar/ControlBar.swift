/// The bar at the lower edge by which a hand sets the countdown: it comes with activity and goes with it.
struct ControlBar: Hashable, Sendable {
  private var visibility: AutoHide
  /// The control that keys have chosen.
  private var chosen: Command?

  /// What one of its controls does.
  enum Command: Hashable, Sendable {
    /// A minute less, or more.
    case less, more
    /// Starts, pauses, goes on.
    case toggle
    case reset
    case preset(Duration)
    /// Starts, stops and goes on.
    case stopwatch
    case help
  }

  /// How long a control that keys have chosen stays so: longer than the pointer's, since keys take longer.
  private static let keyLinger = Duration.seconds(10)

  init(isReduced: Bool) { visibility = AutoHide(mode: .auto, isReduced: isReduced) }

  /// The user has done something.
  mutating func appear(at moment: Moment) {
    let focus = focus(at: moment)
    visibility.appear(at: moment.uptime)
    chosen = focus
    if focus != nil { visibility.stay(until: moment.uptime + ControlBar.keyLinger) }
  }

  /// 0 (hidden) to 1.
  func opacity(at moment: Moment) -> Double { visibility.opacity(at: moment.uptime) }

  /// Whether a press now can be meant for it.
  func hasBeenSeen(at moment: Moment) -> Bool { visibility.hasBeenSeen(at: moment.uptime) }

  /// The control that Enter presses: none while the bar is hidden.
  func focus(at moment: Moment) -> Command? { opacity(at: moment) > 0 ? chosen : nil }

  /// Goes on to the next or the previous of the commands, round and round.
  mutating func moveFocus(by step: Int, among commands: [Command], at moment: Moment) {
    guard !commands.isEmpty else { return }
    let index = focus(at: moment).flatMap(commands.firstIndex)
    let next = index.map { ($0 + step + commands.count) % commands.count } ?? (step > 0 ? 0 : commands.count - 1)
    chosen = commands[next]
    appear(at: moment)
  }

  mutating func dropFocus() { chosen = nil }

  /// Whether it stays as it is, shown or hidden, until the next event.
  func isAtRest(at moment: Moment) -> Bool { visibility.nextChange(after: moment.uptime) == nil }

  func nextChange(after moment: Moment) -> Duration? { visibility.nextChange(after: moment.uptime) }
}

/// Where its controls stand.
extension ControlBar {
  /// What that depends on.
  struct Contents: Hashable, Sendable {
    /// In their order from left to right.
    var commands: [Command]
    /// The least width and height of each, in pixels.
    var target: Double

    init(_ commands: [Command], resolution: Double = Monitor.usualResolution) {
      (self.commands, target) = (commands, ControlBar.target(resolution))
    }
  }

  /// One control in its place.
  struct Place: Hashable, Sendable {
    let command: Command
    let box: Rect
    /// Whether there is room for words beside its sign.
    let hasWords: Bool
  }

  /// What a fingertip finds, in millimetres; and the least of WCAG 2.5.8, in pixels.
  private static let finger = (millimetres: 9.0, pixels: 24.0)

  static func target(_ resolution: Double) -> Double {
    max(finger.pixels, (finger.millimetres * resolution).rounded(.up))
  }

  /// Of the window's shorter side; and of its height at the most: in a smaller window there is no bar, and no higher than
  /// this with the button below it.
  private static let share = (height: 0.052, most: 0.16, withButton: 0.36)
  /// In bar heights: between two controls, and to the button and the edges.
  private static let gap = (inner: 0.14, outer: 0.3)
  /// In bar heights: the digit height of words, the room around them, and that of a sign before them.
  static let text = (height: 0.27, margin: 0.62, sign: 0.5)

  /// At both sides of the hold button, below it, or above it: with words and all presets where there is room.
  /// - Parameter floor: how far down it may reach.
  static func places(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> [Place] {
    let short = min(window.width, window.height)
    let tall = max(contents.target, share.height * short)
    guard tall <= share.most * window.height, !contents.commands.isEmpty else { return [] }
    let outer = gap.outer * tall
    let isBelow = button.map { floor - $0.maxY >= tall + outer } ?? true
    let y = button.map { isBelow ? ($0.maxY + floor - tall) / 2 : $0.y - outer - tall } ?? floor - outer - tall

    func atBothSides(_ commands: [Command], hasWords: Bool) -> [Place]? {
      guard let button else { return nil }
      let side = button.x - window.x - 2 * outer
      let y = min(button.midY - tall / 2, floor - outer / 2 - tall)
      let left = Row(commands.filter(\.isLeft), tall, hasWords)
      let right = Row(commands.filter { !$0.isLeft }, tall, hasWords)
      guard left.width <= side, right.width <= side else { return nil }
      return left.places(x: button.x - outer - left.width, y: y) + right.places(x: button.maxX + outer, y: y)
    }
    func inOneRow(_ commands: [Command], hasWords: Bool) -> [Place]? {
      let row = Row(commands, tall, hasWords)
      guard row.width <= window.width - 2 * outer, floor - y <= share.withButton * window.height else { return nil }
      return row.places(x: window.midX - row.width / 2, y: y)
    }
    let (variants, all) = (variants(of: contents.commands), contents.commands)
    if let places = atBothSides(all, hasWords: true) ?? atBothSides(all, hasWords: false) { return places }
    // Below the button a row costs the wall nothing; above it it does.
    if isBelow, let places = inOneRow(all, hasWords: true) ?? inOneRow(all, hasWords: false) { return places }
    for commands in variants { if let places = atBothSides(commands, hasWords: false) { return places } }
    for commands in variants { if let places = inOneRow(commands, hasWords: false) { return places } }
    return []
  }

  /// Without the stopwatch, and with ever fewer presets.
  private static func variants(of commands: [Command]) -> [[Command]] {
    let dispensable = commands.filter(\.isPreset) + [.stopwatch]
    return (0...dispensable.count).map { count in
      commands.filter { !dispensable.suffix(count).contains($0) }
    }
  }

  private struct Row {
    let commands: [Command]
    let tall: Double
    let hasWords: Bool

    init(_ commands: [Command], _ tall: Double, _ hasWords: Bool) {
      (self.commands, self.tall, self.hasWords) = (commands, tall, hasWords)
    }

    private var inner: Double { gap.inner * tall }

    private func width(_ command: Command) -> Double {
      let words = command.widest(hasWords: hasWords)
      let sign = command.hasSign ? (words.isEmpty ? 0 : text.sign) : 0
      return max(1, Line.width(words) * text.height + text.margin + sign) * tall
    }

    var width: Double { commands.reduce(-inner) { $0 + inner + width($1) } }

    func places(x: Double, y: Double) -> [Place] {
      var x = x
      return commands.map { command in
        let box = Rect(x: x, y: y, width: width(command), height: tall)
        x = box.maxX + inner
        return Place(command: command, box: box, hasWords: hasWords)
      }
    }
  }
}

extension ControlBar.Command {
  var isPreset: Bool { if case .preset = self { true } else { false } }

  /// Whether it stands to the left of the hold button.
  fileprivate var isLeft: Bool { [.less, .toggle, .more, .stopwatch].contains(self) }

  /// Whether a drawn sign stands before its words, or in their place.
  var hasSign: Bool { !isPreset && self != .help }

  /// The longest of its words.
  fileprivate func widest(hasWords: Bool) -> String {
    self == .toggle && hasWords ? "Go on" : words(hasWords: hasWords, isRunning: false, isOver: false, isPaused: false)
  }

  func words(hasWords: Bool, isRunning: Bool, isOver: Bool, isPaused: Bool) -> String {
    switch self {
    case .help: return "?"
    case .preset(let span): return span.inWords(isShort: !hasWords)
    case .less, .more: return hasWords ? "1 min" : ""
    case .stopwatch: return ""
    case .reset: return hasWords ? "Reset" : ""
    case .toggle: return !hasWords ? "" : isRunning ? "Pause" : isPaused ? "Go on" : isOver ? "Again" : "Start"
    }
  }
}

extension Duration {
  /// As short as may be: `5 min` or `5m`, `90 s`, `1 h`, `1:30:00`.
  fileprivate func inWords(isShort: Bool) -> String {
    let seconds = Int(components.seconds)
    let blank = isShort ? "" : " "
    if seconds % 3600 == 0 { return "\(seconds / 3600)\(blank)h" }
    if seconds % 60 == 0, seconds < 6000 { return "\(seconds / 60)\(blank)\(isShort ? "m" : "min")" }
    return seconds < 60 ? "\(seconds)\(blank)s" : Ring.label(seconds, .automatic)
  }
}
