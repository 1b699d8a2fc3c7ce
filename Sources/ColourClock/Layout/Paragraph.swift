/// Text to break into lines. Widths are in digit heights.
final class Paragraph {
  let text: String
  let width: Double
  /// The widest piece that must not be broken, usually a word.
  let widestPiece: Double
  private let pieces: [Piece]
  /// Lines by width.
  private var cache: [Double: [String]] = [:]

  init(_ text: String) {
    (self.text, width) = (text, Line.width(text))
    pieces = Self.pieces(of: text)
    widestPiece = pieces.reduce(0) { max($0, $1.width) }
  }

  /// The fewest lines, of nearly equal length. A word that is too wide continues on the next line.
  func wrapped(at width: Double) -> [String] {
    if let lines = cache[width] { return lines }
    let lines = balanced(at: width)
    cache[width] = lines
    return lines
  }

  /// Full lines, or lines of equal length if the last would be very short.
  func list(at width: Double) -> [String] {
    let least = width > Self.wideLine ? Self.leastLast.wide : Self.leastLast.usual
    let hasShortLast = { (lines: [String]) in lines.count > 1 && Line.width(lines.last ?? "") < least * width }
    let lines = broken(at: width, hasShortLast)
    return hasShortLast(lines) ? wrapped(at: width) : lines
  }

  /// The least width of a last line, as a share of the available width.
  private static let leastLast = (usual: 0.35, wide: 0.2)
  private static let wideLine = 26.0

  // MARK: Lines of equal length

  /// The cost of a line that begins with a number, as a share of an empty line's cost.
  private static let numberCost = 0.1
  /// The most pieces to balance: the time grows with the square of their number.
  private static let mostBalanced = 80

  /// The lines with the least sum of squared free space. Too many or too wide pieces are left to `broken`.
  private func balanced(at width: Double) -> [String] {
    let filled = greedy(at: width)
    guard filled.count > 1 else { return filled }
    guard pieces.count <= Self.mostBalanced, widestPiece <= width else { return broken(at: width) { _ in true } }
    // For each number of pieces: the least cost of their lines, and the start of the last line.
    var best = [(cost: Double, start: Int)](repeating: (.infinity, 0), count: pieces.count + 1)
    best[0].cost = 0
    let numberCost = Self.numberCost * width * width
    // One line costs more than all free space and numbers, so the fewest lines win.
    let lineCost = Double(pieces.count + 1) * (width * width + numberCost)
    for start in pieces.indices {
      var taken = pieces[start].hundredths
      for end in start..<pieces.count {
        if end > start { taken += pieces[end].hundredthsInLine }
        let free = width - Double(taken) / 100
        guard free >= 0 else { break }
        // A line may end early with a colon: "Fire drill:".
        let space = pieces[end].endsWithColon ? 0 : free * free
        // Keeps "room 3" on one line. After a comma, a number belongs to the next word.
        let separatesNumber = start > 0 && pieces[start].beginsWithDigit && !pieces[start - 1].endsWithComma
        let number = separatesNumber ? numberCost : 0
        let cost = best[start].cost + lineCost + (space + number)
        if cost < best[end + 1].cost { best[end + 1] = (cost, start) }
      }
    }
    var (lines, end) = ([String](), pieces.count)
    while end > 0 {
      var line = Piece("")
      for piece in pieces[best[end].start..<end] { _ = line.appends(piece, within: width) }
      lines.append(line.text)
      end = best[end].start
    }
    return Text.withCommonDirection(lines.reversed())
  }

  // MARK: Full lines

  /// While lines are uneven, tries narrower ones of the same count.
  private func broken(at width: Double, _ isUneven: ([String]) -> Bool) -> [String] {
    let widest = pieces.reduce(0) { $1.width <= width ? max($0, $1.width) : $0 }
    var lines = greedy(at: width)
    for share in stride(from: 0.95, to: 0.4, by: -0.05) where lines.count > 1 && share * width >= widest {
      guard isUneven(lines) else { break }
      let narrower = greedy(at: share * width)
      if narrower.count > lines.count { break }
      lines = narrower
    }
    return lines
  }

  private func greedy(at width: Double) -> [String] {
    var (lines, line) = ([String](), Piece(""))
    for piece in pieces {
      if line.appends(piece, within: width) { continue }
      if !line.text.isEmpty { lines.append(line.text) }
      line = Piece("")
      for part in piece.parts(within: width) where !line.appends(part, within: width) {
        if !line.text.isEmpty { lines.append(line.text) }
        line = part
      }
    }
    return Text.withCommonDirection(line.text.isEmpty ? lines : lines + [line.text])
  }

  // MARK: Pieces

  /// Unbreakable text, or a line of such pieces.
  private struct Piece {
    private(set) var text: String
    private let followsBlank: Bool
    fileprivate private(set) var hundredths: Int
    fileprivate let endsWithColon: Bool
    fileprivate let endsWithComma: Bool
    fileprivate let beginsWithDigit: Bool

    init(_ text: String, followsBlank: Bool = false) {
      (self.text, self.followsBlank, hundredths) = (text, followsBlank, Line.hundredths(text))
      endsWithColon = text.utf8.last == UInt8(ascii: ":")
      endsWithComma = text.utf8.last == UInt8(ascii: ",")
      beginsWithDigit = text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
    }

    var width: Double { Double(hundredths) / 100 }
    var hundredthsInLine: Int { hundredths + (followsBlank ? Self.blank : 0) }

    private static let blank = Line.hundredths(" ")

    /// Returns false if the line would be too wide.
    mutating func appends(_ piece: Piece, within width: Double) -> Bool {
      let longer = hundredths + (text.isEmpty ? piece.hundredths : piece.hundredthsInLine)
      guard Double(longer) / 100 <= width else { return false }
      if piece.followsBlank, !text.isEmpty { text += " " }
      text += piece.text
      hundredths = longer
      return true
    }

    func parts(within width: Double) -> [Piece] {
      self.width <= width ? [self] : LineBreak.inseparable(text).map { Piece($0) }
    }
  }

  /// A number and its unit (a word of up to four characters) are one piece.
  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var number: Substring?
    for bytes in text.utf8.split(separator: UInt8(ascii: " ")) {
      let word = Substring(bytes)
      if let found = number, word.count <= mostInUnit {
        pieces[pieces.count - 1] = Piece("\(found) \(word)", followsBlank: true)
        number = nil
        continue
      }
      pieces += LineBreak.parts(of: word).enumerated().map { Piece($1, followsBlank: $0 == 0) }
      number = word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? word : nil
    }
    return pieces
  }

  /// In characters.
  static let mostInUnit = 4
}
