import TestSupport
import Testing

@testable import ColourClock

/// The pad with a keyboard, keys that are held, and the titles on its keys.
@Suite struct PadKeysTests {
  private func open(intervals: Bool = false) -> Play {
    var play = Play.sized()
    play.scene.openPad(intervals ? play.scene.lastIntervals : nil, at: play.moment)
    return play
  }

  private func plan(_ play: Play, _ titles: [String]? = nil) throws -> PadPlan {
    PadPlan(
      play.scene.typing.phase, titles: titles ?? play.scene.titlesOffered, caption: "", play.scene.setup.words,
      in: Rect(try #require(play.scene.size)).inset(by: 0))
  }

  /// Tab reaches all keys and begins again; Shift+Tab goes back.
  @Test func tabReachesAllKeys() throws {
    for intervals in [false, true] {
      var play = open(intervals: intervals)
      let keys = try plan(play).places.map(\.command)
      for key in keys + [keys[0]] {
        play.tap(.tab)
        #expect(play.scene.typing.focus.map(ControlBar.Command.pad) == key)
      }
      play.tap(.backTab)
      #expect(play.scene.typing.focus.map(ControlBar.Command.pad) == keys.last)
    }
  }

  /// By arrows alone each key is reached, in all sizes and phases.
  @Test(arguments: PadTests.sizes) func arrowsReachAllKeys(width: Int, height: Int) throws {
    let window = Rect(Size(width: width, height: height))
    for words in [Words()] + Words.all.filter(\.isRightToLeft) {
      for phase in [
        Typing.Phase.entry(TypedEntry(), nil), .titleAfterStart(TypedLine(), after: TypedEntry(digits: [5])),
        .intervals(Intervals()),
      ] {
        let plan = PadPlan(phase, titles: (0..<12).map { "T\($0)" }, caption: "", words, in: window)
        var (seen, next) = (Set<PadKey>(), [plan.key(after: nil, .down)].compactMap(\.self))
        while let key = next.popLast() {
          guard seen.insert(key).inserted else { continue }
          next += [Key.left, .right, .up, .down].compactMap { plan.key(after: key, $0) }
        }
        #expect(seen.count == plan.places.count, "\(width) \(phase)")
      }
    }
  }

  @Test func aLengthAndATitleByKeys() {
    var play = open()
    play.tap(.down)
    #expect(play.scene.typing.focus == .digit(1))
    for key: Key in [.right, .right, .enter, .down, .character(" ")] { play.tap(key) }
    #expect(play.scene.typing.entry == TypedEntry(digits: [3, 6]) && play.scene.typing.focus == .digit(6))
    // A typed digit is no press of the focused key, so the next Enter starts.
    play.tap(.character("0"))
    #expect(play.scene.typing.entry == TypedEntry(digits: [3, 6, 0]) && play.scene.typing.focus == nil)
    play.tap(.enter)
    #expect(play.scene.countdown?.isRunning == true && play.scene.typing.title != nil)
    play.tap(.tab)
    play.tap(.right)
    play.send(.wrote(" "))
    #expect(play.scene.countdown?.title == play.scene.titlesOffered[1] && !play.scene.showsPad(at: play.moment))
  }

  @Test func intervalsByKeys() {
    var play = open(intervals: true)
    for key: Key in [.down, .right, .enter, .character("+"), .down, .character("-"), .down, .left] { play.tap(key) }
    #expect(play.scene.typing.intervals?.text == "8 × 0:50 / 0:15" && play.scene.typing.focus == .less(.rounds))
    play.tap(.enter)
    play.send(.pressed(.right), .repeated(.character("+")), .repeated(.right), .repeated(.character("+")))
    #expect(play.scene.typing.intervals?.rounds == 9)
    for _ in 0..<3 { play.tap(.tab) }
    play.tap(.enter)
    #expect(play.scene.clock.program?.isRunning == true && play.scene.clock.program?.length == .seconds(10))
    #expect(play.scene.clock.program?.program?.next?.length == .seconds(50))
  }

  /// Keys that are not the pad's have no effect, on the wall neither. Escape closes the card.
  @Test func noKeyFallsThrough() {
    for intervals in [false, true] {
      let letters: [Key] = intervals ? "goqs7hlu?".map(Key.character) : "-?.".map(Key.character)
      let others: [Key] = [.home, .end, .left, .right, .up, .down, .tab, .backTab, .function(1), .other]
      for key in letters + others {
        var play = open(intervals: intervals)
        let (phase, clock) = (play.scene.typing.phase, play.scene.clock)
        play.tap(key)
        play.send(.repeated(key))
        #expect(play.scene.typing.phase == phase && play.scene.showsPad(at: play.moment), "\(key)")
        #expect(play.scene.clock == clock && play.effects.isEmpty && !play.scene.gallery.isOpen(at: play.moment))
        #expect(play.scene.bar.focus(at: play.moment) == nil, "\(key)")
      }
      var play = open(intervals: intervals)
      play.tap(.down)
      play.tap(.escape)
      #expect(!play.scene.showsPad(at: play.moment) && play.scene.countdown == nil)
    }
  }

  /// A key for more or less repeats while a finger is on it; a short tap is one step.
  @Test func aHeldKeyRepeats() throws {
    var play = open(intervals: true)
    let place = try #require(plan(play).places.first { $0.command == .pad(.more(.rounds)) }).box.centre
    play.send(.pointerPressed(place, .finger))
    play.wait(.milliseconds(400))
    play.send(.pointerReleased(place, .finger))
    #expect(play.scene.typing.intervals?.rounds == 9)
    play.wait(.seconds(1))
    play.send(.pointerPressed(place, .finger))
    play.wait(.milliseconds(1000))
    let rounds = try #require(play.scene.typing.intervals?.rounds)
    #expect((12...13).contains(rounds))
    play.send(.pointerReleased(place, .finger))
    play.wait(.seconds(2))
    #expect(play.scene.typing.intervals?.rounds == rounds)
  }

  // MARK: Titles

  /// Titles with the same beginning, short and long.
  private static let groups = [
    ["Gruppe A", "Gruppe B", "Gruppe Maria", "Meeting", "Presentation"],
    ["Übung: Größen 7b", "Übung: Größen 7c", "Übungsstunde Größen", "Übungsstunde Kleinschreibung Teil 2"],
    ["Klassenbesprechung", "Klassenbesprechungen", "Conference room upstairs, first half of the day", "Besprechung"],
  ]

  @Test(arguments: PadTests.sizes) func titlesStayDistinct(width: Int, height: Int) throws {
    let window = Rect(Size(width: width, height: height))
    for titles in Self.groups {
      let plan = PadPlan(
        .titleAfterStart(TypedLine(), after: TypedEntry(digits: [5])), titles: titles, caption: "", Words(), in: window)
      let names = plan.places.filter { if case .pad(.title) = $0.command { true } else { false } }.map(\.name)
      #expect(names.count == titles.count && Set(names).count == names.count, "\(names)")
      guard height >= 720, width > height else { continue }
      for (title, name) in zip(titles, names) where title.count <= 20 {
        #expect(!name.contains("…"), "\(name)")
        let letters = name.replacing("-\n", with: "").replacing("\n", with: " ")
        #expect(letters == title)
      }
    }
  }

  /// A long title without spaces is split so that each line fits, however wide its letters are.
  @Test(arguments: ["MMMMMMMMiiiiiiii", "iiiiiiiiMMMMMMMM", "MMMMMMMMMMMMMM", "nnnnnnnnnnnnnnnn"])
  func bothLinesOfATitleFit(title: String) {
    // A line may be 10 digit heights wide.
    let key = (width: 140.0, height: 100.0)
    let lines = PadKey.lines(of: title, in: key).split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines.allSatisfy { Line.width($0) <= 10 }, "\(lines)")
    #expect(lines.joined().replacing("-", with: "") == title)
  }

  /// All lines are inside their keys, and large enough to read.
  @Test(arguments: PadTests.sizes) func titlesAreInsideTheirKeys(width: Int, height: Int) throws {
    let window = Rect(Size(width: width, height: height))
    for titles in Self.groups {
      let plan = PadPlan(
        .titleAfterStart(TypedLine(), after: TypedEntry(digits: [5])), titles: titles, caption: "", Words(), in: window)
      let keys = plan.places.filter { if case .pad(.title) = $0.command { true } else { false } }
      let items = ControlBar.items(
        keys, ControlBar.State(words: Words()), opacity: 1, ink: .white, wall: .black)
      for case .text(let text) in items {
        let key = try #require(keys.first { $0.box.contains(text.box.centre) })
        let width = Line.width(text.string) * text.box.height
        #expect(text.box.height >= max(6, 0.1 * key.box.height) && width <= key.box.width, "\(text.string)")
        #expect(text.box.y >= key.box.y && text.box.maxY <= key.box.maxY)
      }
    }
  }
}
