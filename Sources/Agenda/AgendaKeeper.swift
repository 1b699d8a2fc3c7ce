import ColourClock
import Companion
import Notation
import System

/// Keeps a clock's agenda as the calendars have it.
final class AgendaKeeper {
  private let source: Source
  private let zones: SystemZones
  private let control: String?
  private let showsAllDay: Bool
  private var link: ClockLink?
  private var usual = UsualClock()
  /// What the calendars have on a day: rules of many years take a while.
  private var day: (date: GregorianDate, zone: Zone, periods: [DayPeriod])?
  /// What the clock was told last, and what it made of that.
  private var told: [DayPeriod]?
  private var shown: [ClockLink.Status.Period] = []
  /// By the uptime.
  private var nextCheck = 0.0
  private var said: Set<String> = []
  /// Why there is no clock, as it was said.
  private var away: String?

  /// Files on network disks tell of no changes: they are looked at.
  private static let lookEvery = 2.0
  /// How long a file that changes has to stay as it is.
  private static let settling = 0.3
  /// How often the clock is asked for its date and zone, and whether it still shows what it was told.
  private static let checkEvery = 60.0

  init(_ source: Source, _ zones: SystemZones, _ arguments: Arguments) {
    (self.source, self.zones) = (source, zones)
    (control, showsAllDay) = (arguments.control, arguments.showsAllDay)
  }

  /// Why a clock has not been told.
  enum Trouble: Error {
    case unavailable(String)
    case refused(String)
  }

  /// Until a signal ends it.
  func follow() -> Never {
    while true {
      let change = source.poll()
      if change == .changed || isDue {
        if change == .changed { (said, day) = ([], nil) }
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
    do throws(Trouble) {
      try update()
      away = nil
    } catch {
      switch error {
      case .refused(let reason): say(reason)
      case .unavailable(let reason):
        if reason != away { Process.report(reason) }
        away = reason
      }
    }
  }

  private func rest(_ longest: Double) {
    let seconds = max(0.05, min(longest, link == nil ? longest : nextCheck - Now.uptime))
    // It says nothing of itself: there is only its end to read.
    if Poll.wait(for: link.map { [$0.descriptor] } ?? [], timeout: .seconds(seconds)) { forget() }
  }

  private func forget() { (link, told) = (nil, nil) }

  /// Tells the clock what it does not show yet.
  func update() throws(Trouble) {
    let link = if let link { link } else { try connect() }
    self.link = link
    do throws(ClockLink.Trouble) { try update(link) } catch {
      guard case .refused(let reason) = error else {
        forget()
        throw .unavailable("the clock does not answer")
      }
      nextCheck = Now.uptime + AgendaKeeper.checkEvery
      throw .refused(reason)
    }
  }

  private func connect() throws(Trouble) -> ClockLink {
    let path: String
    do throws(Refusal) { path = if let control { control } else { try usual.path() } } catch {
      throw .unavailable(error.text)
    }
    guard let link = ClockLink(to: path) else { throw .unavailable("there is no clock at \(path)") }
    return link
  }

  private func update(_ link: ClockLink) throws(ClockLink.Trouble) {
    let status = try link.status()
    guard let date = GregorianDate(iso: status.wall.date), AgendaKeeper.offsets.contains(status.wall.offset) else {
      throw .gone
    }
    let periods = periods(on: date, zone(of: status, date))
    if periods != told || status.wall.agenda != shown {
      try link.show(periods)
      (told, shown) = (periods, try link.status().wall.agenda)
    }
    nextCheck = Now.uptime + min(AgendaKeeper.checkEvery, AgendaKeeper.secondsToMidnight(from: status.wall.time))
  }

  private func periods(on date: GregorianDate, _ zone: Zone) -> [DayPeriod] {
    if let day, day.date == date, day.zone == zone { return day.periods }
    let (periods, complaints) = source.calendar.periods(on: date, wall: zone, allDay: showsAllDay)
    complaints.forEach(say)
    day = (date, zone, periods)
    return periods
  }

  /// From universal time, in seconds: a day and more, as the clock's own rules of zones have it (POSIX, TZ).
  private static let offsets = -360_000...360_000

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
  private func zone(of status: ClockLink.Status, _ date: GregorianDate) -> Zone {
    if let name = status.option("timezone"), let zone = zones.named(name) { return zone }
    if status.option("utc") != nil { return .utc }
    let local = zones.local
    guard let second = AgendaKeeper.secondOfDay(status.wall.time) else { return local }
    let present = Int64(date.dayNumber * 86_400 + second - status.wall.offset)
    if local.civil(at: present).utcOffset == status.wall.offset { return local }
    return .fixed(status.wall.offset)
  }

  /// Once until the calendars change.
  private func say(_ text: String) {
    if said.insert(text).inserted { Process.report(text) }
  }
}
