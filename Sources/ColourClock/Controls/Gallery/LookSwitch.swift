/// A switch in the gallery and in the settings that changes the look of the wall.
package enum LookSwitch: Hashable, Sendable, CaseIterable {
  case code, seconds, date, twelveHour
  /// Makes the wall darker by one step. After the darkest step, the wall gets full light.
  case brightness

  /// The levels of the brightness, as shares of full light. At the lowest level all labels are legible at every time of
  /// day.
  static let levels = [1, 0.75, 0.5, 0.3]

  var letter: Character {
    switch self {
    case .code: "c"
    case .seconds: "s"
    case .date: "d"
    case .twelveHour: "t"
    case .brightness: "b"
    }
  }

  func name(_ words: Words) -> String {
    switch self {
    case .code: words["Code"]
    case .seconds: words["Seconds"]
    case .date: words["Date"]
    case .twelveHour: words["12-hour"]
    case .brightness: words["Brightness"]
    }
  }

  /// The words on the switch. `isShort` leaves out the word "Brightness".
  func words(_ style: Style, _ words: Words, isShort: Bool) -> String {
    guard self == .brightness else { return name(words) }
    return (isShort ? "" : name(words) + " ") + LookSwitch.percent(style.brightness, words)
  }

  static func percent(_ share: Double, _ words: Words) -> String {
    let number = Int((share * 100).rounded())
    let percent = "\(number) %"
    // Isolating characters keep the percent sign after the number.
    return words.runsLeft ? Text.isolated(percent) : percent
  }

  func isOn(_ style: Style) -> Bool {
    switch self {
    case .code: style.labels.hex
    case .seconds: style.labels.seconds
    case .date: style.labels.date
    case .twelveHour: style.labels.twelveHour
    case .brightness: false
    }
  }

  func isEnabled(_ style: Style) -> Bool {
    switch self {
    case .seconds, .twelveHour: style.labels.time && style.labels.timeFormat == nil
    case .code, .date, .brightness: true
    }
  }

  func changed(_ style: Style, isBack: Bool = false) -> LookChoice {
    switch self {
    case .code: LookChoice(hex: !style.labels.hex)
    case .seconds: LookChoice(seconds: !style.labels.seconds)
    case .date: LookChoice(date: !style.labels.date)
    case .twelveHour: LookChoice(twelveHour: !style.labels.twelveHour)
    // The 0.01 skips the present level, which may differ from the list by rounding.
    case .brightness:
      LookChoice(
        brightness: isBack
          ? LookSwitch.levels.last { $0 > style.brightness + 0.01 } ?? LookSwitch.levels.last
          : LookSwitch.levels.first { $0 < style.brightness - 0.01 } ?? 1)
    }
  }
}

/// A viewer's changes of the look, for all cards. A property that is `nil` means no change.
package struct LookChoice: Hashable, Sendable, Codable {
  package var hex: Bool?
  package var seconds: Bool?
  package var date: Bool?
  package var twelveHour: Bool?
  /// 0.3…1.
  package var brightness: Double?
  /// The title of countdowns that have no title of their own.
  package var title: String?
  package var night: Night.Choice?
  /// The names of other time zones that are hidden.
  package var hiddenZones: [String]?
  /// The remaining time at which countdowns turn amber, in seconds; 0 for never.
  package var warning: Int?
  /// The remaining time at which countdowns turn red, in seconds; 0 for never.
  package var danger: Int?

  package init(
    hex: Bool? = nil, seconds: Bool? = nil, date: Bool? = nil, twelveHour: Bool? = nil, brightness: Double? = nil,
    title: String? = nil, night: Night.Choice? = nil, hiddenZones: [String]? = nil, warning: Int? = nil,
    danger: Int? = nil
  ) {
    (self.hex, self.seconds, self.date) = (hex, seconds, date)
    (self.twelveHour, self.brightness) = (twelveHour, brightness)
    (self.title, self.night, self.hiddenZones) = (title, night, hiddenZones)
    (self.warning, self.danger) = (warning, danger)
  }

  /// This change and `other` together. If they differ, `other` wins.
  package func with(_ other: LookChoice) -> LookChoice {
    LookChoice(
      hex: other.hex ?? hex, seconds: other.seconds ?? seconds, date: other.date ?? date,
      twelveHour: other.twelveHour ?? twelveHour, brightness: other.brightness ?? brightness,
      title: other.title ?? title, night: other.night ?? night, hiddenZones: other.hiddenZones ?? hiddenZones,
      warning: other.warning ?? warning, danger: other.danger ?? danger)
  }

  fileprivate func applied(to style: Style) -> Style {
    var style = style
    style.labels.hex = hex ?? style.labels.hex
    style.labels.seconds = seconds ?? style.labels.seconds
    style.labels.date = date ?? style.labels.date
    style.labels.twelveHour = twelveHour ?? style.labels.twelveHour
    style.brightness = brightness.map { min(1, max(LookSwitch.levels.last ?? 1, $0)) } ?? style.brightness
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
    if let hidden = choice.hiddenZones { zones = given.zones.filter { !hidden.contains($0.name) } }
    switch choice.night {
    case .off: night = nil
    case .given: night = given.night
    case .now: night = given.nightNow
    case nil: break
    }
  }
}
