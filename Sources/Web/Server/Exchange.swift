import CMicrohttpd

final class Exchange {
  let method: String
  /// The decoded path, without the query.
  let path: String
  private(set) var body: [UInt8] = []
  var caller: Caller?
  private let connection: OpaquePointer
  fileprivate(set) var response: Response?
  fileprivate(set) var isAnswered = false
  fileprivate var isWaiting = false

  static let longestBody = 65_536

  init(_ connection: OpaquePointer, method: String, path: String) {
    (self.connection, self.method, self.path) = (connection, method, path)
  }

  func header(_ name: String) -> String? { value(.HEADER_KIND, name) }
  func cookie(_ name: String) -> String? { value(.COOKIE_KIND, name) }

  private func value(_ kind: MHD_ValueKind, _ name: String) -> String? {
    MHD_lookup_connection_value(connection, kind, name).flatMap { String(validatingCString: $0) }
  }

  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= Exchange.longestBody else { return false }
    body += bytes
    return true
  }

  /// A second answer is dropped.
  func answer(_ response: Response) {
    guard !isAnswered else { return }
    (self.response, isAnswered) = (response, true)
    guard isWaiting else { return }
    isWaiting = false
    _ = send()
    MHD_resume_connection(connection)
  }
}

extension Exchange {
  func send() -> MHD_Result {
    guard let response else { return .NO }
    self.response = nil
    let made =
      response.stream.map { $0.makeResponse(on: connection) }
      ?? response.body.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    let hasOwnCaching = response.headers.contains { $0.0 == "Cache-Control" }
    let caching = hasOwnCaching ? [] : [("Cache-Control", "no-store")]
    for (name, value) in Response.common + caching + response.headers { MHD_add_response_header(made, name, value) }
    return MHD_queue_response(connection, response.status, made)
  }

  /// Only the library's handler may call this.
  func suspend() {
    isWaiting = true
    MHD_suspend_connection(connection)
  }
}
