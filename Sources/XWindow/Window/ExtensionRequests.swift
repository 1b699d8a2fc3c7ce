internal import CX11

struct ExtensionRequests {
  let opcode: Int32
  private let connection: OpaquePointer

  /// Waits for a reply; `nil` if the server lacks the extension.
  init?(_ name: String, on display: OpaquePointer) {
    var (opcode, events, errors): (Int32, Int32, Int32) = (0, 0, 0)
    guard XQueryExtension(display, name, &opcode, &events, &errors) != 0 else { return nil }
    (self.opcode, connection) = (opcode, XGetXCBConnection(display))
  }

  static func bytes<Value: BitwiseCopyable>(of value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { [UInt8]($0) }
  }

  func reply(to request: [UInt8]) -> [UInt8]? {
    guard let reply = xcb_wait_for_reply(connection, send(request, isVoid: false), nil) else { return nil }
    defer { free(reply) }
    let length = reply.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    return [UInt8](UnsafeRawBufferPointer(start: reply, count: 32 + 4 * Int(length)))
  }

  func attempt(_ request: [UInt8]) { _ = isAccepted(post(request)) }

  /// Queues a request without a reply. The minor opcode is byte 1; libxcb fills in opcode and length. Pass the result
  /// to `isAccepted` once.
  func post(_ request: [UInt8]) -> UInt32 { send(request, isVoid: true) }

  /// Waits for the server.
  func isAccepted(_ number: UInt32) -> Bool {
    let error = xcb_request_check(connection, xcb_void_cookie_t(sequence: number))
    defer { free(error) }
    return error == nil
  }

  private func send(_ request: [UInt8], isVoid: Bool) -> UInt32 {
    var (request, head) = (request, xcb_protocol_request_t())
    (head.count, head.opcode, head.isvoid) = (1, UInt8(opcode), isVoid ? 1 : 0)
    return request.withUnsafeMutableBytes { body in
      // xcb_send_request needs two free elements before the request.
      var parts = [iovec(), iovec(), iovec(iov_base: body.baseAddress, iov_len: body.count)]
      return parts.withUnsafeMutableBufferPointer { parts in
        guard let first = parts.baseAddress else { return 0 }
        return xcb_send_request(connection, Int32(XCB_REQUEST_CHECKED.rawValue), first + 2, &head)
      }
    }
  }
}
