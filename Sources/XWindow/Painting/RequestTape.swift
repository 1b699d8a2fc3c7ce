internal import CX11

/// Recorded X requests of coming frames, which a tick only needs to send.
struct RequestTape {
  private var bytes: [UInt8] = []
  private var pieces: [(end: Int, requests: Int)] = []
  private(set) var played = 0

  var count: Int { pieces.count }

  fileprivate mutating func append(_ piece: UnsafeRawBufferPointer, requests: Int) {
    bytes += piece
    pieces.append((bytes.count, requests))
  }

  fileprivate mutating func next(_ send: (UnsafeRawBufferPointer, Int) -> Bool) -> Bool? {
    guard played < pieces.count else { return nil }
    let piece = pieces[played]
    let start = played == 0 ? 0 : pieces[played - 1].end
    played += 1
    return bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[start..<piece.end]), piece.requests) }
  }
}

/// The first fields of `_XPrivDisplay`, which Swift does not import. Macros of Xlib.h make them part of its ABI.
private struct DisplayFields {
  let extensions, private1: UnsafeRawPointer?
  let fd, private2, majorVersion, minorVersion: Int32
  let vendor: UnsafeRawPointer?
  let private3, private4, private5: UInt
  let private6: Int32
  let allocator: UnsafeRawPointer?
  let byteOrder, bitmapUnit, bitmapPad, bitmapBitOrder, formatCount: Int32
  let formats: UnsafeRawPointer?
  let private8, release: Int32
  let private9, private10: UnsafeRawPointer?
  let queueLength: Int32
  let lastRead: UInt
  var request: UInt
  var last: UnsafeRawPointer
  let buffer: UnsafeRawPointer
  var end: UnsafeRawPointer
  let limit: UnsafeRawPointer

  var isReadyToRecord: Bool { end == buffer && limit - buffer >= 16_000 }
}

extension Display {
  /// The requests of `body` must fit into Xlib's buffer (16 kB), and need no reply.
  /// - Returns: false if nothing was recorded. If the requests did not fit, Xlib has sent some of them.
  func record(to tape: inout RequestTape, _ body: () -> Void) -> Bool {
    send()
    // Near 65,536 unanswered requests, Xlib waits for the server. It must not do so in `body`.
    if XNextRequest(pointer) - XLastKnownRequestProcessed(pointer) > 30_000 { waitUntilDone() }
    // XNextRequest takes the socket back from libxcb; Xlib's buffer is then empty.
    let first = XNextRequest(pointer)
    let fields = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: DisplayFields.self)
    let before = fields.pointee
    guard before.isReadyToRecord, before.fd == XConnectionNumber(pointer), before.request + 1 == first else {
      return false
    }
    body()
    let requests = Int(XNextRequest(pointer) - first)
    let piece = UnsafeRawBufferPointer(start: before.buffer, count: fields.pointee.end - before.buffer)
    guard Display.count(of: piece) == requests else { return false }
    tape.append(piece, requests: requests)
    (fields.pointee.request, fields.pointee.last, fields.pointee.end) = (before.request, before.last, before.buffer)
    return true
  }

  /// Returns false if the piece is empty, `nil` after the last one.
  func play(_ tape: inout RequestTape) -> Bool? {
    tape.next { piece, requests in
      // libxcb would close the connection after an empty write.
      if piece.isEmpty { return false }
      var sent: UInt64 = 0
      _ = xcb_take_socket(connection, { _ in }, nil, 0, &sent)
      var vector = iovec(iov_base: UnsafeMutableRawPointer(mutating: piece.baseAddress), iov_len: piece.count)
      _ = xcb_writev(connection, &vector, 1, UInt64(requests))
      return true
    }
  }

  private static func count(of requests: UnsafeRawBufferPointer) -> Int? {
    var (count, place) = (0, 0)
    while place + 4 <= requests.count {
      let words = Int(requests.loadUnaligned(fromByteOffset: place + 2, as: UInt16.self))
      guard words > 0 else { return nil }
      (count, place) = (count + 1, place + 4 * words)
    }
    return place == requests.count ? count : nil
  }
}
