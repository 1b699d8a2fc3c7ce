import TestSupport
import Testing

@testable import ColourClock

@Suite struct MessagesTests {
  @Test(arguments: [
    ("plain", ["plain"]), ("1 &amp;\u{301} 2<b\u{301}> 3", ["1 &\u{301} 2 3"]),
    ("<b>Tea</b> &amp; <i class='x'>cake</i>", ["Tea & cake"]),
    ("one<br/>two\nthree", ["one", "two", "three"]),
    ("a < b && c > d; AT&T; R&D;", ["a < b && c > d; AT&T; R&D;"]), ("&#84;&#x65;a&#27;[31m!&#0;", ["Tea!"]),
    ("&lt;b&gt;", ["<b>"]), ("\u{1b}[31mred\u{7}\u{202e}", ["red"]), ("<a", ["<a"]), ("&", ["&"]),
    ("<!-- no -->yes", ["yes"]), ("&#+65; &#-0; &#x+41;", ["&#+65; &#-0; &#x+41;"]),
  ]) func text(text: String, lines: [String]) throws { #expect(try #require(Message(text)).lines == lines) }

  @Test(arguments: ["", " \n\t", "<b></b>", "\u{1b}[31m", "&#0;\u{0}", "\u{fffd}\u{fffd}"]) func noText(text: String) {
    #expect(Message(text) == nil)
  }

  private func play(_ messages: (String, Message.Priority, Int?, String?)...) throws -> Play {
    var play = Play()
    for (text, priority, span, id) in messages {
      let message = try #require(
        Message(text, priority: priority, span: span.map { .seconds(Int64($0)) }, id: id))
      play.send(.told(.message(message)))
    }
    return play
  }

  private func shown(_ play: Play) -> Set<String> {
    Set(play.texts).intersection(["one", "two", "three", "notice", "urgent", "12:00:00"])
  }

  private func announced(_ play: Play) -> [String] {
    play.effects.compactMap { if case .announce(let message) = $0 { message.lines[0] } else { nil } }
  }

  @Test func eachHasItsPlace() throws {
    let play = try play(("notice", .notice, nil, nil), ("one", .info, nil, nil))
    let texts = try #require(play.scene.frame(at: play.moment)).texts
    let order = texts.sorted { $0.box.y < $1.box.y }.map(\.string)
    #expect(order == ["12:00:00", "notice", "one"])
    #expect(announced(play) == ["notice", "one"])
  }

  private func tap(_ place: Point, _ play: inout Play) {
    play.touch(place)
    play.wait(.milliseconds(900))
  }

  /// A tap on a message takes it away. Undo brings it back for the rest of its time, without a sound.
  @Test func aTapTakesItAway() throws {
    var play = try play(("notice", .notice, nil, nil), ("one", .info, 60, nil), ("two", .info, 60, nil))
    play.wait(.seconds(2))
    play.effects = []
    let card = try #require(play.scene.layout?.cards.first { !$0.isNotice }).box.centre
    tap(card, &play)
    #expect(shown(play) == ["notice", "two", "12:00:02"] || shown(play) == ["notice", "two"])
    #expect(play.scene.barCommands.contains(.undo) && announced(play) == ["two"])
    play.tap(.character("u"))
    #expect(shown(play).contains("one") && announced(play) == ["two"] && play.scene.messages.count == 3)
    let left = play.scene.schedule.messages.states(at: play.moment.uptime).first { $0.message.lines == ["one"] }?.left
    #expect(left.map { $0 > .seconds(57) && $0 < .seconds(59) } == true)
    play.wait(.seconds(8))
    let notice = try #require(play.scene.layout?.cards.first { $0.isNotice }).box.centre
    tap(notice, &play)
    #expect(!play.texts.contains("notice") && play.scene.messages.count == 2)
  }

