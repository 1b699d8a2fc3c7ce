/// A stopwatch. Its state is its start, not its number: no late call or suspend can falsify it.
package struct Stopwatch: Hashable, Sendable {
  private var state = State.stopped(.zero)
  /// The number of laps, the number at the last lap, and its length.
  private(set) var laps = 0
  private var lapStart = Duration.zero
  private var lastLap = Duration.zero

  private enum State: Hashable {
    /// The start, as if it had never been stopped.
    case running(since: Duration)
    case stopped(Duration)
  }

  package init() {}

  package static func started(at moment: Moment) -> Stopwatch {
    var stopwatch = Stopwatch()
    stopwatch.toggle(at: moment)
    return stopwatch
  }

  package var isRunning: Bool { if case .running = state { true } else { false } }

  var isZero: Bool { state == .stopped(.zero) }

  /// 0…99:59:59.
  func elapsed(at moment: Moment) -> Duration {
    switch state {
    case .running(let since): min(max(.zero, moment.uptime - since), TimeSpan.longest)
    case .stopped(let span): span
    }
  }

  mutating func toggle(at moment: Moment) {
    let elapsed = elapsed(at: moment)
    state = isRunning ? .stopped(elapsed) : .running(since: moment.uptime - elapsed)
  }

  /// While it runs.
  mutating func lap(at moment: Moment) {
    guard isRunning else { return }
    let elapsed = elapsed(at: moment)
    (laps, lastLap, lapStart) = (laps + 1, elapsed - lapStart, elapsed)
  }

  /// The next number; none after the last.
  func nextChange(after moment: Moment) -> Duration? {
    let elapsed = elapsed(at: moment)
    guard case .running(let since) = state, elapsed < TimeSpan.longest else { return nil }
    return max(since, since + .seconds(elapsed.components.seconds + 1))
  }
}

/// The stopwatch in figures and words.
extension Stopwatch {
  static let widestNumber = "00:00:00"

  /// - Parameter isExact: whether the note has the number of a stopped one.
  static func widestNote(_ words: Words, isExact: Bool = false) -> String {
    Line.widest([
      words["stopped"] + (isExact ? " 00:00.00   " : "   ") + words["lap %d", 88] + " · 00:00.00",
      words["press s to start"],
      words["click to start"],
      words["tap to start"],
    ])
  }

  /// Whole seconds; hundredths once it is stopped.
  func text(at moment: Moment, _ words: Words = Words()) -> String {
    let elapsed = elapsed(at: moment)
    if !isRunning, !isZero { return Stopwatch.exact(elapsed, words) }
    return Ring.label(Int(elapsed.components.seconds), .hours)
  }

  /// Hours, minutes and seconds.
  func column(at moment: Moment) -> [String] {
    let seconds = Int(elapsed(at: moment).components.seconds)
    return ["\(seconds / 3600)", (seconds / 60 % 60).twoDigits, (seconds % 60).twoDigits]
  }

  /// The note below the number: stopped, last lap, or how to start it.
  /// - Parameter moment: for a column, which has no room for hundredths: the note has them.
  func note(by device: InputDevice? = .key, _ words: Words = Words(), exactAt moment: Moment? = nil) -> String {
    if isZero { return device?.phrase(words["press s to start"], words) ?? words["ready"] }
    let lap = laps == 0 ? nil : words["lap %d", laps] + " · " + Stopwatch.exact(lastLap, words)
    let exact = moment.map { " " + Stopwatch.exact(elapsed(at: $0), words) } ?? ""
    return [isRunning ? nil : words["stopped"] + exact, lap].compactMap(\.self).joined(separator: "   ")
  }

  private static func exact(_ span: Duration, _ words: Words) -> String {
    let hundredths = Int(span.attoseconds / 10_000_000_000_000_000)
    let whole = hundredths / 100
    // Translators: what stands between seconds and hundredths of a second.
    let point = words["."]
    return Ring.label(whole, whole < 3600 ? .minutes : .hours) + point + (hundredths % 100).twoDigits
  }
}

/// The saved stopwatch.
extension Stopwatch {
  /// In nanoseconds, unchecked: `restore` checks them.
  package struct Record: Hashable, Sendable, Codable {
    /// The boot ID that the uptime belongs to.
    let boot: String
    /// The start of one that runs, on both clocks.
    var uptime: Int64?
    var wall: Int64?
    /// The number of one that is stopped.
    var elapsed: Int64?
    let laps: Int
    let lapStart: Int64
    let lastLap: Int64
  }

  /// `nil` for one that was never started.
  package func record(at moment: Moment, boot: String) -> Record? {
    guard !isZero else { return nil }
    var record = Record(boot: boot, laps: laps, lapStart: lapStart.nanoseconds, lastLap: lastLap.nanoseconds)
    switch state {
    case .running(let since):
      record.uptime = since.nanoseconds
      record.wall = (moment.instant.sinceEpoch - (moment.uptime - since)).nanoseconds
    case .stopped(let span): record.elapsed = span.nanoseconds
    }
    return record
  }

  /// After a reboot it continues by the wall time, but never behind its last lap. `nil` for a record that makes no
  /// sense.
  package static func restore(_ record: Record, at moment: Moment, boot: String) -> Stopwatch? {
    let spans = 0...TimeSpan.longest.nanoseconds
    guard (0...Int(Int32.max)).contains(record.laps), spans.contains(record.lapStart), spans.contains(record.lastLap)
    else { return nil }
    var stopwatch = Stopwatch()
    (stopwatch.laps, stopwatch.lapStart) = (record.laps, .nanoseconds(record.lapStart))
    stopwatch.lastLap = .nanoseconds(record.lastLap)
    if let elapsed = record.elapsed {
      guard (record.lapStart...spans.upperBound).contains(elapsed) else { return nil }
      stopwatch.state = .stopped(.nanoseconds(elapsed))
    } else if let uptime = record.uptime, let wall = record.wall {
      let age = moment.instant - Instant(sinceEpoch: .nanoseconds(wall))
      let since: Duration = record.boot == boot ? .nanoseconds(uptime) : moment.uptime - max(.zero, age)
      stopwatch.state = .running(since: min(since, moment.uptime - stopwatch.lapStart))
    } else {
      return nil
    }
    return stopwatch
  }
}
