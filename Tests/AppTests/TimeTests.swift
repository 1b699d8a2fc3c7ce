import ColourClock
import ControlProtocol
import Glibc
import System
import Testing

@testable import App

/// Stops the time at which it is told.
private final class Listener: ClockDelegate {
  private(set) var moments: [Moment] = []

  func clock(_ clock: any Clock, didReach moment: Moment) { moments.append(moment) }
}

@Suite struct SystemClockTests {
  private func started() throws -> (SystemClock, Listener) {
    let (clock, listener) = (SystemClock(.system, zone: try WatchedZone(.universal)), Listener())
    clock.delegate = listener
    clock.start()
    return (clock, listener)
  }

  @Test func itRingsAtTheInstantAndNotBefore() throws {
    let (clock, listener) = try started()
    let wanted = clock.now.instant + .milliseconds(20)
    clock.wake(at: Wake(instant: wanted))
    #expect(clock.receive(Poll.wait(for: clock.descriptors)))
    #expect(listener.moments.count == 2 && listener.moments[1].instant >= wanted)
  }

  /// The timer of the system's time rings each second by itself: what was not asked for wakes no delegate.
  @Test func itRingsAtEachInstantAskedFor() throws {
    let (clock, listener) = try started()
    for wait in [15, 1000, 30] {
      let wanted = clock.now.instant + .milliseconds(wait)
      clock.wake(at: Wake(instant: wanted))
      #expect(clock.receive(Poll.wait(for: clock.descriptors)))
      #expect(listener.moments.last.map { $0.instant >= wanted } == true)
    }
    #expect(listener.moments.count == 4)
  }

  /// What shows a second between its ring and its tick, such as a command, asks for the next one already.
  @Test func noTickIsLostToWhatShowsItsSecond() throws {
    let (clock, listener) = try started()
    let wanted = clock.now.instant + .milliseconds(20)
    clock.wake(at: Wake(instant: wanted))
    while clock.now.instant <= wanted { usleep(1000) }
    for wait in 1...3 { clock.wake(at: Wake(instant: wanted + .milliseconds(wait * 40))) }
    #expect(clock.receive(Poll.wait(for: clock.descriptors)))
    #expect(try #require(clock.lateness) >= .zero && listener.moments.count == 2)
    // Read, it counts no more, and the next can be asked for.
    let next = clock.now.instant + .milliseconds(20)
    clock.wake(at: Wake(instant: next))
    #expect(clock.receive(Poll.wait(for: clock.descriptors)))
    #expect(listener.moments.last.map { $0.instant >= next } == true)
  }

  @Test(arguments: [1.0, 60, 7200])
  func aPlayedTimeRunsAtItsPaceAndNeverEarly(speed: Double) throws {
    let start = Instant(second: 1_000_000)
    let clock = SystemClock(.simulated(from: start, pace: Pace(speed: speed)), zone: try WatchedZone(.universal))
    let listener = Listener()
    clock.delegate = listener
    clock.start()
    let wanted = start + .milliseconds(Int64(speed * 10))
    clock.wake(at: Wake(instant: wanted))
    #expect(clock.receive(Poll.wait(for: clock.descriptors)))
    #expect(listener.moments[1].instant >= wanted)
  }

  /// At `--at` the time begins with the start, not when the clock was made, and each tick comes by the interval.
  @Test func aPlayedTimeBeginsWithTheStart() throws {
    let start = Instant(second: 1_000_000)
    let clock = SystemClock(.simulated(from: start, pace: Pace(speed: 60)), zone: try WatchedZone(.universal))
    let listener = Listener()
    clock.delegate = listener
    usleep(30_000)
    #expect(clock.now.instant == start && clock.interval == .seconds(1) / 60 + .nanoseconds(1))
    clock.start()
    #expect(listener.moments.count == 1 && listener.moments[0].instant - start < .seconds(1))
    for second in 1...5 {
      clock.wake(at: Wake(instant: start + .seconds(second)))
      #expect(clock.receive(Poll.wait(for: clock.descriptors)))
      #expect(listener.moments.last.map { $0.instant >= start + .seconds(second) } == true)
    }
    clock.stop()
    let stopped = clock.now.instant
    usleep(30_000)
    #expect(clock.now.instant == stopped && !clock.receive(Poll()))
    clock.start()
    #expect(clock.now.instant >= stopped && listener.moments.count == 7)
  }

  @Test func aFrozenTimeStands() throws {
    let start = Instant(second: 1_000_000)
    let clock = SystemClock(.simulated(from: start, pace: Pace(speed: 0)), zone: try WatchedZone(.universal))
    clock.start()
    #expect(clock.interval == nil)
    #expect(clock.now.instant == start && clock.now.instant == start)
  }
}

@Suite struct PlaceTests {
  @Test func zonesAreFoundByName() throws {
    let summer: Int64 = 1_782_864_000
    #expect(try WatchedZone(.named("Asia/Kolkata")).zone.civil(at: summer).utcOffset == 19_800)
    #expect(try WatchedZone(.named("CET-1CEST,M3.5.0,M10.5.0/3")).zone.civil(at: summer).utcOffset == 7200)
    #expect(try WatchedZone(.named("/usr/share/zoneinfo/Asia/Tokyo")).zone.civil(at: summer).abbreviation == "JST")
  }

  @Test(arguments: ["Nowhere/City", "", "../../etc/passwd", "/etc/passwd", "Europe", "zone.tab"])
  func unknownZonesAreRefused(name: String) {
    let failure = #expect(throws: ProgramExit.self) { try WatchedZone(.named(name)) }
    #expect(failure?.status == 64)
  }

  @Test func aReplacedFileIsNoticedAndABrokenOneIgnored() throws {
    let path = "/tmp/colourclock-zone-\(UInt64.random(in: 0 ... .max))"
    defer { File.remove(path) }
    try copy("Asia/Tokyo", to: path)
    var place = try WatchedZone(.named(path))
    #expect(place.refresh() == false)
    try copy("Asia/Kolkata", to: path)
    #expect(place.refresh() && place.zone.civil(at: 0).utcOffset == 19_800)
    try File.replace(path) { File.put("rubbish", into: $0) }
    #expect(place.refresh() == false && place.zone.civil(at: 0).utcOffset == 19_800)
    try copy("Asia/Tokyo", to: path)
    #expect(place.refresh() && place.zone.civil(at: 0).utcOffset == 32_400)
  }

  private func copy(_ zone: String, to path: String) throws {
    let bytes = try File.read("/usr/share/zoneinfo/\(zone)", limit: 100_000)
    try File.replace(path) { File.put(bytes, into: $0) }
  }
}
