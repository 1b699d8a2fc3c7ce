/// A setting that viewers can change at the wall.
enum Setting: Hashable, Sendable {
  /// The title of countdowns.
  case title
  case look(LookSwitch)
  case night
  /// Whether sounds are heard.
  case sound
  /// Shows the pairing card.
  case remote
  /// Whether another time zone is shown, by its index in the options.
  case zone(Int)

  /// The name for viewers.
  func name(_ setup: Setup) -> String {
    switch self {
    case .title: setup.words["Title"]
    case .look(let control): control.name(setup.words)
    case .night: setup.words["Night"]
    case .sound: setup.words["Sound"]
    case .remote: setup.words["Remote"]
    case .zone(let index): setup.given.zones[index].name
    }
  }
}

extension Scene {
  /// The settings of this wall, in the order of the card. To add a setting, add a case to `Setting` and put it in this
  /// list.
  var settingsOffered: [Setting] {
    let zones = setup.given.zones.indices.map(Setting.zone)
    let look = LookSwitch.allCases.map(Setting.look)
    return (allows(.countdown) ? [.title] : []) + look + [.night] + (canMute ? [.sound] : [])
      + (pairing.isOffered ? [.remote] : []) + zones
  }

  /// Whether viewers may open the settings. They may if they may use the gallery and its switches.
  var hasSettings: Bool { allows(.gallery) && allows(.look) }

  var settingsValues: SettingsCard.Values {
    SettingsCard.Values(
      setup: setup, title: countdown?.title ?? setup.ring.title, typed: settings.typed, draft: settings.draft,
      isMuted: isMuted)
  }
}

extension SettingsCard {
  /// The present values, their texts, and the next value of each setting.
  struct Values: Hashable, Sendable {
    let setup: Setup
    /// The title of the countdown; without a countdown, the title of future ones.
    let title: String
    /// The last title typed at the wall.
    let typed: String?
    /// The title while it is being typed.
    let draft: TypedLine?
    let isMuted: Bool

    private var words: Words { setup.words }

    func isEnabled(_ part: Part) -> Bool {
      if case .setting(.look(let control)) = part { control.isEnabled(setup.style) } else { true }
    }

    func isOn(_ part: Part) -> Bool {
      switch part {
      case .setting(.look(let control)): control.isOn(setup.style)
      case .setting(.zone(let index)): shows(setup.given.zones[index])
      case .setting(.night): night == .now
      case .setting(.sound): !isMuted
      case .setting(.title), .setting(.remote), .next, .done: false
      }
    }

    /// The text of a part; a title is cut to the width of the box.
    func text(_ part: Part, in box: Rect) -> String {
      let room = (box.width / box.height - ControlBar.text.margin) / ControlBar.text.height
      guard part == .setting(.title) else { return text(part) }
      // A draft shows its end, where the next letter comes.
      if let draft { return Line.cut(draft.text + "|", to: room, keepsEnd: true) }
      return Line.cut(text(part), to: room, keepsEnd: false)
    }

    func text(_ part: Part) -> String {
      switch part {
      case .next: words["More"]
      case .done: words["Done"]
      case .setting(.title): title.isEmpty ? words["None"] : title
      case .setting(.look(.brightness)): LookSwitch.percent(setup.style.brightness, words)
      case .setting(.night): text(night)
      case .setting(.remote): words["Pair"]
      case .setting(.look), .setting(.sound), .setting(.zone): isOn(part) ? words["On"] : words["Off"]
      }
    }

    /// All texts that a part may have. For brightness only the widest one, for the title only the present one.
    func texts(_ part: Part) -> [String] {
      switch part {
      case .setting(.look(.brightness)): [LookSwitch.percent(1, words)]
      case .setting(.night): nights.map(text)
      case .setting(.look), .setting(.sound), .setting(.zone): [words["On"], words["Off"]]
      case .setting(.title), .setting(.remote), .next, .done: [text(part)]
      }
    }

    /// The choice of the next value, or of the previous one if `isBack`. `nil` for sound and remote, and for a disabled
    /// setting.
    func turned(_ setting: Setting, isBack: Bool) -> LookChoice? {
      guard isEnabled(.setting(setting)) else { return nil }
      switch setting {
      case .title: return LookChoice(title: Values.next(to: title, in: titles, isBack))
      case .look(let control): return control.turned(setup.style, isBack: isBack)
      case .sound, .remote: return nil
      case .night: return LookChoice(night: Values.next(to: night, in: nights, isBack))
      case .zone(let index):
        let zone = setup.given.zones[index]
        let hidden = setup.given.zones.filter { ($0.name == zone.name) == shows($0) }
        return LookChoice(hiddenZones: hidden.map(\.name))
      }
    }

    private func shows(_ zone: OtherZone) -> Bool { setup.zones.contains { $0.name == zone.name } }

    // MARK: Titles

    /// The suggested titles, for viewers without a keyboard.
    private var titles: [String] {
      let suggested = [words["Break"], words["Meeting"], words["Exam"], words["Tea"]]
      let own = ["", setup.given.title, typed ?? ""]
      return (own + suggested).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    // MARK: Night

    private var night: Night.Choice {
      switch setup.night?.times {
      case .always: .now
      case .daily, .sun: .given
      case nil: .off
      }
    }

    private var nights: [Night.Choice] { [.off] + (setup.given.night == nil ? [] : [.given]) + [.now] }

    private func text(_ choice: Night.Choice) -> String {
      switch (choice, setup.given.night?.times) {
      case (.off, _): words["Off"]
      case (.given, .daily(let hours)): "\(hours.start.shortText) \u{2013} \(hours.end.shortText)"
      case (.given, _): words["By the sun"]
      case (.now, _): words["On now"]
      }
    }

    /// The next value in a list, or the previous one if `isBack`. It wraps around at both ends. The first if `value` is
    /// not in the list.
    private static func next<T: Equatable>(to value: T, in all: [T], _ isBack: Bool) -> T {
      let step = isBack ? -1 : 1
      return all.firstIndex(of: value).map { all[($0 + step + all.count) % all.count] } ?? all[0]
    }
  }
}

extension TimeOfDay {
  fileprivate var shortText: String { "\(hour.twoDigits)\(minute.afterColon)" }
}
