import ColourClock
import ControlProtocol

/// A command of the control socket. The parser, the help, the manual and the completions all use this row.
struct CommandRow: Sendable {
  /// One word, or two such as `countdown start`.
  let name: String
  /// The arguments as the help shows them, such as `[SPAN] [TITLE]`.
  let arguments: String
  /// The help text: one sentence.
  let meaning: String
  /// The first version of the clock that has it.
  var since = "0.2.0"
  /// False if a kiosk takes it only with `--allow-remote`.
  var isForKiosk = true
  /// Parses the words after the name.
  let read: @Sendable (inout CommandWords) throws(Refusal) -> ControlOrder
}

/// A parsed command: one for the scene, or one for the program.
enum ControlOrder: Equatable {
  case scene(Command)
  case status, health, help, alarms, reload, quit
  /// The laps as comma-separated values, or as JSON.
  case laps(isTable: Bool)
  /// Returns to the face of the options.
  case ownFace
  case get(String)
  /// The option's name, and its value if it takes one.
  case set(String, String?)
  case unset(String)
  case snapshot(String)
  case observe(Set<Topic>)
  /// The problem that the client reports; `nil` to clear it.
  case trouble(HealthProblem?)
  /// The client offers to pair phones.
  case offerPairing
  case pairedDevices
}

/// The words of a command that are not parsed yet.
struct CommandWords {
  private var rest: ArraySlice<String>

  init(_ words: some Sequence<String>) { rest = Array(words)[...] }

  /// The next word; `nil` if there is none.
  mutating func next() -> String? { rest.popFirst() }

  /// The next word.
  /// - Parameter what: what the command takes, for the message.
  /// - Throws: if there is no word.
  mutating func next(_ what: String) throws(Refusal) -> String {
    guard let word = rest.popFirst() else { throw Refusal("it takes \(what)") }
    return word
  }

  /// Joins all remaining words to one text. Words after `--` are never options.
  /// - Throws: if there is no word.
  mutating func text(_ what: String) throws(Refusal) -> String {
    if rest.first == "--" { rest.removeFirst() }
    guard !rest.isEmpty else { throw Refusal("it takes \(what)") }
    defer { rest = [] }
    return rest.joined(separator: " ")
  }

  /// Removes `--name` and its value, and returns the value. Looks only at the words before `--`.
  mutating func option(_ name: String) throws(Refusal) -> String? {
    guard let index = rest.prefix(while: { $0 != "--" }).firstIndex(of: "--\(name)") else { return nil }
    guard rest.index(after: index) < rest.endIndex else { throw Refusal("'--\(name)' takes a value") }
    let value = rest[index + 1]
    rest.removeSubrange(index...index + 1)
    return value
  }

  /// Throws if a word before `--` still looks like an option. A misspelt `--prio` would otherwise be shown as text.
  func endOptions() throws(Refusal) {
    let word = rest.prefix { $0 != "--" }.first { word in
      word.hasPrefix("--") && word.dropFirst(2).allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
    if let word { throw Refusal("there is no '\(word)' here; behind '--' nothing of a text is an option") }
  }

  /// Throws if any word is left.
  func end() throws(Refusal) {
    if let word = rest.first { throw Refusal("'\(word)' is too much") }
  }
}

/// All commands.
enum CommandTable {
  static let all =
    questions + faces + countdown + programRows + stopwatch + [galleryRow] + plans + wall + pairing + program

  private static let questions = [
    CommandRow(name: "status", arguments: "", meaning: "All that the clock knows of itself.") { _ in .status },
    CommandRow(name: "health", arguments: "", meaning: "How well it does its work.") { _ in .health },
    CommandRow(name: "help", arguments: "", meaning: "These commands.") { _ in .help },
    CommandRow(name: "get", arguments: "OPTION", meaning: "An option's value, and where it comes from.") {
      (words) throws(Refusal) in .get(try words.next("an option's name"))
    },
    CommandRow(
      name: "observe", arguments: "[TOPIC…]",
      meaning:
        "Sends an event a line from now on: \(Topic.allCases.map(\.rawValue).joined(separator: ", ")); all, if none is named."
    ) { (words) throws(Refusal) in
      var topics: Set<Topic> = []
      while let word = words.next() {
        guard let topic = Topic(rawValue: word) else { throw Refusal(listing: Topic.allCases.map(\.rawValue)) }
        topics.insert(topic)
      }
      return .observe(topics.isEmpty ? Set(Topic.allCases) : topics)
    },
  ]

