import TestSupport
import Testing

@testable import ColourClock

/// A kiosk under the hands of visitors who try everything, and the owner's way out.
@Suite struct KioskPlayTests {
  /// A keyboard whose keys go down and up in any order, several at once, as under idle hands.
  private struct Keyboard {
    static let keys: [Key] =
      [.escape, .enter, .backspace, .tab, .left, .right, .up, .down, .home, .end]
      + (1...12).map(Key.function) + "abcdefghijklmnopqrstuvwxyz0123456789 -+=?.,".map(Key.character)
    /// Ctrl, Alt and Super are the last three.
    static let count = keys.count + 3

    private var down: [Int: Key?] = [:]
    private(set) var hasChord = false

    private func isDown(_ modifier: Int) -> Bool { down[Keyboard.keys.count + modifier] != nil }

    /// The event of the server when a key goes down or up; `nil` where the clock is not told.
    mutating func turn(_ index: Int) -> Event? {
      if let key = down.removeValue(forKey: index) { return key.map(Event.released) }
      guard index < Keyboard.keys.count else {
        down[index] = .some(nil)
        return nil
      }
      let modifiers = (0..<3).map(isDown)
      var key: Key? = modifiers.contains(true) ? nil : Keyboard.keys[index]
      if modifiers == [true, true, false], Keyboard.keys[index] == .character("q") { key = .leaveKiosk }
      hasChord = hasChord || key == .leaveKiosk
      down[index] = .some(key)
      return key.map(Event.pressed)
    }

    var held: [Int] { Array(down.keys.sorted()) }
  }

  private static func kiosk(_ seed: UInt64) -> Play {
    let sizes = [Size(width: 1280, height: 720), Size(width: 320, height: 240), Size(width: 1080, height: 1920)]
    let allowed: [Set<Permission>] = [[], Set(Permission.allCases), [.countdown, .stopwatch]]
    return Play.sized(countdown: seed % 2 == 0 ? .seconds(20) : nil, size: sizes[Int(seed / 3 % 3)]) {
      ($0.isLocked, $0.allowed) = (true, allowed[Int(seed % 3)])
    }
  }

  private static func place(in play: Play, _ random: inout SeededRandom) -> Point {
    let size = play.scene.size ?? Play.size
    let boxes =
      play.scene.barPlaces.map(\.box) + [play.scene.layout?.quitPlate, play.scene.button?.plate].compactMap(\.self)
    if Bool.random(using: &random), let box = boxes.randomElement(using: &random) { return box.centre }
    return Point(
      x: Double.random(in: 0..<Double(size.width), using: &random),
      y: Double.random(in: 0..<Double(size.height), using: &random))
  }

  /// Taps, drags, holds of up to five seconds and keys for a minute: it never ends, and nothing says that it could.
  @Test(arguments: 0..<Soak.times(50)) func aMinuteOfIdlePlayDoesNotEndIt(seed: UInt64) {
    var (random, play, keyboard) = (SeededRandom(seed: seed), Self.kiosk(seed), Keyboard())
    let end = play.moment.uptime + .seconds(60)
    var isPressed = false
    while play.moment.uptime < end {
      let place = Self.place(in: play, &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2: if let event = keyboard.turn(.random(in: 0..<Keyboard.count, using: &random)) { play.send(event) }
      case 3...4:
        if let event = keyboard.held.randomElement(using: &random).flatMap({ keyboard.turn($0) }) { play.send(event) }
      case 5...6: play.send(.pointerMoved(place))
      case 7...8:
        let button = [Button.primary, .finger, .other].randomElement(using: &random) ?? .primary
        play.send(isPressed ? .pointerReleased(place, button) : .pointerPressed(place, button))
        isPressed.toggle()
      case 9: play.drag(from: (place.x, place.y), to: (place.x + 300, place.y), over: .milliseconds(160))
      case 10: play.send(.scrolled(right: 0, up: Bool.random(using: &random) ? 1 : -1))
      default: play.send(.closed)
      }
      let longest = Int.random(in: 0..<10, using: &random) == 0 ? 5000 : 500
      play.wait(.milliseconds(Int64.random(in: 10...Int64(longest), using: &random)))
      #expect(keyboard.hasChord || !play.texts.contains { $0.contains("quit") })
    }
    #expect(!play.effects.contains(.quit) && !play.effects.contains(.toggleFullScreen))
    #expect(!play.scene.barPlaces.contains { $0.command == .quit })
  }

  @Test func theOwnersChordIsHeld() {
    var play = Self.kiosk(0)
    play.tap(.leaveKiosk)
    play.tap(.leaveKiosk)
    play.wait(.seconds(5))
    #expect(play.effects.isEmpty)
    play.send(.pressed(.leaveKiosk))
    play.wait(.milliseconds(1500))
    #expect(play.effects.isEmpty && play.texts.contains("Hold to quit"))
    play.wait(.milliseconds(200))
    #expect(play.effects == [.quit])
  }

  /// Another key, a press, or letting go: each ends it.
  @Test(arguments: [
    Event.pressed(.character("x")), .pressed(.escape), .released(.leaveKiosk),
    .pointerPressed(Point(x: 9, y: 9), .primary), .interrupted,
  ])
  func theChordIsGivenUp(by event: Event) {
    var play = Self.kiosk(1)
    play.send(.pressed(.leaveKiosk))
    play.wait(.milliseconds(1500))
    play.send(event)
    play.wait(.seconds(5))
    #expect(!play.effects.contains(.quit))
  }

  @Test func onlyAKioskHasTheChord() {
    var play = Play()
    play.send(.pressed(.leaveKiosk))
    play.wait(.seconds(3))
    #expect(play.effects.isEmpty && !play.texts.contains("Hold to quit"))
    var never = Play { ($0.isLocked, $0.hold.presence) = (true, .never) }
    never.send(.pressed(.leaveKiosk))
    never.wait(.seconds(3))
    #expect(never.effects.isEmpty)
  }
}
