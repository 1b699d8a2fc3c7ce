import ColourClock
import CompanionSupport
import ControlProtocol

extension StateValue {
  /// The command that clears this timer; `nil` if a user has started another instead.
  /// - Parameter wall: the field `wall` of the status.
  func clearingCommand(_ wall: JSON, at now: Timestamp) -> [String]? {
    switch self {
    case .countdown(let end, _, _, _): StateValue.clearingCommand(end, wall, at: now)
    case .program(let program, let start):
      StateValue.isOther(wall["program"], than: start.moved(by: program.length / .seconds(1)), at: now)
        ? nil : StateKind.program.clearingCommand
    case .message, .face, .agenda, .dim, .sound: nil
    }
  }

  private static func clearingCommand(_ end: Timestamp, _ wall: JSON, at now: Timestamp) -> [String]? {
    func isSame(_ countdown: JSON) -> Bool? { StatusNews.end(of: countdown, at: now)?.isNear(end) }
    if case .array(let all)? = wall["countdowns"], let id = all.first(where: { isSame($0) == true })?["id"] {
      return StateKind.countdown.clearingCommand + ["--id", id.word]
    }
    // A countdown that does not run has no known end, so it counts as the shared countdown.
    return wall["countdown"].flatMap(isSame) ?? true ? StateKind.countdown.clearingCommand : nil
  }

  /// - Parameter end: the planned end, which a user's change of a step does not change.
  private static func isOther(_ program: JSON?, than end: Timestamp?, at now: Timestamp) -> Bool {
    guard let program, let end, program["state"] != "over" else { return false }
    // Without `behind`, the program has not begun: a user has loaded it or set it back.
    guard let left = program["left"]?.number, let late = program["behind"]?.number else { return true }
    return now.moved(by: left - late)?.isNear(end) != true
  }
}
