import ColourClock
import ControlProtocol

/// Reads the steps of a program from a table of comma-separated values. Each row has a title and a length. A first row
/// with the names of the columns may put them in another order.
enum ProgramTable {
  typealias Rows = ProgramImport.Rows

  static func read(_ text: String, into rows: inout Rows) {
    var columns: Columns?
    for row in SeparatedValues.rows(of: text) where !rows.hasTooMany {
      guard row.cells.contains(where: { !$0.isEmpty }) else { continue }
      if columns == nil {
        let head = Columns(head: row.cells)
        columns = head ?? Columns()
        if head != nil { continue }
      }
      let columns = columns ?? Columns()
      rows.add(at: ":\(row.line)") { () throws(Refusal) in
        guard row.isWhole else { throw Refusal("the quotes of a cell do not end") }
        return try columns.step(row.cells)
      }
    }
  }

  private struct Columns {
    var title = 0
    var length = 1
    var hold: Int?
    /// The seconds that 1 means in a length that is only a number. `nil` if the column has no name, or a name that is
    /// no unit.
    var unit: Int64?

    init() {}

    /// `nil` if the row has no names of columns.
    init?(head: [String]) {
      let names = head.map { $0.lowercased() }
      func place(_ known: Set<String>) -> Int? { names.firstIndex(where: known.contains) }
      guard let title = place(["title", "name", "step", "item", "event", "what"]),
        let length = place(["length", "duration", "time", "minutes", "seconds", "hours"])
      else { return nil }
      (self.title, self.length, hold) = (title, length, place(["hold", "wait"]))
      unit = ["minutes": 60, "seconds": 1, "hours": 3600][names[length]]
    }

    func step(_ cells: [String]) throws(Refusal) -> TimerProgram.Step {
      guard cells.indices.contains(title), cells.indices.contains(length) else {
        throw Refusal("a row takes a title and a length, such as Welcome,25m")
      }
      let mark = hold.flatMap { cells.indices.contains($0) ? cells[$0].lowercased() : nil } ?? ""
      let isHeld = !["", "no", "false", "0"].contains(mark)
      guard let step = TimerProgram.Step(cells[title], try span(cells[length]), isHeld: isHeld) else {
        throw .spanRange
      }
      return step
    }

    private func span(_ text: String) throws(Refusal) -> Duration {
      let parts = text.lowercased().split(separator: " ")
      let word = parts.joined()
      let isNumber = word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if isNumber, let number = Int64(word) {
        guard let unit else { throw Refusal("'\(word)' has no unit: write a length such as 25m, 90s or 12:30") }
        guard number <= 360_000, TimeSpan.range.contains(.seconds(number * unit)) else { throw .spanRange }
        return .seconds(number * unit)
      }
      // Spreadsheets write `5 min`.
      for (name, short) in Columns.units where word.hasSuffix(name) {
        return try TimeSpan.parse(word.dropLast(name.count) + short)
      }
      return try TimeSpan.parse(word)
    }

    private static let units = [
      ("minutes", "m"), ("minute", "m"), ("mins", "m"), ("min", "m"), ("seconds", "s"), ("second", "s"), ("secs", "s"),
      ("sec", "s"), ("hours", "h"), ("hour", "h"),
    ]
  }
}
