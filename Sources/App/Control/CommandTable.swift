import ColourClock
import CommandOptions
import ControlProtocol

enum CommandTable {
  static let all =
    questions + faces + countdown + programRows + stopwatch + [galleryRow] + schedule + wall + pairing + sharing
    + clockCommands

  private static let questions = [
    CommandRow(name: "status", arguments: "", meaning: "The state of the clock and its walls.") { _ in .status },
    CommandRow(name: "health", arguments: "", meaning: "Lateness, resources and health problems.") { _ in .health },
    CommandRow(name: "help", arguments: "", meaning: "The commands.") { _ in .help },
    CommandRow(name: "get", arguments: "OPTION", meaning: "The value of an option, and where it comes from.") {
      (words) throws(Refusal) in .get(try words.next("an option's name"))
    },
    CommandRow(
      name: "observe", arguments: "[TOPIC…]",
      meaning: "From now on sends the events of these topics, one a line. Without a topic, sends all: "
        + "\(Topic.names.joined(separator: ", "))."
    ) { (words) throws(Refusal) in
      var topics: Set<Topic> = []
      while let word = words.next() { topics.insert(try Topic.named(word)) }
      return .observe(topics.isEmpty ? Set(Topic.allCases) : topics)
    },
  ]

  private static let faces = [
    CommandRow(
      name: "face", arguments: "[NAME]",
      meaning: "Shows the face NAME, or the card NAME of --variant. Without NAME, shows the face that the options set."
    ) { words in (try? words.text("")).map { .scene(.face($0)) } ?? .clearFace }
  ]

  private static let galleryRow = CommandRow(
    name: "gallery", arguments: "open|close|next|previous|choose",
    meaning: "Opens or closes the gallery of faces, goes to another face in it, or chooses that face."
  ) { (words) throws(Refusal) in
    let word = try words.next(Command.GalleryOrder.names.joined(separator: ", "))
    return .scene(.gallery(try Command.GalleryOrder.named(word)))
  }

  private static let wall = [
    CommandRow(
      name: "feed", arguments: "TEXT",
      meaning: "Shows a text in place of the feed, until the feed has a new text. An empty text, '', removes the text."
    ) {
      (words) throws(Refusal) in .scene(.feed(try words.text("a text")))
    },
    CommandRow(
      name: "refresh", arguments: "",
      meaning: "Reads the options, the program's file, the agenda's file and the zone again, and runs the feed. Is "
        + "refused if a file has a mistake."
    ) {
      _ in .scene(.refresh)
    },
    CommandRow(
      name: "dim", arguments: "SHARE [--for SPAN]",
      meaning: "Dims the wall to a share of its brightness, 0.05 to 1, by day and by night."
    ) { (words) throws(Refusal) in
      let span = try words.option("for").map(Value.span)
      let share = try Value.number(0.05...1, "0.05 to 1")(words.next("a share, 0.05 to 1"))
      return .scene(.dim(share, lasting: span))
    },
    CommandRow(
      name: "blank", arguments: "on|off",
      meaning: "Makes the wall black, until 'blank off', a key, a button or something that rings. If the "
        + "clock's option --power is on, also switches the screen off."
    ) { (words) throws(Refusal) in
      switch try words.next("on or off") {
      case "on": return .scene(.blank(true))
      case "off": return .scene(.blank(false))
      default: throw Refusal(listing: ["on", "off"])
      }
    },
    CommandRow(
      name: "sound", arguments: "on|off|toggle",
      meaning: "Turns the sound on or off. The choice counts for the next start too."
    ) { (words) throws(Refusal) in .scene(.sound(try Command.SoundOrder.named(words.next("on, off or toggle")))) },
    CommandRow(name: "identify", arguments: "", meaning: "Shows on each wall its own name, for ten seconds.") { _ in
      .scene(.identify)
    },
  ]

  private static let clockCommands = [
    CommandRow(
      name: "set", arguments: "OPTION [VALUE]", meaning: "Changes an option until 'unset', or until the clock ends."
    ) {
      (words) throws(Refusal) in
      let name = try words.next("an option and its value, such as face hue")
      return .set(String(name.drop { $0 == "-" }), try? words.text(""))
    },
    CommandRow(
      name: "unset", arguments: "OPTION",
      meaning: "Undoes 'set'. The option has again the value of command line, X resources, options file or default."
    ) { (words) throws(Refusal) in .unset(String(try words.next("an option's name").drop { $0 == "-" })) },
    CommandRow(name: "reload", arguments: "", meaning: "Reads the options file and the program's file again.") { _ in
      .reload
    },
    CommandRow(name: "snapshot", arguments: "FILE", meaning: "Draws what the wall shows into a PNG file.") {
      (words) throws(Refusal) in
      let file = try words.text("the absolute path of a .png file")
      guard file.hasPrefix("/"), file.lowercased().hasSuffix(".png") else {
        throw Refusal("it takes the absolute path of a .png file")
      }
      return .snapshot(file)
    },
    CommandRow(
      name: "trouble", arguments: "TEXT|clear",
      meaning: "Adds TEXT to the wall's health problems, until 'trouble clear' or until this client disconnects. "
        + "Companions report what they cannot do for the wall.",
      read: problem),
    CommandRow(
      name: "quit", arguments: "", meaning: "Ends the clock; in a kiosk only with --allow-remote quit.",
      isForKiosk: false
    ) { _ in .quit },
  ]

  private static func problem(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    let text = try words.text("a text, or clear")
    if text == "clear" { return .problem(nil) }
    guard let problem = HealthProblem(reported: text) else {
      throw Refusal("there is nothing in that text that can be shown")
    }
    return .problem(problem)
  }
}