  private static let faces = [
    CommandRow(
      name: "face", arguments: "[NAME]",
      meaning: "Shows another face, or a card of your own; without a name that of the options again."
    ) { words in (try? words.text("")).map { .scene(.face($0)) } ?? .ownFace }
  ]

  private static let countdown = [
    row(
      "countdown start", "[SPAN] [TITLE] [--warn SPAN] [--danger SPAN]",
      "Begins it anew: 5m, 90, 1h30m; its ring turns amber and red so long before the end."
    ) { (words) throws(Refusal) in
      let phases = try phases(&words)
      let span = try words.next().map(Value.countdown)
      try words.endOptions()
      return .start(span, title: try? words.text(""), phases: phases)
    },
    row(
      "countdown until", "INSTANT [TITLE] [--from INSTANT] [--warn SPAN] [--danger SPAN]",
      "Counts down to a point of time, such as 2026-11-22T15:30:00Z or, by the wall's own time, 2027-01-01, in step with all walls that are told the same, its ring full "
        + "at another one, or now; told again, it goes on as it is."
    ) { (words) throws(Refusal) in
      let end = try WrittenInstant.parseLocal(words.next("a point of time, such as 2026-11-22T15:30:00Z"))
      let start = try words.option("from").map(WrittenInstant.parseLocal)
      let phases = try phases(&words)
      try words.endOptions()
      return .until(end, from: start, title: try? words.text(""), phases: phases)
    },
    row("countdown pause", "", "Stops it on its way.") { _ in .pause },
    row("countdown resume", "", "Lets it go on.") { _ in .resume },
    row("countdown toggle", "", "Starts it, pauses it or lets it go on.") { _ in .toggle },
    row("countdown reset", "", "Sets it back to its length, not running.") { _ in .reset },
    row("countdown add", "SPAN", "Lengthens it, or with a minus shortens it: 1m, -30.") { (words) throws(Refusal) in
      .add(try signedSpan(&words, Value.countdown))
    },
    row("countdown set", "SPAN", "Sets what is left, or its length.") { (words) throws(Refusal) in
      .set(try Value.countdown(words.next("a span, such as 5m")))
    },
    row("countdown warn", "SPAN|off", "So long before its end this one turns amber, whatever '--warn' says.") {
      (words) throws(Refusal) in .warn(CountdownPhases(warn: try phase(words.next("off, or a span, such as 5m"))))
    },
    row("countdown danger", "SPAN|off", "So long before its end this one turns red, whatever '--danger' says.") {
      (words) throws(Refusal) in .warn(CountdownPhases(danger: try phase(words.next("off, or a span, such as 1m"))))
    },
    row("countdown clear", "", "Takes it off the wall.") { _ in .clear },
    row(
      "countdown new", "SPAN [TITLE]", "Begins another one beside those there are, up to eight, and chooses it.",
      takesID: false
    ) { (words) throws(Refusal) in
      let span = try spanValue(words.next("a span, such as 5m"))
      try words.endOptions()
      return .new(span, title: (try? words.text("")) ?? "")
    },
    row("countdown title", "[TITLE]", "Says what it is for; without a title that of the options.") {
      (words) throws(Refusal) in
      try words.endOptions()
      return .title((try? words.text("")) ?? "")
    },
    row(
      "countdown choose", "ID|next|previous",
      "Chooses the one that keys, bar and commands without --id act on, by its ID in the status or in the order of ends.",
      takesID: false
    ) { (words) throws(Refusal) in
      switch try words.next("an ID, next or previous") {
      case "next": return .choose(.next)
      case "previous": return .choose(.previous)
      case let word: return .choose(.id(try countdownID(word)))
      }
    },
  ]

  /// The options `--warn` and `--danger`.
  private static func phases(_ words: inout CommandWords) throws(Refusal) -> CountdownPhases {
    let (warn, danger) = (try words.option("warn").map(phase), try words.option("danger").map(phase))
    let phases = CountdownPhases(warn: warn, danger: danger)
    guard phases.isInOrder else { throw .phaseOrder }
    return phases
  }

  private static func phase(_ text: String) throws(Refusal) -> Duration { try Value.phase(text) ?? .zero }

