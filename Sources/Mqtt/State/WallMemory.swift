import ControlProtocol
import System

final class WallMemory {
  /// `nil` without a folder, or if overwriting is forbidden.
  private var file: KeptFile?
  private var content = Content()

  private struct Content: Hashable, Codable {
    var version = 1
    var kinds: Set<StateKind> = []
    var prefixes: Set<String> = []
  }

  private static let longest = 16_384

  convenience init(_ topics: Topics) {
    self.init(file: BaseDirectory.companionState.map { "\($0)/\(WallMemory.fileName(topics))" })
  }

  init(file: String?) {
    self.file = file.map { KeptFile($0, limit: WallMemory.longest) }
    read()
  }

  static func fileName(_ topics: Topics) -> String {
    "mqtt-\(topics.prefix.percentEncoded(["/", "_"]))_\(topics.name)"
  }

  var kinds: Set<StateKind> {
    get { content.kinds }
    set { change { $0.kinds = newValue } }
  }

  /// The discovery prefixes under which Home Assistant may know this wall.
  var prefixes: Set<String> {
    get { content.prefixes }
    set { change { $0.prefixes = newValue } }
  }

  private func read() {
    switch file?.readJSON(as: Content.self) {
    case .value(let found): content = found
    case .unknown: file = nil
    case .some(.none), nil: break
    }
  }

  private func change(_ work: (inout Content) -> Void) {
    let before = content
    work(&content)
    if content != before { file?.writeJSON(content, waits: true) }
  }
}
