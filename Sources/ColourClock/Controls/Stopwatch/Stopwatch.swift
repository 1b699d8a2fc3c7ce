/// The stopwatch stores its start, so late calls and suspends do no harm.
package struct Stopwatch: Hashable, Sendable {
  private var state = State.stopped(.zero)
  /// The count includes laps no longer stored.
  private(set) var laps = 0
  /// The total times of the last laps, in order.
  private var lapEnds: [Duration] = []

  static let mostLaps = 99

  private enum State: Hashable {
    /// The uptime at which the stopwatch would have started without stops.
    case running(since: Duration)
    case stopped(Duration)
  }

  package init() {}

  package static func started(at moment: Moment) -> Stopwatch {
    with(Stopwatch()) { $0.toggle(at: moment) }
  }

  package var isRunning: Bool { if case .running = state { true } else { false } }

  var isZero: Bool { state == .stopped(.zero) }

  /// The elapsed time, 0…99:59:59.
  func elapsed(at moment: Moment) -> Duration {
    switch state {
    case .running(let since): (moment.uptime - since).clamped(to: .zero...TimeSpan.range.upperBound)
    case .stopped(let span): span
    }
  }

  mutating func toggle(at moment: Moment) {
    let elapsed = elapsed(at: moment)
    state = isRunning ? .stopped(elapsed) : .running(since: moment.uptime - elapsed)
  }

  mutating func lap(at moment: Moment) {
    guard isRunning else { return }
    let elapsed = elapsed(at: moment)
    laps += 1
    lapEnds = lapEnds.suffix(Stopwatch.mostLaps - 1) + [elapsed]
  }

  /// The stopwatch after an undo. If both run, it gets the new laps of `present`, with their times adjusted.
  func restored(over present: Stopwatch?, at moment: Moment) -> Stopwatch {
    guard let present, isRunning, present.isRunning, present.laps > laps else { return self }
    let new = min(present.laps - laps, present.lapEnds.count)
    let old = present.lapEnds.dropLast(new)
    guard lapEnds.suffix(old.count) == old else { return self }
    let gap = elapsed(at: moment) - present.elapsed(at: moment)
    var restored = self
    restored.laps = present.laps
    restored.lapEnds = (lapEnds + present.lapEnds.suffix(new).map { $0 + gap }).suffix(Stopwatch.mostLaps)
    return restored
  }

  /// `place` is 0 for the last lap. `nil` if the lap's start or end is not stored.
  func lap(fromLast place: Int) -> (number: Int, time: Duration, total: Duration)? {
    let index = lapEnds.count - 1 - place
    guard lapEnds.indices.contains(index) else { return nil }
    let number = laps - place
    let start = index > 0 ? lapEnds[index - 1] : .zero
    guard index > 0 || number == 1 else { return nil }
    return (number, lapEnds[index] - start, lapEnds[index])
  }

  var knownLapCount: Int { laps > lapEnds.count ? max(0, lapEnds.count - 1) : lapEnds.count }

  var keptLaps: [(number: Int, time: Duration, total: Duration)] {
    lapEnds.indices.reversed().compactMap { lap(fromLast: $0) }
  }

  func nextChange(after moment: Moment) -> Duration? {
    let elapsed = elapsed(at: moment)
    guard case .running(let since) = state, elapsed < TimeSpan.range.upperBound else { return nil }
    return max(since, since + .seconds(elapsed.components.seconds + 1))
  }
}

extension Stopwatch {
  static let widestNumber = "0:00:00"

  static func widestHundredths(_ words: Words) -> String { words["."] + "00" }
  static func widestLap(_ words: Words) -> String { words["lap %d", 88] + "   00:00" + widestHundredths(words) }
  static let widestLapRange = "88–88/88"
  static func widestTotal(_ words: Words) -> String { widestNumber + widestHundredths(words) }

  static func widestNote(_ words: Words) -> String {
    Line.widest([
      words["stopped"], words["press s to start"], words["click to start"], words["tap to start"], words["ready"],
    ])
  }

  func text(at moment: Moment) -> String { Ring.label(Int(elapsed(at: moment).components.seconds), .hours) }

  func hundredths(at moment: Moment, _ words: Words = Words()) -> String {
    isRunning || isZero ? "" : Stopwatch.hundredths(elapsed(at: moment), words)
  }

  /// - Parameter device: `nil` if viewers may not start the stopwatch.
  func note(by device: InputDevice? = .key, _ words: Words = Words()) -> String {
    if isZero { return device?.phrase(words["press s to start"], words) ?? words["ready"] }
    return isRunning ? "" : words["stopped"]
  }