  /// The sender's newer message with the same name wins over Undo.
  @Test func undoKeepsTheNewerOne() throws {
    var play = try play(("one", .info, nil, "a"))
    tap(try #require(play.scene.layout?.cards.first).box.centre, &play)
    play.send(.told(.message(try #require(Message("two", id: "a")))))
    play.tap(.character("u"))
    #expect(play.scene.messages.map(\.lines) == [["two"]])
  }

  /// Visitors of a kiosk who may not use countdowns take nothing away, and a drag opens the gallery.
  @Test func notEachPressTakesItAway() throws {
    var kiosk = Play { ($0.isLocked, $0.allowed) = (true, []) }
    kiosk.send(.told(.message(try #require(Message("one")))))
    tap(try #require(kiosk.scene.layout?.cards.first).box.centre, &kiosk)
    #expect(kiosk.scene.messages.count == 1)
    var play = try play(("one", .info, nil, nil))
    let card = try #require(play.scene.layout?.cards.first).box.centre
    play.press(card.x, card.y)
    play.drag(from: (card.x, card.y), to: (card.x - 300, card.y))
    play.release(card.x - 300, card.y)
    #expect(play.scene.messages.count == 1 && play.scene.gallery.isOpen(at: play.moment))
  }

  /// By whom it is for; but visitors of a kiosk must not take it away.
  @Test(arguments: [false, true]) func anUrgentOneIsDismissedByHand(isLocked: Bool) throws {
    var play = Play { $0.isLocked = isLocked }
    for text in ["urgent", "one"] {
      play.send(.told(.message(try #require(Message(text, priority: text == "one" ? .info : .urgent)))))
    }
    play.send(.pointerMoved(Point(x: 900, y: 500)))
    play.wait(.seconds(1))
    #expect(play.texts.contains("Hold to dismiss") != isLocked && !play.texts.contains("Hold to quit"))
    play.tap(.enter)
    play.tap(.enter)
    #expect(!play.effects.contains(.quit))
    #expect(play.texts.contains("urgent") == isLocked && play.texts.contains("one") != isLocked)
  }

  /// What it was to dismiss has gone by itself: the button, now "Hold to quit", must not do that.
  @Test func aHoldDoesWhatItSaidOrNothing() throws {
    var play = Play()
    play.send(.told(.message(try #require(Message("urgent", priority: .urgent, span: .seconds(3))))))
    play.wait(.seconds(2))
    play.send(.pressed(.character(" ")))
    play.wait(.seconds(7))
    #expect(play.effects.allSatisfy { $0 != .quit } && shown(play) == [])
    play.send(.released(.character(" ")), .pressed(.enter), .released(.enter))
    #expect(play.texts.contains("Press Enter again to quit"))
    play.send(.told(.message(try #require(Message("urgent", priority: .urgent)))), .pressed(.enter), .released(.enter))
    #expect(!play.effects.contains(.quit) && shown(play).subtracting(["12:00:00"]) == ["urgent"])
  }

  /// The wall is inverted all the time; the time of the others stands still.
  @Test func anUrgentOneIsAlone() throws {
    var play = try play(("one", .info, 10, nil))
    play.wait(.seconds(4))
    play.send(.told(.message(try #require(Message("urgent", priority: .urgent, span: .seconds(20))))))
    #expect(shown(play).subtracting(["12:00:00"]) == ["urgent"])
    for _ in 0..<19 {
      play.wait(.seconds(1))
      let frame = try #require(play.scene.frame(at: play.moment))
      let shown = play.scene.shownTime(at: play.moment)
      #expect(frame.allTexts == ["urgent", shown.text] && frame.background == .white)
    }
    play.wait(.seconds(1))
    #expect(shown(play) == ["one"])
    play.wait(.seconds(5))
    #expect(shown(play) == ["one"])
    play.wait(.seconds(1))
    #expect(shown(play) == [] && play.scene.messages == [])
  }

  /// A new one for three seconds, then each for ten.
  @Test func oneWaitsForTheOther() throws {
    var play = try play(("one", .info, 5, nil), ("two", .info, nil, nil), ("three", .info, nil, nil))
    var seen: [Set<String>] = []
    for _ in 0..<7 {
      play.wait(.seconds(4))
      seen.append(shown(play))
      play.wait(.seconds(1))
    }
    #expect(seen == [["two"], ["three"], ["three"], ["two"], ["two"], ["three"], ["three"]])
    #expect(announced(play) == ["one", "two", "three"])
  }

  /// A new message is seen at once if the present one was seen for three seconds, and the older ones come later.
  @Test func aNewOneIsSeenFirst() throws {
    var play = try play(("one", .info, nil, nil), ("two", .info, nil, nil))
    play.wait(.seconds(8))
    #expect(shown(play).contains("two"))
    play.send(.told(.message(try #require(Message("three", span: .seconds(4))))))
    #expect(shown(play).contains("three"))
    play.wait(.seconds(4))
    #expect(shown(play).contains("one") && play.scene.messages.count == 2)
  }

  /// Another text under the same name comes before older messages.
  @Test func otherWordsComeSoon() throws {
    var play = try play(("one", .info, nil, "a"), ("two", .info, nil, "b"), ("old", .info, nil, "c"))
    play.wait(.seconds(30))
    #expect(play.scene.messages.map { $0.lines[0] } == ["two", "old", "one"])
    play.send(.told(.message(try #require(Message("three", id: "a")))))
    #expect(play.scene.messages.map { $0.lines[0] } == ["three", "old", "two"] && shown(play).contains("three"))
  }

  @Test func oneOfTheSameNameTakesItsPlace() throws {
    var play = try play(("one", .info, 10, "a"), ("two", .info, nil, "b"))
    play.wait(.seconds(9))
    play.send(.told(.message(try #require(Message("three", span: .seconds(10), id: "a")))))
    play.wait(.seconds(9))
    #expect(shown(play) == ["three"] && play.scene.messages.map(\.id) == ["a", "b"])
    play.send(.told(.message(try #require(Message("notice", priority: .notice, id: "a")))))
    #expect(shown(play) == ["notice", "two"] && play.scene.messages.count == 2)
    play.send(.told(.dismiss("a")), .told(.dismiss("a")))
    #expect(shown(play) == ["two"] && play.refusals.last == "there is no message or alarm 'a'")
    play.send(.told(.dismiss(nil)), .told(.dismiss(nil)))
    #expect(shown(play) == [] && play.refusals.last == "there is nothing to dismiss")
  }

  /// One that takes the place of another is news where it says something else.
  @Test func otherWordsAreAnnouncedAgain() throws {
    var play = try play(("Drill", .urgent, nil, "a"), ("Drill", .urgent, nil, "a"))
    #expect(announced(play) == ["Drill"])
    play.send(.told(.blank(true)), .told(.message(try #require(Message("Drill", priority: .urgent, id: "a")))))
    #expect(play.scene.report(at: play.moment).isBlank)
    play.send(.told(.message(try #require(Message("Fire", priority: .urgent, id: "a")))))
    #expect(announced(play) == ["Drill", "Fire"] && !play.scene.report(at: play.moment).isBlank)
  }

  /// A dark wall stays dark under an urgent message that was there before, whatever is planned beside it.
  @Test func anUrgentOneThatStandsLightsNoDarkWall() throws {
    var play = try play(("one", .urgent, nil, "a"), ("two", .urgent, nil, "b"))
    play.wait(.seconds(25))
    #expect(announced(play) == ["one", "two"])
    play.send(.told(.blank(true)), .told(.alarm(.add(try .parse("08:00")))))
    play.send(.told(.agenda([try .parse("08:00-09:00 Maths")])))
    play.wait(.seconds(25))
    #expect(play.scene.report(at: play.moment).isBlank)
    play.send(.told(.dismiss("a")), .told(.message(try #require(Message("note", priority: .info)))))
    #expect(play.scene.report(at: play.moment).isBlank)
  }

  @Test func thereIsNoRoomForAFlood() throws {
    var play = Play()
    for index in 0..<40 {
      play.send(.told(.message(try #require(Message("\(index)", priority: .info, span: .seconds(1))))))
    }
    #expect(
      play.scene.messages.count == 32
        && play.refusals.last == "32 messages are waiting already: dismiss one first")
    play.wait(.seconds(33))
    #expect(play.scene.messages == [] && announced(play).count == 32)
  }

  /// In the place of the oldest of those that are less urgent, and of no other.
  @Test func whatIsMoreUrgentFindsRoom() throws {
    var play = Play()
    for index in 0..<32 { play.send(.told(.message(try #require(Message("\(index)"))))) }
    // By then the sixteenth is read; the oldest has had its turn.
    play.wait(.seconds(45))
    #expect(play.scene.messages[0].lines == ["15"])
    for priority in [Message.Priority.urgent, .notice] {
      play.send(.told(.message(try #require(Message(priority.rawValue, priority: priority)))))
    }
    let lines = play.scene.messages.map { $0.lines[0] }
    #expect(lines.prefix(2) == ["urgent", "notice"] && lines.count == 32)
    #expect(Set(lines.dropFirst(2)) == Set((2..<32).map(String.init)))
    for index in 0..<31 { play.send(.told(.message(try #require(Message("\(index)", priority: .urgent))))) }
    #expect(play.scene.messages.allSatisfy { $0.priority == .urgent } && play.scene.messages.count == 32)
    play.send(.told(.message(try #require(Message("late", priority: .notice)))))
    #expect(play.refusals.last == "32 messages are waiting already: dismiss one first")
  }

  /// What an options file is refused for, with a path and the words of the file.
  @Test(arguments: [
    "/home/user/.config/colourclock.conf:1: '<b>hue</b> &amp;' is none of: " + String(repeating: "scaled, ", count: 40),
    String(repeating: "/a-folder-of-a-long-name", count: 12) + ":3: no", "short",
  ])
  func whatIsNoMarkupIsShownToItsEnd(text: String) throws {
    let message = try #require(Message(text, isMarkup: false))
    #expect(message.isWhole && message.lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  /// Random messages come and go: what is seen is a first one, time passes alike however often it is asked for, and a
  /// quiet hour later none with a limit is left.
  @Test(arguments: [1, 2, 3, 4]) func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (one, two) = (Play(), Play())
    for step in 0..<300 {
      let priority = Message.Priority.allCases.randomElement(using: &random) ?? .info
      let span = Bool.random(using: &random) ? Duration.seconds(Int64.random(in: 1...40, using: &random)) : nil
      let id = Bool.random(using: &random) ? "\(Int.random(in: 0...3, using: &random))" : nil
      let command: Command =
        switch Int.random(in: 0...3, using: &random) {
        case 0: .dismiss(id)
        default: .message(try #require(Message("\(step)", priority: priority, span: span, id: id)))
        }
      let wait = Duration.seconds(Int64.random(in: 0...20, using: &random))
      one.wait(wait)
      for _ in 0..<Int(wait.components.seconds) {
        two.wait(.seconds(1))
        two.send(.ticked)
      }
      one.send(.told(command))
      two.send(.told(command))
      #expect(one.scene.messages == two.scene.messages && one.effects == two.effects)
      #expect(one.scene.frame(at: one.moment) == two.scene.frame(at: two.moment))
      #expect(one.scene.schedule.messages.isUrgent == (one.scene.schedule.messages.shown.urgent != nil))
    }
    one.wait(.seconds(3600))
    let rest = one.scene.messages.filter { $0.span != nil }
    #expect(rest.isEmpty || one.scene.schedule.messages.isUrgent && rest.allSatisfy { $0.priority != .urgent })
  }
}
