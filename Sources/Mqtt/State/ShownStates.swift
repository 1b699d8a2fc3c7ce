import Companion

/// Of what kinds a wall has something from here, kept in a file: what was cleared while this program did not run is cleared by
/// the next one.
final class ShownStates {
  private let path: String?
  private(set) var kinds: Set<StateKind> = []

  private static let longest = 4096

  init(_ topics: Topics) {
    let home = System.environment("HOME").map { "\($0)/.local/state" }
    let user = System.environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    let service = System.environment("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
    // The first underscore ends the prefix: each wall has a file of its own.
    let prefix = topics.prefix.map { ["%": "%25", "/": "%2F", "_": "%5F"][$0] ?? String($0) }.joined()
    path = (service ?? user.map { "\($0)/colourclock" }).map { "\($0)/mqtt-\(prefix)_\(topics.name)" }
    guard let path, let bytes = try? System.read(path, limit: ShownStates.longest) else { return }
    kinds = Set(
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
        StateKind(rawValue: String($0))
      })
  }

  /// Without a place for it, it is only remembered.
  func save(_ kinds: Set<StateKind>) {
    guard kinds != self.kinds else { return }
    self.kinds = kinds
    let text = StateKind.allCases.filter(kinds.contains).map { "\($0.rawValue)\n" }.joined()
    if let path { try? System.write(Array(text.utf8), to: path) }
  }
}
