import TestSupport
import Testing

@testable import ColourClock

/// Several countdowns: their order, the choice, and that each end is signalled once.
@Suite struct CountdownsTests {
  private func play(_ lengths: (Int64, String)...) -> Play {
    var play = Play()
    for (seconds, title) in lengths { play.send(.told(.countdown(.new(.seconds(seconds), title: title)))) }
    return play
  }

  private func titles(_ play: Play) -> [String] { play.scene.countdowns.all.map { $0.countdown.title ?? "" } }

  @Test func theNearestToItsEndIsTheSubject() {
    var play = play((600, "Rice"), (300, "Eggs"), (60, "Tea"))
    #expect(titles(play) == ["Tea", "Eggs", "Rice"] && play.scene.countdown?.title == "Tea")
    #expect(play.scene.shownCountdown?.title == "Tea")
    play.send(.told(.countdown(.add(.seconds(900)), of: .id(3))), .told(.countdown(.pause, of: .id(2))))
    #expect(titles(play) == ["Rice", "Tea", "Eggs"])
    #expect(play.scene.countdown?.title == "Tea" && play.scene.shownCountdown?.title == "Rice")
  }

  /// A saved countdown keeps its valid ID, also if one without a valid ID stands before it.
  @Test func aSavedCountdownKeepsItsID() {
    func countdown(_ title: String) -> Countdown { Countdown(Countdown.Rules(period: .seconds(60))).titled(title) }
    let countdowns = Countdowns(
      restored: [
        (id: nil, countdown: countdown("Rice")), (id: 1, countdown: countdown("Eggs")),
        (id: 1, countdown: countdown("Tea")), (id: 5, countdown: countdown("Cake")),
      ], chosen: 1)
    #expect(countdowns.all.map(\.id) == [1, 5, 6, 7] && countdowns.chosenID == 1)
    #expect(countdowns.all.map { $0.countdown.title ?? "" } == ["Eggs", "Cake", "Rice", "Tea"])
  }

  /// A countdown that begins beside one that does not run has the ring only as long as its end is the nearest.
  @Test(arguments: [true, false]) func theNearestIsTheSubjectAfterAPause(isPaused: Bool) {
    var play = Play()
    play.send(.told(.countdown(.start(.seconds(2), title: "First"))))
    if isPaused { play.send(.told(.countdown(.pause))) } else { play.wait(.seconds(3)) }
    if !isPaused { play.send(.told(.dismiss(nil))) }
    play.send(.told(.countdown(.new(.seconds(3600), title: "Roast"))))
    #expect(play.scene.shownCountdown?.title == "Roast")
    play.send(.told(.countdown(.new(.seconds(120), title: "Eggs"))))
    #expect(play.scene.shownCountdown?.title == "Eggs" && play.scene.countdown?.title == "Eggs")
    // What a viewer brings to the ring stays there.
    play.send(.told(.countdown(.choose(.title("Roast")))))
    play.send(.told(.countdown(.new(.seconds(60), title: "Tea"))))
    #expect(play.scene.shownCountdown?.title == "Roast" && play.scene.countdown?.title == "Tea")
  }

  /// One end is one event, also if it is brought back by an undo. Another end after a snooze is another event.
  @Test func anEndIsOneEvent() {
    var play = play((600, "Rice"), (2, "Eggs"))
    var last = play.scene.news(at: play.moment)
    var ended: [[Int]] = []
    func look(_ play: Play) {
      let news = play.scene.news(at: play.moment)
      ended.append(news.ended(since: last))
      last = news
    }
    play.wait(.seconds(3))
    look(play)
    for command in [Command.snooze(.seconds(5)), .undo, .dismiss(nil), .undo, .snooze(.seconds(5))] {
      play.send(.told(command))
      look(play)
    }
    #expect(ended == [[2], [], [], [], [], []] && play.refusals.isEmpty)
    play.wait(.seconds(6))
    look(play)
    #expect(ended.last == [2])
  }

