import Glibc
import Notation

/// A connection to a clock's control socket (colourclock-control(5)). Neither reading nor writing ever waits.
package final class ClockSocket {
  package let descriptor: Int32

  /// `nil` if no clock listens there.
  package init?(to path: String) {
    var address = sockaddr_un()
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    descriptor = socket(AF_UNIX, Int32(kind), 0)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    if result != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// How many of the bytes could be sent at once; `nil` if the other end is gone.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// What has come, which may be nothing; `nil` at its end.
  package func read() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count > 0 { return Array(chunk[..<count]) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }
}

/// Bytes as they come, taken out line by line.
package struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Where the next line begins, and how far it has been searched for its end.
  private var (start, searched) = (0, 0)

  package init() {}

  package var count: Int { bytes.count - start }

  package mutating func append(_ more: [UInt8]) {
    bytes.removeSubrange(..<start)
    (start, searched) = (0, searched - start)
    bytes += more
  }

  /// The next line that is whole, without its end.
  package mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }
}

/// The clock that is meant where no socket is named: the user's only one, or that on `$DISPLAY`.
package struct UsualClock {
  private let folder: String?
  private var stamps: [System.Stamp?] = []
  /// When sockets came or went last, and when those that are there are tried again, by the uptime.
  private var (changed, next) = (-UsualClock.settling, 0.0)

  /// A clock may need a moment between making its socket and listening.
  private static let settling = 3.0
  private static let rest = 10.0

  package init() { folder = UsualClock.runtimeFolder }

  /// Whether it is worth looking: each look connects to all clocks that there are, and so wakes them.
  package mutating func isWorthALook(at uptime: Double) -> Bool {
    let present = ClockChoice.folders(folder).map { System.Stamp(of: $0) }
    if present != stamps { (stamps, changed) = (present, uptime) }
    guard uptime >= next || uptime - changed < UsualClock.settling else { return false }
    next = uptime + UsualClock.rest
    return true
  }

  /// Where its socket is.
  package func path() throws(System.Failure) -> String {
    do throws(Refusal) {
      return try ClockChoice(options: "--control").path(in: folder, on: System.environment("DISPLAY")) { folder in
        ((try? System.names(in: folder)) ?? []).filter {
          $0.hasSuffix(".sock") && ClockSocket(to: "\(folder)/\($0)") != nil
        }
      }
    } catch { throw System.Failure(reason: error.text) }
  }

  private static var runtimeFolder: String? {
    if let folder = System.environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") { return "\(folder)/colourclock" }
    if let folders = System.environment("RUNTIME_DIRECTORY"), let folder = folders.split(separator: ":").first {
      return String(folder)
    }
    let own = "/run/user/\(geteuid())"
    return System.isFolder(own) ? "\(own)/colourclock" : nil
  }
}
