/// Named steps in blocks that may repeat.
package struct TimerProgram: Hashable, Sendable {
  package let start: Start?
  package let blocks: [Block]
  /// All steps, repeats included.
  package let steps: [Step]
  /// For each step, the length of the steps after it.
  private let timesAfter: [Duration]
  private let areRests: [Bool]
  let widestNext: String

  fileprivate static let restTitles: Set = ["rest", "break", "pause"]

  package static let most = 500

  package struct Step: Hashable, Sendable {
    /// If the title is empty, the set-up's title is shown.
    package let title: String
    package let length: Duration
    /// True if the program waits for a tap at the step's end.
    package let isHeld: Bool
    /// The remaining time at which the phase `soon` begins; `nil` for the set-up's value.
    package let warn: Duration?
    /// The same for the phase `last`.
    package let danger: Duration?
    package let isRest: Bool
    /// True if the step runs only between the rounds of its block.
    package let isBetween: Bool

    /// `nil` for a length outside `TimeSpan.range`, or for wrong phases.
    package init?(
      _ title: String, _ length: Duration, isHeld: Bool = false, warn: Duration? = nil, danger: Duration? = nil,
      isRest: Bool = false, isBetween: Bool = false
    ) {
      guard TimeSpan.range.contains(length) else { return nil }
      for phase in [warn, danger].compactMap(\.self) where phase <= .zero || phase >= length { return nil }
      if let warn, let danger, danger >= warn { return nil }
      let line = String(title.map { $0.isNewline ? " " : $0 })
      self.title = Countdown.title(of: line) ?? ""
      (self.length, self.isHeld, self.warn, self.danger) = (length, isHeld, warn, danger)
      (self.isRest, self.isBetween) = (isRest, isBetween)
    }

    /// A comma separates two numbers, as in `Talk 2, 20:00`.
    var label: String {
      if title.isEmpty { return number }
      return title.last?.isNumber == true ? "\(title), \(number)" : "\(title) \(number)"
    }

    var number: String { Step.text(of: length) }

    static func text(of length: Duration) -> String {
      Ring.label(length.secondsRoundedUp, length < .seconds(60) ? .minutes : .automatic)
    }
  }

  package struct Block: Hashable, Sendable {
    package let steps: [Step]
    /// The number of rounds.
    package let count: Int

    package init(_ steps: [Step], count: Int = 1) { (self.steps, self.count) = (steps, count) }

    fileprivate var all: [(step: Step, isRest: Bool)] {
      let round = steps.indices.map { (step: steps[$0], isRest: isRest($0)) }
      return (1..<count).flatMap { _ in round } + round.filter { !$0.step.isBetween }
    }

    var stepCount: Int { steps.count * count - steps.count(where: \.isBetween) }

    /// True if mark or title say so, or for the second of two unmarked steps that repeat.
    private func isRest(_ index: Int) -> Bool {
      let step = steps[index]
      let isPair = count > 1 && steps.count == 2 && !steps.contains { $0.isRest || $0.isBetween }
      return step.isRest || step.isBetween || isPair && index == 1
        || TimerProgram.restTitles.contains(step.title.lowercased())
    }
  }

  package struct Start: Hashable, Sendable {
    package let time: TimeOfDay
    /// True if the program waits for a viewer to begin it.
    package let isHeld: Bool

    package init(_ time: TimeOfDay, isHeld: Bool = false) { (self.time, self.isHeld) = (time, isHeld) }
  }

  /// `nil` for no steps, more than `most` steps or rounds, or for steps between rounds
  /// in a block that does not repeat or has no other steps.
  package init?(_ blocks: [Block], start: Start? = nil) {
    var count = 0
    for block in blocks {
      guard !block.steps.allSatisfy(\.isBetween), (1...TimerProgram.most).contains(block.count),
        block.count > 1 || !block.steps.contains(where: \.isBetween)
      else { return nil }
      count += block.stepCount
      guard count <= TimerProgram.most else { return nil }
    }
    guard count > 0 else { return nil }
    (self.blocks, self.start) = (blocks, start)
    let all = blocks.flatMap(\.all)
    (steps, areRests) = (all.map(\.step), all.map(\.isRest))
    var (time, times) = (Duration.zero, [Duration]())
    for step in steps.reversed() {
      times.append(time)
      time += step.length
    }
    timesAfter = times.reversed()
    widestNext = Line.widest(steps.dropFirst().map(\.label))
  }

  /// The round of a step, from 1; `nil` in a block that does not repeat.
  func round(of index: Int) -> (number: Int, count: Int)? {
    var place = index
    for block in blocks {
      let stepCount = block.stepCount
      if place < stepCount { return block.count > 1 ? (place / block.steps.count + 1, block.count) : nil }
      place -= stepCount
    }
    return nil
  }

  func timeAfter(_ index: Int) -> Duration { timesAfter[index] }

  package func isRest(_ index: Int) -> Bool { areRests[index] }

  package var length: Duration { steps[0].length + timesAfter[0] }
}
