import Testing

@testable import ColourClock

/// Pulls with what they must bring about.
extension PullTests {
  static let wall = Size(width: 480, height: 640)

  static func pull(_ trigger: Pull.Rules.RefreshTrigger, _ rules: Pull.Rules = .standard, isReduced: Bool = false)
    -> Pull
  {
    var rules = rules
    rules.refreshTrigger = trigger
    return Pull(rules: rules, size: wall, isReduced: isReduced)
  }

  enum Move {
    case begin, drag(Double), release, cancel, wait, notch(Int), start, end(Bool), resize
  }

  /// Runs moves at times in milliseconds; returns the times at which it fired.
  static func run(_ pull: inout Pull, _ moves: [(Int, Move)]) -> [Int] {
    moves.compactMap { time, move in
      let at = Moment.milliseconds(time)
      let fires =
        switch move {
        case .begin: pull.begin(at: at)
        case .drag(let to): pull.drag(to: to, at: at)
        case .release: pull.release(at: at)
        case .cancel: pull.cancel(at: at)
        case .wait: pull.advance(to: at)
        case .notch(let notches): pull.scroll(by: Double(notches), at: at)
        case .start: pull.start(at: at)
        case .end(let ok): pull.end(ok: ok, at: at)
        case .resize: pull.resize(to: Size(width: 800, height: 480), at: at)
        }
      return fires ? time : nil
    }
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let trigger: Pull.Rules.RefreshTrigger
    let moves: [(Int, Move)]
    let fired: [Int]
    init(_ name: String, _ trigger: Pull.Rules.RefreshTrigger, _ moves: [(Int, Move)], _ fired: [Int]) {
      (testDescription, self.trigger, self.moves, self.fired) = (name, trigger, moves, fired)
    }
  }

  static let byHand: [Case] = [
    Case("104 and lift", .release, [(0, .begin), (50, .drag(104)), (90, .release), (3000, .wait)], []),
    Case("105 and lift", .release, [(0, .begin), (50, .drag(105)), (90, .release), (3000, .wait)], [90]),
    Case("104, seed", .crossing, [(0, .begin), (50, .drag(104)), (90, .release)], []),
    Case("105, seed", .crossing, [(0, .begin), (50, .drag(105)), (90, .release)], [50]),
    Case("120, back to 40", .release, [(0, .begin), (50, .drag(120)), (80, .drag(40)), (90, .release)], []),
    Case(
      "back and forth", .release, [(0, .begin), (1, .drag(120)), (2, .drag(40)), (3, .drag(110)), (4, .release)], [4]),
    Case("cancelled", .release, [(0, .begin), (50, .drag(150)), (60, .cancel), (70, .release)], []),
    Case("resized", .release, [(0, .begin), (50, .drag(300)), (60, .resize), (70, .drag(300)), (80, .release)], []),
    Case("upwards", .release, [(0, .begin), (50, .drag(-400)), (60, .release)], []),
    Case("not a number", .release, [(0, .begin), (50, .drag(.nan)), (51, .drag(.infinity)), (60, .release)], []),
    Case("never taken hold of", .release, [(0, .drag(300)), (60, .release)], []),
    Case(
      "once a gesture", .crossing, [(0, .begin), (1, .drag(120)), (2, .drag(0)), (3, .drag(120)), (4, .release)], [1]),
    Case("dwell", .dwell, [(0, .begin), (50, .drag(120)), (549, .wait), (550, .wait), (900, .release)], [550]),
    Case("dwell, called late", .dwell, [(0, .begin), (50, .drag(120)), (900, .release)], [900]),
    Case("dwell too short", .dwell, [(0, .begin), (50, .drag(120)), (549, .release), (2000, .wait)], []),
    Case(
      "dwell eased off", .dwell, [(0, .begin), (50, .drag(120)), (300, .drag(90)), (400, .drag(120)), (800, .release)],
      []),
    Case(
      "second one works", .release,
      [
        (0, .begin), (9, .drag(120)), (10, .release), (20, .end(true)), (2000, .begin), (2010, .drag(120)),
        (2020, .release),
      ],
      [10, 2020]),
    Case(
      "not before rest", .crossing,
      [
        (0, .begin), (9, .drag(120)), (10, .release), (20, .end(true)), (540, .begin), (550, .drag(120)),
        (560, .release),
      ],
      [9]),
    Case(
      "not while refreshing", .release,
      [(0, .begin), (9, .drag(120)), (10, .release), (300, .begin), (320, .drag(120)), (330, .release)], [10]),
    Case(
      "caught on its way back", .release,
      [(0, .begin), (9, .drag(100)), (10, .release), (11, .begin), (30, .drag(10)), (40, .release)], [40]),
  ]

  static let byWheel: [Case] = [
    Case("one notch", .release, [(0, .notch(1)), (3000, .wait)], []),
    Case("one notch, seed", .crossing, [(0, .notch(1)), (3000, .wait)], []),
    Case("one huge notch", .crossing, [(0, .notch(50)), (3000, .wait)], []),
    Case("quick ones", .release, (0..<5).map { ($0 * 40, .notch(1)) } + [(309, .wait), (310, .wait)], [310]),
    Case("quick ones, seed", .crossing, (0..<9).map { ($0 * 40, .notch(1)) } + [(3000, .wait)], [120]),
    Case("quick, late", .release, (0..<5).map { ($0 * 40, .notch(1)) } + [(9000, .begin)], [9000]),
    Case("slow ones", .release, (0..<50).map { ($0 * 160, .notch(1)) } + [(20000, .wait)], []),
    Case("slower ones", .crossing, (0..<50).map { ($0 * 400, .notch(1)) } + [(30000, .wait)], []),
    Case("back again", .release, (0..<5).map { ($0 * 40, .notch(1)) } + [(200, .notch(-3)), (3000, .wait)], []),
    Case("upwards", .release, (0..<9).map { ($0 * 40, .notch(-1)) } + [(3000, .wait)], []),
    Case(
      "the tail of a fling", .crossing,
      (0..<9).map { ($0 * 20, .notch(1)) } + [(200, .end(true))] + (11..<300).map { ($0 * 20, .notch(1)) }, [60]),
  ]
}

extension Pull {
  /// Pressed at the upper edge.
  mutating func begin(at moment: Moment) -> Bool { press(Point(x: 0, y: 0), at: moment) }
  /// - Parameter distance: from there, in pixels.
  mutating func drag(to distance: Double, at moment: Moment) -> Bool { move(to: Point(x: 0, y: distance), at: moment) }
}
