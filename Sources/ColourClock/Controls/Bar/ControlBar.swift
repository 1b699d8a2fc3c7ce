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
    /// In the gallery.
    case look(LookSwitch)
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
    /// In the order in which they are read.
    var commands: [Command]
    var words: Words
    /// The least width and height of each, in pixels.
    var target: Double

    init(_ commands: [Command], _ words: Words = Words(), resolution: Double = Monitor.usualResolution) {
      (self.commands, self.words, target) = (commands, words, ControlBar.target(resolution))
    }
  }

  /// One control in its place.
  struct Place: Hashable, Sendable {
    let command: Command
    let box: Rect
    /// Whether there is room for words beside its sign.
    let hasWords: Bool

    fileprivate func mirrored(at line: Double) -> Place {
      Place(command: command, box: box.mirrored(at: line), hasWords: hasWords)
    }
  }

  /// What a fingertip finds, in millimetres; and the least of WCAG 2.5.8, in pixels.
  private static let finger = (millimetres: 9.0, pixels: 24.0)

  static func target(_ resolution: Double) -> Double {
    max(finger.pixels, (finger.millimetres * resolution).rounded(.up))
  }

  /// Of the window's shorter side; and of its height at the most: in a smaller window there is no bar, and no higher than
  /// this with the button below it.
  private static let share = (height: 0.052, most: 0.16, withButton: 0.36)
  /// In bar heights: between two controls, how much more than that at most, and to the button and the edges.
  private static let gap = (inner: 0.14, spread: 0.5, outer: 0.3)
  /// The same where there is little room, and that around the words of a preset there.
  private static let tight = (inner: 0.06, outer: 0.14, margin: 0.2)
  /// In bar heights: the digit height of words, the room around them, that of a sign before them, and how much wider than
  /// that a control gets at most.
  static let text = (height: 0.27, margin: 0.62, sign: 0.5, extra: 0.3)

  /// At both sides of the hold button, below it, or above it: with words and all presets where there is room. A reader of some
  /// languages begins at the right.
  /// - Parameter floor: how far down it may reach.
  static func places(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> [Place] {
    let places = fromTheLeft(contents, in: window, floor: floor, button: button)
    return contents.words.runsLeft ? places.map { $0.mirrored(at: window.midX) } : places
  }

  private static func fromTheLeft(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> [Place] {
    guard let tall = height(contents, in: window), !contents.commands.isEmpty else { return [] }
    let space = Space(window: window, floor: floor, button: button, tall: tall, words: contents.words)
    let (variants, all) = (variants(of: contents.commands), contents.commands)
    if let places = space.atBothSides(all, hasWords: true) ?? space.atBothSides(all, hasWords: false) { return places }
    // Below the button a row costs the wall nothing; above it it does.
    if space.isBelow, let places = space.inOneRow(all, hasWords: true) ?? space.inOneRow(all, hasWords: false) {
      return places
    }
    // Closer together, and as a last resort above the button: only where that is no help either something is left out.
    if let places = space.tightened.atBothSides(all, hasWords: false) ?? space.inOneRow(all, hasWords: false) {
      return places
    }
    for commands in variants { if let places = space.atBothSides(commands, hasWords: false) { return places } }
    for commands in variants { if let places = space.inOneRow(commands, hasWords: false) { return places } }
    return []
  }

  /// The room for it at the lower edge.
  private struct Space {
    let window: Rect
    let floor: Double
    let button: Rect?
    /// How tall the controls are.
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
    /// Whether there is room for a row below the button.
    var isBelow: Bool { button.map { floor - $0.maxY >= tall + outer } ?? true }

    /// As much to the left as to the right; what changes the time stays together.
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

  /// How tall its controls are; `nil` in a window that is too low for any.
  static func height(_ contents: Contents, in window: Rect) -> Double? {
    let tall = max(contents.target, share.height * min(window.width, window.height))
    return tall <= share.most * window.height ? tall : nil
  }

  /// All of them in one row across the middle, with as many words as there is room for; none if there is not.
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
    /// What each is wider than it need be.
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

    /// As wide as another row, if its words do not stand lost in it then, nor its controls apart; signs stay round.
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

  /// Whether it is on or off.
  var isSwitch: Bool { if case .look(let control) = self { control != .brightness } else { false } }

  /// Whether a drawn sign stands before its words, or in their place.
  func hasSign(hasWords: Bool) -> Bool {
    switch self {
    case .less, .toggle, .more, .stopwatch, .reset, .look(.brightness): true
    case .look: hasWords
    case .preset, .help: false
    }
  }

  /// What it says, for that which says several things the longest of them.
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
  /// For the longest words.
  fileprivate static let widest = Style(fade: Fade(span: .zero, pace: .real))
}

extension Duration {
  /// `5 min`, `90 s`, `1 h`, `1:30:00`.
  fileprivate func inWords(_ words: Words) -> String {
    let seconds = Int(components.seconds)
    if seconds % 3600 == 0 { return words["%d h", seconds / 3600] }
    if seconds % 60 == 0, seconds < 6000 { return words["%d min", seconds / 60] }
    return seconds < 60 ? words["%d s", seconds] : Ring.label(seconds, .automatic)
  }

  /// As short as may be: `5m`.
  fileprivate func inShort(_ words: Words) -> String {
    let seconds = Int(components.seconds)
    if seconds % 3600 == 0 { return words["%dh", seconds / 3600] }
    if seconds % 60 == 0, seconds < 6000 { return words["%dm", seconds / 60] }
    return seconds < 60 ? words["%ds", seconds] : Ring.label(seconds, .automatic)
  }
}
