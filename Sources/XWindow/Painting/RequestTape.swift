internal import CX11

/// Requests as Xlib has made them, kept in pieces that can be sent later in their order.
struct RequestTape {
  private var bytes: [UInt8] = []
  /// Of each piece, where it ends and how many requests it has.
  private var pieces: [(end: Int, requests: Int)] = []
  /// How many pieces have been sent.
  private(set) var played = 0

  var count: Int { pieces.count }

  fileprivate mutating func append(_ piece: UnsafeRawBufferPointer, requests: Int) {
    bytes += piece
    pieces.append((bytes.count, requests))
  }

  /// Hands on the next piece: whether it was sent; `nil` if there is no other one.
  fileprivate mutating func next(_ send: (UnsafeRawBufferPointer, Int) -> Bool) -> Bool? {
    guard played < pieces.count else { return nil }
    let piece = pieces[played]
    let start = played == 0 ? 0 : pieces[played - 1].end
    played += 1
    return bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[start..<piece.end]), piece.requests) }
  }
}

/// The beginning of Xlib's own record of a connection, as Xlib.h declares it for its macros (`_XPrivDisplay`), which
/// Swift does not take over. Programs are compiled with it, so it does not change.
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
  /// The number of the last request.
  var request: UInt
  /// The last request, and the buffer that it was written into: from where, up to where, and how far it reaches.
  var last: UnsafeRawPointer
  let buffer: UnsafeRawPointer
  var end: UnsafeRawPointer
  let limit: UnsafeRawPointer

  /// Whether nothing is in the buffer, which is as large as Xlib makes it.
  var isEmpty: Bool { end == buffer && limit - buffer >= 16_000 }
}

extension Display {
  /// Adds to `tape` the requests that `body` makes, instead of sending them: whether all of them were still there to be
  /// taken back.
  ///
  /// Xlib writes requests into a buffer, which Xlib.h shows to its macros; libxcb hears of them when the buffer is
  /// sent. What `body` asks for must fit into it, 16 kB as Xlib makes it, and wait for no reply.
  func record(to tape: inout RequestTape, _ body: () -> Void) -> Bool {
    send()
    // Long before Xlib would ask by itself, amid what is recorded.
    if XNextRequest(pointer) - XLastKnownRequestProcessed(pointer) > 30_000 { waitUntilDone() }
    // It takes the socket, and so begins with an empty buffer.
    let first = XNextRequest(pointer)
    let own = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: DisplayFields.self)
    let before = own.pointee
    guard before.isEmpty, before.fd == XConnectionNumber(pointer), before.request + 1 == first else { return false }
    body()
    let requests = Int(XNextRequest(pointer) - first)
    let piece = UnsafeRawBufferPointer(start: before.buffer, count: own.pointee.end - before.buffer)
    guard Display.count(of: piece) == requests else { return false }
    tape.append(piece, requests: requests)
    (own.pointee.request, own.pointee.last, own.pointee.end) = (before.request, before.last, before.buffer)
    return true
  }

  /// Sends the next piece: whether there was anything in it; `nil` if there is no other one.
  func play(_ tape: inout RequestTape) -> Bool? {
    tape.next { piece, requests in
      // libxcb gives up a connection that takes no bytes where there are none.
      if piece.isEmpty { return false }
      var sent: UInt64 = 0
      _ = xcb_take_socket(connection, { _ in }, nil, 0, &sent)
      var vector = iovec(iov_base: UnsafeMutableRawPointer(mutating: piece.baseAddress), iov_len: piece.count)
      _ = xcb_writev(connection, &vector, 1, UInt64(requests))
      return true
    }
  }

  /// How many requests there are, by their lengths, in words behind the code of each.
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
