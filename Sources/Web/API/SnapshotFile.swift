import System

/// The picture that the wall saves for this program. Its file is beside the control socket, where other users have no
/// access. A later picture replaces it, usually after this program has read it.
struct SnapshotFile {
  /// `nil` if there is no folder for the file.
  let path: String?

  /// The longest picture, in bytes: more than a picture of four large screens.
  private static let limit = 64 << 20

  init(_ control: String?) {
    let folder = control.map { socket in socket.lastIndex(of: "/").map { String(socket[..<$0]) } ?? "." }
    path = (folder ?? LocalSocket.runtimeFolder).map { "\($0)/web-\(Process.identifier).png" }
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
