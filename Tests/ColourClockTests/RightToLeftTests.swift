import Testing

@testable import ColourClock

/// A wall whose reader begins at the right, and times whose am or pm does not stand behind them.
@Suite struct RightToLeftTests {
  private let arabic = Words.of("ar")

  private func wall(_ change: (inout Layout.Contents) -> Void = { _ in }) -> Layout {
    var contents = Layout.Contents(size: Size(width: 1920, height: 1080), labels: Labels())
    contents.words = arabic
    contents.button = HoldButton.Contents()
    change(&contents)
    return Layout(contents)
  }

  @Test func languagesRunAsTheyDo() {
    #expect(Words.languages.filter { Words.of($0).isRightToLeft } == ["ar"])
    #expect(!"Tea, 茶, Чай, 10:08".hasRightToLeftLetters && "a ש".hasRightToLeftLetters && "شاي".hasRightToLeftLetters)
  }

  /// Also where it begins with the name of a key, or with a title in Latin letters.
  @Test func ownLinesBeginAtTheRight() throws {
    let hint = arabic["Enter chooses, Escape leaves"]
    #expect(Text.direction(try #require(hint.unicodeScalars.first)) == "\u{200f}")
    #expect(arabic["Quit"].unicodeScalars.allSatisfy { Text.direction($0) == nil })
    let titled = arabic["then %s at %s", "Maths!", "10:00"].unicodeScalars.compactMap(Text.direction)
    #expect(titled == ["\u{2068}", "\u{2069}"])
    let english = Words()
    #expect(english["then %s at %s", "Maths!", "10:00"] == "then Maths! at 10:00")
    #expect(english.isolated("שיעור").unicodeScalars.compactMap(Text.direction).count == 2)
    // What is not drawn takes no room.
    #expect(Line.width(english.isolated("שיעור")) == Line.width("שיעור"))
  }

  /// As one line would: the first letter of a paragraph says where its lines begin.
  @Test func brokenLinesBeginAsTheirParagraphDoes() {
    func marks(_ text: String) -> [String] {
      let lines = Paragraph(text).wrapped(at: 12)
      let shown = lines.joined(separator: " ").filter { $0.unicodeScalars.allSatisfy { Text.direction($0) == nil } }
      #expect(lines.count > 1 && shown == text)
      return lines.map { $0.unicodeScalars.compactMap(Text.direction).map { $0 == "\u{200e}" ? "L" : "R" }.joined() }
    }
    #expect(marks("Professor محمد علي and others") == ["", "L"])
    #expect(marks("محمد علي Professor والطلاب 5") == ["", "R", ""])
    #expect(marks("Professor Smith and others").joined() == "")
  }

  /// While something rings, the button covers no line, whichever side the lines begin at.
  @Test func theButtonCoversNoLine() throws {
    for (width, height) in [(1920, 1080), (1280, 720), (800, 480), (480, 320), (320, 240), (1080, 1920)] {
      for count in 1...8 {
        for words in [Words(), arabic] {
          let layout = wall {
            $0.size = Size(width: width, height: height)
            ($0.ring, $0.number, $0.headline, $0.words) = (.standard, "+00:12", "Tea", words)
            $0.bar = ControlBar.Contents([.less, .toggle, .more, .reset, .help], words)
            $0.countdowns = (1...count).map { Layout.CountdownTemplates(title: "Pasta \($0)", number: "00:00") }
          }
          let button = try #require(layout.button)
          let covered = layout.slots.filter { $0.ink.overlaps(button) }
          #expect(covered.isEmpty, "\(width)x\(height) \(count) \(words.isRightToLeft): \(covered.map(\.template))")
        }
      }
    }
  }

