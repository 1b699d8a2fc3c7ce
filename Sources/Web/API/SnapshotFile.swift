import System

/// The picture that the wall saves for this program. Its file is beside the control socket, where other users have no
/// access. A later picture replaces it, usually after this program has read it.
struct SnapshotFile {
  /// The absolute path, because the wall may have another working folder; `nil` if there is no folder for the file.
  let path: String?

  /// The longest picture, in bytes: more than a picture of four large screens.
  private static let limit = 64 << 20

  /// - Parameter control: the path of the control socket; `nil` for the user's only clock.
  init(_ control: String?) {
    let folder = control.map(SnapshotFile.folder) ?? LocalSocket.runtimeFolder
    path = folder.map { "\($0)/web-\(Process.identifier).png" }
  }

  /// The absolute path without its last part; `nil` if the working folder is unknown.
  private static func folder(of socket: String) -> String? {
    File.absolute(socket).flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  var response: Response {
    guard let path, let bytes = try? File.readRegular(path, limit: SnapshotFile.limit) else {
      return .problem(503, "the picture cannot be read")
    }
    return Response(status: 200, headers: [("Content-Type", "image/png")], body: bytes)
  }

  /// Deletes the file.
  func end() { if let path { try? Folder.delete(path) } }
}
