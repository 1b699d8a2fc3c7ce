/// A program of timers: named steps in blocks that may repeat. `TimerProgram+Grammar.swift` reads and writes its text
/// form.
package struct TimerProgram: Hashable, Sendable {
  /// `nil` without a planned start.
  package let start: Start?
  package let blocks: [Block]
  /// All steps in order, with the repeats of blocks: 1 to `most`.
  package let steps: [Step]
  /// For each step, the length of all steps after it.
  private let rests: [Duration]
  /// The widest text of a step with its length, for the layout.
  let widestStep: String

  /// The greatest number of steps, with all repeats.
  package static let most = 500

  /// One step.
  package struct Step: Hashable, Sendable {
    /// At most 80 characters; empty for the title of the set-up.
    package let title: String
    package let length: Duration
    /// Whether the step waits for a tap at its end.
    package let isHeld: Bool
    /// How long before the end the phase `soon` begins; `nil` for the set-up's.
    package let warn: Duration?
    /// How long before the end the phase `last` begins; `nil` for the set-up's.
    package let danger: Duration?

    /// The greatest length of a title, in characters.
    static let longestTitle = 80

    /// Fails if the length is not in `TimeSpan.range`, if a phase does not begin within the step, or if `danger` begins
    /// before `warn`.
    package init?(
      _ title: String, _ length: Duration, isHeld: Bool = false, warn: Duration? = nil, danger: Duration? = nil
    ) {
      guard TimeSpan.range.contains(length) else { return nil }
      for phase in [warn, danger].compactMap(\.self) where phase <= .zero || phase >= length { return nil }
      if let warn, let danger, danger >= warn { return nil }
      let line = String(title.map { $0.isNewline ? " " : $0 })
      self.title = Feed.line(of: line, longest: Step.longestTitle) ?? ""
      (self.length, self.isHeld, self.warn, self.danger) = (length, isHeld, warn, danger)
    }

    /// The step's title and length on the wall, such as `Rest 5:00`.
    var label: String {
      let number = Ring.label(length.secondsRoundedUp, .automatic)
      return title.isEmpty ? number : "\(title) \(number)"
    }
  }

  /// Steps that run `count` times.
  package struct Block: Hashable, Sendable {
    package let steps: [Step]
    package let count: Int

    package init(_ steps: [Step], count: Int = 1) { (self.steps, self.count) = (steps, count) }
  }

  /// The planned start.
  package struct Start: Hashable, Sendable {
    package let time: TimeOfDay
    /// Whether a viewer begins the program. Otherwise it begins by itself.
    package let isHeld: Bool

    package init(_ time: TimeOfDay, isHeld: Bool = false) { (self.time, self.isHeld) = (time, isHeld) }
  }

  /// Fails without a step, with more than `most` steps, or if a block has no steps or never runs.
  package init?(_ blocks: [Block], start: Start? = nil) {
    var count = 0
    for block in blocks {
      guard !block.steps.isEmpty, (1...TimerProgram.most).contains(block.count) else { return nil }
      count += block.steps.count * block.count
      guard count <= TimerProgram.most else { return nil }
    }
    guard count > 0 else { return nil }
    (self.blocks, self.start) = (blocks, start)
    steps = blocks.flatMap { block in (0..<block.count).flatMap { _ in block.steps } }
    var (rest, rests) = (Duration.zero, [Duration]())
    for step in steps.reversed() {
      rests.append(rest)
      rest += step.length
    }
    self.rests = rests.reversed()
    widestStep = Line.widest(blocks.flatMap { $0.steps.map(\.label) })
  }

  /// The round of a step and the number of rounds, from 1; `nil` in a block that does not repeat.
  func round(of index: Int) -> (number: Int, count: Int)? {
    var place = index
    for block in blocks {
      let length = block.steps.count * block.count
      if place < length { return block.count > 1 ? (place / block.steps.count + 1, block.count) : nil }
      place -= length
    }
    return nil
  }

  /// The length of all steps after a step.
  func rest(after index: Int) -> Duration { rests[index] }

  /// The length of the whole program.
  package var length: Duration { steps[0].length + rests[0] }
}
