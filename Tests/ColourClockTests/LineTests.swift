import Testing

@testable import ColourClock

@Suite struct LineTests {
  private static let japanese = "東京は今日晴れ、最高気温は二十五度でしょう。（明日は雨が降るかもしれません）ので、「傘」をお忘れなく。キャッチ"
  private static let mixed = "Linux 6.1は「安定版」です。Swift 6.2、X11を使う。"
  private static let korean = "안녕하세요세계여러분반갑습니다"

  /// Whatever the width, nothing is lost, and no line begins with what closes or ends with what opens.
  @Test(arguments: [japanese, mixed, korean], [4.0, 6, 9, 14, 25])
  func eastAsianTextBreaksBetweenCharacters(text: String, width: Double) {
    let lines = Paragraph(text).wrapped(at: width)
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(lines.count > 1 || Line.width(text) <= width)
    for line in lines {
      #expect(Line.width(line) <= width || line.count <= 2)
      #expect(!"、。）」ッャー,.".contains(line.first ?? "、") || width < 6)
      #expect(!"（「".contains(line.last ?? "（") || width < 6)
    }
  }

  @Test func wordsStayWhole() {
    let lines = Paragraph("Swift 6.2はX11を使う program").wrapped(at: 7)
    for word in ["Swift", "6.2", "X11", "program"] { #expect(lines.contains { $0.contains(word) }, "\(word)") }
    let arabic = "مرحبا بالعالم الساعة"
    let words = Paragraph(arabic).wrapped(at: 7)
    #expect(words.joined(separator: " ") == arabic && words.count > 1)
  }

  // MARK: Words that are too wide for a line

  private static let sentences = [
    "Please leave the building now", "Standup of the whole company on the second floor, coffee included",
    "The Donaudampfschifffahrtsgesellschaft is late", "well-known re-entry and/or self-service",
    "Bitte verlassen Sie jetzt das Gebäude",
    "مرحبا بالعالم الساعة الآن",
  ]

  private static func endsWord(_ character: Character) -> Bool { " -/".contains(character) }

  /// Whatever width there is: no word is torn that fits into a line, and none is lost.
  @Test(arguments: sentences, [40.0, 70, 130, 240, 500, 1200])
  func noWordIsTornThatFits(text: String, pixels: Double) {
    for size in [6.0, 22, 90, 320] {
      let width = pixels / size
      let lines = Paragraph(text).wrapped(at: width)
      let parts = Set(lines.joined(separator: " ").split(whereSeparator: Self.endsWord))
      for word in text.split(whereSeparator: Self.endsWord) where Line.width(String(word)) <= width - 0.5 {
        #expect(parts.contains(word), "\(word) in \(lines)")
      }
      #expect(Paragraph(text).widestPiece > width || lines.allSatisfy { Line.width($0) <= width + 1e-6 })
      let letters = lines.joined().filter { $0 != " " && $0.unicodeScalars.allSatisfy { Text.direction($0) == nil } }
      #expect(letters == text.filter { $0 != " " })
    }
  }

  @Test func anUrgentMessageIsNotTornOnAnUprightWall() {
    var contents = Layout.Contents(size: Size(width: 1080, height: 1920), labels: Labels())
    contents.messages.urgent = ["Please leave the building now"]
    let lines = Layout(contents).slots.compactMap { if case .words(let line) = $0.part { line } else { nil } }
    #expect(lines.joined(separator: " ") == "Please leave the building now")
  }

  @Test(arguments: [
    ("self-service", ["self-", "service"]), ("and/or", ["and/", "or"]), ("Wien–Graz", ["Wien–", "Graz"]),
    ("COVID-19", ["COVID-19"]), ("24/7", ["24/7"]), ("10–12", ["10–12"]), ("--feed-lines", ["--feed-", "lines"]),
    ("-5", ["-5"]), ("http://x/y", ["http://", "x/", "y"]), ("a-", ["a-"]),
  ])
  func linesEndBehindHyphens(word: String, parts: [String]) { #expect(LineBreak.parts(of: word[...]) == parts) }

  private static let thai = "กรุณาออกจากอาคารทันทีและไปที่จุดรวมพลเพราะน้ำท่วมในห้องใต้ดินค่ะ"

  @Test(arguments: [1.5, 3, 4.0, 7, 12, 30])
  func thaiSyllablesKeepTheirVowels(width: Double) {
    let lines = Paragraph(Self.thai).wrapped(at: width)
    #expect(lines.joined() == Self.thai)
    for line in lines {
      let (first, last) = (line.unicodeScalars.first?.value ?? 0, line.unicodeScalars.last?.value ?? 0)
      #expect(!(0xe2f...0xe3a).contains(first) && !(0xe45...0xe4e).contains(first), "\(line)")
      #expect(!(0xe40...0xe44).contains(last), "\(line)")
    }
    #expect(lines.count > 1 || width > 20)
  }

  @Test func thaiLinesEndBetweenSyllablesWhereTheyCan() {
    let lines = Paragraph("ประเทศไทยและเมืองไทย").wrapped(at: 8)
    #expect(lines.dropFirst().allSatisfy { (0xe40...0xe44).contains($0.unicodeScalars.first?.value ?? 0) }, "\(lines)")
  }

  /// As of a feed that has not answered yet.
  @Test(arguments: ["", " ", "  "]) func noTextHasNoLines(text: String) {
    #expect(Paragraph(text).wrapped(at: 10).isEmpty)
  }
}
