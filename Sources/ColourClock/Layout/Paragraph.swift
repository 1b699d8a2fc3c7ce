/// A text that can be broken into lines. The lines for each width are kept, because a layout tries the same widths many
/// times. Widths are in digit heights.
final class Paragraph {
  let text: String
  /// The width of the text in one line.
  let width: Double
  /// The width of the widest piece that must not be broken, usually a word.
  let widestPiece: Double
  private let pieces: [Piece]
  private var known: [Double: [String]] = [:]

  init(_ text: String) {
    (self.text, width) = (text, Line.width(text))
    pieces = Self.pieces(of: text)
    widestPiece = pieces.reduce(0) { max($0, $1.width) }
  }

  /// As few lines as the width allows, of nearly equal length. A word that is too wide continues on the next line.
  func wrapped(at width: Double) -> [String] {
    if let lines = known[width] { return lines }
    let lines = balanced(at: width)
    known[width] = lines
    return lines
  }

  /// Lines as long as the width allows. If the last line would be very short, the other lines are shorter.
  func list(at width: Double) -> [String] {
    let least = width > Self.wide.width ? Self.wide.least : Self.leastLast
    let isUneven = { (lines: [String]) in lines.count > 1 && Line.width(lines.last ?? "") < least * width }
    let lines = broken(at: width, isUneven)
    return isUneven(lines) ? wrapped(at: width) : lines
  }

  /// The least width of a last line, as a share of the width. `wide`: the least share for lines wider than `width`.
  private static let (leastLast, wide) = (0.35, (width: 26.0, least: 0.2))

  func filled(at width: Double) -> [String] { broken(at: width) { _ in false } }

  // MARK: Lines of equal length

  /// The extra cost of a line that begins with a number. The unit is the cost of an empty line.
  private static let numberCost = 0.1
  private static let mostBalanced = 80

  /// The fewest lines, with the least sum of squares of free space. A text with more than `mostBalanced` pieces, or
  /// with a piece that is too wide, is broken by `broken`.
  private func balanced(at width: Double) -> [String] {
    let filled = greedy(at: width)
    guard filled.count > 1 else { return filled }
    guard pieces.count <= Self.mostBalanced, widestPiece <= width else { return broken(at: width) { _ in true } }
    // For each piece: the least cost of the lines before the piece, and the index at which the last of these lines
    // begins.
    var best = [(cost: Double, start: Int)](repeating: (.infinity, 0), count: pieces.count + 1)
    best[0].cost = 0
    let number = Self.numberCost * width * width
    let line = Double(pieces.count + 1) * (width * width + number)
    for start in pieces.indices {
      var taken = pieces[start].hundredths
      for end in start..<pieces.count {
        if end > start { taken += pieces[end].hundredthsInLine }
        let free = width - Double(taken) / 100
        guard free >= 0 else { break }
        // After a colon a short line costs nothing: "Fire drill:". A line that begins with a number costs more, so that
        // "room 3" stays together.
        let loose = (pieces[end].hasColon ? 0 : free * free) + (start > 0 && pieces[start].hasNumber ? number : 0)
        let cost = best[start].cost + line + loose
        if cost < best[end + 1].cost { best[end + 1] = (cost, start) }
      }
    }
    var (lines, end) = ([String](), pieces.count)
    while end > 0 {
      var taken = Piece("")
      for piece in pieces[best[end].start..<end] { _ = taken.takes(piece, within: width) }
      lines.append(taken.text)
      end = best[end].start
    }
    return Text.running(asOne: lines.reversed())
  }

  // MARK: Full lines

  /// - Parameter isUneven: true if the lines should have more equal lengths.
  private func broken(at width: Double, _ isUneven: ([String]) -> Bool) -> [String] {
    let widest = pieces.reduce(0) { $1.width <= width ? max($0, $1.width) : $0 }
    var lines = greedy(at: width)
    for share in stride(from: 0.95, to: 0.4, by: -0.05) where lines.count > 1 && share * width >= widest {
      guard isUneven(lines) else { break }
      let others = greedy(at: share * width)
      if others.count > lines.count { break }
      lines = others
    }
    return lines
  }

  private func greedy(at width: Double) -> [String] {
    var (lines, line) = ([String](), Piece(""))
    for piece in pieces {
      if line.takes(piece, within: width) { continue }
      if !line.text.isEmpty { lines.append(line.text) }
      line = Piece("")
      for part in piece.parts(within: width) where !line.takes(part, within: width) {
        if !line.text.isEmpty { lines.append(line.text) }
        line = part
      }
    }
    return Text.running(asOne: line.text.isEmpty ? lines : lines + [line.text])
  }

  // MARK: Pieces

  /// Text that must not be broken, or a line made of such pieces.
  private struct Piece {
    private(set) var text: String
    /// True if a blank stands before the piece. The blank is left out at the beginning of a line.
    private let followsBlank: Bool
    fileprivate private(set) var hundredths: Int
    fileprivate let hasColon: Bool
    fileprivate let hasNumber: Bool

    init(_ text: String, followsBlank: Bool = false) {
      (self.text, self.followsBlank, hundredths) = (text, followsBlank, Line.hundredths(text))
      hasColon = text.utf8.last == UInt8(ascii: ":")
      hasNumber = text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
    }

    var width: Double { Double(hundredths) / 100 }
    var hundredthsInLine: Int { hundredths + (followsBlank ? Self.blank : 0) }

    private static let blank = Line.hundredths(" ")

    mutating func takes(_ piece: Piece, within width: Double) -> Bool {
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

  /// Words, split by the rules of `LineBreak`. A number and a short word after it, such as a unit, are one piece.
  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var number: Substring?
    for bytes in text.utf8.split(separator: UInt8(ascii: " ")) {
      let word = Substring(bytes)
      if let found = number, word.count <= 4 {
        pieces[pieces.count - 1] = Piece("\(found) \(word)", followsBlank: true)
        number = nil
        continue
      }
      pieces += LineBreak.parts(of: word).enumerated().map { Piece($1, followsBlank: $0 == 0) }
      number = word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? word : nil
    }
    return pieces
  }
}
