import ColourClock
import CompanionSupport
import ControlProtocol
import System

/// Arguments of `countdown until`: when a countdown turns amber and red.
struct PhaseWords: Hashable {
  var warn: String?
  var danger: String?

  var arguments: [String] { (warn.map { ["--warn", $0] } ?? []) + (danger.map { ["--danger", $0] } ?? []) }
}

/// Times are absolute, to mean the same on each wall.
enum StateValue: Hashable {
  /// The ring is full at `start`; without `start`, when the command comes.
  case countdown(end: Timestamp, start: Timestamp?, title: String?, phases: PhaseWords = PhaseWords())
  case program(TimerProgram, start: Timestamp)
  case message(String, priority: String?, until: Timestamp?)
  case face(String)
  case agenda([String])
  case dim(Double, until: Timestamp?)
  case sound(isOn: Bool)

  /// All shared messages have this ID, so a new message replaces the old one.
  static let sharedMessageID = "shared"

  // MARK: Reading

  /// `nil` if the payload clears the state.
  init?(_ kind: StateKind, _ payload: [UInt8]) throws(Refusal) {
    guard let text = String(validating: payload, as: UTF8.self) else {
      throw Refusal("\(kind.rawValue): it takes UTF-8")
    }
    guard !payload.contains(0) else { throw Refusal("\(kind.rawValue): it takes no NUL") }
    let plain = text[...].trimmed
    if plain.isEmpty { return nil }
    let json = plain.first == "{" || plain.first == "[" ? JSON(payload) : nil
    // A message such as "[Room 4] Tea" may begin with a bracket, so only a brace must begin JSON.
    if plain.first == "{", json == nil { throw Refusal("\(kind.rawValue): that is no JSON") }
    switch kind {
    case .countdown: self = try StateValue.countdown(plain, json)
    case .program: self = try StateValue.program(json)
    case .message: self = try StateValue.message(text, json)
    case .face: self = .face(plain)
    case .agenda: self = .agenda(StateValue.periods(text, json))
    case .dim: self = try StateValue.dim(plain, json)
    case .sound:
      guard ["on", "off"].contains(plain) else { throw Refusal("sound: it takes on or off") }
      self = .sound(isOn: plain == "on")
    }
  }

  private static func countdown(_ text: String, _ json: JSON?) throws(Refusal) -> StateValue {
    guard let json, case .object = json else {
      return .countdown(end: try moment(text, "countdown"), start: nil, title: nil)
    }
    guard let end = json["end"]?.string else {
      throw Refusal("countdown: it takes an object with its end, such as {\"end\": \"2026-11-22T15:30:00Z\"}")
    }
    let start = try optionalMoment("start", of: json, "countdown")
    let (warn, danger) = (
      try optionalText("warn", of: json, "countdown"), try optionalText("danger", of: json, "countdown")
    )
    return .countdown(
      end: try moment(end, "countdown"), start: start, title: try optionalText("title", of: json, "countdown"),
      phases: PhaseWords(warn: warn, danger: danger))
  }

  private static func program(_ json: JSON?) throws(Refusal) -> StateValue {
    guard let json, case .object = json, let steps = json["steps"]?.string,
      let start = try optionalMoment("start", of: json, "program")
    else {
      throw Refusal(
        "program: it takes an object with its start and steps, such as "
          + "{\"start\": \"2026-11-22T15:30:00Z\", \"steps\": \"Work 25m, Rest 5m\"}")
    }
    let program: TimerProgram
    do throws(Refusal) { program = try .parse(steps) } catch { throw Refusal("program: \(error.text)") }
    guard program.start == nil else { throw Refusal("program: 'start' says when it starts, so its steps have no 'at'") }
    return .program(program, start: start)
  }

  private static func message(_ text: String, _ json: JSON?) throws(Refusal) -> StateValue {
    guard let json, case .object = json else { return .message(text, priority: nil, until: nil) }
    guard let text = json["text"]?.string else {
      throw Refusal("message: it takes a text, or an object with a text")
    }
    return .message(
      text, priority: try optionalText("priority", of: json, "message"),
      until: try optionalMoment("until", of: json, "message"))
  }

