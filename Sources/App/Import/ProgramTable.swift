import ColourClock
import ControlProtocol

/// Each row has a title, and a length or a start. A header may reorder the columns.
enum ProgramTable {
  typealias Rows = ProgramImport.Rows

  static func read(_ text: String, into rows: inout Rows) {
    var table = SeparatedValues.rows(of: text).filter { $0.cells.contains { !$0.isEmpty } }[...]
    guard let first = table.first else { return }
    let head = Columns(head: first.cells, over: table.dropFirst().map(\.cells))
    if let head {
      table = table.dropFirst()
      let others = head.unknown(in: first.cells)
      if !others.isEmpty { rows.remark(at: ":\(first.line)", "columns that are not read: \(others)") }
    }
    // A first row without a digit is a header with unknown names. Only this row is refused.
    let hasDigit = first.cells.contains { $0.contains(where: \.isDigit) }
    guard head != nil || hasDigit || first.cells.count < 2 || !first.isWhole else {
      return rows.refuse(at: ":\(first.line)", ProgramColumn.needed)
    }
    Reader(columns: head ?? Columns(), table: Array(table)).read(into: &rows)
  }

  private struct Reader {
    let columns: Columns
    let table: [SeparatedValues.Row]

    func read(into rows: inout Rows) {
      let starts = table.map { Columns.time(columns.start, of: $0.cells) }
      rows.start = starts.first ?? nil
      for (index, row) in table.enumerated() where !rows.hasTooMany {
        let (place, next) = (":\(row.line)", index + 1 < starts.count ? starts[index + 1] : nil)
        if index == table.count - 1, !rows.steps.isEmpty, starts[index] != nil, columns.onlyStarts(row.cells) {
          rows.remark(at: place, "it has no length, so it is only the end of the step before it")
          break
        }
        rows.add(at: place, start: starts[index]) { () throws(Refusal) in
          guard row.isWhole else { throw Refusal("the quotes of a cell do not end") }
          if index == 0, let start = columns.start, let cell = row.cell(start), !cell.isEmpty, starts[0] == nil {
            throw Refusal("'\(cell.prefix(40))' is no start: it takes HH:MM or HH:MM:SS, such as 17:30")
          }
          return try columns.step(row.cells, start: starts[index], next: next)
        }
      }
    }
  }

  private struct Columns {
    var title = 0
    /// `nil` means that a step lasts from its start to its end or the next start.
    var length: Int? = 1
    var start: Int?
    var end: Int?
    var hold: Int?
    var warn: Int?
    var danger: Int?
    /// The unit of each column's plain numbers, in seconds.
    private var units: [Int: Int64] = [:]

    init() {}

    init?(head: [String], over rows: [[String]]) {
      // `Duration (min)` is in minutes.
      let names = head.map { $0.lowercased().filter { $0 != "." }.split(separator: "(", maxSplits: 1).map(\.trimmed) }
      func place(_ known: Set<String>) -> Int? { names.firstIndex { $0.first.map(known.contains) ?? false } }
      func place(_ column: ProgramColumn) -> Int? { place(column.names) }
      guard let title = place(.title) else { return nil }
      (self.title, start, end, hold) = (title, place(.start), place(.end), place(.hold))
      (warn, danger) = (place(.warn), place(.danger))
      length = place(.length) ?? place(Set(ProgramColumn.units.keys))
      if let time = place(ProgramColumn.times) {
        // A column `time` has starts if there are lengths, or if it is left of the titles and has only times of day.
        let isStart = length != nil || time < title && rows.allSatisfy { Columns.time(time, of: $0) != nil }
        if start == nil, isStart { start = time } else { length = length ?? time }
      }
      guard length != nil || start != nil else { return nil }
      for column in [length, warn, danger].compactMap(\.self) {
        units[column] =
          names[column].lazy.compactMap { name in ProgramColumn.units[name.filter { $0 != ")" }[...].trimmed] }.first
      }
    }

    func unknown(in head: [String]) -> String {
      let known = [title, length, start, end, hold, warn, danger].compactMap(\.self)
      let names = head.indices.filter { !known.contains($0) }.map { String(head[$0].prefix(40)) }
      return names.filter { !ProgramColumn.ignored.contains($0) }.prefix(8).joined(separator: ", ")
    }

