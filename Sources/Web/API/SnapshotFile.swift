import System

/// The file to which the wall writes a snapshot for this program. It is in the folder of the control socket, which
/// other users cannot use. The wall makes one snapshot after another, and this program usually reads each before the
/// next replaces it.
struct SnapshotFile {
  /// `nil` if there is no folder for the file.
  let path: String?

  /// The greatest length of the file, in bytes. A picture of four large screens is smaller.
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

  func end() { if let path { try? Folder.delete(path) } }
}
