import Testing

@testable import ColourClock

/// The list of countdowns beside the ring: its numbers, its plates and its taps.
@Suite struct ListWithRingTests {
  private func number(_ index: Int, _ play: Play) -> String? {
    guard let slot = play.scene.layout?.slots.first(where: { $0.part == .countdownNumber(index) }),
      let frame = play.scene.frame(at: play.moment)
    else { return nil }
    for case .text(let text) in frame.items where text.box.y == slot.box.y && text.box.maxX == slot.box.maxX {
      return text.string
    }
    return nil
  }

  /// Two countdowns that began together, between two ticks, show the same number at all times.
  @Test func numbersThatBeganTogetherAgree() throws {
    var play = Play.sized()
    play.wait(.milliseconds(370))
    play.send(
      .told(.countdown(.new(.seconds(600), title: "Tea"))), .told(.countdown(.new(.seconds(600), title: "Rice"))))
    play.send(.told(.countdown(.new(.seconds(660), title: "Bread"))))
    let wakes = play.wakes
    for _ in 0..<100 {
      play.wait(.milliseconds(90))
      let ring = try #require(play.texts.first { $0.count == 4 && $0.hasPrefix("9:") || $0 == "10:00" })
      #expect(number(0, play) == ring)
      #expect(number(1, play)?.suffix(2) == ring.suffix(2))
    }
    #expect(play.wakes - wakes <= 9 * 40)
  }

  /// The plate of a line that rings does not touch a label such as "clock not synchronised".
  @Test(arguments: [(1920, 1080), (1280, 720), (800, 480), (480, 320), (320, 240)]) func platesKeepClearOfLabels(
    width: Int, height: Int
  ) throws {
    for count in 2...8 {
      var play = Play.sized(size: Size(width: width, height: height))
      for index in 0..<count {
        play.send(.told(.countdown(.new(.seconds(600 + Int64(index)), title: "Dish \(index)"))))
      }
      let layout = try #require(play.scene.layout)
      let plates = layout.contents.countdowns.indices.compactMap(layout.countdownLine)
      #expect(try #require(plates.map(\.y).min()) > layout.labelRow.maxY, "\(count)")
    }
  }

  /// A tap on a line that rings dismisses it as a tap on the ring does, and the bar offers Undo.
  @Test(arguments: [0, 1]) func aTapOnALineThatRingsIsUndone(line: Int) throws {
    var play = Play.sized()
    for (index, title) in ["Tea", "Rice", "Bread"].enumerated() {
      play.send(.told(.countdown(.new(.seconds(index < 2 ? 20 : 600), title: title))))
    }
    play.wait(.seconds(25))
    let before = play.scene.countdowns
    let places = try [
      #require(play.scene.ring).centre,
      #require(play.scene.layout?.slots.first { $0.part == .countdownTitle(0) }).box.centre,
    ]
    play.click(places[line])
    #expect(play.scene.countdowns.all.count == 2 && play.scene.isRinging)
    let undo = try #require(play.scene.barPlaces.first { $0.command == .undo })
    play.wait(.seconds(2))
    play.click(undo.box.centre)
    #expect(play.scene.countdowns.all.map(\.id) == before.all.map(\.id))
    #expect(play.scene.countdowns.all.count(where: \.countdown.isOver) == 2)
  }
}