  /// A second date comes beside the first countdown, and the report has its date.
  @Test func datesBesideOthers() throws {
    var play = play((600, "Rice"))
    let end = try ParsedInstant.parseLocal("2027-01-01T00:00")
    play.send(.told(.countdown(.newUntil(end, title: "New year"))))
    let reports = play.scene.countdownReports(at: play.moment)
    #expect(reports.map(\.title) == ["Rice", "New year"] && reports[1].ends == "2027-01-01 00:00")
    #expect(reports[0].ends?.count == 5 && play.refusals.isEmpty)
    let (past, far) = (try ParsedInstant.parseLocal("2020-01-01"), try ParsedInstant.parseLocal("2040-01-01"))
    play.send(.told(.countdown(.newUntil(past, title: ""))), .told(.countdown(.newUntil(far, title: ""))))
    // Nor does a countdown become longer than ten years.
    play.send(.told(.countdown(.add(TimeSpan.longest))))
    #expect(play.refusals == ["that moment has passed", Refusal.tooFar.text, Refusal.tooFar.text])
    #expect(play.scene.countdowns.all.count == 2)
  }

  @Test func theNinthIsRefused() {
    var play = play()
    for _ in 0..<9 { play.send(.told(.countdown(.new(.seconds(60), title: "")))) }
    #expect(play.refusals == ["there are 8 countdowns already"] && play.scene.countdowns.all.count == 8)
    #expect(play.scene.countdowns.all.map(\.id) == Array(1...8))
    play.send(.pressed(.character("5")), .pressed(.character("+")))
    #expect(play.scene.countdowns.all.count == 8 && play.texts.contains("There are eight countdowns already"))
    play.send(.told(.countdown(.pause, of: .id(9))), .told(.countdown(.choose(.id(9)))))
    #expect(play.refusals.suffix(2) == ["there is no countdown 9", "there is no countdown 9"])
  }

  /// A title of one countdown names it as well as its ID does, in small or capital letters.
  @Test func titlesNameCountdowns() {
    var play = play((600, "Rice"), (300, "Eggs"), (60, "Tea"))
    play.send(.told(.countdown(.pause, of: .title("rICE"))))
    #expect(play.refusals.isEmpty && play.scene.countdowns.all.first { $0.id == 1 }?.countdown.isPaused == true)
    #expect(play.scene.countdown?.title == "Tea")
    play.send(.told(.countdown(.title("tea"), of: .title("Eggs"))), .told(.countdown(.clear, of: .title("Tea"))))
    let several = "several countdowns have the title 'Tea': choose one by its ID, 2, 3"
    #expect(play.refusals == [several])
    play.send(.told(.countdown(.clear, of: .title("Fish"))))
    #expect(play.refusals.last == "there is no countdown 'Fish'" && play.scene.countdowns.all.count == 3)
    play.wait(.seconds(301))
    play.send(.told(.dismiss("Tea")))
    #expect(play.refusals.last == several)
    play.send(.told(.dismiss("2")), .told(.dismiss("TEA")), .told(.dismiss("1")))
    #expect(play.scene.countdowns.all.map(\.id) == [1] && play.refusals.last == "there is no message or alarm '1'")
  }

  @Test func keysActOnTheChosenOne() {
    var play = play((600, "Rice"), (300, "Eggs"), (60, "Tea"))
    play.tap(.character("a"))
    #expect(play.scene.countdown?.title == "Eggs")
    play.tap(.character("c"))
    #expect(play.scene.countdowns.all.map { if case .paused = $0.countdown.state { 1 } else { 0 } } == [1, 0, 0])
    #expect(titles(play) == ["Eggs", "Tea", "Rice"] && play.scene.countdown?.title == "Eggs")
    for title in ["Tea", "Rice", "Eggs"] {
      play.tap(.character("a"))
      #expect(play.scene.countdown?.title == title && titles(play).first == title)
    }
    play.send(.told(.countdown(.choosePrevious)), .told(.countdown(.clear)))
    #expect(titles(play) == ["Tea", "Eggs"] && play.scene.countdown?.title == "Tea")
  }

