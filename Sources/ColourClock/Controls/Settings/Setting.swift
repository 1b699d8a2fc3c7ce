enum Setting: Hashable, Sendable {
  case title
  /// Remaining times at which a countdown turns amber and red.
  case warning
  /// Opens the pad for a countdown's length.
  case time
  case intervals
  case program
  /// Whether the wall shows a program's planned or expected end.
  case programEnd
  case look(LookSwitch)
  case night
  case sound
  case chime
  case remote
  /// A further time zone, by its index in the options.
  case zone(Int)

  func name(_ setup: Setup) -> String {
    switch self {
    case .title: setup.words["Title"]
    case .warning: setup.words["Warning"]
    case .time: setup.words["Set time"]
    case .intervals: setup.words["Intervals"]
    case .program: setup.words["Program"]
    case .programEnd: setup.words["Program end"]
    case .look(let control): control.name(setup.words)
    case .night: setup.words["Night"]
    case .sound: setup.words["Sound"]
    case .chime: setup.words["Hourly chime"]
    case .remote: setup.words["Remote"]
    case .zone(let index): setup.given.zones[index].name
    }
  }
}

extension Scene {
  /// A new case of `Setting` must be listed here.
  var settingsOffered: [Setting] {
    let zones = setup.given.zones.indices.map(Setting.zone)
    let look = LookSwitch.allCases.filter { $0 != .sweep || canGlide }.map(Setting.look)
    let ofProgram: [Setting] = (programs.isEmpty ? [] : [.program]) + (clock.program == nil ? [] : [.programEnd])
    let timers: [Setting] = allows(.countdown) ? [.title, .warning, .time, .intervals] + ofProgram : []
    return timers + look + [.night] + (canMute ? [.sound, .chime] : [])
      + (pairing.isOffered ? [.remote] : []) + zones
  }

  private var canGlide: Bool { setup.face.hasHands && !setup.isReduced }

  var hasSettings: Bool { allows(.gallery) && allows(.look) }

  var settingsValues: SettingsCard.Values {
    SettingsCard.Values(
      setup: setup, title: shownTitle, recents: clock.recents, programs: programs,
      program: clock.program?.program?.program, intervals: lastIntervals, draft: settings.draft, list: settings.list,
      isMuted: isMuted)
  }

  /// Without a countdown, the next one's title; empty if a viewer chose the title for a countdown that is gone.
  private var shownTitle: String {
    countdown.map { $0.title ?? setup.ring.title } ?? (clock.titleIsForOneCountdown ? "" : setup.ring.title)
  }

  var titlesOffered: [String] { settingsValues.titles.filter { !$0.isEmpty } }

  private var programs: [TimerProgram] {
    let given = setup.given.program.map { [$0] } ?? []
    return given + clock.recents.programs.filter { !given.contains($0) }
  }
}
