/// The bar of controls at the lower edge. It comes and goes with activity.
struct ControlBar: Hashable, Sendable {
  private var visibility: AutoHide
  /// The command with the focus of the keyboard.
  private var chosen: Command?

  enum Command: Hashable, Sendable {
    /// A minute less, a minute more.
    case less, more
    /// Start, pause, go on.
    case toggle
    case reset
    case preset(Duration)
    /// Start, stop, go on.
    case stopwatch
    case help
    /// A switch of the gallery.
    case look(LookSwitch)
  }

  /// How long the focus stays: keys take longer than a pointer.
  private static let keyLinger = Duration.seconds(10)

  init(isReduced: Bool) { visibility = AutoHide(mode: .auto, isReduced: isReduced) }

  mutating func appear(at moment: Moment) {
    let focus = focus(at: moment)
    visibility.appear(at: moment.uptime)
    chosen = focus
    if focus != nil { visibility.stay(until: moment.uptime + ControlBar.keyLinger) }
  }

  func opacity(at moment: Moment) -> Double { visibility.opacity(at: moment.uptime) }

  /// Whether a press now can be meant for it.
  func hasBeenSeen(at moment: Moment) -> Bool { visibility.hasBeenSeen(at: moment.uptime) }

  /// The command that Enter presses; none while the bar is hidden.
  func focus(at moment: Moment) -> Command? { opacity(at: moment) > 0 ? chosen : nil }

  /// Round and round.
  mutating func moveFocus(by step: Int, among commands: [Command], at moment: Moment) {
    guard !commands.isEmpty else { return }
    let index = focus(at: moment).flatMap(commands.firstIndex)
    let next = index.map { ($0 + step + commands.count) % commands.count } ?? (step > 0 ? 0 : commands.count - 1)
    chosen = commands[next]
    appear(at: moment)
  }

  mutating func dropFocus() { chosen = nil }

  func isAtRest(at moment: Moment) -> Bool { visibility.nextChange(after: moment.uptime) == nil }

  func nextChange(after moment: Moment) -> Duration? { visibility.nextChange(after: moment.uptime) }
}

/// The places of the commands.
extension ControlBar {
  /// The inputs of the places.
  struct Contents: Hashable, Sendable {
    /// In reading order.
    var commands: [Command]
    var words: Words
    /// The least width and height of a command, in pixels.
    var target: Double

    init(_ commands: [Command], _ words: Words = Words(), resolution: Double = Monitor.usualResolution) {
      (self.commands, self.words, target) = (commands, words, ControlBar.target(resolution))
    }
  }

  struct Place: Hashable, Sendable {
    let command: Command
    let box: Rect
    /// Whether words stand beside its sign.
    let hasWords: Bool

    fileprivate func mirrored(at line: Double) -> Place {
      Place(command: command, box: box.mirrored(at: line), hasWords: hasWords)
    }
  }

  /// A fingertip, in millimetres; and the least of WCAG 2.5.8, in pixels.
  private static let finger = (millimetres: 9.0, pixels: 24.0)

  static func target(_ resolution: Double) -> Double {
    max(finger.pixels, (finger.millimetres * resolution).rounded(.up))
  }

  /// Height as a share of the shorter side. A lower window than `most` has no bar; with the button below, the limit is
  /// `withButton`.
  private static let share = (height: 0.052, most: 0.16, withButton: 0.36)
  /// In bar heights: between two commands, what may be added to that, and to the button and the edges.
  private static let gap = (inner: 0.14, spread: 0.5, outer: 0.3)
  /// The gaps of a small window, and the margin of the words of a preset there.
  private static let tight = (inner: 0.06, outer: 0.14, margin: 0.2)
  /// In bar heights: digit height, margin, width of a sign, and what may be added to the width of a command.
  static let text = (height: 0.27, margin: 0.62, sign: 0.5, extra: 0.3)

