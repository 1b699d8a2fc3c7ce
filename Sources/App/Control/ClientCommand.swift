import ColourClock
import CommandOptions
import ControlProtocol
import System

/// A client of a running clock.
struct ClientCommand {
  private static let longestEnd = Duration.seconds(10)

  private let action: Action
  private let words: [String]
  private var place = Place()

  enum Action: String, CaseIterable {
    case send, status, watch, list
  }

  static let names = Action.names

  private struct Place {
    var socket: String?
    var display: String?
    var name: String?
  }

  init?(_ line: [String]) {
    guard let first = line.first, let action = Action(rawValue: first) else { return nil }
    self.action = action
    var rest = line.dropFirst()
    // An option without a value stays in `words`, and the action refuses it.
    while action != .list, let word = rest.first, let target = ClientCommand.target(word), rest.count > 1 {
      place[keyPath: target] = rest[rest.startIndex + 1]
      rest = rest.dropFirst(2)
    }
    words = Array(rest)
  }

  private static func target(_ word: String) -> WritableKeyPath<Place, String?>? {
    switch word {
    case "--control": \.socket
    case "--display", "-display": \.display
    case "--name", "-name": \.name
    default: nil
    }
  }

  func run() -> Int32 {
    if let word = words.first, ["--help", "-h"].contains(word) {
      Process.print(action.help)
      return ExitStatus.done
    }
    do throws(ProgramExit) {
      switch action {
      case .list: try list()
      case .send: try send(words)
      case .status: try status()
      case .watch: try watch()
      }
    } catch {
      Process.report(error.text)
      return error.status
    }
    return ExitStatus.done
  }

  // MARK: Actions

  private func list() throws(ProgramExit) {
    guard words.isEmpty else { throw .usage("list: unexpected word '\(words[0])'") }
    let folders = ClockChoice.folders(LocalSocket.runtimeFolder)
    let paths = folders.flatMap { folder in LocalSocket.listening(in: folder).map { "\(folder)/\($0)" } }
    for path in paths {
      guard let clock = try? ClockConnection(to: path) else { continue }
      if case .success(let status?) = clock.answer(to: ["status"]) {
        Process.print(([path] + ["display", "mode", "pid"].map { status[$0]?.word ?? "" }).joined(separator: "\t"))
      } else {
        Process.print("\(path)\tdoes not answer")
      }
    }
  }

  private func send(_ words: [String]) throws(ProgramExit) {
    guard !words.isEmpty else { throw .usage("send: it takes a command, such as 'send face hue' or 'send help'") }
    if ClientCommand.target(words[0]) != nil { throw .usage("send: \(words[0]) needs a value, and a command after it") }
    if words == ["help"] { return Process.print(ClientCommand.commands) }
    let clock = try connect()
    let data = try answer(to: words, of: clock)
    // Waits for the clock's end, so that a new clock can start at once.
    if words == ["quit"] { clock.listen(until: Now.boot + ClientCommand.longestEnd) }
    switch data {
    case .null: break
    case .string(let text): Process.print(Process.printable(text.unicodeScalars, keeping: ["\n", "\t"]))
    default: Process.print(JSON.text(of: data))
    }
  }

  private func status() throws(ProgramExit) {
    guard words.isEmpty || words == ["--json"] else { throw .usage("status: it takes no word except --json") }
    let data = try answer(to: ["status"])
    Process.print(words.isEmpty ? ClientCommand.lines(data).joined(separator: "\n") : JSON.text(of: data))
  }

  private func watch() throws(ProgramExit) {
    do throws(Refusal) { for word in words { _ = try Topic.named(word) } } catch {
      throw .usage("watch: \(error.text)")
    }
    let clock = try connect()
    clock.onEvent = { Process.print(String(decoding: $0, as: UTF8.self)) }
    _ = try answer(to: ["observe"] + words, of: clock)
    clock.listen()
  }

  private func answer(to words: [String]) throws(ProgramExit) -> JSON { try answer(to: words, of: connect()) }

  private func answer(to words: [String], of clock: ClockConnection) throws(ProgramExit) -> JSON {
    switch clock.answer(to: words) {
    case .success(let data): return data ?? .null
    case .refused(let reason): throw ProgramExit(reason, ExitStatus.refused)
    case .noAnswer: throw ProgramExit("the clock does not answer", ExitStatus.unavailable)
    }
  }

  // MARK: The connection

  private func connect() throws(ProgramExit) -> ClockConnection {
    let choice = ClockChoice(display: place.display, name: place.name, options: "--display, --name or --control")
    do throws(Refusal) { return try choice.connect(to: place.socket) } catch {
      throw ProgramExit(error.text, ExitStatus.unavailable)
    }
  }

  // MARK: Output

  /// Each line has a path such as `wall.time`, a tab and a value.
  private static func lines(_ value: JSON, _ path: String = "") -> [String] {
    switch value {
    case .object(let object):
      object.sorted { $0.key < $1.key }.flatMap { lines($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
    case .array(let array) where array.contains { if case .object = $0 { true } else { false } }:
      array.enumerated().flatMap { lines($0.element, "\(path).\($0.offset + 1)") }
    case .array(let array): ["\(path)\t\(array.map(\.word).joined(separator: ", ").plain)"]
    default: ["\(path)\t\(value.word.plain)"]
    }
  }

  private static var commands: String {
    CommandTable.all.map { row in
      [row.name, row.arguments].filter { !$0.isEmpty }.joined(separator: " ") + "\n    " + row.meaning
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var plain: String { Process.printable(unicodeScalars) }
}
