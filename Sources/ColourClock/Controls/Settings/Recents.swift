/// The titles and programs that were used last, for viewers without a keyboard.
package struct Recents: Hashable, Sendable {
  /// Titles that viewers have typed; the last title is first.
  package private(set) var titles: [String] = []
  /// Programs that were shown or started; the last program is first.
  package private(set) var programs: [TimerProgram] = []

  private static let most = (titles: 6, programs: 6)

  package init() {}

  /// `programs` are in their text form. An invalid program is left out.
  package init(titles: [String], programs: [String]) {
    for title in titles.prefix(Recents.most.titles).reversed() { use(title: title) }
    for program in programs.prefix(Recents.most.programs).reversed() {
      if let program = try? TimerProgram.parse(program) { use(program) }
    }
  }

  mutating func use(title: String) {
    guard let title = Feed.line(of: title, longest: TimerProgram.Step.longestTitle) else { return }
    titles = Recents.with(title, before: titles, most: Recents.most.titles)
  }

  mutating func use(_ program: TimerProgram) {
    programs = Recents.with(program, before: programs, most: Recents.most.programs)
  }

  private static func with<T: Equatable>(_ first: T, before others: [T], most: Int) -> [T] {
    Array(([first] + others.filter { $0 != first }).prefix(most))
  }
}