  /// At both sides of the hold button, below it, or above it: with words and all presets where there is room.
  /// - Parameter floor: the lower limit.
  static func places(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> [Place] {
    let places = fromTheLeft(contents, in: window, floor: floor, button: button)
    return contents.words.runsLeft ? places.map { $0.mirrored(at: window.midX) } : places
  }

  private static func fromTheLeft(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> [Place] {
    guard let tall = height(contents, in: window), !contents.commands.isEmpty else { return [] }
    let space = Space(window: window, floor: floor, button: button, tall: tall, words: contents.words)
    let (variants, all) = (variants(of: contents.commands), contents.commands)
    if let places = space.atBothSides(all, hasWords: true) ?? space.atBothSides(all, hasWords: false) { return places }
    // A row above the button takes room from the wall.
    if space.isBelow, let places = space.inOneRow(all, hasWords: true) ?? space.inOneRow(all, hasWords: false) {
      return places
    }
    // Closer together, then above the button, then fewer commands.
    if let places = space.tightened.atBothSides(all, hasWords: false) ?? space.inOneRow(all, hasWords: false) {
      return places
    }
    for commands in variants { if let places = space.atBothSides(commands, hasWords: false) { return places } }
    for commands in variants { if let places = space.inOneRow(commands, hasWords: false) { return places } }
    return []
  }

  /// The room at the lower edge.
  private struct Space {
    let window: Rect
    let floor: Double
    let button: Rect?
    /// The height of a command.
    let tall: Double
    let words: Words
    private var isTight = false

    init(window: Rect, floor: Double, button: Rect?, tall: Double, words: Words) {
      (self.window, self.floor, self.button, self.tall, self.words) = (window, floor, button, tall, words)
    }

    var tightened: Space {
      var space = self
      space.isTight = true
      return space
    }

    private var outer: Double { (isTight ? tight.outer : gap.outer) * tall }
    var isBelow: Bool { button.map { floor - $0.maxY >= tall + outer } ?? true }

    /// Equally wide; the commands that change the time stay together.
    func atBothSides(_ commands: [Command], hasWords: Bool) -> [Place]? {
      guard let button else { return nil }
      let y = min(button.midY - tall / 2, floor - outer / 2 - tall)
      let more = commands.firstIndex(of: .more)
      let cuts = more.map { $0 + 1...min($0 + 3, commands.count) } ?? 0...commands.count
      let halves = cuts.map { cut in
        [commands.prefix(cut), commands.dropFirst(cut)].map { Row(Array($0), tall, hasWords, words, isTight: isTight) }
      }
      func width(_ halves: [Row]) -> Double { halves.reduce(0) { max($0, $1.width) } }
      guard let best = halves.min(by: { width($0) < width($1) }), case let width = width(best),
        width <= button.x - window.x - 2 * outer
      else { return nil }
      let (left, right) = (best[0].widened(towards: width), best[1].widened(towards: width))
      return left.places(x: button.x - outer - left.width, y: y) + right.places(x: button.maxX + outer, y: y)
    }

    func inOneRow(_ commands: [Command], hasWords: Bool) -> [Place]? {
      let y = button.map { isBelow ? ($0.maxY + floor - tall) / 2 : $0.y - outer - tall } ?? floor - outer - tall
      let row = Row(commands, tall, hasWords, words)
      guard row.width <= window.width - 2 * outer, floor - y <= share.withButton * window.height else { return nil }
      return row.places(x: window.midX - row.width / 2, y: y)
    }
  }

  /// `nil` in a window that is too low.
  static func height(_ contents: Contents, in window: Rect) -> Double? {
    let tall = max(contents.target, share.height * min(window.width, window.height))
    return tall <= share.most * window.height ? tall : nil
  }

  /// One row across the middle, with words if there is room; empty if even signs do not fit.
  static func row(_ contents: Contents, in window: Rect, y: Double) -> [Place] {
    guard let tall = height(contents, in: window) else { return [] }
    let rows = [true, false].map { Row(contents.commands, tall, $0, contents.words) }
    guard let row = rows.first(where: { $0.width <= window.width - 2 * gap.inner * tall }) else { return [] }
    let places = row.places(x: window.midX - row.width / 2, y: y)
    return contents.words.runsLeft ? places.map { $0.mirrored(at: window.midX) } : places
  }

  /// With ever fewer presets, and last without the stopwatch.
  private static func variants(of commands: [Command]) -> [[Command]] {
    let dispensable = [.stopwatch] + commands.filter(\.isPreset)
    return (0...dispensable.count).map { count in
      commands.filter { !dispensable.suffix(count).contains($0) }
    }
  }

  private struct Row {
    let commands: [Command]
    let tall: Double
    let hasWords: Bool
    let words: Words
    let isTight: Bool
    /// The width beyond what a command needs.
    private var extra = 0.0
    private var spread = 0.0

    init(_ commands: [Command], _ tall: Double, _ hasWords: Bool, _ words: Words, isTight: Bool = false) {
      (self.commands, self.tall, self.hasWords, self.words) = (commands, tall, hasWords, words)
      self.isTight = isTight
    }

    private var inner: Double { (isTight ? tight.inner : gap.inner) * tall + spread }

    private func width(_ command: Command) -> Double {
      let widest = command.widest(hasWords, words)
      let sign = command.hasSign(hasWords: hasWords) && !widest.isEmpty ? text.sign : 0
      let margin = isTight ? tight.margin : text.margin
      return max(1, Line.width(widest) * text.height + margin + sign) * tall + extra
    }

    var width: Double { commands.reduce(-inner) { $0 + inner + width($1) } }

    /// As wide as another row, within limits; signs stay round.
    func widened(towards whole: Double) -> Row {
      guard commands.count > 1 else { return self }
      var row = self
      if hasWords { row.extra = min((whole - width) / Double(commands.count), text.extra * tall) }
      let spread = (whole - row.width) / Double(commands.count - 1)
      if spread <= gap.spread * tall { row.spread = spread }
      return row
    }

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

  var isSwitch: Bool { if case .look(let control) = self { control != .brightness } else { false } }

  func hasSign(hasWords: Bool) -> Bool {
    switch self {
    case .less, .toggle, .more, .stopwatch, .reset, .look(.brightness): true
    case .look: hasWords
    case .preset, .help: false
    }
  }

  /// The longest of its texts.
  func widest(_ hasWords: Bool, _ words: Words) -> String {
    switch self {
    case .help: "?"
    case .look(let control): control.words(.widest, words, isShort: !hasWords)
    case .preset(let span): hasWords ? span.inWords(words) : span.inShort(words)
    case .less, .more: hasWords ? words["%d min", 1] : ""
    case .stopwatch: hasWords ? Line.widest([words["Stopwatch"], words["Stop"], words["Go on"]]) : ""
    case .reset: hasWords ? Line.widest([words["Reset"], words["Lap"]]) : ""
    case .toggle: hasWords ? Line.widest([words["Start"], words["Pause"], words["Go on"], words["Again"]]) : ""
    }
  }
}

extension Style {
  fileprivate static let widest = Style(fade: Fade(span: .zero, pace: .real))
}

extension Duration {
  /// As `5 min`, `90 s`, `1 h`, `1:30:00`.
  fileprivate func inWords(_ words: Words) -> String {
    let seconds = Int(components.seconds)
    if seconds % 3600 == 0 { return words["%d h", seconds / 3600] }
    if seconds % 60 == 0, seconds < 6000 { return words["%d min", seconds / 60] }
    return seconds < 60 ? words["%d s", seconds] : Ring.label(seconds, .automatic)
  }

  /// As `5m`.
  fileprivate func inShort(_ words: Words) -> String {
    let seconds = Int(components.seconds)
    if seconds % 3600 == 0 { return words["%dh", seconds / 3600] }
    if seconds % 60 == 0, seconds < 6000 { return words["%dm", seconds / 60] }
    return seconds < 60 ? words["%ds", seconds] : Ring.label(seconds, .automatic)
  }
}
