import TestSupport
import Testing

@testable import ColourClock

extension Words {
  /// Those of every language, English first.
  static let all = languages.map { $0 == "en" ? Words() : Words(catalogue: Catalogues.compiled($0)) ?? Words() }

  static func of(_ language: String) -> Words { all[languages.firstIndex(of: language) ?? 0] }
}

/// The catalogue of the wall's words.
@Suite struct WordsTests {
  static let others = Words.languages.filter { $0 != "en" }

  @Test func whatIsNotTranslatedStaysEnglish() {
    #expect(Words()["Hold to quit"] == "Hold to quit" && Words.of("de")["No such text"] == "No such text")
    #expect(Words.of("de")["Hold to quit"] == "Zum Beenden halten" && Words.of("ja")["Quit"] == "終了")
    #expect(Words.of("ar")["Quit"] == "إنهاء" && Words.of("pt")["Resume"] == "Retomar")
  }

  @Test func valuesTakeTheirPlaces() {
    let words = Words()
    #expect(words["%d min", 5] == "5 min" && words["%s, %s", "a %s", "b"] == "a %s, b")
    #expect(words["%2$s, %1$s", "a", "b"] == "b, a" && words["%s left", "1:00", "more"] == "1:00 left")
    #expect(words["%s and %s", "a"] == "a and " && words["100 %", 1] == "100 %" && words["%A", 1] == "%A")
    #expect(Words.of("ja")["Press %s again to quit", "q"] == "もう一度 q で終了")
  }

  /// On a wall of another language nothing but figures, signs and the names of keys is as in English.
  @Test(arguments: [
    ("%9223372036854775807$s %s.", " a."), ("%-9223372036854775808$d", ""), ("%0$s", ""), ("%100$s %s", " a"),
  ]) func placesThatNoTextHas(text: String, rest: String) {
    #expect(Words()[text, "a"].hasSuffix(rest))
  }

  @Test(arguments: others) func aWallIsWhollyTranslated(language: String) throws {
    var texts = ["en": Set<String>(), language: []]
    for language in texts.keys {
      for countdown in [nil, Duration.seconds(100)] {
        var play = Play({ $0.words = .of(language) }, countdown: countdown)
        for key in [Key.character("q"), .character("?")] {
          play.wait(.seconds(7))
          play.tap(key)
          texts[language]?.formUnion(try #require(play.scene.frame(at: play.moment)).allTexts)
        }
      }
    }
    let letters = { (text: String) in text.filter(\.isLetter).count }
    let same = try #require(texts["en"]).intersection(try #require(texts[language])).filter {
      letters($0) > 1 && !$0.hasSuffix(" min")
    }
    #expect(same.isSubset(of: ["Backspace", "Countdown", "Enter", "Pause", "Start", "Tab"]), "\(same)")
    #expect(try #require(texts[language]).count > 25)
  }

  // MARK: The reader

  @Test(arguments: others) func bothOrdersOfBytesAreRead(language: String) throws {
    let little = try #require(Words(catalogue: Catalogues.compiled(language, "--endianness=little --no-hash")))
    #expect(little == Words(catalogue: Catalogues.compiled(language, "--endianness=big")))
    #expect(little == Words.of(language) && little != Words())
  }

  @Test func anythingElseIsNoCatalogue() {
    #expect(Words(catalogue: []) == nil && Words(catalogue: Array("msgid \"\"\nmsgstr \"\"\n".utf8)) == nil)
    #expect(Words(catalogue: [UInt8](repeating: 0xff, count: 4096)) == nil)
  }

  /// 60,000 entries that all name the same half a megabyte would be 30 GB.
  @Test func textsThatShareBytesAreRefused() {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xff) } }
    let entry = number(500_000) + number(28)
    let head = [0x9504_12de, 0, 60_000, 28, 28, 0, 0].flatMap(number)
    #expect(Words(catalogue: head + (0..<120_000).flatMap { _ in entry }) == nil)
  }

  /// 3,000 catalogues with some bits turned over, half of them in the tables, and 1,500 that end too early: seed 3.
  @Test func damagedCataloguesAreSurvived() throws {
    var random = SeededRandom(seed: 3)
    var (read, refused) = (0, 0)
    for number in 0..<4500 {
      var bytes = Catalogue.all[number % Catalogue.all.count]
      if number < 1500 {
        bytes.removeLast(.random(in: 1...bytes.count, using: &random))
      } else {
        let end = number % 2 == 0 ? bytes.count : 28 + 16 * 90
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          bytes[.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      if let words = Words(catalogue: bytes) {
        read += 1
        // What is found can be used.
        _ = DateNames(in: words).format.string(of: .at(1, 2, 3), DateNames(in: words))
        _ = words["updated %d min ago", 1]
      } else {
        refused += 1
      }
    }
    #expect(read > 500 && refused > 1500)
  }

  private enum Catalogue {
    static let all = others.map { Catalogues.compiled($0) }
  }

  // MARK: Names of languages

  @Test(arguments: [
    ("de", "de", ""), ("de_AT.UTF-8", "de", "AT"), ("pt-br", "pt", "BR"), ("ca_ES@valencia", "ca", "ES"),
    ("C", "en", ""), ("C.UTF-8", "en", ""), ("POSIX", "en", ""), ("gsw_CH", "gsw", "CH"),
  ])
  func localesAreNamedByLanguageAndCountry(text: String, language: String, territory: String) throws {
    let name = try #require(LocaleName(text))
    #expect(name.language == language && name.territory == territory)
  }

  @Test(arguments: ["", "x", "../de", "de/..", "de_", "_DE", "german", "de_DE_x", "dé", "1a", ".UTF-8"])
  func otherTextsNameNone(text: String) { #expect(LocaleName(text) == nil) }

  @Test func japaneseHalvesOfTheDayAreJapanese() {
    #expect(DateNames(in: .of("ja")).dayPeriods == ["午前", "午後"])
  }

  @Test func theMonthComesFirstInSomeCountries() {
    let first = ["en_US.UTF-8", "en_GB", "en", "en_CA", "de_US", "C"].map { LocaleName($0)?.hasMonthFirst }
    #expect(first == [true, false, false, true, false, false])
  }
}
