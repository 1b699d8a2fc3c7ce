/// Recent inputs, offered to viewers without a keyboard.
package struct Recents: Hashable, Sendable {
  /// Titles typed by viewers, latest first.
  package private(set) var titles: [String] = []
  /// Programs shown or started, latest first.
  package private(set) var programs: [TimerProgram] = []
  package private(set) var intervals: Intervals?

  private static let most = 6

  package init() {}

  package init(titles: [String], programs: [String], intervals: Intervals.Record? = nil) {
    for title in titles.prefix(Recents.most).reversed() { use(title: title) }
    for program in programs.prefix(Recents.most).reversed() {
      if let program = try? TimerProgram.parse(program) { use(program) }
    }
    if let intervals = intervals.flatMap(Intervals.init) { use(intervals) }
  }

  mutating func use(title: String) {
    guard let title = Countdown.title(of: title) else { return }
    titles = Recents.with(title, before: titles)
  }

  mutating func use(_ program: TimerProgram) {
    programs = Recents.with(program, before: programs)
    if let intervals = Intervals(program) { use(intervals) }
  }

  mutating func use(_ intervals: Intervals) { self.intervals = intervals }

  private static func with<T: Equatable>(_ first: T, before others: [T]) -> [T] {
    Array(([first] + others.filter { $0 != first }).prefix(most))
  }
}
