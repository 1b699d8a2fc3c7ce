import ColourClock
import ControlProtocol

/// Reads a table of comma-separated values (RFC 4180); semicolons and tabs may separate them too. Each row has a title
/// and a length. A header may name the columns in another order.
enum ProgramTable {
  typealias Rows = ProgramImport.Rows

  /// Adds the table's steps and mistakes to `rows`.
  static func read(_ text: String, into rows: inout Rows) {
    var columns: Columns?
    for row in cells(of: text) where !rows.hasTooMany {
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

  // MARK: Columns

  /// The indices of the columns.
  private struct Columns {
    var title = 0
    var length = 1
    var hold: Int?
    /// The unit of bare numbers, in seconds; `nil` if the header does not name it.
    var unit: Int64?

    init() {}

    /// `nil` if the row is no header.
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

  // MARK: Cells

  private struct Row {
    /// The number of its first line, from 1.
    let line: Int
    var cells: [String]
    /// False if a quote is not closed.
    var isWhole = true
  }

  /// Splits the text into rows and cells.
  private static func cells(of text: String) -> [Row] {
    let scalars = Array(text.unicodeScalars.drop { $0 == "\u{feff}" })
    let separator = separator(of: scalars)
    var (rows, row, cell) = ([Row](), Row(line: 1, cells: []), String.UnicodeScalarView())
    var (line, isQuoted, place) = (1, false, 0)
    func endCell() {
      row.cells.append(trimmed(cell))
      cell = String.UnicodeScalarView()
    }
    func endRow() {
      endCell()
      rows.append(row)
      row = Row(line: line, cells: [])
    }
    while place < scalars.count {
      let scalar = scalars[place]
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      if scalar == "\n" || scalar == "\r" && next != "\n" { line += 1 }
      if isQuoted {
        // Two quotes within a quoted cell stand for one.
        let isPair = scalar == "\"" && next == "\""
        if scalar != "\"" || isPair { cell.append(scalar) } else { isQuoted = false }
        if isPair { place += 1 }
      } else if scalar == "\"", trimmed(cell).isEmpty {
        (isQuoted, cell) = (true, String.UnicodeScalarView())
      } else if scalar == separator {
        endCell()
      } else if scalar == "\n" || scalar == "\r" {
        if scalar == "\n" || next != "\n" { endRow() }
      } else {
        cell.append(scalar)
      }
      place += 1
    }
    row.isWhole = !isQuoted
    if isQuoted || !cell.isEmpty || !row.cells.isEmpty { endRow() }
    return rows
  }

  /// The separator that is most frequent in the first row, outside quotes; a comma if there is none.
  private static func separator(of scalars: [Unicode.Scalar]) -> Unicode.Scalar {
    var (counts, isQuoted) = ([Unicode.Scalar: Int](), false)
    for scalar in scalars.drop(while: \.properties.isWhitespace) {
      if scalar == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if scalar == "\n" || scalar == "\r" { break }
      counts[scalar, default: 0] += 1
    }
    let candidates: [Unicode.Scalar] = [",", ";", "\t"]
    return candidates.max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? ","
  }

  private static func trimmed(_ cell: String.UnicodeScalarView) -> String {
    let text = cell.drop(while: \.properties.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(text[...last])
  }
}