  /// `a` brings each countdown to the ring, but not unseen behind an urgent message.
  @Test func theKeyBringsToTheRing() throws {
    var play = play((600, "Rice"), (300, "Eggs"), (60, "Tea"))
    for title in ["Eggs", "Rice", "Tea", "Eggs"] {
      play.tap(.character("a"))
      #expect(titles(play).first == title && play.scene.countdown?.title == title)
      #expect(play.texts.contains(title))
    }
    play.send(.told(.message(try #require(Message("Fire", priority: .urgent)))))
    play.tap(.character("a"))
    #expect(play.scene.countdown?.title == "Eggs")
  }

  /// A client's title is cut to the length of other titles. The client may still name the countdown by the whole title.
  @Test func aTitleOfAClientIsCut() {
    var play = Play()
    let title = String(repeating: "x", count: 100)
    play.send(
      .told(.countdown(.start(.seconds(300), title: title))), .told(.countdown(.new(.seconds(600), title: "Eggs"))),
      .told(.countdown(.pause, of: .title(title))))
    #expect(play.refusals.isEmpty)
    let lengths = play.scene.countdowns.all.compactMap(\.countdown.title?.count)
    #expect(Set(lengths) == [Countdown.longestTitle, 4])
  }

  @Test func aTitleIsChosen() {
    var play = play((600, "Rice"), (300, "Eggs"), (60, "Tea"), (90, "Tea"))
    play.send(.told(.countdown(.choose(.title("rice")))))
    #expect(play.scene.countdown?.title == "Rice" && titles(play).first == "Rice" && play.refusals.isEmpty)
    play.send(.told(.countdown(.choose(.title("Tea")))), .told(.countdown(.choose(.title("Fish")))))
    #expect(
      play.refusals == [
        "several countdowns have the title 'Tea': choose one by its ID, 3, 4", "there is no countdown 'Fish'",
      ])
    #expect(play.scene.countdown?.title == "Rice")
  }

  @Test func aTapOnALineBringsItToTheRing() throws {
    var play = play((600, "Rice"), (300, "Eggs"), (60, "Tea"))
    play.send(.told(.countdown(.choose(.id(3)))))
    let layout = try #require(play.scene.layout)
    let line = try #require(layout.slots.first { $0.part == .countdownTitle(1) })
    #expect(line.template == "Rice" && layout.hidden.isEmpty)
    play.wait(.seconds(2))
    play.click(line.box.centre)
    #expect(play.scene.countdown?.title == "Rice" && play.scene.shownCountdown?.title == "Rice")
    play.tap(.character("+"))
    #expect(play.scene.countdowns.all.first?.countdown.length == .seconds(660))
  }

  @Test func plusAddsATypedOne() {
    var play = play((600, "Rice"))
    for key in "130+" { play.tap(.character(key)) }
    play.send(.pressed(.character("T")), .pressed(.enter))
    #expect(titles(play) == ["T", "Rice"] && play.scene.countdown?.length == .seconds(90))
  }

  /// Also where another one ends while the title is typed.
  @Test func aTypedTitleIsThatOfItsCountdown() {
    var play = play((10, "Tea"))
    play.wait(.seconds(8))
    for key in "500+" { play.send(.pressed(.character(key))) }
    play.send(.pressed(.character("R")))
    play.wait(.seconds(3))
    #expect(play.scene.isRinging)
    play.send(.pressed(.enter))
    #expect(titles(play) == ["Tea", "R"])
  }

  /// Each rings and is dismissed by itself; what was chosen yields to it.
  @Test func endsThatComeAtOnce() {
    var play = play((60, "Tea"), (60, "Eggs"), (600, "Rice"))
    play.send(.told(.countdown(.choose(.id(3)))))
    play.wait(.seconds(61))
    #expect(play.effects.count { $0 == .reachedZero } == 2)
    #expect(play.scene.isRinging && play.scene.countdown?.title == "Tea" && play.texts.contains("Tea"))
    play.tap(.enter)
    play.tap(.enter)
    #expect(titles(play) == ["Eggs", "Rice"] && play.scene.isRinging)
    play.send(.told(.dismiss("Eggs")))
    #expect(titles(play) == ["Rice"] && !play.scene.isRinging)
    play.wait(.seconds(600))
    #expect(play.effects.count { $0 == .reachedZero } == 3)
    // The last one stays, set to its length, as a single one does.
    play.send(.told(.dismiss(nil)))
    #expect(titles(play) == ["Rice"] && play.scene.countdown?.state == .idle)
  }

  /// A second ring flashes at the countdown in the ring, which rang before.
  @Test func aLaterEndIsSeenAtTheSubject() {
    var play = play((30, "Tea"), (60, "Eggs"))
    play.wait(.seconds(45))
    #expect(play.scene.shownCountdown?.flashes?.isLit(at: play.moment.uptime) == false)
    play.wait(.milliseconds(15_100))
    #expect(play.scene.shownCountdown?.title == "Tea")
    #expect(play.scene.shownCountdown?.flashes?.isLit(at: play.moment.uptime) == true)
  }

  /// Eight countdowns that run out of step wake the clock no more often than two.
  @Test func theListChangesWithTheTimeOfDay() {
    var play = Play()
    for index in 1...8 {
      play.send(.told(.countdown(.new(.seconds(600 + index), title: "\(index)"))))
      play.wait(.milliseconds(110))
    }
    play.wait(.seconds(5))
    let before = play.wakes
    play.wait(.seconds(20))
    // Time of day, number in the ring, and the tip of the ring four times a second at the most.
    #expect(play.wakes - before <= 20 * 6)
    var one = Play(countdown: .seconds(601))
    one.wait(.seconds(5))
    let start = one.wakes
    one.wait(.seconds(20))
    #expect(play.wakes - before <= one.wakes - start + 20)
  }

  // MARK: Random orders of events

  /// 10 runs of 8,000 events with suspends and clocks that are set: no end is signalled twice or missed, and the list
  /// stays sorted, short enough, and with a chosen one. Seeds 1 to 10.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func eachEndIsSignalledOnce(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var setup = Setup(face: .scaled, style: .hard)
    setup.hasOvertime = seed % 2 == 0
    var (scene, moment) = (Scene(setup), Moment.at(12, 0, 0))
    var signals = 0
    for _ in 0..<Soak.times(8000) {
      moment = moment.later(using: &random)
      let event = random.event(at: moment)
      let (before, due) = (
        scene.countdowns.all, scene.countdowns.all.filter { $0.countdown.isDue(at: moment) }.map(\.id)
      )
      // As the session does: a refusal loses the effects of time.
      var effects = scene.handle(fact: .ticked, at: moment)
      effects += (try? scene.handle(event, at: moment)) ?? []
      let all = scene.countdowns.all
      let wasOver = before.filter(\.countdown.isOver).map(\.id)
      let ended = all.filter { $0.countdown.isOver && !wasOver.contains($0.id) && !due.contains($0.id) }
      let zeros = effects.count { $0 == .reachedZero }
      signals += zeros
      #expect(zeros == due.count + ended.count)
      #expect(all.count <= Countdowns.most && Set(all.map(\.id)).count == all.count)
      #expect(scene.countdowns.isSorted(at: moment))
      #expect(all.isEmpty == (scene.countdown == nil) && all.isEmpty == (scene.countdowns.chosenID == nil))
      #expect(scene.isRinging == all.contains { $0.countdown.isOver })
      guard zeros == due.count + ended.count else { return }
    }
    #expect(signals > 500)
  }
}

extension Moment {
  /// A short while later, now and then after a suspend, or on a clock that was set.
  fileprivate func later(using random: inout SeededRandom) -> Moment {
    let way = Int.random(in: 0..<100, using: &random)
    let span = Duration.milliseconds(Int64.random(in: 0...(way < 5 ? 900_000 : 9_000), using: &random))
    let jump = Duration.seconds(way >= 95 ? Int64.random(in: -7200...7200, using: &random) : 0)
    return Moment(instant: instant + span + jump, uptime: uptime + span, zone: zone)
  }
}

extension Instant {
  fileprivate var order: Command.CountdownOrder {
    let time = Zone.utc.civil(at: second)
    let date = "\(time.year)-\(time.month.twoDigits)-\(time.day.twoDigits)"
    let text = "\(date)T\(time.hour.twoDigits)\(time.minute.afterColon)\(time.second.afterColon)Z"
    return (try? .parse(text)).map { .until($0, from: nil, title: nil) } ?? .pause
  }
}

extension SeededRandom {
  fileprivate mutating func event(at moment: Moment) -> Event {
    func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }
    let id: Int? = Bool.random(using: &self) ? nil : Int(number(1...40))
    let span = Duration.seconds(number(1...120))
    let end = moment.instant + .seconds(number(-5...200))
    let keys: [Key] = ["c", "a", "+", "-", "z"].map { .character($0) } + [.up, .down, .backspace, .enter]
    let orders: [Command.CountdownOrder] = [
      .new(span, title: "\(number(1...9))"), .new(span, title: ""), .start(span, title: nil), .start(nil, title: "x"),
      end.order, .pause, .resume, .toggle, .reset, .add(.seconds(number(-90...90))),
      .set(.seconds(number(0...90))), .clear, .title("\(number(1...9))"), .chooseNext, .choosePrevious,
      .choose(.id(Int(number(1...40)))),
    ]
    switch number(0...9) {
    case 0: return .ticked
    case 1, 2: return .pressed(keys[Int(number(0...Int64(keys.count - 1)))])
    case 3: return .told(.dismiss(Bool.random(using: &self) ? nil : "\(number(1...9))"))
    case 4: return .told(.snooze(span))
    default: return .told(.countdown(orders[Int(number(0...Int64(orders.count - 1)))], of: id.map { .id($0) }))
    }
  }
}
