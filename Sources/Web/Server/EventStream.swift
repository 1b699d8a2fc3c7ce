import CMicrohttpd
import Glibc

/// The last events of the wall, as they are sent (Server-Sent Events of the HTML standard): each is written once for
/// all who hear it.
final class EventLog {
  private var frames: [[UInt8]] = []
  /// The number of the first one.
  private(set) var first = 0
  /// Tells the events of this run from those of another, which begin again with 0.
  private let run = String(UInt32.random(in: 0...UInt32.max), radix: 16)
  private var streams: [ObjectIdentifier: EventStream] = [:]

  /// Of events that are kept for those who come back.
  static let most = 512
  static let mostStreams = 128

  /// The number of the next event.
  var end: Int { first + frames.count }
  var count: Int { streams.count }

  func frame(_ number: Int) -> [UInt8] { frames[number - first] }

  /// Sends an event to all who hear.
  func append(_ name: String, _ data: String) { append("id: \(run)-\(end)\nevent: \(name)\ndata: \(data)\n\n") }

  /// Keeps connections alive, and finds those that are gone.
  func appendComment() { append(":\n\n") }

  private func append(_ text: String) {
    if frames.count >= EventLog.most {
      frames.removeFirst(EventLog.most / 2)
      first += EventLog.most / 2
    }
    frames.append(Array(text.utf8))
    for stream in streams.values { stream.resume() }
  }

  /// A stream that begins after the event of this ID, if that is still known.
  func stream(after id: String?) -> EventStream? {
    guard streams.count < EventLog.mostStreams else { return nil }
    var start = end
    if let id, let dash = id.lastIndex(of: "-"), id[..<dash] == run, let number = Int(id[dash...].dropFirst()),
      number >= first - 1, number < end
    {
      start = number + 1
    }
    let stream = EventStream(self, from: start)
    streams[ObjectIdentifier(stream)] = stream
    return stream
  }

  fileprivate func remove(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = nil }

  /// Ends the streams for which `isOver` is true.
  func end(where isOver: (EventStream) -> Bool = { _ in true }) {
    for stream in streams.values where isOver(stream) { stream.finish() }
  }
}

/// One who hears events: a place in the log, so that 100 of them need no more memory than one.
final class EventStream {
  /// The session that it belongs to: the stream ends with it.
  var account = ""
  private let log: EventLog
  /// The next event, and how many bytes of it are sent.
  private var (next, offset) = (0, 0)
  private var head = Array("retry: 1000\n\n".utf8)[...]
  private var connection: OpaquePointer?
  private var isSuspended = false
  private var isOver = false

  init(_ log: EventLog, from start: Int) { (self.log, next) = (log, start) }

  /// The library holds the stream until the connection ends.
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

  /// Ends it after what it has still to be told.
  func finish() {
    isOver = true
    resume()
  }

  /// - Returns: how many bytes were filled in; `nil` for the end.
  fileprivate func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var count = 0
    while count < buffer.count {
      if !head.isEmpty {
        let part = head.prefix(buffer.count - count)
        buffer[count...].copyBytes(from: part)
        head = head.dropFirst(part.count)
        count += part.count
      } else if next < log.first {
        // It was too slow: it comes back, and asks how the wall is.
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
