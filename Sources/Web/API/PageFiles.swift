import System

struct PageFiles {
  struct File {
    let type: String
    let bytes: [UInt8]
    let tag: String
  }

  private let files: [String: File]

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
  ]
  private static let limit = 1 << 20

  init(_ folder: String? = PageFiles.folder) {
    guard let folder, let names = try? Folder.names(in: folder) else {
      Process.report("there is no page at \(folder ?? "share/colourclock/web"): only the HTTP API works")
      files = [:]
      return
    }
    var files: [String: File] = [:]
    for name in names {
      guard let dot = name.lastIndex(of: "."), let type = PageFiles.types[String(name[dot...].dropFirst())],
        let bytes = try? System.File.readRegular("\(folder)/\(name)", limit: PageFiles.limit)
      else { continue }
      let file = File(type: type, bytes: bytes, tag: "\"\(Secret.hash(bytes).prefix(16))\"")
      files["/\(name)"] = file
      if name == "index.html" { files["/"] = file }
    }
    self.files = files
  }

  private static var folder: String? { Process.shareFolder.map { "\($0)/colourclock/web" } }

  /// - Parameter known: If-None-Match: the client's tags, some with the prefix `W/`, or `*` (RFC 9110, 13.1.2).
  func response(_ path: String, known: String?) -> Response? {
    guard let file = files[path] else { return nil }
    let tags = known?.split(separator: ",").map { $0.drop { $0 == " " || $0 == "W" || $0 == "/" } } ?? []
    let isKnown = known == "*" || tags.contains { $0 == file.tag }
    var headers = [("ETag", file.tag), ("Cache-Control", "no-cache")]
    if isKnown { return Response(status: 304, headers: headers) }
    headers.append(("Content-Type", file.type))
    return Response(status: 200, headers: headers, body: file.bytes)
  }
}
