/// The bar of controls at the lower edge. It comes and goes with activity.
struct ControlBar: Hashable, Sendable {
  private var visibility: AutoHide
  /// The command with the focus of the keyboard.
  private var chosen: Command?

  enum Command: Hashable, Sendable {
    /// A minute less, a minute more.
    case less, more
    /// Start, pause, resume.
    case toggle
    case reset
    /// To the step before of a program, to the next one.
    case stepBack, stepNext
    case preset(Duration)
    /// Start, stop, resume.
    case stopwatch
    /// Mutes the sounds, or lets them be heard again.
    case mute
    case help
    /// Opens the settings.
    case settings
    /// Ends the program when it is held.
    case quit
    /// A switch of the gallery.
    case look(LookSwitch)
    /// A part of the settings.
    case card(SettingsCard.Part)
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

  /// Shows it by itself, until a viewer does something, or else until `end`.
  mutating func offer(until end: Duration, at moment: Moment) { visibility.appear(at: moment.uptime, until: end) }

  mutating func endOffer(at moment: Moment) {
    if visibility.staysOn(at: moment.uptime) { visibility.disappear(at: moment.uptime) }
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

  /// The focus goes to the first command where its own has gone.
  mutating func keepFocus(among commands: [Command]) {
    if let chosen, !commands.contains(chosen) { self.chosen = commands.first }
  }

  /// Whether the focus is on it, once the bar is seen.
  func hasFocus(on command: Command) -> Bool { chosen == command }

  func isAtRest(at moment: Moment) -> Bool { visibility.nextChange(after: moment.uptime) == nil }

  func nextChange(after moment: Moment) -> Duration? { visibility.nextChange(after: moment.uptime) }
}

extension ControlBar.Command {
  var isPreset: Bool { if case .preset = self { true } else { false } }

  var isSwitch: Bool { if case .look(let control) = self { control != .brightness } else { false } }

  func hasSign(hasWords: Bool) -> Bool {
    switch self {
    case .less, .toggle, .more, .stopwatch, .reset, .stepBack, .stepNext, .mute, .settings, .quit, .look(.brightness):
      true
    case .look: hasWords
    case .preset, .help, .card: false
    }
  }

  /// Whether it stands at the far end.
  var isLast: Bool { [.mute, .settings, .help, .quit].contains(self) }

  /// The longest of its texts.
  func widest(_ hasWords: Bool, _ words: Words) -> String {
    switch self {
    case .help: "?"
    case .mute, .settings, .quit, .card: ""
    case .stepBack: hasWords ? words["Back"] : ""
    case .stepNext: hasWords ? words["Next"] : ""
    case .look(let control): control.words(.widest, words, isShort: !hasWords)
    case .preset(let span): hasWords ? span.inWords(words) : span.inShort(words)
    case .less, .more: hasWords ? words["%d min", ControlBar.snooze] : ""
    case .stopwatch: hasWords ? Line.widest([words["Stopwatch"], words["Stop"], words["Resume"]]) : ""
    case .reset: hasWords ? Line.widest([words["Reset"], words["Lap"]]) : ""
    case .toggle:
      hasWords ? Line.widest([words["Start"], words["Pause"], words["Resume"], words["Again"], words["Next"]]) : ""
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
