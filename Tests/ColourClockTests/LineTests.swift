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
}
