import ColourClock
import CompanionSupport
import ControlProtocol
import System

final class AgendaKeeper {
  private let calendars: Calendars
  private let control: String?
  private var link: ClockConnection?
  private var clockFinder = ClockFinder()
  private var cachedDay: (date: GregorianDate, zone: Zone, periods: [DayPeriod])?
  private var sent: [DayPeriod]?
  private var shown: [JSON] = []
  private var nextCheck = 0.0
  private var complaints = Reporter()
  private var absence = Reporter()

  /// Seconds between polls. inotify would miss changes on network disks.
  private static let pollEvery = 2.0
  /// Seconds until the next poll after a change.
  private static let settling = 0.3
  private static let checkEvery = 60.0

  init(_ calendars: Calendars, control: String?) { (self.calendars, self.control) = (calendars, control) }

  func follow() -> Never {
    while true {
      let change = calendars.poll()
      if change == .changed {
        cachedDay = nil
        complaints.reset()
      }
      if change == .changed || isDue { attempt() }
      wait(atMost: change == .unsettled ? AgendaKeeper.settling : AgendaKeeper.pollEvery)
    }
  }

  private var isDue: Bool {
    let now = Now.uptime
    if link != nil { return now >= nextCheck }
    return control != nil || clockFinder.shouldTryToConnect(at: now)
  }

  private func attempt() {
    do throws(ProgramExit) {
      try update()
      // Forgets the last failure, so that the next one is reported, even with the same text.
      absence.say(all: [])
    } catch {
      if error.status == ExitStatus.refused { complaints.say(error.text) } else { absence.say(all: [error.text]) }
    }
  }

  private func wait(atMost longest: Double) {
    let seconds = max(0.05, min(longest, link == nil ? longest : nextCheck - Now.uptime))
    // The clock sends nothing unasked, so readable input means a disconnect.
    if Poll.wait(for: link.map { [$0.descriptor] } ?? [], timeout: .seconds(seconds)) { disconnect() }
  }

  private func disconnect() { (link, sent) = (nil, nil) }

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
    do throws(Refusal) { return try clockFinder.connect(to: control) } catch {
      throw ProgramExit(error.text, ExitStatus.unavailable)
    }
  }

  private func update(_ link: ClockConnection) throws(ProgramExit) {
    let status = try status(link)
    let periods = periods(on: status.date, zone(of: status))
    if periods != sent || status.agenda != shown {
      _ = try ask(link, ["agenda", "set", (try? JSON(encoding: periods)) ?? []])
      (sent, shown) = (periods, try self.status(link).agenda)
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
    case .noAnswer: throw AgendaKeeper.silence
    }
  }

  private static let silence = ProgramExit("the clock does not answer", ExitStatus.unavailable)

  private func periods(on date: GregorianDate, _ zone: Zone) -> [DayPeriod] {
    if let cachedDay, cachedDay.date == date, cachedDay.zone == zone { return cachedDay.periods }
    let (today, faults) = calendars.periods(on: date, wallZone: zone)
    faults.forEach { complaints.say($0) }
    let dates = [1, 2].map { GregorianDate(dayNumber: date.dayNumber + $0) }
    // A zone may skip a date: Samoa had no 2011-12-30.
    let next = dates.first { !$0.seconds(in: zone).isEmpty } ?? dates[0]
    let midnight = next.seconds(in: zone).lowerBound
    // Complaints about tomorrow are left out: they are reported tomorrow.
    let tomorrow = calendars.periods(on: next, wallZone: zone).periods.filter { $0.seconds[0] >= midnight }
    let periods = Array((today + tomorrow).prefix(Agenda.most))
    cachedDay = (date, zone, periods)
    return periods
  }

  private static func secondsToMidnight(from time: String) -> Double {
    secondOfDay(time).map { 86_400.2 - Double($0) } ?? checkEvery
  }

  private static func secondOfDay(_ time: String) -> Int? {
    let parts = time.split(separator: ":").compactMap { UInt8($0).map(Int.init) }
    guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] <= 60 else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + min(parts[2], 59)
  }

  /// If the clock has another TZ than this program, its present offset counts.
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

private struct ClockStatus {
  let date: GregorianDate
  let time: String
  /// Seconds east of Greenwich.
  let offset: Int
  /// Fields that change as time passes are left out.
  let agenda: [JSON]
  let options: [String: String]

  private static let offsets = -360_000...360_000

  init?(_ status: JSON) {
    guard let wall = status["wall"], let time = wall["time"]?.string, let day = wall["date"]?.string,
      let date = GregorianDate(iso: day), case .integer(let offset)? = wall["offset"],
      let offset = Int(exactly: offset), ClockStatus.offsets.contains(offset),
      case .array(let periods)? = wall["agenda"], case .array(let options)? = status["options"]
    else { return nil }
    (self.date, self.time, self.offset) = (date, time, offset)
    agenda = periods.map { period in
      .array(["start", "end", "title", "date", "calendar", "colour"].map { period[$0] ?? .null })
    }
    self.options = options.reduce(into: [:]) { found, option in
      guard let name = option["name"]?.string else { return }
      found[name] = option["value"]?.string ?? ""
    }
  }
}
