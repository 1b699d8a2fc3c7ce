import TestSupport
import Testing

@testable import ColourClock

/// The running order: the starts of a program's steps, and the card that shows them.
@Suite struct RunningOrderTests {
  private func playing(_ text: String, size: Size = Size(width: 1280, height: 720)) throws -> Play {
    var play = Play.sized(size: size)
    play.send(.told(.program(.start(try .parse(text)))))
    return play
  }

  private func order(_ play: Play) throws -> RunningOrder {
    try #require(play.scene.clock.program.flatMap { RunningOrder($0, at: play.moment) })
  }

  /// After any actions: one present step, and each later step begins where the step before it ends.
  @Test(arguments: 0..<Soak.times(12)) func startsAddUp(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var play = try playing("Doors 30m, Talk 20m hold; Work 40s, Rest 20s between, x3; End 10m")
    for _ in 0..<30 {
      let orders: [Command.ProgramOrder] = [.next, .back, .add(.seconds(90)), .restart, .start(nil)]
      switch Int.random(in: 0..<8, using: &random) {
      case let index where index < orders.count: play.send(.told(.program(orders[index])))
      case 5: play.send(.told(.countdown(.toggle)))
      default: play.wait(.seconds(Int.random(in: 1...1500, using: &random)))
      }
      let order = try order(play)
      #expect(order.rows.count == 8 && order.rows.count { $0.state == .present } == 1)
      #expect(order.rows[..<order.index].allSatisfy { $0.state == .passed && $0.start == nil })
      let later = order.rows[(order.index + 1)...]
      #expect(later.allSatisfy { $0.state == .coming && $0.start != nil })
      for (one, next) in zip(later, later.dropFirst()) {
        #expect(try #require(next.start) - #require(one.start) == one.step.length)
      }
      let rest = try #require(play.scene.clock.program?.programTimeLeft(at: play.moment))
      if let last = later.last, let start = last.start {
        #expect(start + last.step.length - play.moment.instant == rest)
      }
    }
  }

  @Test func beforeThePlannedStart() throws {
    var play = Play.sized(size: Size(width: 1280, height: 720))
    play.send(.told(.program(.load(try .parse("at 23:00, Doors 30m, Talk 20m")))))
    let starts = try order(play).rows.map { $0.start?.nearestMinute(in: play.moment.zone).text }
    #expect(starts == ["23:00:00", "23:30:00"])
    #expect(play.scene.runningOrder(at: play.moment)?.map(\.start) == ["23:00", "23:30"])
  }

  @Test func aTapOrAKeyOpensItAndAnyKeyClosesIt() throws {
    var play = try playing("Doors 30m, Talk 20m")
    let line = try #require(play.scene.layout?.slots.first { $0.part == .programNext || $0.part == .program })
    play.click(line.ink.centre)
    play.wait(.seconds(1))
    #expect(play.texts.contains("Running order · ends 12:50"), "\(play.texts)")
    #expect(["12:00", "Doors", "30:00", "12:30", "Talk", "20:00"].allSatisfy(play.texts.contains))
    play.send(.pressed(.character("n")), .released(.character("n")))
    #expect(!play.texts.contains { $0.hasPrefix("Running order") } && play.scene.clock.program?.program?.index == 0)
    play.send(.pressed(.character("p")), .released(.character("p")))
    #expect(play.texts.contains { $0.hasPrefix("Running order") })
    play.wait(.seconds(31))
    #expect(!play.texts.contains { $0.hasPrefix("Running order") })
  }

  /// Without a program the key does nothing, and the card goes with its program.
  @Test func onlyWithAProgram() throws {
    var play = Play.sized(size: Size(width: 1280, height: 720))
    play.send(.pressed(.character("p")), .released(.character("p")))
    #expect(!play.scene.runningOrder.isOpen(at: play.moment.uptime))
    play.send(.told(.program(.start(try .parse("Doors 30m")))), .pressed(.character("p")), .released(.character("p")))
    #expect(play.scene.runningOrder.isOpen(at: play.moment.uptime))
    play.send(.told(.program(.stop)))
    play.wait(.seconds(1))
    #expect(!play.scene.runningOrder.isOpen(at: play.moment.uptime))
  }

  /// An arrow must not change the step under a list that fits.
  @Test func arrowsChangeNoStep() throws {
    var play = Play.sized(size: Size(width: 1280, height: 720))
    play.send(.told(.program(.start(try .parse("Doors 20m, Talk 2 5m")))))
    #expect(play.texts.contains { $0.contains("Talk 2, 5:00") }, "\(play.texts)")
    play.tap(.character("p"))
    for _ in 0..<3 { play.tap(.down) }
    #expect(play.scene.runningOrder.isOpen(at: play.moment.uptime))
    #expect(play.scene.clock.program?.length == .seconds(1200))
  }

