import TestSupport
import Testing

@testable import ColourClock

@Suite struct FeedLinesTests {
  @Test(arguments: [
    ("hello", ["hello"]),
    ("", []),
    ("\n \n\t\n", []),
    ("one\n\ntwo\r\nthree\nfour", ["one", "two", "three …"]),
    ("a\rb\u{b}c", ["a", "b", "c"]),
    ("a\u{2028}b\u{85}c", ["a", "b", "c"]),
    ("  a \t  b\u{a0}\u{3000}c  ", ["a b c"]),
    ("\u{1b}[1;31mred\u{1b}[0m wine", ["red wine"]),
    ("\u{1b}[?25lhidden\u{1b}[2 q", ["hidden"]),
    ("\u{9b}31mred", ["red"]),
    ("\u{1b}]0;title\u{7}text", ["text"]),
    ("\u{1b}]8;;http://a.example\u{1b}\\link\u{1b}]8;;\u{1b}\\ed", ["linked"]),
    ("\u{9d}0;title\u{9c}text", ["text"]),
    ("\u{1b}Pdevice\u{1b}\\a\u{1b}_app\u{1b}\\b\u{1b}^p\u{1b}\\c\u{1b}Xs\u{1b}\\d", ["abcd"]),
    ("\u{1b}c\u{1b}7a\u{1b}(Bb\u{1b}=c", ["abc"]),
    ("\u{1b}]unended title\nnext", ["next"]),
    ("cut off\u{1b}[3\nnext\u{1b}", ["cut off", "next"]),
    ("\u{1b}[3é", ["é"]),
    ("a\u{8}b\u{7f}c\u{1}d\u{7}e", ["abcde"]),
    ("\u{feff}\u{202e}evil\u{202c}\u{2066}x\u{2069}\u{200b}\u{ad}\u{61c}y", ["evilxy"]),
    ("a\u{10fffa}b\u{10fffb}c\u{10fffc}d\u{10fffd}\u{10fff9}e", ["abcd\u{10fff9}e"]),
    ("日本語 ½ € 🕰\u{fe0f}", ["日本語 ½ € 🕰\u{fe0f}"]),
    ("👨\u{200d}👩 می\u{200c}خواهم", ["👨\u{200d}👩 می\u{200c}خواهم"]),
    ("\u{1b}[0m\n\u{1b}[0m\na", ["a"]),
  ])
  func dirtIsTakenOut(text: String, lines: [String]) {
    #expect(Feed.lines(of: Array(text.utf8)) == lines)
  }

  @Test(
    arguments: [
      ("abc?def", [0xff], ["abc\u{fffd}def"]),
      ("na?ve", [0xc3], ["na\u{fffd}ve"]),
      ("surrogate ?", [0xed, 0xa0, 0x80], ["surrogate \u{fffd}\u{fffd}\u{fffd}"]),
    ] as [(String, [UInt8], [String])])
  func whatIsNoTextIsShownAsSuch(text: String, dirt: [UInt8], lines: [String]) {
    let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "?") ? dirt : [$0] }
    #expect(Feed.lines(of: bytes) == lines)
  }

  @Test(
    arguments: [
      [0], Array("\u{7f}ELF\0\0".utf8), Array("good\nb\0d".utf8), Array("a\nb\nc\n\0".utf8), [0xff, 0xfe, 0x80],
      [0x41, 0xff, 0xff], [0x41, 1, 1, 1, 0xff, 0xff],
    ] as [[UInt8]])
  func binaryIsNoText(bytes: [UInt8]) {
    #expect(Feed.lines(of: bytes) == nil)
  }

  /// What lies in an escape sequence is not shown, and does not count.
  @Test func onlyWhatIsShownCounts() {
    #expect(Feed.lines(of: Array("ab\u{1b}]".utf8) + [0xff, 0xff, 0xff, 0xff, 7]) == ["ab"])
  }

  @Test func aLineIsCutByCharacters() {
    let flag = "\u{1f1f3}\u{1f1f4}"
    #expect(
      Feed.lines(of: Array(String(repeating: flag, count: 130).utf8)) == [String(repeating: flag, count: 119) + "…"])
    let words = String(repeating: "x", count: 119) + " y"
    #expect(Feed.lines(of: Array(words.utf8)) == [String(repeating: "x", count: 119) + "…"])
    let spaced = String(repeating: "x", count: 118) + " yz"
    #expect(Feed.lines(of: Array(spaced.utf8)) == [String(repeating: "x", count: 118) + "…"])
    #expect(Feed.lines(of: Array("a\nb\nc\n \n".utf8)) == ["a", "b", "c"])
  }

  @Test func `a cut title has no blank before its sign`() {
    #expect(Feed.line(of: "abcd efgh", longest: 6) == "abcd…")
    #expect(Feed.line(of: "abcd efgh\nx", longest: 6) == "abcd…")
    #expect(Feed.line(of: "abcde fgh", longest: 6) == "abcde…")
    #expect(Feed.line(of: "abcdef", longest: 6) == "abcdef")
  }

  @Test func aTowerOfAccentsIsCut() {
    let tower = "a" + String(repeating: "\u{301}", count: 500) + "b"
    #expect(Feed.lines(of: Array(tower.utf8)) == ["a" + String(repeating: "\u{301}", count: 9) + "b"])
  }

  /// What is left of one family and the next person would be one of eleven scalars.
  @Test func whatIsCutMakesNoTowerWithTheNext() {
    let family = Array(repeating: "\u{1f469}", count: 6).joined(separator: "\u{200d}")
    let lines = Feed.lines(of: Array((family + "\u{1f52c}a").utf8))
    #expect(lines?.count == 1 && lines?[0].allSatisfy { $0.unicodeScalars.count <= 10 } == true)
    #expect(lines.map { Feed.lines(of: Array($0[0].utf8)) } == lines)
  }

  /// A line that repeated cuts would make shorter by one scalar at a time, which would take half a minute.
  @Test func aChainOfTowersIsCutAtOnce() {
    let chain = String(repeating: "\u{1f469}\u{200d}", count: 5) + String(repeating: "\u{1f469}", count: 16_000)
    let lines = Feed.lines(of: Array(chain.utf8))
    #expect(lines?.count == 1 && lines?[0].count == 120)
    #expect(lines?[0].allSatisfy { $0.unicodeScalars.count <= 10 } == true)
  }

  /// Bytes that look like text with much dirt in it, of which few lines are binary.
  @Test func whateverComesInPlainLinesComeOut() throws {
    let pieces: [[UInt8]] =
      [
        "\u{1b}", "\u{1b}[", "\u{1b}]", "\u{7}", "\u{9b}", "\n", " ", "\t", "m", "\u{301}", "\u{202e}", "é", "日",
        "word",
      ].map { Array($0.utf8) } + [[0xff], [0xc3]]
    var (random, told) = (SeededRandom(seed: 7), 0)
    for _ in 0..<1000 {
      let bytes = (0..<200).flatMap { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
      guard let lines = Feed.lines(of: bytes) else { continue }
      told += 1
      for line in lines {
        try #require(!line.isEmpty && line.count <= 120 && line.allSatisfy { $0.unicodeScalars.count <= 10 })
        try #require(!line.hasPrefix(" ") && !line.hasSuffix(" ") && !line.contains("  "))
        try #require(line.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
      }
    }
    #expect(told > 500)
  }
}
