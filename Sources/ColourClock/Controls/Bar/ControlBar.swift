/// The bar at the lower edge, shown after inputs.
struct ControlBar: Hashable, Sendable {
  private var visibility: AutoHide
  private var focused: Command?
  /// After `another`, presets replace the timer's commands.
  private(set) var isAdding = false
  /// True if the bar acts on the stopwatch although there are countdowns.
  private(set) var hasStopwatch = false

  enum Command: Hashable, Sendable {
    /// `more` adds time, or snoozes what rings.
    case less, more
    /// Starts, also after the end; pauses or resumes.
    case toggle
    /// Pauses or resumes the program while something else rings.
    case pauseProgram
    case reset
    case undo
    case stepBack, stepNext
    /// Opens or closes the presets.
    case another
    case preset(Duration)
    /// Opens the pad (`PadControl`).
    case setTime
    case stopwatch
    case mute
    case help
    case settings
    /// Quit must be held.
    case quit
    case look(LookSwitch)
    case card(SettingsCard.Part)
    case pad(PadKey)
  }

  /// How much longer a focused bar stays.
  private static let keyLinger = Duration.seconds(10)

  init(isReduced: Bool) { visibility = AutoHide(mode: .auto, isReduced: isReduced) }

  /// A bar that was hidden loses its focus.
  mutating func appear(at moment: Moment) {
    let focus = focus(at: moment)
    focused = focus
    if isOffered { return }
    visibility.appear(at: moment.uptime)
    if focus != nil { visibility.restartLinger(from: moment.uptime + ControlBar.keyLinger) }
  }

  mutating func stay(until end: Duration, at moment: Moment) {
    guard opacity(at: moment) > 0 else { return }
    visibility.extend(lingeringFrom: end - AutoHide.linger)
  }

  mutating func offer(at moment: Moment) { visibility.showEndlessly(at: moment.uptime) }

  var isOffered: Bool { visibility.isEndless }

  /// - Parameter end: an uptime; `nil` hides the bar now.
  mutating func endOffer(until end: Duration? = nil, at moment: Moment) {
    guard isOffered else { return }
    if let end {
      visibility.restartLinger(from: end - AutoHide.linger)
    } else {
      visibility.disappear(at: moment.uptime)
    }
  }

  func opacity(at moment: Moment) -> Double { visibility.opacity(at: moment.uptime) }

  func hasBeenSeen(at moment: Moment) -> Bool { visibility.hasBeenSeen(at: moment.uptime) }

  func focus(at moment: Moment) -> Command? { opacity(at: moment) > 0 ? focused : nil }

  /// Call only while the bar is visible: `appear` takes the focus from a hidden bar.
  mutating func moveFocus(by step: Int, among commands: [Command], at moment: Moment) {
    guard !commands.isEmpty else { return }
    let next = focus(at: moment).flatMap { commands.element(after: $0, by: step) }
    focused = next ?? (step > 0 ? commands.first : commands.last)
    appear(at: moment)
  }

  mutating func dropFocus() { focused = nil }

  mutating func beginAdding(focus first: Command?, at moment: Moment) {
    isAdding = true
    if focus(at: moment) != nil { focused = first }
    visibility.restartLinger(from: moment.uptime + ControlBar.keyLinger)
  }

  mutating func choose(stopwatch: Bool) { hasStopwatch = stopwatch }

  mutating func endAdding(at moment: Moment) {
    guard isAdding else { return }
    isAdding = false
    visibility.restartLinger(from: moment.uptime + (focused == nil ? .zero : ControlBar.keyLinger))
  }

  mutating func endHiddenChoices(at moment: Moment) -> Bool {
    guard isAdding || hasStopwatch, opacity(at: moment) == 0 else { return false }
    (isAdding, hasStopwatch) = (false, false)
    return true
  }

  mutating func keepFocus(among commands: [Command]) {
    guard let focused, !commands.contains(focused) else { return }
    self.focused = commands.contains(.toggle) ? .toggle : commands.first
  }

