extension SettingsCard {
  struct Values: Hashable, Sendable {
    let setup: Setup
    let title: String
    let recents: Recents
    let programs: [TimerProgram]
    private let program: String
    private let intervals: Intervals
    let draft: TypedLine?
    let list: List?
    let isMuted: Bool
    private(set) var items: [String] = []

    init(
      setup: Setup, title: String, recents: Recents, programs: [TimerProgram], program: TimerProgram?,
      intervals: Intervals, draft: TypedLine?, list: List?, isMuted: Bool
    ) {
      (self.setup, self.title, self.recents, self.programs) = (setup, title, recents, programs)
      (self.draft, self.list, self.isMuted) = (draft, list, isMuted)
      self.intervals = intervals
      self.program = program?.line ?? setup.words["None"]
      switch list {
      case .titles: items = titles
      case .programs: items = programs.map(\.line)
      case nil: break
      }
    }

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
      case .setting(.chime): setup.sound.chimes
      case .setting(.warning): setup.phases.warn ?? .zero > .zero
      case .item(let index): list == .titles && items[index] == title
      case .setting(.title), .setting(.time), .setting(.intervals), .setting(.program), .setting(.programEnd),
        .setting(.remote), .next, .done:
        false
      }
    }

    func text(_ part: Part, in box: Rect) -> String {
      // 0.005 allows for rounding if the text just fits.
      let room = (box.width / box.height - ControlBar.text.margin) / ControlBar.text.height + 0.005
      if part == .setting(.title), let draft { return Line.cut(draft.text + "|", to: room, keepsEnd: true) }
      return switch part {
      case .setting(.title), .setting(.program), .item: Line.cut(text(part), to: room)
      default: text(part)
      }
    }

    func text(_ part: Part) -> String {
      switch part {
      case .next: words["More"]
      case .done: list == nil ? words["Done"] : words["Back"]
      case .item(let index): items[index].isEmpty ? words["None"] : items[index]
      case .setting(.warning): text(warning)
      case .setting(.time): TypedEntry().shown
      case .setting(.intervals): intervals.text
      case .setting(.program): program
      case .setting(.programEnd): programEnd(isKept: setup.keepsProgramEnd)
      case .setting(.title): title.isEmpty ? words["None"] : title
      case .setting(.look(.brightness)): LookSwitch.percent(setup.style.brightness, words)
      case .setting(.night): text(night)
      case .setting(.remote): words["Pair"]
      case .setting(.look), .setting(.sound), .setting(.chime), .setting(.zone): isOn(part) ? words["On"] : words["Off"]
      }
    }

    /// The widest text decides the part's width.
    func texts(_ part: Part) -> [String] {
      switch part {
      case .setting(.look(.brightness)): [LookSwitch.percent(1, words)]
      case .setting(.night): nights.map(text)
      case .setting(.look), .setting(.sound), .setting(.chime), .setting(.zone): [words["On"], words["Off"]]
      case .setting(.programEnd): [false, true].map(programEnd)
      case .setting(.warning): warnings.map(text)
      case .setting(.program), .item:
        [Line.cut(text(part), to: list == .programs ? Values.programWidth : Values.itemWidth)]
      case .setting(.title), .setting(.time), .setting(.intervals), .setting(.remote), .next, .done: [text(part)]
      }
    }

    private func programEnd(isKept: Bool) -> String { isKept ? words["Planned"] : words["Expected"] }

    /// The greatest widths of cut texts, in digit heights.
    private static let (itemWidth, programWidth) = (8.0, 20.0)

    /// `nil` if the setting is disabled, or is not changed by a `LookChoice`.
    func changed(_ setting: Setting, isBack: Bool) -> LookChoice? {
      guard isEnabled(.setting(setting)) else { return nil }
      switch setting {
      case .title: return LookChoice(title: Values.next(to: title, in: titles, isBack))
      case .look(let control): return control.changed(setup.style, isBack: isBack)
      case .chime: return LookChoice(chimes: !setup.sound.chimes)
      case .programEnd: return LookChoice(keepsProgramEnd: !setup.keepsProgramEnd)
      case .warning:
        let next = Values.next(to: warning, in: warnings, isBack)
        func seconds(_ span: Duration?) -> Int { Int((span ?? .zero).components.seconds) }
        let isOtherDanger = next.danger != warning.danger
        return LookChoice(warning: seconds(next.warn), danger: isOtherDanger ? seconds(next.danger) : nil)
      case .sound, .remote, .program, .time, .intervals: return nil
      case .night: return LookChoice(night: Values.next(to: night, in: nights, isBack))
      case .zone(let index):
        let zone = setup.given.zones[index]
        // The hidden zones after the change.
        let hidden = setup.given.zones.filter { ($0.name == zone.name) == shows($0) }
        return LookChoice(hiddenZones: hidden.map(\.name))
      }
    }

    private func shows(_ zone: OtherZone) -> Bool { setup.zones.contains { $0.name == zone.name } }

    // MARK: Titles

    var titles: [String] {
      let suggested = [
        words["Break"], words["Meeting"], words["Exam"], words["Tea"], words["Pasta"], words["Rice"], words["Eggs"],
        words["Oven"],
      ]
      let own = ["", setup.given.title] + recents.titles
      return (own + suggested).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    // MARK: Warning

    private var warning: CountdownPhases {
      func set(_ span: Duration?) -> Duration? { span.flatMap { $0 > .zero ? $0 : nil } }
      return CountdownPhases(warn: set(setup.phases.warn), danger: set(setup.phases.danger))
    }

    /// A `danger` other than `Values.danger` comes from the options; viewers cannot change it.
    private var warnings: [CountdownPhases] {
      let own = warning.danger.flatMap { $0 == Values.danger ? nil : $0 }
      let usual: [Duration] = [60, 300, 600].map { .seconds($0) }
      let warns = Set(usual + [warning.warn].compactMap(\.self)).sorted()
      let single = ([nil] + warns.map(Optional.some)).map { CountdownPhases(warn: $0, danger: own) }
      let double = own == nil ? usual.dropFirst().map { CountdownPhases(warn: $0, danger: Values.danger) } : []
      let all = single.filter(\.isInOrder) + double
      return all.contains(warning) ? all : all + [warning]
    }

    /// The only second warning that viewers can choose.
    private static let danger = Duration.seconds(60)

    private func text(_ warning: CountdownPhases) -> String {
      guard let warn = warning.warn else { return words["Off"] }
      let spans = [warn] + [warning.danger].compactMap(\.self).filter { $0 == Values.danger }
      return spans.map { $0.inWords(words) }.joined(separator: Scene.dot)
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
      case (.given, .daily(let hours)): "\(hours.start.hourAndMinute) \u{2013} \(hours.end.hourAndMinute)"
      case (.given, _): words["By the sun"]
      case (.now, _): words["On now"]
      }
    }

    private static func next<T: Equatable>(to value: T, in all: [T], _ isBack: Bool) -> T {
      all.element(after: value, by: isBack ? -1 : 1) ?? all[0]
    }
  }
}
