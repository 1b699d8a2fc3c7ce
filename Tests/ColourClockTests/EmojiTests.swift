import Testing

@testable import ColourClock

/// Which characters are pictures, and what is kept of them on their way to the wall.
@Suite struct EmojiTests {
  /// Sequences of all kinds (UTS 51, ED-8a to ED-17), each one character.
  static let sequences: [(kind: String, text: String)] = [
    ("default", "😀"), ("default, in the BMP", "⏰"), ("VS16", "❤️"), ("VS16 on Latin-1", "©️"), ("skin tone", "👍🏿"),
    ("skin tone alone", "🏽"), ("ZWJ", "👨‍👩‍👧‍👦"), ("ZWJ with skin tone", "👩🏽‍🚀"), ("ZWJ with VS16", "🏳️‍🌈"),
    ("ZWJ without VS16", "🏳‍🌈"), ("longest", "👩🏽‍❤️‍💋‍👨🏿"), ("flag", "🇩🇪"), ("half a flag", "🇩"), ("keycap", "1️⃣"),
    ("keycap of #", "#️⃣"), ("flag of a region", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
  ]
  static let texts: [(kind: String, text: String)] = [
    ("digit", "1"), ("digit with VS16", "1\u{fe0f}"), ("sign", "#"), ("text by default", "☎"), ("VS15", "☎\u{fe0e}"),
    ("VS15 on an emoji", "😀\u{fe0e}"), ("copyright", "©"), ("letter", "é"), ("mark", "e\u{301}"), ("arrow", "→"),
    ("ideograph", "東"), ("Arabic", "م"), ("joined", "क्‍ष"), ("VS16 on a letter", "a\u{fe0f}"),
  ]

  @Test(arguments: sequences) func aSequenceIsAPicture(kind: String, text: String) {
    #expect(text.count == 1 && text.unicodeScalars.isEmoji, "\(kind)")
    #expect(Line.width(text) == 1.4 && Line.width("Tea \(text) \(text)") == Line.width("Tea  ") + 2.8, "\(kind)")
    // Nothing of it is lost on the way to the wall.
    #expect(Feed.lines(of: Array("a \(text)".utf8)) == ["a \(text)"], "\(kind)")
    #expect(Message(text, priority: .info)?.lines == [text], "\(kind)")
  }

  @Test(arguments: texts) func otherCharactersAreNot(kind: String, text: String) {
    #expect(!text.unicodeScalars.isEmoji, "\(kind)")
  }

  /// Long lines of punctuation beyond ASCII are as wide as their pieces.
  @Test func widthsAddUp() {
    let pieces = ["„Tee“ – …", "😀", "東京は", "ﾃｽﾄ", "→", "🇩🇪", "e\u{301}"]
    #expect(abs(Line.width(pieces.joined()) - pieces.reduce(0) { $0 + Line.width($1) }) < 1e-9)
    let long = String(repeating: "東", count: 500)
    #expect(Line.width(long) == 700)
  }

  /// Pictures are dimmed as other items are, to within a step of eight bits.
  @Test(arguments: [1, 0.7, 0.4, 0.1, 0.01], [false, true]) func picturesAreDimmedAsItemsAre(
    brightness: Double, isRed: Bool
  ) {
    for depth in [0, 0.3, 1] {
      let dimming = Dimming(night: brightness, depth: depth, isRed: isRed)
      for colour in [
        Colour.white, .black, Colour(red: 255, green: 204, blue: 50), Colour(red: 0, green: 80, blue: 255),
      ] {
        let (own, wanted) = (Shade(dimming).colourTransform(colour), dimming.item(colour))
        for (one, two) in [(own.red, wanted.red), (own.green, wanted.green), (own.blue, wanted.blue)] {
          #expect(abs(Int(one) - Int(two)) <= 2, "\(dimming) \(colour)")
        }
      }
    }
    #expect(Shade(.none) == .none)
  }
}
