package enum LookSwitch: Hashable, Sendable, CaseIterable {
  case code, seconds, secondsRing
  case sweep
  case date, twelveHour
  /// Darkens by one step; after the darkest comes full light.
  case brightness

  /// Shares of full light.
  static let levels = [1, 0.75, 0.5, 0.3]

  static let ofGallery = [LookSwitch.code, .seconds, .date, .twelveHour, .brightness]

  var letter: Character? {
    switch self {
    case .code: "c"
    case .seconds: "s"
    case .secondsRing, .sweep: nil
    case .date: "d"
    case .twelveHour: "t"
    case .brightness: "b"
    }
  }

  func name(_ words: Words) -> String {
    switch self {
    case .code: words["Code"]
    case .seconds: words["Seconds"]
    case .secondsRing: words["Seconds ring"]
    case .sweep: words["Gliding hand"]
    case .date: words["Date"]
    case .twelveHour: words["12-hour"]
    case .brightness: words["Brightness"]
    }
  }

  /// - Parameter isShort: True to leave out the word "Brightness".
  func words(_ style: Style, _ words: Words, isShort: Bool) -> String {
    guard self == .brightness else { return name(words) }
    return (isShort ? "" : name(words) + " ") + LookSwitch.percent(style.brightness, words)
  }

  static func percent(_ share: Double, _ words: Words) -> String {
    let number = Int((share * 100).rounded())
    let percent = "\(number) %"
    return words.isRightToLeft ? Text.isolated(percent) : percent
  }

  /// The fields of `Labels` and `LookChoice` that the switch changes; `nil` for the brightness.
  fileprivate var settingPaths: (label: WritableKeyPath<Labels, Bool>, choice: WritableKeyPath<LookChoice, Bool?>)? {
    switch self {
    case .code: (\.hex, \.hex)
    case .seconds: (\.seconds, \.seconds)
    case .secondsRing: (\.secondsRing, \.secondsRing)
    case .sweep: (\.sweeps, \.sweeps)
    case .date: (\.date, \.date)
    case .twelveHour: (\.twelveHour, \.twelveHour)
    case .brightness: nil
    }
  }

  func isOn(_ style: Style) -> Bool { settingPaths.map { style.labels[keyPath: $0.label] } ?? false }

  func isEnabled(_ style: Style) -> Bool {
    switch self {
    case .seconds, .twelveHour: style.labels.time && style.labels.timeFormat == nil
    case .secondsRing: style.labels.time
    case .sweep: style.labels.time && style.labels.seconds
    case .code, .date, .brightness: true
    }
  }

  /// - Parameter isBack: True to brighten by one step; only for the switch `brightness`.
  func changed(_ style: Style, isBack: Bool = false) -> LookChoice {
    if let paths = settingPaths {
      return with(LookChoice()) { $0[keyPath: paths.choice] = !style.labels[keyPath: paths.label] }
    }
    return LookChoice(
      brightness: isBack
        ? LookSwitch.levels.last { $0 > style.brightness + 0.01 } ?? LookSwitch.levels.last
        : LookSwitch.levels.first { $0 < style.brightness - 0.01 } ?? 1)
  }
}

/// A viewer's changes for all cards; `nil` means no change.
package struct LookChoice: Hashable, Sendable, Codable {
  package var hex: Bool?
  package var seconds: Bool?
  package var date: Bool?
  package var twelveHour: Bool?
  /// A share of full light, 0.3…1.
  package var brightness: Double?
  package var title: String?
  package var night: Night.Choice?
  /// Names of zones (`--also`) that the viewer has hidden.
  package var hiddenZones: [String]?
  /// The remaining seconds at which a countdown turns amber; 0 for never.
  package var warning: Int?
  /// The remaining seconds at which a countdown turns red; 0 for never.
  package var danger: Int?
  package var secondsRing: Bool?
  package var sweeps: Bool?
  package var chimes: Bool?
  /// True to show a program's planned end in place of the expected end (`--program-end`).
  package var keepsProgramEnd: Bool?

  package init(
    hex: Bool? = nil, seconds: Bool? = nil, date: Bool? = nil, twelveHour: Bool? = nil, brightness: Double? = nil,
    title: String? = nil, night: Night.Choice? = nil, hiddenZones: [String]? = nil, warning: Int? = nil,
    danger: Int? = nil, secondsRing: Bool? = nil, sweeps: Bool? = nil, chimes: Bool? = nil,
    keepsProgramEnd: Bool? = nil
  ) {
    (self.hex, self.seconds, self.date) = (hex, seconds, date)
    (self.twelveHour, self.brightness) = (twelveHour, brightness)
    (self.title, self.night, self.hiddenZones) = (title, night, hiddenZones)
    (self.warning, self.danger) = (warning, danger)
    (self.secondsRing, self.sweeps) = (secondsRing, sweeps)
    (self.chimes, self.keepsProgramEnd) = (chimes, keepsProgramEnd)
  }

  package func with(_ other: LookChoice) -> LookChoice {
    LookChoice(
      hex: other.hex ?? hex, seconds: other.seconds ?? seconds, date: other.date ?? date,
      twelveHour: other.twelveHour ?? twelveHour, brightness: other.brightness ?? brightness,
      title: other.title ?? title, night: other.night ?? night, hiddenZones: other.hiddenZones ?? hiddenZones,
      warning: other.warning ?? warning, danger: other.danger ?? danger,
      secondsRing: other.secondsRing ?? secondsRing, sweeps: other.sweeps ?? sweeps, chimes: other.chimes ?? chimes,
      keepsProgramEnd: other.keepsProgramEnd ?? keepsProgramEnd)
  }

  fileprivate func applied(to style: Style) -> Style {
    var style = style
    for paths in LookSwitch.allCases.compactMap(\.settingPaths) {
      if let isOn = self[keyPath: paths.choice] { style.labels[keyPath: paths.label] = isOn }
    }
    if let brightness { style.brightness = brightness.clamped(to: (LookSwitch.levels.last ?? 1)...1) }
    return style
  }
}

extension Setup {
  package mutating func apply(_ choice: LookChoice) {
    style = choice.applied(to: style)
    cards = cards.map { Gallery.Card(name: $0.name, face: $0.face, style: choice.applied(to: $0.style)) }
    if let title = choice.title { ring.title = title }
    func span(_ seconds: Int) -> Duration? { seconds > 0 ? .seconds(min(seconds, 359_999)) : nil }
    var phases = phases
    if let warning = choice.warning { phases.warn = span(warning) }
    if let danger = choice.danger { phases.danger = span(danger) }
    if phases.isInOrder { self.phases = phases }
    if let chimes = choice.chimes { sound.chimes = chimes && sound.isOn }
    keepsProgramEnd = choice.keepsProgramEnd ?? keepsProgramEnd
    if let hidden = choice.hiddenZones { zones = given.zones.filter { !hidden.contains($0.name) } }
    switch choice.night {
    case .off: night = nil
    case .given: night = given.night
    case .now: night = given.alwaysNight
    case nil: break
    }
  }
}
