import Testing

@testable import ColourClock

/// The bar, the hold button and the ring beside each other, and a feed beneath them.
@Suite struct BarAndButtonTests {
  // MARK: Bar and button

  /// What takes the first Escape back takes its hint away too.
  @Test func aTapOfAnotherKeyLeavesNoHint() {
    var play = Play.sized()
    play.tap(.escape)
    #expect(play.texts.contains("Press Escape again to quit"))
    play.tap(.character("s"))
    #expect(play.texts.contains("Hold to quit") && !play.texts.contains { $0.hasPrefix("Keep holding") })
  }

  @Test func aKiosksBarHasNoHole() throws {
    let play = Play.sized { ($0.isLocked, $0.allowed) = (true, [.countdown, .gallery]) }
    let (bar, button) = (play.scene.barPlaces, try #require(play.scene.layout?.button))
    let left = try #require(bar.last { $0.box.maxX < button.x })
    let right = try #require(bar.first { $0.box.x > button.maxX })
    #expect(!bar.contains { $0.command == .stopwatch })
    #expect(abs((button.x - left.box.maxX) - (right.box.x - button.maxX)) < 0.5)
    for (one, next) in zip(bar, bar.dropFirst()) where next.box.x < button.x || one.box.x > button.x {
      #expect(next.box.x - one.box.maxX < 0.7 * one.box.height)
    }
  }

  /// Also the smallest of the named walls has a watch to tap; the words of no language give way at 1280x720.
  @Test func theButtonGivesTheBarRoom() {
    for words in Words.all {
      for (width, height) in [(640, 360), (1280, 720), (1920, 1080)] {
        let size = Size(width: width, height: height)
        let bar = Play.sized(size: size) { $0.words = words }.scene.barPlaces
        #expect(bar.contains { $0.command == .stopwatch }, "\(words["Quit"]) \(width)")
        #expect(width < 1280 || bar.allSatisfy(\.hasWords), "\(words["Quit"]) \(width) \(bar.map(\.box.width))")
      }
    }
  }

  /// The edge of a control stands out by 3:1 from each wall (WCAG 2.2, 1.4.11): every minute of the day, on all faces.
  @Test(arguments: Face.all.map(\.name)) func controlsAreSeenOnEveryWall(name: String) throws {
    let face = try #require(Face.named(name))
    for minute in 0..<1440 {
      for second in [0, 30, 57] {
        let time = Moment.at(minute / 60, minute % 60, second)
        let civil = time.zone.civil(at: time.instant.second)
        let (wall, ink) = (face.colour(civil), Ink.best(on: face.colour(civil)))
        let edge = wall.blended(with: ink.colour, share: ControlBar.edgeShare)
        #expect(edge.contrast(with: wall) >= 3, "\(minute / 60):\(minute % 60):\(second)")
      }
    }
  }

  /// Words and mark of the hold button, by how wide texts are taken to be.
  @Test func wordsDoNotCrossTheMark() throws {
    for words in Words.all {
      for fraction in [0.2, 0.4, 0.5, 0.7, 0.8, 0.95] {
        var play = Play.sized {
          $0.words = words
          $0.hold.rules = Hold.Rules(fraction: fraction)
        }
        play.send(.pointerMoved(Point(x: 9, y: 9)))
        play.wait(.seconds(1))
        let button = try #require(play.scene.button)
        let items = button.items(play.scene.hold, at: play.moment, ink: .white, wall: .black)
        let text = try #require(items.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first)
        let share = words.runsLeft ? 1 - fraction : fraction
        let mark = button.bowl.x + share * button.bowl.width
        #expect(text.box.maxX < mark || text.box.x > mark)
      }
      var play = Play.sized { $0.words = words }
      play.tap(.escape)
      play.wait(.milliseconds(400))
      let button = try #require(play.scene.button)
      // Plate, fill and text: no mark where the words need the room.
      #expect(button.items(play.scene.hold, at: play.moment, ink: .white, wall: .black).count == 3)
    }
  }

  @Test func theWheelTurnsTheRingAlsoWithinIt() throws {
    var play = Play.sized(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    let before = try #require(play.scene.countdown?.number(at: play.moment))
    play.send(.pointerMoved(ring.centre + Point(x: 5, y: -0.3 * ring.radius)), .scrolled(right: 0, up: 1))
    #expect(try #require(play.scene.countdown?.number(at: play.moment)) > before)
    #expect(play.scene.pull.isAtRest(at: play.moment))
  }

  // MARK: Feeds

  /// The time gets smaller before a line is left out.
  @Test(arguments: [(640, 360), (1280, 720), (1920, 1080), (3440, 1440), (1080, 1920)])
  func aFeedAtTheEdgeKeepsItsLinesBesideAnAgendaAndZones(width: Int, height: Int) {
    let lines = ["Bus 5 in 3 min", "Room 4 free", "Sunny 20 C"]
    for size in [0.03, Feed.Style.standard.size, 0.068] {
      for more in 0..<8 {
        var labels = Labels()
        labels.date = more & 1 != 0
        var contents = Layout.Contents(size: Size(width: width, height: height), labels: labels)
        (contents.feed, contents.feedStyle) = (lines, Feed.Style(lines: 3, size: size, place: .bottom))
        contents.zones = more & 2 != 0 ? [Layout.ZoneTemplates(name: "Tokyo", time: "00:00 +1")] : []
        contents.agenda = more & 4 != 0 ? Layout.AgendaTemplates(now: "Maths until 00:00, 00:00", next: "Physics") : nil
        let layout = Layout(contents)
        #expect(lines.allSatisfy { line in layout.slots.contains { $0.part == .words(line) } })
        #expect(
          layout.slots.contains {
            [.time, .hour].contains($0.part) && $0.box.height > 0.1 * Double(min(width, height))
          })
      }
    }
  }
}