  func lapTexts(fromLast place: Int, _ words: Words = Words()) -> (name: String, split: String, total: String)? {
    lap(fromLast: place).map(Stopwatch.shown).map { number, time, total in
      (words["lap %d", number], Stopwatch.exact(time, words), Stopwatch.exact(total, words))
    }
  }

  var shownLaps: [(number: Int, time: Duration, total: Duration)] { keptLaps.map(Stopwatch.shown) }

  /// Totals are cut to hundredths. Splits are differences of cut totals, so that they add up.
  private static func shown(
    _ lap: (number: Int, time: Duration, total: Duration)
  ) -> (number: Int, time: Duration, total: Duration) {
    let total = lap.total.cutToHundredths
    return (lap.number, total - (lap.total - lap.time).cutToHundredths, total)
  }

  private static func exact(_ span: Duration, _ words: Words) -> String {
    let whole = Int(span.components.seconds)
    return Ring.label(whole, whole < 3600 ? .minutes : .hours) + hundredths(span, words)
  }

  private static func hundredths(_ span: Duration, _ words: Words) -> String {
    // Translators: between seconds and hundredths of a second.
    words["."] + (Int(span.attoseconds / Duration.hundredth) % 100).twoDigits
  }
}

extension Duration {
  /// A hundredth of a second, in attoseconds.
  fileprivate static let hundredth: Int128 = 10_000_000_000_000_000

  fileprivate var cutToHundredths: Duration {
    Duration(attoseconds: attoseconds / Duration.hundredth * Duration.hundredth)
  }
}

extension Stopwatch {
  /// Times are in nanoseconds, wall times since 1970. `restore` checks the values.
  package struct Record: Hashable, Sendable, Codable {
    /// The kernel's boot ID: `uptime` is valid only in the same boot.
    let boot: String
    /// The uptime of the start; `nil` unless running.
    var uptime: Int64?
    /// The wall time of the start.
    var wall: Int64?
    var elapsed: Int64?
    let laps: Int
    /// The total when the last lap ended, and the present one began.
    let lapStart: Int64
    let lastLap: Int64
    /// `nil` in old files, which know two laps at most.
    var lapEnds: [Int64]?
  }

  package func record(at moment: Moment, boot: String) -> Record? {
    guard !isZero else { return nil }
    let (last, before) = (lapEnds.last ?? .zero, lapEnds.dropLast().last ?? .zero)
    var record = Record(
      boot: boot, laps: laps, lapStart: last.nanoseconds, lastLap: (last - before).nanoseconds,
      lapEnds: lapEnds.map(\.nanoseconds))
    switch state {
    case .running(let since):
      record.uptime = since.nanoseconds
      record.wall = (moment.instant.sinceEpoch - (moment.uptime - since)).nanoseconds
    case .stopped(let span): record.elapsed = span.nanoseconds
    }
    return record
  }

  /// After a reboot, a running stopwatch counts by wall time.
  package static func restore(_ record: Record, at moment: Moment, boot: String) -> Stopwatch? {
    let spans = 0...TimeSpan.range.upperBound.nanoseconds
    guard (0...Int(Int32.max)).contains(record.laps), spans.contains(record.lapStart), spans.contains(record.lastLap)
    else { return nil }
    let ends = record.lapEnds ?? [record.lapStart - record.lastLap, record.lapStart].suffix(min(2, record.laps))
    guard ends.count <= min(record.laps, mostLaps), ends.allSatisfy(spans.contains), ends == ends.sorted(),
      (ends.last ?? 0) == record.lapStart
    else { return nil }
    var stopwatch = Stopwatch()
    (stopwatch.laps, stopwatch.lapEnds) = (record.laps, ends.map { .nanoseconds($0) })
    if let elapsed = record.elapsed {
      guard (record.lapStart...spans.upperBound).contains(elapsed) else { return nil }
      stopwatch.state = .stopped(.nanoseconds(elapsed))
    } else if let uptime = record.uptime, let wall = record.wall {
      let age = moment.instant - Instant(sinceEpoch: .nanoseconds(wall))
      let since: Duration = record.boot == boot ? .nanoseconds(uptime) : moment.uptime - max(.zero, age)
      stopwatch.state = .running(since: min(since, moment.uptime - (stopwatch.lapEnds.last ?? .zero)))
    } else {
      return nil
    }
    return stopwatch
  }
}