  /// The open card follows the program over the ends of steps, also if a viewer has moved the steps. Only what a viewer
  /// must dismiss closes the card.
  @Test func itStaysOpen() throws {
    var play = try playing("Step 5s, x30; Last 10m hold; After 1m")
    func isOpen() -> Bool { play.scene.runningOrder.isOpen(at: play.moment.uptime) }
    play.tap(.character("p"))
    for _ in 0..<9 { play.tap(.down) }
    let moved = play.texts.first { $0.hasPrefix("+") }
    play.wait(.seconds(6))
    #expect(isOpen() && play.texts.first { $0.hasPrefix("+") } != moved, "\(play.texts)")
    play.send(.told(.message(try #require(Message("Coffee", priority: .notice)))))
    #expect(isOpen())
    play.send(.told(.message(try #require(Message("Fire", priority: .urgent)))))
    #expect(!isOpen())
    play.send(.told(.dismiss(nil)))
    for _ in 0..<31 { play.send(.told(.program(.next))) }
    play.tap(.character("p"))
    play.send(.told(.countdown(.new(.seconds(2), title: "Tea"))))
    #expect(isOpen())
    play.wait(.seconds(3))
    #expect(play.scene.isRinging && !isOpen())
  }

  @Test func aLengthenedStepHasItsNewLength() throws {
    var play = try playing("Doors 30m, Talk 20m")
    play.send(.told(.program(.add(.seconds(120)))))
    #expect(play.scene.runningOrder(at: play.moment)?.map(\.length) == [1920, 1200])
    play.tap(.character("p"))
    #expect(["32:00", "20:00", "12:32"].allSatisfy(play.texts.contains), "\(play.texts)")
  }

  /// At each size and each step of the longest program the present step is shown, no two texts overlap, and all are
  /// within the window.
  @Test(arguments: [
    Size(width: 3840, height: 2160), Size(width: 1280, height: 720), Size(width: 1080, height: 1920),
    Size(width: 480, height: 320), Size(width: 320, height: 240),
  ]) func thePresentStepIsShown(size: Size) throws {
    var play = try playing("Step one 10s, Step two with a title of some length 10m, x250", size: size)
    play.send(.pressed(.character("p")), .released(.character("p")))
    for index in [0, 1, 120, 248, 499] {
      while let present = play.scene.clock.program?.program?.index, present < index {
        play.send(.told(.program(.next)))
      }
      let frame = try #require(play.scene.frame(at: play.moment))
      let texts = frame.items.compactMap { if case .text(let text) = $0 { text } else { nil } }
      let plate = frame.items.compactMap { item -> Rect? in
        guard case .fill(let fill) = item, case .box(let box, _) = fill.shape else { return nil }
        return box
      }
      #expect(plate.count == 1 && texts.count > 5)
      for (number, one) in texts.enumerated() {
        #expect(Rect(size).inset(by: -0.5).contains(one.box.centre) && one.box.width > 0)
        for other in texts[(number + 1)...] { #expect(!one.box.inset(by: 0.5).overlaps(other.box.inset(by: 0.5))) }
      }
    }
  }

  /// The card says how many steps are not in sight. Arrows, wheel and a drag move it, and do not close it.
  @Test func allStepsCanBeSeen() throws {
    var play = try playing("Step 1m, x30")
    func isOpen() -> Bool { play.scene.runningOrder.isOpen(at: play.moment.uptime) }
    func more() -> [String] { play.texts.filter { $0.hasPrefix("+") } }
    play.tap(.character("p"))
    let first = more()
    #expect(first.count == 1 && first != ["+30"], "\(play.texts)")
    play.tap(.down)
    #expect(isOpen() && more().count == 2 && more()[0] == "+1")
    play.tap(.up)
    #expect(isOpen() && more() == first)
    play.send(.pointerMoved(Point(x: 640, y: 400)), .scrolled(right: 0, up: -2))
    #expect(isOpen() && more().first == "+2")
    play.press(640, 500)
    play.drag(from: (640, 500), to: (640, 100))
    play.release(640, 100)
    #expect(isOpen() && more().first != "+2")
    for _ in 0..<40 { play.tap(.down) }
    #expect(isOpen() && more() == first)
    play.press(640, 500)
    play.release(640, 500)
    #expect(!isOpen())
    play.tap(.character("p"))
    #expect(more() == first)
    play.tap(.left)
    #expect(!isOpen())
  }
}
