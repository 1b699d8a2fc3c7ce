/// The titles, programs and intervals that were used last, for viewers without a keyboard.
package struct Recents: Hashable, Sendable {
  /// Titles that viewers have typed; the last title is first.
  package private(set) var titles: [String] = []
  /// Programs that were shown or started; the last program is first.
  package private(set) var programs: [TimerProgram] = []
  /// The last intervals. A viewer has set them, or they come from a program that has the form of intervals.
  package private(set) var intervals: Intervals?

  private static let most = (titles: 6, programs: 6)

  package init() {}

  /// `programs` are in their text form. An invalid program is left out, and so are invalid intervals.
  package init(titles: [String], programs: [String], intervals: Intervals.Record? = nil) {
    for title in titles.prefix(Recents.most.titles).reversed() { use(title: title) }
    for program in programs.prefix(Recents.most.programs).reversed() {
      if let program = try? TimerProgram.parse(program) { use(program) }
    }
    if let intervals = intervals.flatMap(Intervals.init) { use(intervals) }
  }

  mutating func use(title: String) {
    guard let title = Countdown.title(of: title) else { return }
    titles = Recents.with(title, before: titles, most: Recents.most.titles)
  }

  mutating func use(_ program: TimerProgram) {
    programs = Recents.with(program, before: programs, most: Recents.most.programs)
    if let intervals = Intervals(program) { use(intervals) }
  }

  mutating func use(_ intervals: Intervals) { self.intervals = intervals }

  private static func with<T: Equatable>(_ first: T, before others: [T], most: Int) -> [T] {
    Array(([first] + others.filter { $0 != first }).prefix(most))
  }
}
