import Notation
import TestSupport
import Testing

@testable import Mqtt

@Suite struct SharedStateTests {
  private let scopes: [Scope] = [.own, .group("a"), .group("b"), .all]
  private let noon = Timestamp(milliseconds: 1_795_348_800_000)

  private func later(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: noon.milliseconds + Int64(seconds) * 1000) }

  @Test func theNearestCounts() {
    var state = SharedState(scopes)
    for (index, scope) in scopes.enumerated().reversed() {
      state.set(.face, in: scope, to: .face("\(index)"))
      #expect(state.effective(.face, at: noon) == .face("\(index)"))
    }
    state.set(.face, in: .own, to: nil)
    #expect(state.effective(.face, at: noon) == .face("1"))
  }

  @Test func whatIsOverIsNotThere() {
    var state = SharedState(scopes)
    state.set(.message, in: .all, to: .message("all", priority: nil, until: nil))
    state.set(.message, in: .own, to: .message("own", priority: nil, until: later(10)))
    #expect(state.effective(.message, at: later(9)) == .message("own", priority: nil, until: later(10)))
    #expect(state.effective(.message, at: later(10)) == .message("all", priority: nil, until: nil))
    #expect(state.nextChange(after: noon) == later(10) && state.nextChange(after: later(10)) == nil)
  }

  private func change(_ random: inout SeededRandom) -> (StateKind, Scope, StateValue?) {
    let (kind, scope) = (
      StateKind.allCases.randomElement(using: &random) ?? .face, scopes.randomElement(using: &random) ?? .all
    )
    let number = Int.random(in: 0...3, using: &random)
    if number == 0 { return (kind, scope, nil) }
    let value: StateValue =
      switch kind {
      // Soon over, in between, and too far off at first.
      case .countdown: .countdown(end: later([4, 60, 360_050][number - 1]), start: nil, title: nil)
      case .message: .message("\(number)", priority: nil, until: number == 1 ? later(5) : nil)
      case .face: .face("\(number)")
      case .agenda: .agenda(["\(number)"])
      case .dim: .dim(Double(number) / 4, until: number == 1 ? later(7) : nil)
      }
    return (kind, scope, value)
  }

  /// A wall that is told step by step, while it is slow, and that goes and comes.
  private struct Wall {
    var values: [StateKind: StateValue] = [:]
    /// What it has, or had, from here.
    var taken: Set<StateKind> = []

    static func refuses(_ value: StateValue, at now: Timestamp) -> Bool {
      guard case .countdown(let end, _, _) = value else { return value == .face("3") }
      return end <= now || end.milliseconds - now.milliseconds > 359_999_000
    }

    /// - Returns: whether it refuses.
    mutating func obey(_ order: Reconciler.Order, at now: Timestamp) -> Bool {
      if let value = order.value {
        if Wall.refuses(value, at: now) { return true }
        taken.insert(order.kind)
      } else {
        taken.remove(order.kind)
      }
      values[order.kind] = order.value
      return false
    }
  }

  /// Whatever came in whatever order: what counts is what a new reader of the topics that are retained by then finds, the wall
  /// ends up with exactly that, and nothing is ever cleared that it has not from here.
  @Test(arguments: 1...300)
  func anyOrderEndsInTheSame(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var (state, retained) = (SharedState(scopes), [String: (StateKind, Scope, StateValue)]())
    var (reconciler, wall, isSure) = (Reconciler(shown: []), Wall(), true)
    var underWay: [Reconciler.Order] = []
    func ask(at now: Timestamp) {
      let orders = reconciler.orders(for: state.effective(at: now), ended: state.ended(at: now))
      for order in orders where order.value == nil {
        #expect(wall.taken.contains(order.kind), "\(order.kind) is cleared, and was not from here")
      }
      underWay += orders
      #expect(Set(underWay.map(\.kind)).count == underWay.count, "two orders of a kind at once")
    }
    func deliver(at now: Timestamp) {
      let order = underWay.removeFirst()
      let isRefused = wall.obey(order, at: now)
      reconciler.finish(order, isRefused: isRefused)
      if isRefused, let value = order.value { state.refuse(order.kind, value) }
    }
    for step in 0..<Int.random(in: 1...80, using: &random) {
      let now = later(step / 10)
      let (kind, scope, value) = change(&random)
      state.set(kind, in: scope, to: value)
      retained["\(kind) \(scope)"] = value.map { (kind, scope, $0) }
      ask(at: now)
      if Bool.random(using: &random), !underWay.isEmpty { deliver(at: now) }
      // The wall is started anew: what it was about to be told is lost, and it may remember what it showed, or not.
      if Int.random(in: 0...20, using: &random) == 0 {
        wall.taken.formUnion(underWay.map(\.kind))
        if Bool.random(using: &random) { wall.values = [:] }
        (underWay, isSure) = ([], false)
        reconciler.begin()
        state.pardon()
      }
      // This program is: it remembers only of what kinds the wall has something.
      if Int.random(in: 0...20, using: &random) == 0 {
        for order in underWay where Bool.random(using: &random) { _ = wall.obey(order, at: now) }
        wall.taken.formUnion(underWay.map(\.kind))
        (underWay, isSure) = ([], false)
        reconciler = Reconciler(shown: reconciler.shown)
        state.pardon()
      }
    }
    let end = later(Bool.random(using: &random) ? 20 : 55)
    ask(at: end)
    while !underWay.isEmpty {
      deliver(at: end)
      ask(at: end)
    }
    var fresh = SharedState(scopes)
    for (kind, scope, value) in retained.values.shuffled(using: &random) { fresh.set(kind, in: scope, to: value) }
    fresh.refuse(.face, .face("3"))
    let expected = fresh.effective(at: end)
    for kind in StateKind.allCases where kind != .countdown || expected[kind] != nil {
      #expect(wall.values[kind] == expected[kind])
    }
    // After zero it stays as it is until it is cleared.
    if expected[.countdown] == nil, isSure, let left = wall.values[.countdown] {
      #expect(fresh.ended(at: end)[.countdown] == left)
    }
  }

  @Test func aCountdownIsDueWhenItCanBeShown() {
    var state = SharedState(scopes)
    let (far, near) = (
      StateValue.countdown(end: later(400_000), start: nil, title: nil),
      StateValue.countdown(end: later(60), start: nil, title: nil)
    )
    state.set(.countdown, in: .own, to: far)
    state.set(.countdown, in: .all, to: near)
    #expect(state.effective(.countdown, at: noon) == near && state.ended(at: noon).isEmpty)
    #expect(state.nextChange(after: noon) == later(60) && state.nextChange(after: later(60)) == later(40_002))
    #expect(state.effective(.countdown, at: later(60)) == nil && state.ended(at: later(60)) == [.countdown: near])
    #expect(state.effective(.countdown, at: later(40_002)) == far)
  }

  @Test func whatIsOverDoesNotHideWhatIsToCome() {
    var state = SharedState(scopes)
    let value = StateValue.countdown(end: later(60), start: nil, title: nil)
    state.set(.countdown, in: .own, to: .countdown(end: later(-60), start: nil, title: nil))
    state.set(.countdown, in: .all, to: value)
    #expect(state.effective(.countdown, at: noon) == value)
  }

  /// A countdown after zero stays, until it is cleared; one that a wall has not seen begin is not told of.
  @Test func afterZero() {
    let value = StateValue.countdown(end: later(0), start: nil, title: nil)
    var reconciler = Reconciler(shown: [])
    #expect(reconciler.orders(for: [:], ended: [.countdown: value]).isEmpty)
    let order = Reconciler.Order(kind: .countdown, value: value)
    #expect(reconciler.orders(for: [.countdown: value]) == [order])
    reconciler.finish(order)
    #expect(reconciler.orders(for: [:], ended: [.countdown: value]).isEmpty)
    #expect(reconciler.orders(for: [:]) == [Reconciler.Order(kind: .countdown, value: nil, before: value)])
  }

  @Test func whatIsRefusedIsNotShown() {
    var reconciler = Reconciler(shown: [])
    let order = Reconciler.Order(kind: .face, value: .face("grue"))
    #expect(reconciler.orders(for: [.face: .face("grue")]) == [order])
    #expect(reconciler.shown == [.face])
    reconciler.finish(order, isRefused: true)
    #expect(reconciler.shown.isEmpty && reconciler.orders(for: [:]).isEmpty)
  }

  @Test func nothingIsClearedThatIsNotFromHere() {
    var reconciler = Reconciler(shown: [.dim])
    #expect(reconciler.orders(for: [:]) == [Reconciler.Order(kind: .dim, value: nil)])
    reconciler.finish(Reconciler.Order(kind: .dim, value: nil))
    #expect(reconciler.orders(for: [:]).isEmpty && reconciler.shown.isEmpty)
    reconciler.begin()
    #expect(reconciler.orders(for: [:]).isEmpty)
  }
}

