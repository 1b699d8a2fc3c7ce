import ColourClock
import CompanionSupport
import ControlProtocol
import TestSupport
import Testing

@testable import Mqtt

@Suite struct RetainedStatesTests {
  private let scopes: [Scope] = [.own, .group("a"), .group("b"), .all]
  private let noon = Timestamp(milliseconds: 1_795_348_800_000)

  private func later(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: noon.milliseconds + Int64(seconds) * 1000) }

  @Test func theNearestCounts() {
    var state = RetainedStates(scopes)
    for (index, scope) in scopes.enumerated().reversed() {
      state.set(.face, in: scope, to: .face("\(index)"))
      #expect(state.effective(.face, at: noon) == .face("\(index)"))
    }
    state.set(.face, in: .own, to: nil)
    #expect(state.effective(.face, at: noon) == .face("1"))
  }

  @Test func whatIsOverIsNotThere() {
    var state = RetainedStates(scopes)
    state.set(.message, in: .all, to: .message("all", priority: nil, until: nil))
    state.set(.message, in: .own, to: .message("own", priority: nil, until: later(10)))
    #expect(state.effective(.message, at: later(9)) == .message("own", priority: nil, until: later(10)))
    #expect(state.effective(.message, at: later(10)) == .message("all", priority: nil, until: nil))
    #expect(state.nextChange(after: noon) == later(10) && state.nextChange(after: later(10)) == nil)
  }

  private static let programs = ["A 4s", "A 4s hold", "A 1s, B 20s"].compactMap { try? TimerProgram.parse($0) }

  private func change(_ random: inout SeededRandom) -> (StateKind, Scope, StateValue?) {
    let (kind, scope) = (
      StateKind.allCases.randomElement(using: &random) ?? .face, scopes.randomElement(using: &random) ?? .all
    )
    let number = Int.random(in: 0...3, using: &random)
    if number == 0 { return (kind, scope, nil) }
    let value: StateValue =
      switch kind {
      // Soon over, in between, and too far off at first.
      case .countdown: .countdown(end: later([4, 60, 315_619_251][number - 1]), start: nil, title: nil)
      case .message: .message("\(number)", priority: nil, until: number == 1 ? later(5) : nil)
      case .face: .face("\(number)")
      case .agenda: .agenda(["\(number)"])
      case .dim: .dim(Double(number) / 4, until: number == 1 ? later(7) : nil)
      // Soon over, never over, and to come.
      case .program: .program(RetainedStatesTests.programs[number - 1], start: later([0, 1, 12][number - 1]))
      case .sound: .sound(isOn: number == 1)
      }
    return (kind, scope, value)
  }

  /// A wall that is told step by step, while it is slow, and that goes and comes.
  private struct Wall {
    var values: [StateKind: StateValue] = [:]
    /// What it has, or had, from here.
    var taken: Set<StateKind> = []

    static func refuses(_ value: StateValue, at now: Timestamp) -> Bool {
      if case .program = value { return value.due.map { $0 > now } ?? true || value.until.map { $0 <= now } ?? false }
      guard case .countdown(let end, _, _, _) = value else { return value == .face("3") }
      return end <= now || end.milliseconds - now.milliseconds > 315_619_200_000
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

  /// A companion and its wall, to which states come.
  private struct Pair {
    let scopes: [Scope]
    var state: RetainedStates
    var (reconciler, wall) = (Reconciler(shown: []), Wall())
    /// Whether neither of them was started anew.
    var isSure = true
    var underWay: [Reconciler.Order] = []
    /// What a new reader of the topics finds.
    var retained: [String: (StateKind, Scope, StateValue)] = [:]

    init(_ scopes: [Scope]) { (self.scopes, state) = (scopes, RetainedStates(scopes)) }

    mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?) {
      state.set(kind, in: scope, to: value)
      retained["\(kind) \(scope)"] = value.map { (kind, scope, $0) }
    }

    mutating func ask(at now: Timestamp) {
      let orders = reconciler.orders(for: state.effective(at: now), ended: state.ended(at: now))
      for order in orders where order.value == nil {
        #expect(wall.taken.contains(order.kind), "\(order.kind) is cleared, and was not from here")
      }
      underWay += orders
      #expect(Set(underWay.map(\.kind)).count == underWay.count, "two orders of a kind at once")
    }

    mutating func deliver(at now: Timestamp) {
      let order = underWay.removeFirst()
      let isRefused = wall.obey(order, at: now)
      reconciler.finish(order, isRefused: isRefused)
      if isRefused, let value = order.value { state.refuse(order.kind, value) }
    }

    /// What it was about to be told is lost, and it may remember what it showed, or not.
    mutating func restartWall(_ random: inout SeededRandom) {
      loseOrders()
      if Bool.random(using: &random) { wall.values = [:] }
      reconciler.begin()
    }

    /// It remembers only of what kinds the wall has something.
    mutating func restartCompanion(at now: Timestamp, _ random: inout SeededRandom) {
      for order in underWay where Bool.random(using: &random) { _ = wall.obey(order, at: now) }
      loseOrders()
      reconciler = Reconciler(shown: reconciler.shown)
    }

    private mutating func loseOrders() {
      wall.taken.formUnion(underWay.map(\.kind))
      (underWay, isSure) = ([], false)
      state.forgetRefusals()
    }

    func reader(_ random: inout SeededRandom) -> RetainedStates {
      var fresh = RetainedStates(scopes)
      for (kind, scope, value) in retained.values.shuffled(using: &random) { fresh.set(kind, in: scope, to: value) }
      fresh.refuse(.face, .face("3"))
      return fresh
    }
  }

  /// Whatever came in whatever order: what counts is what a new reader of the topics that are retained by then finds,
  /// the wall ends up with exactly that, and nothing is ever cleared that it has not from here.
  @Test(arguments: 1...300)
  func anyOrderEndsInTheSame(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var pair = Pair(scopes)
    for step in 0..<Int.random(in: 1...80, using: &random) {
      let now = later(step / 10)
      let (kind, scope, value) = change(&random)
      pair.set(kind, in: scope, to: value)
      pair.ask(at: now)
      if Bool.random(using: &random), !pair.underWay.isEmpty { pair.deliver(at: now) }
      if Int.random(in: 0...20, using: &random) == 0 { pair.restartWall(&random) }
      if Int.random(in: 0...20, using: &random) == 0 { pair.restartCompanion(at: now, &random) }
    }
    let end = later(Bool.random(using: &random) ? 20 : 55)
    pair.ask(at: end)
    while !pair.underWay.isEmpty {
      pair.deliver(at: end)
      pair.ask(at: end)
    }
    let fresh = pair.reader(&random)
    let expected = fresh.effective(at: end)
    for kind in StateKind.allCases where !StateKind.stayingAfterEnd.contains(kind) || expected[kind] != nil {
      #expect(pair.wall.values[kind] == expected[kind])
    }
    // After its end it stays as it is until it is cleared.
    for kind in StateKind.stayingAfterEnd where expected[kind] == nil && pair.isSure {
      #expect(pair.wall.values[kind].map { fresh.ended(at: end)[kind] == $0 } != false)
    }
  }

  @Test func aCountdownIsDueWhenItCanBeShown() {
    var state = RetainedStates(scopes)
    let (far, near) = (
      StateValue.countdown(end: later(315_659_201), start: nil, title: nil),
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
    var state = RetainedStates(scopes)
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
