import TestSupport
import Testing

@testable import ColourClock

/// The room that a wall keeps for the texts of the agenda, and the names in the band.
@Suite struct AgendaRoomTests {
  /// While no entry begins or ends, the texts are as many as the room is kept for, and none is wider than its room.
  @Test(arguments: [1, 2, 3]) func textsKeepTheirRoomBetweenEntries(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let agenda = Agenda(
        try (0..<Int.random(in: 1...8, using: &random)).map { try AgendaTests.period($0, using: &random) })
      let second = newYear + Int64.random(in: 0..<86_400, using: &random)
      let day = AgendaDay(agenda, around: second, in: .utc)
      let stretch = day.stretch(around: second).clamped(to: day.seconds)
      let room = day.texts(at: stretch.lowerBound, Words(), Labels(), isWidest: true).map(\.text)
      #expect(stretch.contains(second))
      for _ in 0..<20 {
        let other = Int64.random(in: stretch, using: &random)
        let texts = day.texts(at: other, Words(), Labels()).map(\.text)
        #expect(texts.count == room.count)
        #expect(zip(texts, room).allSatisfy { Line.width($0) <= Line.width($1) + 1e-6 }, "\(texts) in \(room)")
        #expect(day.texts(at: other, Words(), Labels(), isWidest: true).map(\.text) == room)
        #expect(day.texts(at: other, Words(), Labels(), form: .one).count == 1)
      }
    }
  }

  /// While another countdown rings, one that runs stays, and the agenda leaves if both have no room.
  @Test(arguments: [(1280, 720), (1920, 1080), (800, 480), (1080, 1920)])
  func aRunningCountdownStays(width: Int, height: Int) throws {
    let lessons = "11:00-11:45 Maths\n11:50-12:35 English\n13:00-14:00 Geography and Economics"
    var play = Play.sized(size: Size(width: width, height: height)) { $0.agenda = Agenda.parse(lessons).agenda }
    play.send(.told(.countdown(.start(.seconds(720), title: "Maths test"))))
    play.send(.told(.countdown(.new(.seconds(3), title: "Reading aloud"))))
    play.wait(.seconds(5))
    #expect(play.scene.isRinging && play.texts.contains("Maths test"), "\(play.texts)")
    let layout = try #require(play.scene.layout)
    #expect(layout.agendaBand != nil || layout.hidden.contains(.agenda))
  }

  /// The layout of a day changes only when an entry begins or ends.
  @Test func nothingMovesBetweenEntries() throws {
    var play = Play { $0.agenda = Agenda.parse("13:00-14:30 Physics laboratory, room 214\n15:00-15:20 Tea").agenda }
    var layouts: [Layout.Contents?] = []
    for _ in 0..<300 {
      play.jump(.seconds(60))
      play.send(.ticked)
      if layouts.last != play.scene.layout?.contents { layouts.append(play.scene.layout?.contents) }
    }
    // Before, during, between, during, and tomorrow.
    #expect(layouts.count == 5)
  }

  /// A moment on the agenda, or a long title, does not take the present entry's text from the wall.
  @Test(arguments: [
    Size(width: 1280, height: 720), Size(width: 1920, height: 1080), Size(width: 800, height: 480),
    Size(width: 1080, height: 1920),
  ]) func thePresentEntryKeepsItsText(size: Size) throws {
    for (face, countdown) in [(Face.analogue, nil), (Face.analogue, 1200), (Face.scaled, 1200)] as [(Face, Int64?)] {
      for last in ["", "\n15:05 End", "\n15:05-16:00 Lesson for training sizes and shapes\n16:00 End"] {
        let lines = "11:45-12:05 Maths 7b\n12:05-12:10 Break\n12:10-12:55 French\n14:00-15:05 Art" + last
        var play = Play.sized(countdown: countdown.map { .seconds($0) }, size: size) {
          ($0.face, $0.agenda) = (face, Agenda.parse(lines).agenda)
        }
        play.send(.ticked)
        #expect(play.texts.contains { $0.hasPrefix("Maths 7b until 12:05") }, "\(size) \(face.name) \(last)")
      }
    }
  }

  private func items(_ lines: String, at hour: Int64, width: Double) throws -> [Item] {
    let wall = try #require(Colour(hex: "#6a22b3"))
    let day = AgendaDay(Agenda.parse(lines).agenda, around: newYear, in: .utc)
    let backdrop = Backdrop(colour: wall, ink: .white, time: Zone.utc.civil(at: newYear))
    let box = Rect(x: 0, y: 0, width: width, height: 80)
    return AgendaBand(day: day, box: box, unit: 20, backdrop: backdrop).items(at: newYear + hour * 3600)
  }

  private func names(_ lines: String, at hour: Int64, width: Double) throws -> [Text] {
    try items(lines, at: hour, width: width).compactMap { item in
      guard case .text(let text) = item, Int(text.string) == nil else { return nil }
      return text
    }
  }

  /// A name in a bar is whole, or ends at a comma with an ellipsis, in one line or in two. It is as large as the hours.
  /// Names do not touch.
  @Test func namesAreWhole() throws {
    let day = "08:00-10:00 Physical geography\n10:00-11:00 Philosophy, room 4\n11:20-12:00 Tea\n13:00 Bell"
    let whole: Set = [
      "Physical geography", "Philosophy, room 4", "Philosophy…", "Tea", "Physical", "geography",
    ]
    var shown: Set<String> = []
    for width in stride(from: 60.0, through: 1200, by: 20) {
      for hour in Int64(7)...12 {
        let names = try names(day, at: hour, width: width)
        #expect(names.allSatisfy { whole.contains($0.string) || $0.string.hasSuffix("…") }, "\(names)")
        #expect(names.allSatisfy { $0.box.height == 14 }, "\(names)")
        #expect(names.count { $0.string == "Physical" } == names.count { $0.string == "geography" })
        for (index, one) in names.enumerated() {
          #expect(!names.dropFirst(index + 1).contains { $0.box.overlaps(one.box) })
          #expect(one.box.x >= 0 && one.box.maxX <= width)
        }
        shown.formUnion(names.map(\.string))
      }
    }
    #expect(shown.isSuperset(of: ["Physical geography", "Philosophy…", "Tea"]))
  }

  /// The walls with an agenda on the contact sheet.
  enum Company: CaseIterable { case alone, all, ring }

  private static func play(_ size: Size, _ company: Company, isArabic: Bool) -> Play {
    let lines = """
      08:00-08:45 Maths
      08:50-09:35 German
      09:55-12:10 Physics laboratory, room 214
      12:30-13:15 Lunch
      13:20 Register
      14:00-15:30 Staff meeting
      20:00-22:00 Night shift
      """
    return Play.sized(countdown: company == .ring ? .seconds(1500) : nil, size: size) {
      $0.agenda = Agenda.parse(lines).agenda
      if isArabic { $0.words = Words.all.first { $0.isRightToLeft } ?? Words() }
      guard company != .alone else { return }
      $0.style.labels.date = true
      $0.zones = (try? ZoneRule("CET-1")).map { [OtherZone(name: "Berlin", zone: Zone(rule: $0))] } ?? []
    }
  }

  /// On common screens the present entry is named in bold. With only the time and the agenda, all coming entries stand
  /// in a list, each beside its time; with company, the next one is named, and the others are counted. The texts of the
  /// list have one size and stay within the margins. No text touches another.
  @Test(
    arguments: [(1920, 1080), (1280, 720), (800, 480), (480, 320), (320, 240), (1080, 1920), (720, 1280)].map {
      Size(width: $0.0, height: $0.1)
    }, Company.allCases)
  func comingEntriesAreNamedOrCounted(size: Size, company: Company) throws {
    for isArabic in [false, true] {
      var play = AgendaRoomTests.play(size, company, isArabic: isArabic)
      play.send(.ticked)
      let texts = try #require(play.scene.frame(at: play.moment)).texts
      let margin = 0.04 * size.shortSide - 0.01
      #expect(texts.contains { $0.string.contains("Physics") && $0.isBold } || size.shortSide < 300)
      let titles = ["Lunch", "Register", "Staff meeting", "Night shift"]
      if company == .alone {
        let (list, times) = (texts.filter { titles.contains($0.string) }, texts.filter { $0.string.hasSuffix(":00") })
        #expect(list.map(\.string) == titles, "\(isArabic) \(texts.map(\.string))")
        #expect(Set(list.map(\.box.height)).count == 1 && times.count >= 2)
        #expect(list.allSatisfy { $0.box.x >= margin && $0.box.maxX <= Double(size.width) - margin })
      } else if size.shortSide >= 480 {
        let next = texts.filter { $0.string.contains("Lunch") || $0.string.contains("3") }.map(\.string).joined()
        #expect(next.contains("Lunch") && (isArabic || next.contains("3 more")), "\(company) \(texts.map(\.string))")
      }
      // The boxes of the hours are wider than their digits.
      let others = texts.filter { Int($0.string) == nil }
      for (index, one) in others.enumerated() where company == .alone {
        #expect(!others.dropFirst(index + 1).contains { $0.box.overlaps(one.box) }, "\(one.string)")
      }
    }
  }

  /// Each entry that a message covers is counted once, also if the text about the present entry has several lines.
  @Test(arguments: [(1080, 1920), (720, 1280), (480, 854), (360, 640), (1280, 720), (320, 240)])
  func coveredEntriesAreCountedOnce(width: Int, height: Int) throws {
    for texts in [["Doors close"], ["Parents' evening at seven", "Room 204 is locked"], Self.longMessages] {
      var play = AgendaRoomTests.play(Size(width: width, height: height), .alone, isArabic: false)
      for (text, priority) in zip(texts, [Message.Priority.notice, .info]) {
        play.send(.told(.message(try #require(Message(text, priority: priority)))))
      }
      play.send(.ticked)
      let slots = try #require(play.scene.layout).slots
      let named = slots.count { if case .agendaListTitle = $0.part { true } else { $0.part.isPresentAgenda } }
      let present = slots.count(where: \.part.isPresentAgenda)
      let counted = slots.reduce(0) {
        if case .omitted(let omitted) = $1.part, omitted.extra == .agenda { $0 + omitted.count } else { $0 }
      }
      // One entry is under way, and four are to come. Without room for a sign, nothing is counted.
      let sum = named - present + min(present, 1) + counted
      #expect(counted > 0 ? sum == 5 : sum <= 5, "\(texts.count): \(play.texts)")
    }
  }

  private static let longMessages = [
    "Please note that room 3 is closed this afternoon; the lecture has been moved to the hall on the second floor",
    "The canteen closes at two, and the library at four, because of the works on the roof of the east wing",
  ]

  /// Periods at one time are apart: between two of them there is the wall's colour.
  @Test(arguments: [2, 3, 5]) func periodsAtOneTimeAreApart(count: Int) throws {
    let day = (0..<count).map { "1\($0):00-18:00 Lesson \($0)" }.joined(separator: "\n")
    for hour in [Int64(9), 15] {
      let items = try items(day, at: hour, width: 900)
      let boxes = items.compactMap { item -> Rect? in
        guard case .fill(let fill) = item, case .box(let rect, _) = fill.shape, fill.colour == Ink.white.colour,
          rect.height > 8, rect.width > 60
        else { return nil }
        return rect
      }
      #expect(boxes.count >= min(count, 3))
      for (index, one) in boxes.enumerated() where count <= 3 {
        #expect(!boxes.dropFirst(index + 1).contains { $0.inset(by: -0.4).overlaps(one) }, "\(hour)")
      }
    }
  }

  /// A line of the agenda's text ends after the title of its entry, unless that takes more lines.
  @Test func aLineEndsAfterTheTitle() {
    let (title, text) = ("Physics laboratory, room 214", "Physics laboratory, room 214 until 12:10, 82 minutes")
    #expect(AgendaDay.lines(text, title: title, at: 60) == [text])
    #expect(AgendaDay.lines(text, title: title, at: 32) == [title, "until 12:10, 82 minutes"])
    #expect(AgendaDay.lines(text, title: nil, at: 32) != [title, "until 12:10, 82 minutes"])
    let texts = [
      (title, text), ("Maths", "Maths at 10:00, in 1 h 5 min"), ("Walk", "Walk for 45 min at 10:00"),
      ("次は職員会議", "次は職員会議 12:10"), ("Wirtschaftswissenschaften 2", "Wirtschaftswissenschaften 2 at 10:00"),
    ]
    for (title, text) in texts {
      for width in stride(from: 8.0, through: 60, by: 0.25) {
        let (lines, plain) = (AgendaDay.lines(text, title: title, at: width), Paragraph(text).list(at: width))
        #expect(lines.count <= plain.count)
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        #expect(lines.allSatisfy { !$0.hasPrefix(" ") && Line.width($0) <= width + 0.01 }, "\(lines) \(width)")
        let breaksUnit = zip(lines, lines.dropFirst()).contains { upper, lower in
          upper.last?.isNumber == true && ["h", "min"].contains(lower.prefix { $0.isLetter })
        }
        #expect(!breaksUnit, "\(lines) \(plain) \(width)")
      }
    }
    #expect(AgendaDay.lines("Maths at 10:00", title: nil, at: 7) == ["Maths", "at 10:00"])
  }

  /// The symbol before a text looks like the entry in the band: a square or, for a moment, a diamond, with the entry's
  /// colour. Without a colour, a square is filled with ink only while it is on.
  @Test func aSymbolLooksLikeTheBand() throws {
    let agenda = Agenda.parse("08:00-10:00 A #3b6fb6\n10:00-12:00 B\n13:00 Tea\n14:00 Bell #b5533c").agenda
    let day = AgendaDay(agenda, around: newYear, in: .utc)
    let backdrop = Backdrop(
      colour: try #require(Colour(hex: "#6a22b3")), ink: .white, time: Zone.utc.civil(at: newYear))
    func fills(_ entries: [AgendaDay.Entry], at hour: Int64) -> [(isBox: Bool, colour: Colour)] {
      let box = Rect(x: 0, y: 0, width: 40, height: 40)
      return AgendaSymbol(entries: entries, box: box, backdrop: backdrop).items(at: newYear + 3600 * hour)
        .compactMap { item in
          guard case .fill(let fill) = item else { return nil }
          if case .box = fill.shape { return (true, fill.colour) }
          return (false, fill.colour)
        }
    }
    let (blue, red) = (try #require(Colour(hex: "#3b6fb6")), try #require(Colour(hex: "#b5533c")))
    for (index, hour, isBox, colours) in [
      (0, 9, true, [.white, blue]), (1, 9, true, [.white, backdrop.colour]), (1, 11, true, [.white]),
      (2, 9, false, [.white]), (3, 9, false, [.white, red]),
    ] as [(Int, Int64, Bool, [Colour])] {
      let found = fills([day.entries[index]], at: hour)
      #expect(found.map(\.colour) == colours && found.allSatisfy { $0.isBox == isBox }, "\(index) \(hour)")
    }
    #expect(fills(Array(day.entries.prefix(2)), at: 9).map(\.colour) == [.white, blue, backdrop.colour])
  }

  /// Of the periods without a colour, only the present one is filled with ink.
  @Test func onlyThePresentIsFilled() throws {
    func filled(at hour: Int64) throws -> Int {
      let rects = try items("08:00-10:00 A\n10:00-12:00 B\n12:00-14:00 C", at: hour, width: 900)
        .compactMap { item -> (Rect, Colour)? in
          guard case .fill(let fill) = item, case .box(let rect, _) = fill.shape, rect.height > 20, rect.width > 100
          else { return nil }
          return (rect, fill.colour)
        }
      return rects.count { outer in
        outer.1 == Ink.white.colour && !rects.contains { $0.0.width < outer.0.width && outer.0.contains($0.0.centre) }
      }
    }
    #expect(try filled(at: 7) == 0)
    #expect(try filled(at: 11) == 1)
    #expect(try filled(at: 13) == 1)
  }

  /// The line of the present is below all diamonds.
  @Test func theLineOfThePresentTouchesNoDiamond() throws {
    for hour in Int64(9)...13 {
      let items = try items("08:00-14:00 A\n10:00 Tea\n12:00 Bell", at: hour, width: 900)
      let boxes = items.compactMap { item -> Rect? in
        guard case .fill(let fill) = item, case .box(let rect, _) = fill.shape, rect.width < 10 else { return nil }
        return rect
      }
      let line = try #require(boxes.max { $0.height < $1.height })
      let hits = items.contains { item in
        guard case .fill(let fill) = item, case .band(let points) = fill.shape else { return false }
        return points[2].y > line.y
      }
      #expect(!hits)
    }
  }
}
