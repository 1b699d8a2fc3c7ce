/// The bar at the lower edge, shown after inputs.
struct ControlBar: Hashable, Sendable {
  private var visibility: AutoHide
  private var focused: Command?
  /// True while presets replace the timer's commands, after `another`.
  private(set) var isAdding = false
  /// True if the bar acts on the stopwatch although there are countdowns. False again when the bar is hidden.
  private(set) var hasStopwatch = false

  /// The commands of the bar, the gallery, the settings and the pad.
  enum Command: Hashable, Sendable {
    /// `more` adds time, or snoozes an alarm.
    case less, more
    /// Starts (also after the end), pauses or resumes.
    case toggle
    /// Pauses or resumes the program while another countdown rings.
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
    /// Quits if it is held.
    case quit
    case look(LookSwitch)
    case card(SettingsCard.Part)
    case pad(PadKey)
  }

  /// How much longer the bar stays while it has the focus: keys are slower than a pointer.
  private static let keyLinger = Duration.seconds(10)

  init(isReduced: Bool) { visibility = AutoHide(mode: .auto, isReduced: isReduced) }

  /// Shows the bar after an input. A bar that was hidden loses its focus.
  mutating func appear(at moment: Moment) {
    let focus = focus(at: moment)
    focused = focus
    if isOffered { return }
    visibility.appear(at: moment.uptime)
    if focus != nil { visibility.linger(from: moment.uptime + ControlBar.keyLinger) }
  }

  /// Keeps a visible bar at least until `end`. A hidden bar stays hidden.
  mutating func stay(until end: Duration, at moment: Moment) {
    guard opacity(at: moment) > 0 else { return }
    // `AutoHide` adds its time `linger`.
    visibility.prolong(lingeringFrom: end - AutoHide.linger)
  }

  /// Shows the bar until `endOffer`, even without input.
  mutating func offer(at moment: Moment) { visibility.stay(at: moment.uptime) }

  var isOffered: Bool { visibility.isEndless }

  /// - Parameter end: an uptime; `nil` hides the bar now.
  mutating func endOffer(until end: Duration? = nil, at moment: Moment) {
    guard isOffered else { return }
    if let end { visibility.linger(from: end - AutoHide.linger) } else { visibility.disappear(at: moment.uptime) }
  }

  func opacity(at moment: Moment) -> Double { visibility.opacity(at: moment.uptime) }

  func hasBeenSeen(at moment: Moment) -> Bool { visibility.hasBeenSeen(at: moment.uptime) }

  /// The command with the focus; `nil` while the bar is hidden.
  func focus(at moment: Moment) -> Command? { opacity(at: moment) > 0 ? focused : nil }

  /// Moves the focus, which wraps around. Call only while the bar is visible: a hidden bar loses its focus in `appear`.
  /// - Parameter step: 1 or -1.
  mutating func moveFocus(by step: Int, among commands: [Command], at moment: Moment) {
    guard !commands.isEmpty else { return }
    let index = focus(at: moment).flatMap(commands.firstIndex)
    let next = index.map { ($0 + step + commands.count) % commands.count } ?? (step > 0 ? 0 : commands.count - 1)
    focused = commands[next]
    appear(at: moment)
  }

  mutating func dropFocus() { focused = nil }

  /// Shows the presets in place of the timer's commands.
  mutating func beginAdding(focus first: Command?, at moment: Moment) {
    isAdding = true
    if focus(at: moment) != nil { focused = first }
    visibility.linger(from: moment.uptime + ControlBar.keyLinger)
  }

  mutating func choose(stopwatch: Bool) { hasStopwatch = stopwatch }

  mutating func endAdding(at moment: Moment) {
    guard isAdding else { return }
    isAdding = false
    visibility.linger(from: moment.uptime + (focused == nil ? .zero : ControlBar.keyLinger))
  }

  /// Returns true if the bar changes.
  mutating func endHiddenChoices(at moment: Moment) -> Bool {
    guard isAdding || hasStopwatch, opacity(at: moment) == 0 else { return false }
    (isAdding, hasStopwatch) = (false, false)
    return true
  }

  /// Moves the focus if its command has gone.
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

  /// True for a command that a second press takes back.
  var isUndoneByRepeat: Bool { [.toggle, .pauseProgram, .another, .stopwatch, .mute].contains(self) }

  /// True for a command of the gallery that is on or off.
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

  /// True for a command on a card that covers the bar.
  var isOnCard: Bool {
    switch self {
    case .card, .pad: true
    default: false
    }
  }

  /// True for the commands at the end of the bar, behind a larger gap.
  var isAtEnd: Bool { [.mute, .settings, .help, .quit].contains(self) }

  /// The widest text that the command may show, so that no width changes. Empty for a symbol only.
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
  /// A text such as `90 s` or `1 h 50 min`. It may name a countdown, so it must not look like a time of day.
  /// - Parameter least: hours are written from this number of seconds on. Exactly one hour is always written as `1 h`.
  func inWords(_ words: Words, hoursFrom least: Int = 6000) -> String {
    let seconds = Int(components.seconds)
    if seconds < 120, seconds % 60 != 0 { return words["%d s", seconds] }
    let hours = seconds == 3600 || seconds >= least ? seconds / 3600 : 0
    let parts = [hours, seconds / 60 - 60 * hours, seconds % 60]
    let units = [words["%d h", parts[0]], words["%d min", parts[1]], words["%d s", parts[2]]]
    return zip(parts, units).filter { $0.0 > 0 }.map(\.1).joined(separator: " ")
  }

  /// Full hours or minutes as `2h` or `5m`, less than a minute as `45s`, others as on the ring, such as 1:30.
  fileprivate func inShort(_ words: Words) -> String {
    let seconds = Int(components.seconds)
    if seconds % 3600 == 0 { return words["%dh", seconds / 3600] }
    if seconds % 60 == 0, seconds < 6000 { return words["%dm", seconds / 60] }
    return seconds < 60 ? words["%ds", seconds] : Ring.label(seconds, .automatic)
  }
}