  /// The ring, the first of two zones and the first control are at the right; a progress begins there.
  @Test func theWallIsMirrored() throws {
    let ringed = wall {
      ($0.ring, $0.number) = (.standard, "00:00")
      ($0.labels.date, $0.feed) = (true, ["Bus 12"])
      $0.bar = ControlBar.Contents([.less, .toggle, .more, .reset, .help], $0.words)
    }
    let ring = try #require(ringed.ring)
    let date = try #require(ringed.slots.first { $0.part.isDate })
    #expect(ring.x > date.box.maxX)
    #expect(ringed.slotsInRing.allSatisfy { abs($0.box.midX - ring.midX) < 1e-6 })
    let controls = ringed.bar
    #expect(controls.map(\.command) == [.less, .toggle, .more, .reset, .help])
    #expect(controls.map(\.box.x) == controls.map(\.box.x).sorted(by: >))
    let zoned = wall { $0.zones = ["طوكيو", "نيويورك"].map { Layout.ZoneTemplates(name: $0, time: "00:00") } }.slots
    let names = try [0, 1].map { index in try #require(zoned.first { $0.part == .zoneName(index) }).ink }
    let times = try [0, 1].map { index in try #require(zoned.first { $0.part == .zone(index) }).ink }
    #expect(names[0].x >= names[1].maxX && times[0].x >= times[1].maxX)
    #expect(abs(names[0].maxX - times[0].maxX) < 1e-6)
    var button = HoldButton(plate: try #require(ringed.button), labels: HoldAction.quit.labels(arabic))
    let left = button.filled(to: 0.25)
    button.isRightToLeft = true
    #expect(abs(left.x - button.fillArea.x) <= 0.5 && abs(button.filled(to: 0.25).maxX - button.fillArea.maxX) <= 0.5)
  }

  @Test func theNextCardIsAtTheLeft() throws {
    for (words, key) in [(Words(), Key.right), (arabic, .left)] {
      var play = Play { $0.words = words }
      play.tap(.character("g"))
      play.wait(.seconds(2))
      let before = play.scene.gallery.paging.page
      play.tap(key)
      play.wait(.seconds(2))
      #expect(play.scene.gallery.paging.page == before + 1)
      let places = play.scene.gallery.places(at: play.moment.uptime)
      let (middle, next) = (
        try #require(places.first { $0.index == before + 1 }), try #require(places.first { $0.index == before + 2 })
      )
      #expect((next.rect.x > middle.rect.x) == (key == .right))
    }
  }

  // MARK: Halves of the day

  private func labels(_ language: String) -> Labels {
    var labels = Labels()
    (labels.twelveHour, labels.names) = (true, DateNames(in: .of(language)))
    return labels
  }

  /// As CLDR 44 has them: `h:mm a`, and in Japanese `aK:mm`.
  @Test(arguments: [
    ("en", "12:08:42 am", "3:00:00 pm"), ("de", "12:08:42 AM", "3:00:00 PM"), ("fr", "12:08:42 AM", "3:00:00 PM"),
    ("pt", "12:08:42 AM", "3:00:00 PM"), ("es", "12:08:42 a. m.", "3:00:00 p. m."),
    ("ar", "12:08:42 ص", "3:00:00 م"), ("ja", "午前0:08:42", "午後3:00:00"),
  ])
  func theHalfIsWhereTheLanguageHasIt(language: String, midnight: String, afternoon: String) throws {
    let labels = labels(language)
    func plain(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }
    #expect(plain(labels.wholeTime(of: .at(0, 8, 42))) == midnight)
    #expect(plain(labels.wholeTime(of: .at(15, 0, 0))) == afternoon)
    // Large digits have it beside them in smaller letters.
    #expect(labels.names.hasDayPeriodAtLeft == ["ar", "ja"].contains(language))
    // In the order of reading: the blank comes between the two either way.
    #expect(labels.suffix(of: .at(9, 5, 7)).hasSuffix(" ") == (language == "ja"))
    #expect(labels.suffix(of: .at(9, 5, 7)).hasPrefix(" ") == (language != "ja"))
    let zone = OtherZone(name: "X", zone: .utc).time(at: newYear + 522, labels)
    #expect(plain(zone) == midnight.replacing(":42", with: ""))
  }

  @Test func aColumnHasTheHalfWhereTheLanguageHasIt() {
    for (language, parts) in [
      ("en", [Layout.Part.hour, .minute, .second, .dayPeriod]), ("ja", [.dayPeriod, .hour, .minute, .second]),
    ] {
      var contents = Layout.Contents(size: Size(width: 1080, height: 1920), labels: labels(language))
      contents.labels.hex = false
      #expect(Layout(contents).slots.map(\.part) == parts)
    }
  }
}
