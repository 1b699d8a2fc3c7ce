/// A program: named steps that follow each other, in blocks that may repeat. `TimerProgram+Grammar.swift` reads and
/// writes it.
package struct TimerProgram: Hashable, Sendable {
  package let start: Start?
  package let blocks: [Block]
  /// All steps in their order, each as often as its block runs: 1 to `most`.
  package let steps: [Step]
  /// For each step, the time that all steps behind it take.
  private let rests: [Duration]
  /// The widest form of a step with its length. The layout keeps room for it.
  let widestStep: String

  /// The most steps, with all repeats.
  package static let most = 500

  /// One step.
  package struct Step: Hashable, Sendable {
    /// Of up to 80 characters; an empty one leaves the title of the set-up.
    package let title: String
    package let length: Duration
    /// Whether it waits at its end for a tap.
    package let isHeld: Bool
    /// So long before the end; `nil` leaves the phase to the set-up.
    package let warn: Duration?
    package let danger: Duration?

    static let longestTitle = 80

    /// - Returns: `nil` for a length outside of `TimeSpan.range`, for a phase that does not begin within the step, and for
    ///   a danger that comes before the warning.
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

    /// As the wall names it before it begins: `Rest 5:00`.
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

  /// When it begins by the plan.
  package struct Start: Hashable, Sendable {
    package let time: TimeOfDay
    /// Whether somebody begins it, so that it may begin late.
    package let isHeld: Bool

    package init(_ time: TimeOfDay, isHeld: Bool = false) { (self.time, self.isHeld) = (time, isHeld) }
  }

  /// - Returns: `nil` without a step, with more than `most`, or with a block that has no steps or never runs.
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

  /// The time that the steps behind one take.
  func rest(after index: Int) -> Duration { rests[index] }

  package var length: Duration { steps[0].length + rests[0] }
}
