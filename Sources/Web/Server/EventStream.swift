import CMicrohttpd
import Glibc

/// Server-sent events (HTML standard).
final class EventLog {
  private var frames: [[UInt8]] = []
  private(set) var bytes = 0
  private(set) var first = 0
  /// The prefix of event IDs; the numbers in them begin with 0 in each run.
  private let runID = Secret.makeID()
  private var streams: [EventStream] = []

  /// Limits of the events kept for clients that connect again. One event may be longer than `mostBytes`.
  static let most = 512, mostBytes = 4 << 20
  static let mostStreams = 128
  /// A further stream replaces the oldest: a phone that changes its network leaves a dead stream.
  static let mostOfAccount = 16

  var end: Int { first + frames.count }
  var count: Int { streams.count }

  func frame(_ number: Int) -> [UInt8] { frames[number - first] }

  func append(_ name: String, _ data: String) { append("id: \(runID)-\(end)\nevent: \(name)\ndata: \(data)\n\n") }

  /// A comment keeps connections alive, and finds closed ones.
  func appendComment() { append(":\n\n") }

  private func append(_ text: String) {
    let frame = Array(text.utf8)
    if frames.count >= EventLog.most { drop(EventLog.most / 2) }
    while bytes + frame.count > EventLog.mostBytes, !frames.isEmpty { drop(frames.count / 2 + 1) }
    frames.append(frame)
    bytes += frame.count
    for stream in streams { stream.resume() }
  }

  private func drop(_ count: Int) {
    bytes -= frames.prefix(count).reduce(0) { $0 + $1.count }
    frames.removeFirst(count)
    first += count
  }

  /// Begins after the event `id`, or with the next new event if `id` is unknown or later events were dropped.
  func stream(after id: String?, for account: String) -> EventStream? {
    let own = streams.filter { $0.account == account && !$0.isCut }
    if own.count >= EventLog.mostOfAccount { own.first?.cut() }
    guard streams.count < EventLog.mostStreams else { return nil }
    var start = end
    if let id, let dash = id.lastIndex(of: "-"), id[..<dash] == runID, let number = Int(id[dash...].dropFirst()),
      number >= first - 1, number < end
    {
      start = number + 1
    }
    let stream = EventStream(self, from: start, for: account)
    streams.append(stream)
    return stream
  }

  fileprivate func remove(_ stream: EventStream) { streams.removeAll { $0 === stream } }

  func finish() { for stream in streams { stream.finish() } }

  func cut(where isOver: (EventStream) -> Bool) { for stream in streams where isOver(stream) { stream.cut() } }
}

final class EventStream {
  /// The session or token that opened the stream.
  let account: String
  private let log: EventLog
  /// The next event, and how many of its bytes are sent.
  private var (next, offset) = (0, 0)
  /// After a lost connection, clients wait 1 s.
  private var head = Array("retry: 1000\n\n".utf8)[...]
  private var connection: OpaquePointer?
  private var isSuspended = false
  private var isOver = false
  private(set) var isCut = false

  init(_ log: EventLog, from start: Int, for account: String) { (self.log, next, self.account) = (log, start, account) }

  /// The response retains the stream until the connection ends.
  func makeResponse(on connection: OpaquePointer) -> OpaquePointer? {
    self.connection = connection
    let context = Unmanaged.passRetained(self).toOpaque()
    return MHD_create_response_from_callback(UInt64.max, 4096, read, context, release)
  }

  func resume() {
    guard isSuspended, let connection else { return }
    isSuspended = false
    MHD_resume_connection(connection)
  }

  func finish() {
    isOver = true
    resume()
  }

  func cut() {
    isCut = true
    resume()
  }

  /// Returns 0 after suspending the connection, and `nil` at the stream's end.
  fileprivate func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard !isCut else { return nil }
    var count = 0
    while count < buffer.count {
      if !head.isEmpty {
        let part = head.prefix(buffer.count - count)
        buffer[count...].copyBytes(from: part)
        head = head.dropFirst(part.count)
        count += part.count
      } else if next < log.first {
        // The client is too slow, and its next event is gone.
        return count > 0 ? count : nil
      } else if next < log.end {
        let part = log.frame(next)[offset...].prefix(buffer.count - count)
        buffer[count...].copyBytes(from: part)
        (count, offset) = (count + part.count, offset + part.count)
        if offset == log.frame(next).count { (next, offset) = (next + 1, 0) }
      } else {
        break
      }
    }
    if count > 0 { return count }
    if isOver { return nil }
    isSuspended = true
    if let connection { MHD_suspend_connection(connection) }
    return 0
  }

  fileprivate func leave() {
    (connection, isSuspended) = (nil, false)
    log.remove(self)
  }
}

private let read: MHD_ContentReaderCallback = { context, _, buffer, most in
  guard let context, let buffer else { return -1 }
  let stream = Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
  return stream.fill(UnsafeMutableRawBufferPointer(start: buffer, count: most)) ?? -1
}

private let release: MHD_ContentReaderFreeCallback = { context in
  guard let context else { return }
  let stream = Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue()
  stream.leave()
}
