import Testing

@testable import XWindow

/// Requests to a window manager, depending on its answers.
@Suite struct RequestedStatesTests {
  private static let both: Set<WindowState> = [.fullScreen, .above]

  /// The steps at each tenth of a second after mapping.
  private func steps(
    wanted: Set<WindowState> = [.fullScreen], unfit: Set<WindowState> = [], answers: Set<Int> = [],
    lacking: (Int) -> Set<WindowState>
  ) -> (steps: [Int: RequestedStates.Step], states: RequestedStates) {
    var states = RequestedStates()
    states.begin(wanted, at: .zero)
    var steps: [Int: RequestedStates.Step] = [:]
    for tenth in 0...100 {
      let step = states.step(
        lacking: lacking(tenth), unfit: unfit, isAnswer: answers.contains(tenth), at: .milliseconds(100 * tenth))
      if step != .wait { steps[tenth] = step }
    }
    return (steps, states)
  }

  @Test func whatIsGrantedIsAskedForNoMore() {
    let (steps, states) = steps { _ in [] }
    #expect(steps.isEmpty && states.due == nil && states.refused.isEmpty)
  }

  @Test func silenceIsAskedAfterTwoSecondsAndThenEachSecond() {
    let (steps, states) = steps { _ in [.fullScreen] }
    #expect(
      steps == [20: .ask([.fullScreen]), 30: .ask([.fullScreen]), 40: .ask([.fullScreen]), 50: .giveUp([.fullScreen])])
    #expect(states.due == nil && states.refused == [.fullScreen])
  }

  /// As with Sway. Later answers respond to the messages.
  @Test func anAnswerWithoutTheStateIsAskedAboutAtOnce() {
    let (steps, _) = steps(answers: [1, 2, 3]) { _ in [.fullScreen] }
    #expect(
      steps == [1: .ask([.fullScreen]), 11: .ask([.fullScreen]), 21: .ask([.fullScreen]), 31: .giveUp([.fullScreen])])
  }

  @Test(arguments: 1...3) func itIsAskedNoMoreThanNeeded(count: Int) {
    let (steps, states) = steps(answers: [1]) { $0 > 10 * count - 5 ? [] : [.fullScreen] }
    #expect(steps.count == count && states.pending.isEmpty && states.refused.isEmpty && states.due == nil)
  }

  /// The user's own key removes it.
  @Test func whatIsTakenBackIsNotAskedForAgain() {
    let (steps, _) = steps(answers: [2, 5]) { $0 < 5 ? [] : [.fullScreen] }
    #expect(steps.isEmpty)
  }

  /// A compositor may have another monitor size: that is no refusal.
  @Test func aPlaceThatDoesNotFitIsNoRefusal() {
    let (steps, states) = steps(unfit: [.fullScreen], answers: [1]) { _ in [] }
    #expect(steps == [20: .ask([.fullScreen]), 30: .ask([.fullScreen]), 40: .ask([.fullScreen])])
    #expect(states.due == nil && states.refused.isEmpty)
  }

  @Test func oneOfTwoMayBeGranted() {
    let (steps, states) = steps(wanted: RequestedStatesTests.both) { $0 < 25 ? RequestedStatesTests.both : [.above] }
    #expect(
      steps == [
        20: .ask(RequestedStatesTests.both), 30: .ask([.above]), 40: .ask([.above]), 50: .giveUp([.above]),
      ])
    #expect(states.refused == [.above])
  }

  @Test func aRefusalEndsWhenTheStateComesOrIsNotWanted() {
    var (_, states) = steps { _ in [.fullScreen] }
    _ = states.step(lacking: [], unfit: [], isAnswer: true, at: .seconds(20))
    #expect(states.refused.isEmpty)
    (_, states) = steps { _ in [.fullScreen] }
    states.withdraw(.fullScreen)
    #expect(states.refused.isEmpty && states.due == nil)
  }
}
