import Testing

@testable import ColourClock

@Suite struct LineTests {
  private static let japanese = "東京は今日晴れ、最高気温は二十五度でしょう。（明日は雨が降るかもしれません）ので、「傘」をお忘れなく。キャッチ"
  private static let mixed = "Linux 6.1は「安定版」です。Swift 6.2、X11を使う。"
  private static let korean = "안녕하세요세계여러분반갑습니다"

  /// Whatever the width, nothing is lost, and no line begins with what closes or ends with what opens.
  @Test(arguments: [japanese, mixed, korean], [4.0, 6, 9, 14, 25])
  func eastAsianTextBreaksBetweenCharacters(text: String, width: Double) {
    let lines = Line.fitted([text], width: width, height: 1000, tallest: 1, least: 1).lines
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(lines.count > 1 || Line.width(text) <= width)
    for line in lines {
      #expect(Line.width(line) <= width || line.count <= 2)
      #expect(!"、。）」ッャー,.".contains(line.first ?? "、") || width < 6)
      #expect(!"（「".contains(line.last ?? "（") || width < 6)
    }
  }

  @Test func wordsStayWhole() {
    let lines = Line.fitted(["Swift 6.2はX11を使う program"], width: 7, height: 1000, tallest: 1, least: 1).lines
    for word in ["Swift", "6.2", "X11", "program"] { #expect(lines.contains { $0.contains(word) }, "\(word)") }
    let arabic = "مرحبا بالعالم الساعة"
    let words = Line.fitted([arabic], width: 7, height: 1000, tallest: 1, least: 1).lines
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

  /// Whatever width and height there are: no word is torn that fits into a line in the least size, and none is lost
  /// where there is room.
  @Test(arguments: sentences, [40.0, 70, 130, 240, 500, 1200])
  func noWordIsTornThatFits(text: String, width: Double) {
    for height in [30.0, 90, 300, 1600] {
      let (lines, size) = Line.fitted([text], width: width, height: height, tallest: 320, least: 6)
      let isCutOff = lines.last?.hasSuffix("…") == true
      let parts = Set(lines.joined(separator: " ").split(whereSeparator: Self.endsWord))
      for word in text.split(whereSeparator: Self.endsWord) where Line.width(String(word)) * 6 <= width - 3 {
        #expect(isCutOff || parts.contains(word), "\(word) in \(lines)")
      }
      #expect(size <= 6 || lines.allSatisfy { Line.width($0) * size <= width + 1e-6 })
    }
  }

  @Test func anUrgentMessageIsNotTornOnAnUprightWall() {
    let lines = Line.fitted(["Please leave the building now"], width: 900, height: 1500, tallest: 324, least: 22).lines
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
    let lines = Line.fitted([Self.thai], width: width, height: 1e5, tallest: 1, least: 1).lines
    #expect(lines.joined() == Self.thai)
    for line in lines {
      let (first, last) = (line.unicodeScalars.first?.value ?? 0, line.unicodeScalars.last?.value ?? 0)
      #expect(!(0xe2f...0xe3a).contains(first) && !(0xe45...0xe4e).contains(first), "\(line)")
      #expect(!(0xe40...0xe44).contains(last), "\(line)")
    }
    #expect(lines.count > 1 || width > 20)
  }

  @Test func thaiLinesEndBetweenSyllablesWhereTheyCan() {
    let lines = Line.fitted(["ประเทศไทยและเมืองไทย"], width: 8, height: 1e5, tallest: 1, least: 1).lines
    #expect(lines.dropFirst().allSatisfy { (0xe40...0xe44).contains($0.unicodeScalars.first?.value ?? 0) }, "\(lines)")
  }

  // MARK: Items

  @Test func itemsHaveRoomBetweenThem() {
    let items = ["one two three four", "five six seven eight"]
    let tight = Line.fitted(items: items, between: 0, width: 1000, height: 30, tallest: 40, least: 2)
    let loose = Line.fitted(items: items, between: 0.5, width: 1000, height: 30, tallest: 40, least: 2)
    #expect(loose.size < tight.size && loose.items.joined().joined(separator: " ") == items.joined(separator: " "))
    let rows = loose.items.reduce(0) { $0 + $1.count }
    #expect((Line.height(of: rows) + 0.5 * Line.pitch) * loose.size <= 30)
    let cut = Line.fitted(items: items, between: 0.5, width: 12, height: 7, tallest: 2, least: 2)
    #expect(cut.items.last?.last?.hasSuffix("…") == true)
  }

  /// As of a feed that has not answered yet, on a monitor that is all but filled.
  @Test(arguments: [[], [""], [" "], ["", ""]])
  func noTextNeedsNoRoom(text: [String]) {
    for height in [0, -0.5, -20, -1e6] {
      #expect(Line.fitted(text, width: 10, height: height, tallest: 9, least: 6).lines.isEmpty)
    }
    #expect(Line.fitted(["one two"] + text, width: 20, height: -20, tallest: 9, least: 6).lines == ["one…"])
  }
}
