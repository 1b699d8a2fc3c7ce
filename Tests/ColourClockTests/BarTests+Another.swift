import TestSupport
import Testing

@testable import ColourClock

/// Another countdown by the bar alone: a control opens the lengths, and a length begins it.
extension BarTests {
  private static let sizes = [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (480, 320), (320, 240), (240, 320), (480, 800),
  ]

  private func isAdding(_ play: Play) -> Bool { play.scene.bar.isAdding }

  @Test func aLengthBeginsAnotherOne() throws {
    var play = play(countdown: .seconds(1200))
    #expect(!play.scene.barCommands.contains { $0.isPreset })
    try click(.another, in: &play)
    #expect(
      play.scene.barCommands.starts(
        with: play.scene.setup.presets.map(ControlBar.Command.preset) + [.setTime, .stopwatch, .another]))
    #expect(play.scene.countdowns.all.count == 1 && play.effects.isEmpty)
    try click(.preset(.seconds(300)), in: &play)
    #expect(play.scene.countdowns.all.map(\.countdown.length) == [.seconds(300), .seconds(1200)])
    #expect(play.scene.countdown?.length == .seconds(300) && isRunning(play) && play.effects == [.saveTimers])
    // The bar is the timer's again, for the new one.
    #expect(!isAdding(play) && play.scene.barCommands.starts(with: [.less, .toggle, .more, .reset, .another]))
    try click(.another, in: &play)
    try click(.another, in: &play)
    #expect(!isAdding(play) && play.scene.countdowns.all.count == 2)
  }

  /// On an upright wall, a running timer's commands are in two rows of about the same width, with words.
  @Test(arguments: [(720, 1280), (1080, 1920), (480, 800)], ["Work 15s, Rest 5s, x8", ""])
  func twoEqualRows(size: (Int, Int), program: String) throws {
    var play = Play.sized(size: Size(width: size.0, height: size.1))
    let order: Command.ProgramOrder? = program.isEmpty ? nil : .start(try .parse(program))
    play.send(.told(order.map(Command.program) ?? .countdown(.new(.seconds(600), title: ""))))
    let rows = Dictionary(grouping: play.scene.barPlaces, by: \.box.y).values
    let widths = rows.map { row in (row.map(\.box.maxX).max() ?? 0) - (row.map(\.box.x).min() ?? 0) }.sorted()
    #expect(widths.count == 2 && widths[0] > 0.55 * widths[1], "\(widths)")
    let named = rows.joined().filter { [.toggle, .less, .another].contains($0.command) }
    #expect(named.count == 3 && named.allSatisfy(\.hasWords))
  }

  /// Beside a stopwatch alone, too: the bar then is the countdown's.
  @Test func aLengthBesideAStopwatch() throws {
    var play = play(countdown: nil)
    play.tap(.character("s"))
    #expect(play.scene.barCommands.starts(with: [.stopwatch, .reset, .another]))
    try click(.another, in: &play)
    #expect(play.scene.barCommands.contains(.setTime) && !play.scene.barCommands.contains(.stopwatch))
    try click(.preset(.seconds(300)), in: &play)
    #expect(play.scene.countdown?.length == .seconds(300) && isRunning(play) && !isAdding(play))
    #expect(play.scene.stopwatch?.isRunning == true && play.scene.barCommands.contains(.toggle))
    var kiosk = Play { $0.allowed = [.stopwatch] }
    kiosk.tap(.character("s"))
    #expect(!kiosk.scene.barCommands.contains(.another))
  }

  /// By a finger alone, from the first one to the eighth. Then the command stays in its place without an effect.
  @Test(arguments: sizes) func aFingerBeginsEight(width: Int, height: Int) throws {
    var play = Play.sized(size: Size(width: width, height: height))
    func tap(_ command: ControlBar.Command?) throws {
      let place = try #require(play.scene.barPlaces.first { $0.command == command ?? .another })
      play.send(.pointerPressed(place.box.centre, .finger))
      play.wait(.milliseconds(80))
      play.send(.pointerReleased(place.box.centre, .finger))
      // A length that has come under the finger takes effect only after a second.
      play.wait(.seconds(1))
    }
    play.send(.pointerPressed(Point(x: 3, y: 3), .finger), .pointerReleased(Point(x: 3, y: 3), .finger))
    play.wait(.milliseconds(300))
    try tap(.toggle)
    for count in 2...Countdowns.most {
      try tap(nil)
      try tap(
        play.scene.barCommands.last {
          $0.isPreset && $0 != .setTime && play.scene.barPlaces.map(\.command).contains($0)
        })
      #expect(play.scene.countdowns.all.count == count)
    }
    try tap(nil)
    #expect(play.scene.barCommands.contains(.another) && !play.scene.barCommands.contains { $0.isPreset })
    #expect(Set(play.scene.countdowns.all.map(\.id)) == Set(1...Countdowns.most))
  }

  /// The lengths are as large as a fingertip, apart from each other and in the window, in every language.
  @Test(arguments: sizes) func theLengthsHaveRoom(width: Int, height: Int) throws {
    for words in Words.all {
      var play = Play.sized(countdown: .seconds(1200), size: Size(width: width, height: height)) { $0.words = words }
      for command in [ControlBar.Command.toggle, .another] {
        let commands = play.scene.barPlaces.map(\.command)
        #expect(commands.contains(command) && commands.suffix(2) == [.help, .quit], "\(commands)")
        let bar = play.scene.barPlaces.map(\.box)
        for (index, box) in bar.enumerated() {
          #expect(min(box.width, box.height) >= 35)
          #expect(box.x >= 0 && box.maxX <= Double(width) && box.y >= 0 && box.maxY <= Double(height))
          #expect(!bar.dropFirst(index + 1).contains { $0.overlaps(box) })
        }
        #expect(Set(bar.map(\.y)).count <= (height > width ? 2 : 1))
        play.send(.pointerMoved(Point(x: 3, y: 3)))
        play.wait(.milliseconds(300))
        if command == .toggle { try click(.another, in: &play) }
      }
      let presets = play.scene.barPlaces.filter(\.command.isPreset)
      #expect(presets.count >= (width < 320 ? 1 : 4) && !presets.isEmpty, "\(words["Quit"])")
    }
  }

  /// A double click on the control begins nothing.
  @Test(arguments: sizes) func aDoubleClickBeginsNothing(width: Int, height: Int) throws {
    var play = Play.sized(countdown: .seconds(1200), size: Size(width: width, height: height))
    try click(.another, in: &play)
    let place = try #require(play.scene.pointer.place)
    // The second one is noticed late on a slow machine.
    for span in [60, 600] {
      var play = play
      play.wait(.milliseconds(span))
      play.press(place.x, place.y)
      play.wait(.milliseconds(50))
      play.release(place.x, place.y)
      #expect(play.scene.countdowns.all.count == 1 && isRunning(play))
    }
  }

  @Test func keysBeginAnotherOne() {
    var play = play(countdown: .seconds(1200))
    while play.scene.bar.focus(at: play.moment) != .another { play.tap(.tab) }
    play.tap(.enter)
    #expect(isAdding(play) && play.scene.bar.focus(at: play.moment) == .preset(.seconds(60)))
    // Escape closes the lengths before it asks to quit.
    play.tap(.escape)
    #expect(!isAdding(play) && !play.texts.contains { $0.contains("quit") })
    while play.scene.bar.focus(at: play.moment) != .another { play.tap(.tab) }
    play.tap(.enter)
    play.tap(.character(" "))
    #expect(play.scene.countdowns.all.map(\.countdown.length) == [.seconds(60), .seconds(1200)])
    #expect(play.scene.bar.focus(at: play.moment) == .toggle)
  }

  /// The lengths stay for ten seconds longer than the bar, and go with it.
  @Test func theLengthsGoWithTheBar() throws {
    var play = play(countdown: .seconds(1200))
    try click(.another, in: &play)
    play.wait(.seconds(9))
    #expect(isAdding(play) && play.scene.bar.opacity(at: play.moment) == 1)
    play.wait(.seconds(6))
    #expect(!isAdding(play) && play.scene.bar.opacity(at: play.moment) == 0)
    #expect(play.scene.barPlaces.contains { $0.command == .toggle })
  }

  /// One that is not under way is replaced by a length; beside what rings nothing begins; a program has it too.
  @Test func whereItIs() throws {
    var play = play()
    play.tap(.character("c"))
    #expect(!play.scene.barCommands.contains(.another) && play.scene.barCommands.contains { $0.isPreset })
    try click(.preset(.seconds(60)), in: &play)
    #expect(play.scene.countdowns.all.count == 1 && play.scene.barCommands.contains(.another))
    play.send(.told(.countdown(.pause)))
    #expect(play.scene.barCommands.contains(.another))
    play.send(.told(.countdown(.resume)))
    try click(.another, in: &play)
    play.wait(.seconds(61))
    #expect(play.scene.isRinging && play.scene.barCommands.starts(with: [.more, .toggle]))
    var program = self.play()
    program.send(.told(.program(.start(try .parse("A 10m, B 5m")))))
    #expect(program.scene.barCommands.contains(.another))
    try click(.another, in: &program)
    try click(.preset(.seconds(60)), in: &program)
    #expect(program.scene.countdowns.all.count == 2 && program.scene.clock.program?.title == "A")
  }

  /// The commands keep their places when a countdown is added, and when an idle one is chosen.
  @Test(arguments: sizes) func nothingMoves(width: Int, height: Int) throws {
    var play = Play.sized(countdown: .seconds(300), size: Size(width: width, height: height))
    let before = play.scene.barPlaces
    try click(.another, in: &play)
    let preset = try #require(play.scene.barPlaces.first { $0.command.isPreset }).command
    try click(preset, in: &play)
    #expect(play.scene.countdowns.all.count == 2)
    func boxes(_ places: [ControlBar.Place]) -> [Rect] { places.map(\.box) }
    #expect(boxes(play.scene.barPlaces) == boxes(before))
    play.send(.told(.countdown(.reset)))
    #expect(
      play.scene.countdown?.state == .idle && boxes(play.scene.barPlaces.filter { $0.command != .undo }).count > 0)
    play.wait(.seconds(11))
    #expect(boxes(play.scene.barPlaces) == boxes(before))
  }

  /// A stopwatch begins from the same lengths, and then the bar is its own.
  @Test func aStopwatchBesideIt() throws {
    var play = play(countdown: .seconds(1200))
    try click(.another, in: &play)
    play.wait(.seconds(1))
    try click(.stopwatch, in: &play)
    #expect(
      play.scene.stopwatch?.isRunning == true && !isAdding(play)
        && play.scene.barCommands.starts(with: [.stopwatch, .reset]))
    try click(.reset, in: &play)
    #expect(play.scene.stopwatch?.laps == 1 && isRunning(play))
  }

  @Test func theHelpSaysHow() {
    var play = play(countdown: .seconds(1200))
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.tap(.character("?"))
    #expect(play.texts.contains("Another one") && play.texts.contains("click Another, then a length"))
    var still = self.play({ $0.hasBar = false }, countdown: .seconds(1200))
    still.tap(.character("?"))
    #expect(still.texts.contains("Another one") && !still.texts.contains { $0.contains("then a length") })
  }
}
