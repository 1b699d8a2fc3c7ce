import System

/// The wall saves its picture beside the control socket, where other users have no access.
struct SnapshotFile {
  /// Absolute, because the wall may have another working folder.
  let path: String?

  /// The limit is in bytes, more than a picture of four large screens.
  private static let limit = 64 << 20

  init(_ control: String?) {
    let folder = control.map(SnapshotFile.folder) ?? LocalSocket.runtimeFolder
    path = folder.map { "\($0)/web-\(Process.identifier).png" }
  }

  private static func folder(of socket: String) -> String? {
    File.absolute(socket).flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  var response: Response {
    guard let path, let bytes = try? File.readRegular(path, limit: SnapshotFile.limit) else {
      return .problem(503, "the picture cannot be read")
    }
    return Response(status: 200, headers: [("Content-Type", "image/png")], body: bytes)
  }

  func end() { if let path { try? Folder.delete(path) } }
}
