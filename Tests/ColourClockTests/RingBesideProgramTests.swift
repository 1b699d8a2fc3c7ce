import TestSupport
import Testing

@testable import ColourClock

/// A countdown that rings beside a running program.
@Suite struct RingBesideProgramTests {
  private static let sizes = [(1920, 1080), (1080, 1920), (800, 480), (320, 240)].map {
    Size(width: $0.0, height: $0.1)
  }

  /// Rice rings beside the program's first step, of which a minute has passed.
  private func ringing(_ size: Size, others: [String] = []) throws -> Play {
    var play = Play.sized(size: size)
    play.send(.told(.program(.start(try .parse("Talk 20m, Questions 5m")))))
    for title in others { play.send(.told(.countdown(.new(.seconds(1800), title: title)))) }
    play.send(.told(.countdown(.new(.seconds(60), title: "Rice"))))
    play.wait(.milliseconds(60_500))
    return play
  }

  @Test(arguments: sizes, [[], ["Pasta"]]) func theProgramStaysOnTheWall(size: Size, others: [String]) throws {
    let play = try ringing(size, others: others)
    let layout = try #require(play.scene.layout)
    let texts = play.texts
    #expect(play.scene.shownCountdown?.title == "Rice" && texts.contains("Rice"))
    #expect(texts.contains("Talk") && texts.contains("19:00"), "\(texts)")
    #expect(layout.slots.contains { $0.part.isProgram } || layout.hidden.contains(.program), "\(texts)")
    #expect(size.shortSide < 300 || texts.contains { $0.contains("Next: Questions") }, "\(texts)")
  }

  /// What ends the ringing comes first. The program's commands come after it, apart, with the program's name.
  @Test(arguments: sizes) func theBarHasTheProgram(size: Size) throws {
    var play = try ringing(size)
    let button = try #require(play.scene.button)
    let commands = play.scene.barPlaces.map(\.command)
    #expect(commands.first == .more && commands.contains(.stepNext), "\(commands)")
    #expect(size.shortSide < 300 || commands == [.more, .toggle, .pauseProgram, .stepNext], "\(commands)")
    #expect(play.scene.barPlaces.allSatisfy { !$0.box.overlaps(button.plate) })
    #expect(play.texts.count { $0 == "Talk" } == 2, "\(play.texts)")
    #expect(play.texts.contains("Dismiss Rice"))
    if let pause = play.scene.barPlaces.first(where: { $0.command == .pauseProgram }) {
      play.click(pause.box.centre)
      #expect(play.scene.clock.program?.isPaused == true && play.scene.isRinging)
    }
    play.wait(.seconds(2))
    let next = try #require(play.scene.barPlaces.first { $0.command == .stepNext })
    play.click(next.box.centre)
    #expect(play.scene.clock.program?.title == "Questions" && play.scene.isRinging)
  }

  /// On a small wall, too, the words say how long a snooze is.
  @Test func theSnoozeHasItsWords() throws {
    var play = Play.sized(size: Size(width: 320, height: 240))
    play.send(.told(.countdown(.new(.seconds(60), title: "Rice"))))
    play.wait(.milliseconds(60_500))
    #expect(play.scene.isRinging && play.texts.contains("5 min"), "\(play.texts)")
  }

  /// An overtime of hours has the same form in the ring, in the list and as a delay of the program.
  @Test func hoursHaveOneForm() throws {
    var play = Play.sized { $0.hasOvertime = true }
    play.send(.told(.program(.start(try .parse("Talk 20m hold, Questions 5m")))))
    play.send(.told(.countdown(.new(.seconds(1200), title: "Rice"))))
    let overtime = 3 * 3600 + 14 * 60 + 48
    play.jump(.seconds(1200 + overtime))
    play.send(.ticked)
    #expect(play.texts.count { $0 == "+3:14:48" } == 2, "\(play.texts)")
    #expect(play.texts.contains { $0.hasSuffix("3:14:48 behind") }, "\(play.texts)")
  }

  /// After a dismissal or a snooze, the bar acts on the countdown that was chosen before.
  @Test(arguments: [0, 1], ["Talk", "Pasta"]) func theChoiceComesBack(way: Int, chosen: String) throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Talk 20m, Questions 5m")))))
    play.send(.told(.countdown(.new(.seconds(1800), title: "Pasta"))))
    play.send(.told(.countdown(.new(.seconds(60), title: "Rice"))))
    play.send(.told(.countdown(.choose(.title(chosen)))))
    let before = play.scene.barCommands
    play.wait(.seconds(61))
    #expect(play.scene.countdown?.title == "Rice")
    play.send(.told(way == 0 ? .dismiss(nil) : .snooze(.seconds(300))))
    #expect(play.scene.countdown?.title == chosen && play.refusals.isEmpty)
    #expect(play.scene.barCommands.filter { $0 != .undo } == before)
  }
}