@Suite struct StateValueTests {
  private let noon = Timestamp(milliseconds: 1_795_348_800_000)

  private func value(_ kind: StateKind, _ text: String) throws(Refusal) -> StateValue? {
    try StateValue(kind, Array(text.utf8))
  }

  @Test func whatTheWallIsTold() throws {
    func words(_ kind: StateKind, _ text: String) throws -> [String]? { try value(kind, text)?.words(at: noon) }
    #expect(
      try words(.countdown, "2026-11-22T15:30:00Z") == ["countdown", "until", "2026-11-22T15:30:00.000Z", "--", ""])
    #expect(
      try words(.countdown, #"{"end": "2026-11-22T16:30:00.25+01:00", "title": "A talk"}"#)
        == ["countdown", "until", "2026-11-22T15:30:00.250Z", "--", "A talk"])
    #expect(
      try words(.countdown, #"{"end": "2026-11-22T15:30:00Z", "start": "2026-11-22T15:00:00Z", "title": "Exam"}"#)
        == ["countdown", "until", "2026-11-22T15:30:00.000Z", "--from", "2026-11-22T15:00:00.000Z", "--", "Exam"])
    #expect(try words(.message, "Hello --for you") == ["message", "--id", "shared", "--", "Hello --for you"])
    #expect(
      try words(.message, #"{"text": "Hi", "priority": "urgent", "until": "2026-11-22T12:01:30Z"}"#)
        == ["message", "--id", "shared", "--priority", "urgent", "--for", "90", "--", "Hi"])
    #expect(try words(.face, " hue\n") == ["face", "hue"])
    #expect(
      try words(.agenda, "# today\n08:30-09:15 Maths\n\n10:00-11:00 Art\n") == [
        "agenda", "set", "08:30-09:15 Maths", "10:00-11:00 Art",
      ])
    #expect(try words(.agenda, "[]") == ["agenda", "clear"])
    #expect(
      try words(.agenda, #"[{"start": "08:30", "end": "09:15", "title": "A"}, "10:00-11:00 Art"]"#)
        == ["agenda", "set", #"[{"end":"09:15","start":"08:30","title":"A"}]"#, "10:00-11:00 Art"])
    #expect(try words(.dim, "0.3") == ["dim", "0.3"])
    #expect(try words(.dim, #"{"share": 1, "until": "2026-11-22T12:00:00.001Z"}"#) == ["dim", "1.0", "--for", "1"])
    #expect(try words(.dim, #"{"share": 0.5, "until": "2027-11-22T12:00:00Z"}"#) == ["dim", "0.5"])
  }

  @Test(arguments: StateKind.allCases)
  func emptyClears(kind: StateKind) throws {
    #expect(try value(kind, "") == nil)
    #expect(try value(kind, " \n") == nil)
  }

  @Test(
    arguments: [
      (.countdown, "5m"), (.countdown, "2026-11-22T15:30:00"), (.countdown, #"{"title": "A"}"#),
      (.countdown, "2026-13-22T15:30:00Z"),
      (.dim, "0"), (.dim, "nan"), (.dim, "1.01"), (.dim, #"{"share": "0.5"}"#), (.dim, #"{"share": 0.5, "until": 7}"#),
      (.message, #"{"until": "2026-11-22T15:30:00Z"}"#), (.face, "a\u{0}b"),
    ] as [(StateKind, String)])
  func garbage(kind: StateKind, text: String) { #expect(throws: Refusal.self) { try value(kind, text) } }

  /// Bytes of all kinds, some of them near to what is right.
  @Test func randomPayloads() {
    var random = SeededRandom(seed: 7)
    let seeds = [
      "2026-11-22T15:30:00.000Z", #"{"end": "2026-11-22T15:30:00Z", "title": "Talk"}"#,
      #"{"text":"a","until":"2026-11-22T15:30:00Z"}"#,
      #"[{"start":"08:30","end":"09:15","title":"A"}]"#, "0.5", "[[[[[[", "\u{feff}{}", "--for",
      "9999-12-31T23:59:60+23:59",
    ].map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var payload = Bool.random(using: &random) ? seeds.randomElement(using: &random) ?? [] : []
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let byte = UInt8.random(in: 0...255, using: &random)
        switch (payload.isEmpty, Int.random(in: 0...2, using: &random)) {
        case (false, 0): payload[Int.random(in: 0..<payload.count, using: &random)] = byte
        case (false, 1): payload.remove(at: Int.random(in: 0..<payload.count, using: &random))
        default: payload.insert(byte, at: Int.random(in: 0...payload.count, using: &random))
        }
      }
      for kind in StateKind.allCases {
        guard let value = try? StateValue(kind, payload) else { continue }
        let words = value.words(at: noon)
        #expect(words.count > 1 && !words.contains { $0.unicodeScalars.contains("\0") })
      }
      _ = try? CommandPayload.words(["message"], payload)
    }
  }
}

@Suite struct TimestampTests {
  @Test func thereAndBack() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      // The years 1 to 9999.
      let time = Timestamp(milliseconds: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random))
      #expect(Timestamp(time.text) == time, "\(time.text)")
    }
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-11-22T16:30:00+01:00", 1_795_361_400_000),
    ] as [(String, Int64)])
  func known(text: String, milliseconds: Int64) { #expect(Timestamp(text)?.milliseconds == milliseconds) }
}
