/// Rounds of work and rest, set by touch.
package struct Intervals: Hashable, Sendable {
  /// The time before the first round; may be zero.
  private(set) var ready = Duration.seconds(10)
  private(set) var work = Duration.seconds(40)
  /// The time between rounds; may be zero.
  private(set) var rest = Duration.seconds(20)
  private(set) var rounds = 8

  enum Part: Hashable, Sendable, CaseIterable {
    case work, rest, rounds, ready

    func name(_ words: Words) -> String {
      switch self {
      case .ready: words["Get ready"]
      case .work: words["Work"]
      case .rest: words["Rest"]
      case .rounds: words["Rounds"]
      }
    }
  }

  /// `span` and `leastWork` are in seconds.
  private static let most = (span: 3600, rounds: 99)
  private static let leastWork = 5
  /// A length below `limit` changes by `step`, in seconds.
  private static let steps = [(limit: 60, step: 5), (limit: 300, step: 15), (limit: .max, step: 60)]

  init() {}

  /// `nil` if the program has another form.
  init?(_ program: TimerProgram) {
    let ready = Intervals.ready(of: program)
    guard program.blocks.count == (ready == nil ? 1 : 2), let block = program.blocks.last, program.start == nil,
      (1...Intervals.most.rounds).contains(block.count), block.steps.count <= 2, let work = block.steps.first,
      block.steps.dropFirst().allSatisfy(\.isBetween), !work.isBetween, !work.isHeld
    else { return nil }
    let rest = block.steps.count == 2 ? block.steps[1].length : .zero
    self.ready = ready?.length ?? .zero
    guard [work.length, rest, self.ready].allSatisfy({ $0 <= .seconds(Intervals.most.span) }),
      work.length >= .seconds(Intervals.leastWork)
    else { return nil }
    (self.work, self.rest, rounds) = (work.length, rest, block.count)
  }

  private static func ready(of program: TimerProgram) -> TimerProgram.Step? {
    guard program.blocks.count == 2, let first = program.blocks.first, first.count == 1, first.steps.count == 1,
      let step = first.steps.first, step.isRest, !step.isHeld
    else { return nil }
    return step
  }

  /// Times are in seconds; values are unchecked.
  package struct Record: Hashable, Sendable, Codable {
    let ready, work, rest, rounds: Int
  }

  package var record: Record {
    func seconds(_ span: Duration) -> Int { Int(span.components.seconds) }
    return Record(ready: seconds(ready), work: seconds(work), rest: seconds(rest), rounds: rounds)
  }

  /// `nil` if a value is out of range.
  package init?(_ record: Record) {
    let spans = 0...Intervals.most.span
    guard spans.contains(record.ready), spans.contains(record.rest), spans.contains(record.work),
      record.work >= Intervals.leastWork, (1...Intervals.most.rounds).contains(record.rounds)
    else { return nil }
    (ready, work, rest) = (.seconds(record.ready), .seconds(record.work), .seconds(record.rest))
    rounds = record.rounds
  }

  /// `way` is 1 or -1.
  mutating func change(_ part: Part, by way: Int) {
    switch part {
    case .ready: ready = Intervals.stepped(ready, by: way, least: 0)
    case .work: work = Intervals.stepped(work, by: way, least: Intervals.leastWork)
    case .rest: rest = Intervals.stepped(rest, by: way, least: 0)
    case .rounds: rounds = (rounds + way).clamped(to: 1...Intervals.most.rounds)
    }
  }

  private static func stepped(_ span: Duration, by way: Int, least: Int) -> Duration {
    let seconds = Int(span.components.seconds)
    let step = steps.first { way > 0 ? seconds < $0.limit : seconds <= $0.limit }?.step ?? 1
    let next = way > 0 ? (seconds / step + 1) * step : ((seconds + step - 1) / step - 1) * step
    return .seconds(next.clamped(to: least...most.span))
  }

  func program(_ words: Words) -> TimerProgram? {
    guard let work = TimerProgram.Step(words["Work"], work) else { return nil }
    let rest = rounds > 1 ? TimerProgram.Step(words["Rest"], rest, isRest: true, isBetween: true) : nil
    let ready = TimerProgram.Step(words["Get ready"], ready, isRest: true)
    let before = ready.map { [TimerProgram.Block([$0], count: 1)] } ?? []
    return TimerProgram(before + [TimerProgram.Block([work] + [rest].compactMap(\.self), count: rounds)])
  }

  func text(_ part: Part, _ words: Words) -> String {
    switch part {
    case .ready: ready > .zero ? Intervals.text(ready) : words["Off"]
    case .work: Intervals.text(work)
    case .rest: Intervals.text(rest)
    case .rounds: "\(rounds)"
    }
  }

  static func text(_ span: Duration) -> String { Ring.label(Int(span.components.seconds), .minutes) }

  var text: String { "\(rounds) × \(Intervals.text(work))" + (rest > .zero ? " / \(Intervals.text(rest))" : "") }
}
