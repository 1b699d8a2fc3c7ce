package struct Night: Hashable, Sendable {
  package var times: Times
  /// 0 is black, 1 is as bright as by day.
  package var brightness = 0.3
  /// Labels are red on black.
  package var isRed = false

  package enum Times: Hashable, Sendable {
    case daily(DailyHours)
    case sun(SunNight)
    case always
  }

  /// The choice in the settings; `given` is the options' night.
  package enum Choice: String, Hashable, Sendable, Codable {
    case off
    case given
    case now
  }

  package static let now = Night(.always)

  private init(_ times: Times) { self.times = times }
  package init(_ schedule: DailyHours) { times = .daily(schedule) }
  package init(_ sun: SunNight) { times = .sun(sun) }

  func dimming(depth: Double) -> Dimming {
    depth > 0 ? Dimming(night: brightness, depth: depth, isRed: isRed) : .none
  }

  /// 0 by day, 1 at night; the depth changes during the first ten minutes of each.
  func depth(at second: Int64, in zone: Zone) -> Double {
    switch times {
    case .daily(let schedule): schedule.depth(at: second, in: zone)
    case .sun(let nights): nights.depth(at: second)
    case .always: 1
    }
  }

  func isNight(at second: Int64, in zone: Zone) -> Bool {
    switch times {
    case .daily(let schedule): schedule.contains(second, in: zone)
    case .sun(let nights): nights.contains(second)
    case .always: true
    }
  }

  fileprivate func isComputed(at second: Int64) -> Bool {
    if case .sun(let nights) = times { nights.isComputed(at: second) } else { true }
  }

  fileprivate mutating func compute(at second: Int64) {
    guard case .sun(var nights) = times else { return }
    nights.compute(at: second)
    times = .sun(nights)
  }

  package func account(at moment: Moment) -> String {
    switch times {
    case .daily(let schedule): "night from \(schedule.start.text) to \(schedule.end.text)"
    case .sun(let nights): nights.account(at: moment.instant.second, in: moment.zone)
    case .always: "night now, as it was chosen at the wall"
    }
  }

  /// Says why today has no day or no night; otherwise `nil`.
  package func polarNotice(at moment: Moment) -> String? {
    if case .sun(let nights) = times { nights.polarNotice(at: moment.instant.second) } else { nil }
  }
}

extension Scene {
  mutating func computeNight(at moment: Moment) {
    let second = moment.instant.second
    if setup.night?.isComputed(at: second) == false { clock.setup.night?.compute(at: second) }
  }

  func dimming(at moment: Moment) -> Dimming {
    let own = style.dimming.and(displayOverride.dimming(at: moment.uptime))
    return setup.night.map { $0.dimming(depth: nightDepth(at: moment)).and(own) } ?? own
  }

  /// 0 by day, while a viewer is there, or before the system's clock is set.
  func nightDepth(at moment: Moment) -> Double {
    guard let night = setup.night, moment.health != .unset else { return 0 }
    let pace = style.fade.pace
    return night.depth(at: pace.tickStart(moment.instant), in: moment.zone)
      * activity.absenceShare(at: pace.tickUptime(of: moment))
  }

  func backdrop(at moment: Moment, under dimming: Dimming) -> Backdrop {
    face.backdrop(at: moment, style: style).dimmed(by: dimming)
  }
}

extension Setup {
  package func background(at moment: Moment) -> Colour {
    let scene = Scene(self)
    let dimming = scene.dimming(at: moment)
    return dimming.background(scene.backdrop(at: moment, under: dimming).colour)
  }
}