  /// True even in a hidden bar.
  func hasFocus(on command: Command) -> Bool { focused == command }

  func isAtRest(at moment: Moment) -> Bool { visibility.nextChange(after: moment.uptime) == nil }

  func nextChange(after moment: Moment) -> Duration? { visibility.nextChange(after: moment.uptime) }
}

extension ControlBar.Command {
  var isPreset: Bool {
    switch self {
    case .preset, .setTime: true
    default: false
    }
  }

  var isUndoneByRepeat: Bool { [.toggle, .pauseProgram, .another, .stopwatch, .mute].contains(self) }

  var isSwitch: Bool { if case .look(let control) = self { control != .brightness } else { false } }

  func hasSymbol(hasWords: Bool) -> Bool {
    switch self {
    case .less, .toggle, .pauseProgram, .more, .stopwatch, .reset, .undo, .stepBack, .stepNext, .another, .mute,
      .settings, .quit, .look(.brightness):
      true
    case .look: hasWords
    case .pad(let key):
      switch key {
      case .delete, .less, .more: true
      default: false
      }
    case .preset, .setTime, .help, .card: false
    }
  }

  var isOnCard: Bool {
    switch self {
    case .card, .pad: true
    default: false
    }
  }

  var isAtEnd: Bool { [.mute, .settings, .help, .quit].contains(self) }

  /// The command's widest text; empty if only a symbol is shown.
  func widest(_ words: Words, hasWords: Bool) -> String {
    switch self {
    case .help: "?"
    case .mute, .settings, .quit, .card, .pad: ""
    case .setTime: hasWords ? words["Set time"] : TypedEntry().shown
    case .stepBack: hasWords ? words["Back"] : ""
    case .stepNext: hasWords ? words["Next"] : ""
    case .another: hasWords ? words["Another"] : ""
    case .undo: hasWords ? words["Undo"] : ""
    case .look(let control): control.words(.widest, words, isShort: !hasWords)
    case .preset(let span): hasWords ? span.inWords(words) : span.inShort(words)
    case .less, .more: hasWords ? Line.widest([words["%d min", ControlBar.snooze], words["%d s", 10]]) : ""
    case .stopwatch: hasWords ? Line.widest([words["Stopwatch"], words["Stop"], words["Resume"]]) : ""
    case .reset: hasWords ? Line.widest([words["Reset"], words["Remove"], words["Lap"]]) : ""
    case .pauseProgram: hasWords ? Line.widest([words["Start"], words["Pause"], words["Resume"]]) : ""
    case .toggle:
      hasWords ? Line.widest([words["Start"], words["Pause"], words["Resume"], words["Again"], words["Next"]]) : ""
    }
  }
}

extension Style {
  fileprivate static let widest = Style(fade: Fade(span: .zero, pace: .real))
}

extension Duration {
  /// A text such as `90 s` or `1 h 50 min`.
  /// - Parameter least: Hours are written from this many seconds, and for exactly one hour.
  func inWords(_ words: Words, hoursFrom least: Int = 6000) -> String {
    let seconds = Int(components.seconds)
    if seconds < 120, seconds % 60 != 0 { return words["%d s", seconds] }
    let hours = seconds == 3600 || seconds >= least ? seconds / 3600 : 0
    let (minutes, rest) = (seconds / 60 - 60 * hours, seconds % 60)
    var units: [String] = []
    if hours > 0 { units.append(words["%d h", hours]) }
    if minutes > 0 { units.append(words["%d min", minutes]) }
    if rest > 0 { units.append(words["%d s", rest]) }
    return units.joined(separator: " ")
  }

  /// A text such as `2h`, `5m`, `45s` or `1:30`.
  fileprivate func inShort(_ words: Words) -> String {
    let seconds = Int(components.seconds)
    if seconds % 3600 == 0 { return words["%dh", seconds / 3600] }
    if seconds % 60 == 0, seconds < 6000 { return words["%dm", seconds / 60] }
    return seconds < 60 ? words["%ds", seconds] : Ring.label(seconds, .automatic)
  }
}
