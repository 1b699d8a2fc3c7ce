import System

/// State for the next run. That run clears the `kinds` that the broker no longer has, and withdraws the discovery
/// offers under old `prefixes`.
final class WallMemory {
  /// `nil` if there is no folder for the file, or if the file must not be overwritten.
  private var file: KeptFile?
  private var content = Content()

  private struct Content: Hashable {
    var kinds: Set<StateKind> = []
    var prefixes: Set<String> = []
  }

  private static let longest = 16_384
  private static let prefixMark = "discovery "

  convenience init(_ topics: Topics) {
    self.init(file: WallMemory.folder.map { "\($0)/\(WallMemory.fileName(topics))" })
  }

  init(file: String?) {
    self.file = file.map { KeptFile($0, limit: WallMemory.longest) }
    read()
  }

  /// Slashes and underscores in the prefix are escaped, so file names are valid and unique.
  static func fileName(_ topics: Topics) -> String {
    let prefix = topics.prefix.map { ["%": "%25", "/": "%2F", "_": "%5F"][$0] ?? String($0) }.joined()
    return "mqtt-\(prefix)_\(topics.name)"
  }

  /// The folder that systemd gives to the service, or else the user's folder for state.
  private static var folder: String? {
    if let service = Process.environment("STATE_DIRECTORY")?.split(separator: ":").first { return String(service) }
    let own = BaseDirectory.state(Process.environment("XDG_STATE_HOME"), home: Process.environment("HOME"))
    return own.map { "\($0)/colourclock" }
  }

  var kinds: Set<StateKind> {
    get { content.kinds }
    set { change { $0.kinds = newValue } }
  }

  var prefixes: Set<String> {
    get { content.prefixes }
    set { change { $0.prefixes = newValue } }
  }

  private func read() {
    switch file?.read({ String(decoding: $0, as: UTF8.self).split(separator: "\n") }) {
    case .value(let lines):
      content.kinds = Set(lines.compactMap { StateKind(rawValue: String($0)) })
      let marked = lines.filter { $0.hasPrefix(WallMemory.prefixMark) }
      content.prefixes = Set(marked.map { String($0.dropFirst(WallMemory.prefixMark.count)) })
    case .unknown: file = nil
    case .some(.none), nil: break
    }
  }

  /// Changes and saves the content. Without a file, the change is kept in memory only.
  private func change(_ work: (inout Content) -> Void) {
    let before = content
    work(&content)
    guard content != before else { return }
    let lines =
      StateKind.allCases.filter(kinds.contains).map(\.rawValue) + prefixes.sorted().map { WallMemory.prefixMark + $0 }
    file?.write(Array(lines.map { $0 + "\n" }.joined().utf8), waits: true)
  }
}
