import System

/// The file in which the wall puts a snapshot for this program: in the folder of the control socket, which both can use
/// and no other user can. Each is read before the wall writes the next one.
struct SnapshotFile {
  /// `nil` where there is no such folder.
  let path: String?

  /// In bytes: more than a picture of four large screens.
  private static let limit = 64 << 20

  init(_ control: String?) {
    let folder = control.map { $0.lastIndex(of: "/").map { slash in String(control?[..<slash] ?? "") } ?? "." }
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
