import ColourClock
import CompanionSupport
import ControlProtocol
import System

/// Keeps a clock's agenda as the calendars have it.
final class AgendaKeeper {
  private let calendars: Calendars
  private let control: String?
  private var link: ClockConnection?
  private var usual = UsualClock()
  /// What the calendars have on a day and the next one: rules of many years take a while.
  private var day: (date: GregorianDate, zone: Zone, periods: [DayPeriod])?
  /// What the clock was told last, and what it made of that.
  private var told: [DayPeriod]?
  private var shown: [JSON] = []
  /// By the uptime.
  private var nextCheck = 0.0
  /// What is wrong with the calendars, and why there is no clock.
  private var (complaints, absence) = (Reporter(), Reporter())

  /// Files on network disks tell of no changes: they are looked at.
  private static let lookEvery = 2.0
  /// How long a file that changes has to stay as it is.
  private static let settling = 0.3
  /// How often the clock is asked for its date and zone, and whether it still shows what it was told.
  private static let checkEvery = 60.0

  init(_ calendars: Calendars, control: String?) { (self.calendars, self.control) = (calendars, control) }

  /// Until a signal ends it.
  func follow() -> Never {
    while true {
      let change = calendars.poll()
      if change == .changed || isDue {
        if change == .changed {
          day = nil
          complaints.reset()
        }
        attempt()
      }
      rest(change == .unsettled ? AgendaKeeper.settling : AgendaKeeper.lookEvery)
    }
  }

  private var isDue: Bool {
    let now = Now.uptime
    return link != nil ? now >= nextCheck : control != nil || usual.isWorthALook(at: now)
  }

  private func attempt() {
    do throws(ProgramExit) {
      try update()
      absence.say(all: [])
    } catch {
      if error.status == ExitStatus.refused { complaints.say(error.text) } else { absence.say(all: [error.text]) }
    }
  }

  private func rest(_ longest: Double) {
    let seconds = max(0.05, min(longest, link == nil ? longest : nextCheck - Now.uptime))
    // It says nothing of itself: there is only its end to read.
    if Poll.wait(for: link.map { [$0.descriptor] } ?? [], timeout: .seconds(seconds)) { disconnect() }
  }

  private func disconnect() { (link, told) = (nil, nil) }

  /// Tells the clock what it does not show yet.
  /// - Throws: that there is no clock, or that it has refused.
  func update() throws(ProgramExit) {
    let link = if let link { link } else { try connect() }
    self.link = link
    do throws(ProgramExit) { try update(link) } catch {
      if error.status == ExitStatus.unavailable {
        disconnect()
      } else {
        nextCheck = Now.uptime + AgendaKeeper.checkEvery
      }
      throw error
    }
  }

  private func connect() throws(ProgramExit) -> ClockConnection {
    do throws(Refusal) { return try usual.connect(to: control) } catch {
      throw ProgramExit(error.text, ExitStatus.unavailable)
    }
  }

  private func update(_ link: ClockConnection) throws(ProgramExit) {
    let status = try status(link)
    let periods = periods(on: status.date, zone(of: status))
    if periods != told || status.agenda != shown {
      _ = try ask(link, ["agenda", "set", (try? JSON(encoding: periods)) ?? []])
      (told, shown) = (periods, try self.status(link).agenda)
    }
    nextCheck = Now.uptime + min(AgendaKeeper.checkEvery, AgendaKeeper.secondsToMidnight(from: status.time))
  }

  private func status(_ link: ClockConnection) throws(ProgramExit) -> ClockStatus {
    guard let status = try ask(link, ["status"]).flatMap(ClockStatus.init) else { throw AgendaKeeper.silence }
    return status
  }

  private func ask(_ link: ClockConnection, _ command: [JSON]) throws(ProgramExit) -> JSON? {
    switch link.answer(to: command) {
    case .success(let data): return data
    case .refused(let reason): throw ProgramExit(reason, ExitStatus.refused)
    case .none: throw AgendaKeeper.silence
    }
  }

  private static let silence = ProgramExit("the clock does not answer", ExitStatus.unavailable)

  private func periods(on date: GregorianDate, _ zone: Zone) -> [DayPeriod] {
    if let day, day.date == date, day.zone == zone { return day.periods }
    let (today, complaints) = calendars.periods(on: date, wall: zone)
    complaints.forEach { self.complaints.say($0) }
    // What is wrong with tomorrow's is told tomorrow.
    let dates = [1, 2].map { GregorianDate(dayNumber: date.dayNumber + $0) }
    // A zone may leave out a date.
    let next = dates.first { !$0.seconds(in: zone).isEmpty } ?? dates[0]
    let midnight = next.seconds(in: zone).lowerBound
    let tomorrow = calendars.periods(on: next, wall: zone).periods.filter { $0.seconds[0] >= midnight }
    let periods = Array((today + tomorrow).prefix(Agenda.most))
    day = (date, zone, periods)
    return periods
  }

  /// A little more, so that it has come then.
  private static func secondsToMidnight(from time: String) -> Double {
    secondOfDay(time).map { 86_400.2 - Double($0) } ?? checkEvery
  }

  /// `nil` for what is no time of day; a leap second is the one before it.
  private static func secondOfDay(_ time: String) -> Int? {
    let parts = time.split(separator: ":").compactMap { UInt8($0).map(Int.init) }
    guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] <= 60 else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + min(parts[2], 59)
  }

  /// The wall's: its option, else this machine's, unless the clock was started with another one in its environment.
  private func zone(of status: ClockStatus) -> Zone {
    if let name = status.options["timezone"], let zone = ZoneChoice.find(name)?.zone { return zone }
    if status.options["utc"] != nil { return .utc }
    let local = ZoneChoice.local?.zone ?? .utc
    guard let second = AgendaKeeper.secondOfDay(status.time) else { return local }
    let present = Int64(status.date.dayNumber * 86_400 + second - status.offset)
    if local.civil(at: present).utcOffset == status.offset { return local }
    return .fixed(status.offset)
  }
}

/// What a clock's status says that matters here.
private struct ClockStatus {
  let date: GregorianDate
  let time: String
  let offset: Int
  /// Without what changes as the time goes by.
  let agenda: [JSON]
  /// The options that are not as by default; the values are empty where they are no text.
  let options: [String: String]

  /// From universal time, in seconds: a day and more, as the clock's own rules of zones have it (POSIX, TZ).
  private static let offsets = -360_000...360_000

  init?(_ status: JSON) {
    guard let wall = status["wall"], case .string(let time)? = wall["time"], case .string(let day)? = wall["date"],
      let date = GregorianDate(iso: day), case .integer(let offset)? = wall["offset"],
      let offset = Int(exactly: offset), ClockStatus.offsets.contains(offset),
      case .array(let periods)? = wall["agenda"], case .array(let options)? = status["options"]
    else { return nil }
    (self.date, self.time, self.offset) = (date, time, offset)
    agenda = periods.map { period in
      .array(["start", "end", "title", "date", "calendar", "colour"].map { period[$0] ?? .null })
    }
    self.options = options.reduce(into: [:]) { found, option in
      guard case .string(let name)? = option["name"] else { return }
      found[name] = if case .string(let value)? = option["value"] { value } else { "" }
    }
  }
}