    /// Accepts `20h30`, `20.30`, `8:30 pm`, `8 pm` and `20 Uhr` too.
    static func time(_ column: Int?, of cells: [String]) -> TimeOfDay? {
      guard let column, cells.indices.contains(column) else { return nil }
      var text = cells[column].lowercased().filter { $0 != " " }
      let (isAM, isPM) = (text.hasSuffix("am"), text.hasSuffix("pm"))
      for end in ["am", "pm", "uhr"] where text.hasSuffix(end) {
        text.removeLast(end.count)
        // `8 pm` becomes `8:` here, and `8:00` below.
        if !text.contains(where: { ":.".contains($0) }) { text += ":" }
      }
      text = String(text.map { $0 == "h" || $0 == "." ? ":" : $0 })
      if text.hasSuffix(":") { text += "00" }
      guard let time = try? TimeOfDay.parse(text) else { return nil }
      if isAM || isPM, !(1...12).contains(Int(time.text.prefix(2)) ?? 0) { return nil }
      let isOffByHalfDay = isPM && time < .noon || isAM && !(time < .noon)
      return isOffByHalfDay ? time.later(.seconds(43_200)) : time
    }

    func onlyStarts(_ cells: [String]) -> Bool {
      let isEmpty = length.map { !cells.indices.contains($0) || cells[$0].isEmpty } ?? true
      return isEmpty && Columns.time(end, of: cells) == nil
    }

    func step(_ cells: [String], start: TimeOfDay?, next: TimeOfDay?) throws(Refusal) -> TimerProgram.Step {
      let isShort = self.start == nil && !cells.indices.contains(length ?? 0)
      guard !isShort, cells.indices.contains(title) else {
        throw Refusal("a row takes a title and a length, such as Welcome,25m")
      }
      let mark = hold.flatMap { cells.indices.contains($0) ? cells[$0].lowercased() : nil } ?? ""
      let length = try span(of: cells, start: start, next: next)
      let step = TimerProgram.Step(
        cells[title], length, isHeld: !ProgramColumn.no.contains(mark), warn: try phase(warn, of: cells),
        danger: try phase(danger, of: cells))
      guard let step else {
        guard TimeSpan.range.contains(length) else { throw .spanRange }
        throw Refusal("its warning must be shorter than its length, and its danger shorter than its warning")
      }
      return step
    }

    private func phase(_ column: Int?, of cells: [String]) throws(Refusal) -> Duration? {
      guard let column, cells.indices.contains(column), !["", "-", "–"].contains(cells[column]) else { return nil }
      return try span(cells[column], unit: units[column])
    }

    private func span(of cells: [String], start: TimeOfDay?, next: TimeOfDay?) throws(Refusal) -> Duration {
      if let length, cells.indices.contains(length), !cells[length].isEmpty || self.start == nil {
        return try span(cells[length], unit: units[length])
      }
      guard let start, let end = Columns.time(end, of: cells) ?? next else {
        throw Refusal("it has no length: give a length, an end, or a start in the next row")
      }
      return start.until(end)
    }

    private func span(_ text: String, unit: Int64?) throws(Refusal) -> Duration {
      let parts = text.lowercased().split(separator: " ")
      let word = parts.joined()
      if word.isAllDigits, let number = Int64(word) {
        guard let unit else { throw Refusal("'\(word)' has no unit: write a length such as 25m, 90s or 12:30") }
        guard number <= 360_000, TimeSpan.range.contains(.seconds(number * unit)) else { throw .spanRange }
        return .seconds(number * unit)
      }
      // Accepts `5 min` too.
      for (name, short) in Columns.words where word.hasSuffix(name) {
        return try TimeSpan.parse(word.dropLast(name.count) + short)
      }
      return try TimeSpan.parse(word)
    }

    private static let words = [
      ("minutes", "m"), ("minute", "m"), ("mins", "m"), ("min", "m"), ("seconds", "s"), ("second", "s"), ("secs", "s"),
      ("sec", "s"), ("hours", "h"), ("hour", "h"),
    ]
  }
}

extension SeparatedValues.Row {
  fileprivate func cell(_ index: Int) -> String? { cells.indices.contains(index) ? cells[index] : nil }
}
