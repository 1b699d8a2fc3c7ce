import ColourClock
import ControlProtocol

/// A state that colourclock-mqtt publishes to the walls of a group.
struct SharedState: Encodable, Equatable {
  /// If all other fields are `nil`, the walls clear the state of this kind.
  let kind: String
  /// A message, a face, a countdown's title, or a program's steps.
  var text: String?
  /// A countdown's length, or how long the state lasts.
  var seconds: Double?
  var priority: String?
  /// The brightness of `dim`, 0.05…1.
  var share: Double?
  /// The seconds before the end when a countdown turns amber (`warn`) or red (`danger`).
  var warn, danger: Double?

  init(_ order: ControlOrder) throws(Refusal) {
    switch order {
    case .clearFace: kind = "face"
    case .scene(.face(let name)): (kind, text) = ("face", name)
    case .scene(.dim(let light, let lasting)): (kind, share, seconds) = ("dim", light, lasting?.inSeconds)
    case .scene(.message(let message)):
      guard message.id == nil else { throw Refusal("walls share only one message: leave out '--id'") }
      (kind, text, seconds) = ("message", message.lines.joined(separator: "\n"), message.span?.inSeconds)
      priority = message.priority.rawValue
    // Walls give a shared message the ID `shared`.
    case .scene(.dismiss(nil)), .scene(.dismiss("shared")): kind = "message"
    case .scene(.dismiss(let name?)):
      throw Refusal("walls share only one message, and not '\(name)': write 'share dismiss'")
    case .scene(.countdown(.start(let span?, let title, let phases), nil)):
      (kind, text, seconds) = ("countdown", title, span.inSeconds)
      (warn, danger) = (phases.warn?.inSeconds, phases.danger?.inSeconds)
    case .scene(.countdown(.clear, nil)): kind = "countdown"
    case .scene(.program(.start(let program?, nil))) where program.start == nil:
      (kind, text) = ("program", program.line)
    case .scene(.program(.stop)): kind = "program"
    default:
      throw Refusal(
        "walls share 'countdown start SPAN', 'countdown clear', 'program start STEPS', 'program stop', message, "
          + "dismiss, face and dim")
    }
  }
}

extension CommandTable {
  static let sharing = [
    CommandRow(
      name: "share", arguments: "COMMAND…",
      meaning:
        "Sends a command to all walls of the group: countdown start SPAN [TITLE], countdown clear, program start "
        + "STEPS, program stop, message, dismiss, face or dim. Needs colourclock-mqtt with a broker."
    ) { (words) throws(Refusal) in
      var command = [try words.next("a command, such as countdown start 5m")]
      while let word = words.next() { command.append(word) }
      return .share(try SharedState(order(command)))
    },
    CommandRow(
      name: "sharing announce", arguments: "[GROUP]",
      meaning:
        "For companions: this client observes the topic share, and publishes its states to GROUP; without a name, to "
        + "all walls."
    ) { words in .announceSharing((try? words.text("")) ?? "") },
    CommandRow(
      name: "sharing end", arguments: "",
      meaning: "For the client that publishes: ends 'sharing announce', because there is no broker now."
    ) { _ in .announceSharing(nil) },
  ]
}
