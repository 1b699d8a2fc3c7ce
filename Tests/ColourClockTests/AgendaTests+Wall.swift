import Testing

@testable import ColourClock

/// The agenda on the wall.
extension AgendaTests {
  /// Woken only when it asks for it, a wall shows at each second what one that is woken every second shows.
  @Test(arguments: ["23:58:30", "08:58:00"], [true, false])
  func noSecondIsMissed(start: String, seconds: Bool) throws {
    let alarm = try DailyAlarm.parse("09:00:30=Tea")
    let message = try #require(Message("Hello", priority: .notice, span: .seconds(70)))
    let agenda = Agenda.parse(
      "08:00-09:10 Maths\n09:05-23:59 Break\n23:59-00:01 Night\n00:00:30-01:00 Moon\n09:01:07 Pills\n09:02 Cat\n"
        + "09:02 Dog\n23:59:50 Late\n00:03:30 Early"
    ).agenda
    var setup = Setup(face: .scaled, style: .hard)
    (setup.alarms, setup.agenda, setup.style.labels.seconds) = ([alarm], agenda, seconds)
    let time = try TimeOfDay.parse(start)
    var (woken, ticked) = (Scene(setup), Scene(setup))
    var (one, two) = ([Effect](), [Effect]())
    var moment = Moment.at(time.hour, time.minute, time.second)
    for event in [.resized(Play.size), .told(.message(message)), .told(.alarm(.add(alarm)))] as [Event] {
      one += woken.handle(fact: event, at: moment)
      two += ticked.handle(fact: event, at: moment)
    }
    var next = woken.nextChange(after: moment).moment(after: moment, pace: .real)
    for second in 1...900 {
      let tick = Moment.at(time.hour, time.minute, time.second + second)
      while let due = next, due.uptime <= tick.uptime {
        one += woken.handle(fact: .ticked, at: due)
        next = woken.nextChange(after: due).moment(after: due, pace: .real)
      }
      moment = tick
      two += ticked.handle(fact: .ticked, at: tick)
      #expect(woken.frame(at: tick) == ticked.frame(at: tick), "second \(second)")
      #expect(one == two)
    }
    #expect(one.count { $0 == .reachedZero } == (start == "08:58:00" ? 1 : 0))
  }

  /// Which takes its room from the labels.
  @Test(arguments: [Size(width: 1920, height: 1080), Size(width: 1280, height: 720), Size(width: 640, height: 360)])
  func theWordsStayBesideANotice(size: Size) throws {
    var play = Play { $0.agenda = Agenda.parse("00:00-24:00 Maths\n13:00-14:00 Physics in the large hall").agenda }
    let notice = try #require(Message("Hello", priority: .notice))
    for event in [.resized(size), .told(.message(notice))] as [Event] {
      play.send(event)
      #expect(play.texts.contains { $0.hasPrefix("Maths until 00:00") || $0.hasPrefix("until 00:00") })
    }
    #expect(play.texts.contains { $0.hasPrefix("Maths") })
    #expect(play.texts.contains("Hello"))
  }

  /// The title is bold and larger. The rest and the next entry begin below it, with their symbols in one column.
  @Test func aTitleApartLeadsItsText() throws {
    var (count, larger) = (0, 0)
    for size in RoomTests.named {
      for zones in [0, 3] {
        var play = Play {
          $0.agenda = Agenda.parse("10:00-14:00 Physics laboratory, room 214 #3b6fb6\n15:00-16:00 Lunch").agenda
          $0.zones = Array(repeating: OtherZone(name: "Tokyo", zone: .utc), count: zones)
        }
        play.send(.resized(size))
        let slots = try #require(play.scene.layout).slots
        guard let title = slots.last(where: { if case .agendaTitle = $0.part { true } else { false } }) else {
          continue
        }
        let detail = try #require(slots.first { $0.part == .agendaDetail(0) })
        #expect(title.box.height >= detail.box.height && detail.box.y > title.box.maxY, "\(size)")
        for line in slots where line.part == .agendaDetail(0) || line.part == .agendaNext {
          #expect(abs(line.box.x - title.box.x) < 0.01 && abs(line.symbolRoom - title.symbolRoom) < 0.01, "\(size)")
          #expect(title.symbolRoom > 0 && !play.scene.isBoldInAgenda(line, at: play.moment))
        }
        #expect(play.scene.isBoldInAgenda(title, at: play.moment))
        larger += title.box.height > detail.box.height ? 1 : 0
        #expect(play.texts.contains { $0.hasPrefix("Physics laboratory,") }, "\(size) \(play.texts)")
        #expect(play.texts.contains { $0.hasSuffix("room 214") }, "\(size) \(play.texts)")
        #expect(play.texts.contains { $0.hasPrefix("until 14:00") }, "\(size) \(play.texts)")
        count += 1
      }
    }
    #expect(count >= 6 && larger >= 4, "\(count) \(larger)")
  }

