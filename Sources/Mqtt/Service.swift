import Companion
import Glibc

/// The service manager, if one has started the program: systemd's protocol (sd_notify(3)).
final class Service {
  private let path = System.environment("NOTIFY_SOCKET")
  private var last = ""

  func ready() { send("READY=1") }
  func stopping() { send("STOPPING=1") }

  /// In a line what `systemctl status` shows.
  func report(_ status: String) {
    guard status != last else { return }
    last = status
    send("STATUS=\(status)")
  }

  private func send(_ text: String) {
    guard let path else { return }
    var address = sockaddr_un()
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: bytes)
      // Linux's names without a file begin with a zero.
      if bytes.first == UInt8(ascii: "@") { $0[0] = 0 }
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(descriptor, text, text.utf8.count, Int32(Int(MSG_NOSIGNAL) | Int(MSG_DONTWAIT)), address, size)
      }
    }
  }
}
