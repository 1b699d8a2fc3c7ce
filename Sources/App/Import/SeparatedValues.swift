import ColourClock

/// Reads RFC 4180, also with semicolons or tabs.
struct SeparatedValues {
  struct Row {
    let line: Int
    var cells: [String] = []
    /// False if a quote is not closed.
    var isWhole = true
  }

  private let separator: Unicode.Scalar
  private var rows: [Row] = []
  private var row = Row(line: 1)
  private var cell = String.UnicodeScalarView()
  private var line = 1
  private var isQuoted = false

  static func rows(of text: String) -> [Row] {
    let scalars = Array(text.unicodeScalars)
    let named = nameOfSeparator(in: text)
    var values = SeparatedValues(separator: named ?? separator(of: scalars))
    var place = 0
    while place < scalars.count {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      place += values.take(scalars[place], before: next)
    }
    values.finish()
    return named == nil ? values.rows : Array(values.rows.dropFirst())
  }

  /// In Excel's files, a first line `sep=;` names the separator.
  private static func nameOfSeparator(in text: String) -> Unicode.Scalar? {
    let line = text.prefix { !$0.isNewline }.lowercased()
    guard line.hasPrefix("sep="), line.count == 5 else { return nil }
    return line.unicodeScalars.last
  }

  private init(separator: Unicode.Scalar) { self.separator = separator }

  /// Returns the number of scalars read, 1 or 2.
  private mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Int {
    if scalar == "\n" || scalar == "\r" && next != "\n" { line += 1 }
    switch scalar {
    case "\"" where isQuoted && next == "\"":
      cell.append(scalar)
      return 2
    case "\"" where isQuoted: isQuoted = false
    case _ where isQuoted: cell.append(scalar)
    case "\"" where cell.allSatisfy(\.properties.isWhitespace): (isQuoted, cell) = (true, String.UnicodeScalarView())
    case separator: endCell()
    case "\r" where next == "\n": break
    case "\n", "\r": endRow()
    default: cell.append(scalar)
    }
    return 1
  }

  private mutating func endCell() {
    row.cells.append(FormulaMark.removed(from: String(cell.trimmed(of: \.properties.isWhitespace))))
    cell = String.UnicodeScalarView()
  }

  private mutating func endRow() {
    endCell()
    rows.append(row)
    row = Row(line: line)
  }

  private mutating func finish() {
    row.isWhole = !isQuoted
    if isQuoted || !cell.isEmpty || !row.cells.isEmpty { endRow() }
  }

  /// The most frequent separator outside quotes in the first row.
  private static func separator(of scalars: [Unicode.Scalar]) -> Unicode.Scalar {
    let candidates: [Unicode.Scalar] = [",", ";", "\t"]
    var (counts, isQuoted, isAtStart) = ([Unicode.Scalar: Int](), false, true)
    for scalar in scalars.drop(while: \.properties.isWhitespace) {
      // A quote inside a cell, as in `5" disc`, begins no quoted text.
      if scalar == "\"", isQuoted || isAtStart { isQuoted.toggle() }
      isAtStart = candidates.contains(scalar) || isAtStart && scalar.properties.isWhitespace
      if isQuoted { continue }
      if scalar == "\n" || scalar == "\r" { break }
      counts[scalar, default: 0] += 1
    }
    return candidates.max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? ","
  }
}

/// An apostrophe before a text that a spreadsheet would take for a formula (OWASP: CSV injection).
enum FormulaMark {
  static func added(to text: String) -> String { isFormula(text) ? "'" + text : text }

  static func removed(from text: String) -> String {
    let rest = text.dropFirst()
    return text.first == "'" && isFormula(rest) ? String(rest) : text
  }

  /// Compares scalars: a sign with a combining character is another `Character`.
  private static func isFormula(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.first.map("=+-@".unicodeScalars.contains) == true
  }
}