  /// Whatever the form, the wall shows each word of the text about the present, if it shows that text at all. A title may
  /// begin with another title, periods may overlap, and a reminder is told for a minute.
  @Test(arguments: [false, true]) func noWordOfThePresentIsMissing(isArabic: Bool) throws {
    var (shown, apart) = (0, 0)
    for text in [
      "08:00-14:00 Staff meeting\n12:00 Staff meeting minutes", "08:00-14:00 Maths\n09:00-13:00 Art and design",
      "08:00-14:00 Physics laboratory, room 214 #3b6fb6\n15:00-16:00 Lunch",
      "13:00-14:00 Staff meeting in the large hall",
      "08:00-14:00 الرياضيات في القاعة الكبيرة\n15:00-16:00 Lunch",
    ] {
      for size in RoomTests.named {
        for zones in [0, 3] {
          var play = Play {
            $0.agenda = Agenda.parse(text).agenda
            $0.zones = Array(repeating: OtherZone(name: "Tokyo", zone: .utc), count: zones)
            if isArabic { $0.words = Words.all.first { $0.isRightToLeft } ?? Words() }
          }
          play.send(.resized(size))
          let slots = try #require(play.scene.layout).slots.filter(\.part.isPresentAgenda)
          guard !slots.isEmpty else { continue }
          let lines = slots.compactMap { play.scene.agendaLine($0, at: play.moment)?.text.printable }
          let words = Set(lines.joined(separator: " ").split(separator: " "))
          let present = try #require(play.scene.agendaTexts(at: play.moment).first).text.printable
          let missing = present.split(separator: " ").filter { !words.contains($0) }
          #expect(missing.isEmpty, "\(size) \(zones) '\(present)' \(lines)")
          shown += 1
          apart += slots.contains { $0.part == .agendaTitle(0) } ? 1 : 0
        }
      }
    }
    #expect(shown > 60 && apart > 20, "\(shown) \(apart)")
  }

  @Test func aDayWithoutPeriodsKeepsNoRoom() throws {
    var play = Play { $0.agenda = Agenda.parse("08:00-09:00 Maths @fri").agenda }
    play.send(.ticked)
    #expect(play.scene.layout?.agendaBand == nil && play.texts.contains("Tomorrow 08:00 Maths"))
    // 2026-01-01 was a Thursday.
    play.jump(.seconds(43_140))
    play.wait(.seconds(60))
    #expect(play.scene.layout?.agendaBand != nil)
    #expect(play.texts.contains { $0.contains("Maths at 08:00, in 8 h 0 min") })
    // Behind the last one the line says so, and is not empty.
    play.jump(.seconds(8 * 3600 - 60))
    play.wait(.seconds(1860))
    #expect(!play.texts.contains("Nothing more today"))
    play.wait(.seconds(1800))
    #expect(play.texts.contains("Nothing more today"))
    play.send(.told(.agenda([])))
    #expect(play.scene.layout?.agendaBand == nil)
    let many = try (0..<201).map { _ in try Period.parse("08:30-09:15 Maths") }
    play.send(.told(.agenda(many)))
    #expect(play.effects == [] && play.refusals == ["an agenda has room for 200 periods"])
  }
}