  private static func periods(_ text: String, _ json: JSON?) -> [String] {
    guard case .array(let periods)? = json else {
      return text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
    // `agenda set` takes an object only inside an array.
    return periods.map { $0.string ?? JSON.text(of: [$0]) }
  }

  private static func dim(_ text: String, _ json: JSON?) throws(Refusal) -> StateValue {
    guard let json, case .object = json else { return .dim(try share(Double(text)), until: nil) }
    return .dim(try share(json["share"]?.number), until: try optionalMoment("until", of: json, "dim"))
  }

  private static func share(_ number: Double?) throws(Refusal) -> Double {
    guard let number, (0.05...1).contains(number) else { throw Refusal("dim: it takes a share, 0.05 to 1") }
    return number
  }

  private static func optionalText(_ key: String, of json: JSON, _ name: String) throws(Refusal) -> String? {
    try json.string(key, else: Refusal("\(name): '\(key)' is a text"))
  }

  private static func optionalMoment(_ key: String, of json: JSON, _ name: String) throws(Refusal) -> Timestamp? {
    try json.string(key, else: Refusal("\(name): '\(key)' is a moment, such as \"2026-11-22T15:30:00Z\""))
      .map { text throws(Refusal) in try moment(text, name) }
  }

  private static func moment(_ text: String, _ name: String) throws(Refusal) -> Timestamp {
    guard let moment = Timestamp(text) else {
      throw Refusal("\(name): it takes a moment with its zone, such as 2026-11-22T15:30:00.000Z")
    }
    return moment
  }

  // MARK: Commands for the wall

  var until: Timestamp? {
    switch self {
    case .message(_, _, let until), .dim(_, let until): until
    case .countdown(let end, _, _, _): end
    // A held step waits for a user, so the end is unknown.
    case .program(let program, let start):
      program.steps.contains(where: \.isHeld)
        ? nil : start.moved(by: program.length / .seconds(1))
    case .face, .agenda, .sound: nil
    }
  }

  /// A countdown must wait until it is shorter than `TimeSpan.longest`.
  var due: Timestamp? {
    switch self {
    case .countdown(let end, _, _, _):
      Timestamp(milliseconds: end.milliseconds - (TimeSpan.longest.components.seconds - 1) * 1000)
    case .program(_, let start): start
    case .message, .face, .agenda, .dim, .sound: nil
    }
  }

  func words(at now: Timestamp) -> [String] {
    switch self {
    case .countdown(let end, let start, let title, let phases):
      // Without a title in the command, a countdown to the same end would keep its old title.
      ["countdown", "until", end.text] + (start.map { ["--from", $0.text] } ?? []) + phases.arguments + [
        "--", title ?? "",
      ]
    case .program(let program, let start): ["program", "start", "--from", start.text, "--", program.line]
    case .message(let text, let priority, let until):
      ["message", "--id", StateValue.sharedMessageID] + (priority.map { ["--priority", $0] } ?? [])
        + StateValue.lasting(until, now) + ["--", text]
    case .face(let name): ["face", name]
    case .agenda(let periods): periods.isEmpty ? ["agenda", "clear"] : ["agenda", "set"] + periods
    case .dim(let share, let until): ["dim", "\(share)"] + StateValue.lasting(until, now)
    case .sound(let isOn): ["sound", isOn ? "on" : "off"]
    }
  }

  /// `--for` takes at most 99:59:59. This program clears a value that lasts longer.
  private static func lasting(_ until: Timestamp?, _ now: Timestamp) -> [String] {
    guard let until else { return [] }
    let seconds = max(1, (until.milliseconds - now.milliseconds + 999) / 1000)
    return seconds < 360_000 ? ["--for", "\(seconds)"] : []
  }
}

extension StateKind {
  /// After their end, these states stay on the wall until a command clears them.
  static let stayingAfterEnd: Set<StateKind> = [.countdown, .program]

  var clearingCommand: [String] {
    switch self {
    case .countdown: ["countdown", "clear"]
    case .program: ["program", "stop"]
    case .message: ["dismiss", StateValue.sharedMessageID]
    case .face: ["face"]
    case .agenda: ["agenda", "clear"]
    case .dim: ["dim", "1"]
    case .sound: ["sound", "on"]
    }
  }
}