  /// A row for a command of a countdown.
  /// - Parameter takesID: true if it takes `--id`, to act on another countdown than the chosen one.
  private static func row(
    _ name: String, _ arguments: String, _ meaning: String, takesID: Bool = true,
    _ read: @escaping @Sendable (inout CommandWords) throws(Refusal) -> Command.CountdownOrder
  ) -> CommandRow {
    let parts = takesID ? [arguments, "[--id ID]"] : [arguments]
    let all = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return CommandRow(name: name, arguments: all, meaning: meaning) { (words) throws(Refusal) in
      let id = takesID ? try words.option("id").map(countdownID) : nil
      return .scene(.countdown(try read(&words), id: id))
    }
  }

  @Sendable private static func countdownID(_ word: String) throws(Refusal) -> Int {
    guard let id = Int(word), id > 0 else { throw Refusal("'\(word)' is no ID of a countdown: see the status") }
    return id
  }

  private static let stopwatch = stopwatchOrders + [lapsRow]

  private static let lapsRow = CommandRow(
    name: "stopwatch laps", arguments: "[--csv]",
    meaning: "The laps with split and total in seconds, the last 99; with --csv a line each, for spreadsheets."
  ) { (words) throws(Refusal) in
    guard let word = words.next() else { return .laps(isTable: false) }
    guard word == "--csv" else { throw Refusal("'\(word)' is too much") }
    return .laps(isTable: true)
  }

  private static let stopwatchOrders = [
    ("start", "Starts it, or lets it go on."), ("stop", "Stops it."), ("toggle", "Starts or stops it."),
    ("lap", "Takes a lap."), ("reset", "Sets it back to zero."), ("clear", "Takes it off the wall."),
  ].map { order, meaning in
    CommandRow(name: "stopwatch \(order)", arguments: "", meaning: meaning) { _ in
      .scene(.stopwatch(Command.StopwatchOrder(rawValue: order) ?? .toggle))
    }
  }

  private static let galleryRow = CommandRow(
    name: "gallery", arguments: "open|close|next|previous|choose", meaning: "Pages through the faces."
  ) { (words) throws(Refusal) in
    let orders = Command.GalleryOrder.allCases.map(\.rawValue)
    guard let order = Command.GalleryOrder(rawValue: try words.next(orders.joined(separator: ", "))) else {
      throw Refusal(listing: orders)
    }
    return .scene(.gallery(order))
  }

  private static let plans = [
    CommandRow(
      name: "message", arguments: "TEXT [--for SPAN] [--priority info|notice|urgent] [--id NAME]",
      meaning: "Shows a text under the labels, above them, or in their place; one of the same name takes its place.",
      read: message),
    CommandRow(
      name: "dismiss", arguments: "[ID]",
      meaning: "Ends what rings, or takes the most urgent message away, or that one."
    ) { words in .scene(.dismiss(try? words.text(""))) },
    CommandRow(
      name: "snooze", arguments: "[MINUTES]",
      meaning: "Puts off what rings, by 5 minutes or by 1 to 60: an alarm rings again then, a countdown runs so long."
    ) { (words) throws(Refusal) in
      guard let text = words.next() else { return .scene(.snooze(Scene.usualSnooze)) }
      guard let minutes = Int(text), (1...60).contains(minutes) else { throw Refusal("it takes 1 to 60 minutes") }
      return .scene(.snooze(.seconds(60 * minutes)))
    },
    CommandRow(
      name: "alarm add", arguments: "TIME[=TITLE][@DAYS]",
      meaning: "Rings at a time of day, such as 08:30=Standup@mon-fri, also after the next start."
    ) { (words) throws(Refusal) in
      .scene(.alarm(.add(try Value.alarm(words.text("a time of day, such as 08:30=Standup@mon-fri")))))
    },
    CommandRow(
      name: "alarm remove", arguments: "TIME|TITLE",
      meaning:
        "Takes away the alarms of that time or title; one of the options comes back with the next start, or when its option changes."
    ) {
      (words) throws(Refusal) in .scene(.alarm(.remove(try words.text("a time or a title"))))
    },
    CommandRow(name: "alarm list", arguments: "", meaning: "All alarms, as the option has them.") { _ in .alarms },
    CommandRow(
      name: "agenda set", arguments: "PERIOD…",
      meaning:
        "Shows the day by these periods, each a word such as '08:30-09:15 Maths', or by a list of objects of JSON with start, "
        + "end, title and perhaps colour and calendar, and the days on which they start, or as seconds two numbers: from when to when since "
        + "1970 it takes place a single time, of which start and end are only what is written. A moment, such as '08:00 Take "
        + "pills', has no end, and as seconds the same number twice. A word such as '[Work #3b6fb6]' names the calendar of the periods behind it, "
        + "and their colour.", read: agenda),
    CommandRow(name: "agenda clear", arguments: "", meaning: "Shows no periods.") { _ in .scene(.agenda([])) },
  ]

