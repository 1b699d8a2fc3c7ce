import ColourClock
import ControlProtocol

/// A state for all walls of a group, requested by a client of one wall. Its spans begin when it is published:
/// colourclock-mqtt converts them to points of time.
struct SharedState: Encodable, Equatable {
  /// `countdown`, `message`, `face` or `dim`. If all the properties below are `nil`, the state is cleared.
  let kind: String
  /// A message, the name of a face, or the title of a countdown.
  var text: String?
  /// The length of a countdown; for the other kinds, how long the state holds.
  var seconds: Double?
  /// The priority of a message.
  var priority: String?
  /// The brightness that `dim` sets, 0.05…1.
  var share: Double?
  /// The phases of a countdown, in seconds before its end.
  var warn, danger: Double?

  /// - Throws: if the command changes nothing that walls share.
  init(_ order: ControlOrder) throws(Refusal) {
    switch order {
    case .ownFace: kind = "face"
    case .scene(.face(let name)): (kind, text) = ("face", name)
    case .scene(.dim(let light, let lasting)): (kind, share, seconds) = ("dim", light, lasting?.inSeconds)
    case .scene(.message(let message)):
      (kind, text, seconds) = ("message", message.lines.joined(separator: "\n"), message.span?.inSeconds)
      priority = message.priority.rawValue
    case .scene(.dismiss): kind = "message"
    case .scene(.countdown(.start(let span?, let title, let phases), nil)):
      (kind, text, seconds) = ("countdown", title, span.inSeconds)
      (warn, danger) = (phases.warn?.inSeconds, phases.danger?.inSeconds)
    case .scene(.countdown(.clear, nil)): kind = "countdown"
    default:
      throw Refusal("walls share 'countdown start SPAN' and 'countdown clear', message, dismiss, face and dim")
    }
  }
}

/// The commands for sharing a state with all walls of a group.
extension CommandTable {
  static let sharing = [
    CommandRow(
      name: "share", arguments: "COMMAND…",
      meaning:
        "Tells all walls of the group: 'countdown start SPAN [TITLE]', 'countdown clear', message, dismiss, face or dim, each as it is written for one wall. It needs colourclock-mqtt with a broker."
    ) { (words) throws(Refusal) in
      var command = [try words.next("a command, such as countdown start 5m")]
      while let word = words.next() { command.append(word) }
      return .share(try SharedState(order(command)))
    },
    CommandRow(
      name: "sharing announce", arguments: "[GROUP]",
      meaning:
        "For a companion: it observes share and publishes that to a group of walls, or without a name to all of them."
    ) { words in .announceSharing((try? words.text("")) ?? "") },
    CommandRow(name: "sharing end", arguments: "", meaning: "For that companion: there is no broker now.") { _ in
      .announceSharing(nil)
    },
  ]
}
