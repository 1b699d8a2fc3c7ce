import Testing

@testable import ColourClock

/// An urgent message while a countdown rings.
@Suite struct RingUnderMessageTests {
  private static let sizes = [(1920, 1080), (1080, 1920), (800, 480), (320, 240)].map {
    Size(width: $0.0, height: $0.1)
  }

  private func ringing(_ title: String, _ size: Size) throws -> Play {
    var play = Play.sized(size: size)
    play.send(.told(.countdown(.new(.seconds(60), title: title))))
    play.wait(.seconds(61))
    let message = try #require(Message("Fire drill: leave the building", priority: .urgent))
    play.send(.told(.message(message)))
    play.wait(.seconds(1))
    return play
  }

  /// The wall names the countdown above the time of day, clear of all controls, and the button says what it dismisses.
  @Test(arguments: sizes, ["Rice", "", "Sourdough in the second oven of the bakery"]) func theWallSaysWhatRings(
    size: Size, title: String
  ) throws {
    var play = try ringing(title, size)
    let layout = try #require(play.scene.layout)
    let name = title.isEmpty ? "1 min" : title
    let note = try #require(
      layout.slots.first { if case .words(let words) = $0.part { words.contains("·") } else { false } })
    let time = try #require(layout.slots.first { $0.part == .time })
    #expect(layout.isUrgent && note.template.hasPrefix(name.prefix(5)) && note.ink.maxY <= time.ink.maxY)
    let controls = [try #require(play.scene.button).plate] + play.scene.barPlaces.map(\.box)
    for slot in layout.slots {
      #expect(!controls.contains { $0.overlaps(slot.ink) }, "\(slot)")
      #expect(!layout.slots.contains { $0 != slot && $0.box.overlaps(slot.box) }, "\(slot)")
    }
    let label = try #require(play.texts.first { $0.hasPrefix("Dismiss") })
    #expect(title == "Rice" ? label == "Dismiss Rice" : label.hasPrefix("Dismiss \(name.prefix(1))"))
    // The button dismisses what it names; the message stays.
    play.click(controls[0].centre)
    #expect(!play.scene.isRinging && play.scene.schedule.messages.isUrgent)
    #expect(play.texts.allSatisfy { !$0.contains("·") })
  }
}