  private static let wall = [
    CommandRow(
      name: "feed", arguments: "TEXT",
      meaning: "Shows a text as the feed's, until that has another; an empty one, '', takes it away."
    ) {
      (words) throws(Refusal) in .scene(.feed(try words.text("a text")))
    },
    CommandRow(name: "refresh", arguments: "", meaning: "Reads options and zone again, and asks the feed.") { _ in
      .scene(.refresh)
    },
    CommandRow(
      name: "dim", arguments: "SHARE [--for SPAN]",
      meaning: "Leaves the wall a share of its light, 0.05 to 1, by day and by night."
    ) { (words) throws(Refusal) in
      let span = try words.option("for").map(spanValue)
      let share = try Value.number(0.05...1, "0.05 to 1")(words.next("a share, 0.05 to 1"))
      return .scene(.dim(share, lasting: span))
    },
    CommandRow(
      name: "blank", arguments: "on|off",
      meaning:
        "Draws nothing at all, until it is off, a press comes or something rings; with --power the screen's light goes too."
    ) { (words) throws(Refusal) in
      switch try words.next("on or off") {
      case "on": return .scene(.blank(true))
      case "off": return .scene(.blank(false))
      default: throw Refusal(listing: ["on", "off"])
      }
    },
    CommandRow(
      name: "sound", arguments: "on|off|toggle",
      meaning: "Lets the clock be heard, or mutes it, also after the next start."
    ) { (words) throws(Refusal) in
      let orders = Command.SoundOrder.allCases.map(\.rawValue)
      guard let order = Command.SoundOrder(rawValue: try words.next("on, off or toggle")) else {
        throw Refusal(listing: orders)
      }
      return .scene(.sound(order))
    },
    CommandRow(name: "identify", arguments: "", meaning: "Each wall says for ten seconds which one it is.") { _ in
      .scene(.identify)
    },
  ]

  private static let program = [
    CommandRow(
      name: "set", arguments: "OPTION [VALUE]", meaning: "Changes an option until it is unset or the clock ends."
    ) {
      (words) throws(Refusal) in
      let name = try words.next("an option and its value, such as face hue")
      return .set(String(name.drop { $0 == "-" }), try? words.text(""))
    },
    CommandRow(
      name: "unset", arguments: "OPTION",
      meaning: "Takes back what was set of it: it is again as command line, options file or default have it."
    ) { (words) throws(Refusal) in .unset(String(try words.next("an option's name").drop { $0 == "-" })) },
    CommandRow(name: "reload", arguments: "", meaning: "Reads the options file again.") { _ in .reload },
    CommandRow(name: "snapshot", arguments: "FILE", meaning: "Draws what is shown into a PNG file.") {
      (words) throws(Refusal) in
      let file = try words.text("the absolute path of a .png file")
      guard file.hasPrefix("/"), file.lowercased().hasSuffix(".png") else {
        throw Refusal("it takes the absolute path of a .png file")
      }
      return .snapshot(file)
    },
    CommandRow(
      name: "trouble", arguments: "TEXT|clear",
      meaning:
        "Says what is wrong with what this client does for the wall, as part of its health until it is clear or the client goes.",
      read: trouble),
    CommandRow(
      name: "quit", arguments: "", meaning: "Ends the clock; in a kiosk only with --allow-remote quit.",
      isForKiosk: false
    ) { _ in .quit },
  ]

  private static func trouble(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    let text = try words.text("a text, or clear")
    if text == "clear" { return .trouble(nil) }
    guard let healthProblem = HealthProblem(reported: text) else {
      throw Refusal("there is nothing in that text that can be shown")
    }
    return .trouble(healthProblem)
  }

  /// A span with a sign: negative after a minus.
  static func signedSpan(
    _ words: inout CommandWords, _ parse: (String) throws(Refusal) -> Duration = spanValue
  ) throws(Refusal) -> Duration {
    let text = try words.next("a span, such as 1m or -30")
    let span = try parse(String(text.drop { $0 == "-" || $0 == "+" }))
    return text.hasPrefix("-") ? .zero - span : span
  }

  static func spanValue(_ text: String) throws(Refusal) -> Duration { try Value.span(text) }
}
