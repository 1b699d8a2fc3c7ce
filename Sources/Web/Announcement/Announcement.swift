import ControlProtocol
import System

/// DNS-SD (RFC 6763), with several types.
struct Announcement: Hashable {
  var name: String
  let types: [String]
  let port: UInt16
  /// The TXT record: `key=value`.
  let text: [String]

  /// A DNS label, in bytes.
  private static let longest = 63

  init(wall: String, port: UInt16, isEncrypted: Bool) {
    // Names of walls are ASCII: each character is one byte.
    name = String("Colour Clock \(wall)".prefix(Announcement.longest))
    types = ["_colourclock._tcp", isEncrypted ? "_https._tcp" : "_http._tcp"]
    self.port = port
    text = [
      "path=/", "scheme=\(isEncrypted ? "https" : "http")", "version=\(Release.version)", "name=\(wall)",
    ]
  }

  /// `nil` if forbidden, if only this machine can reach the server, or if phones use a proxy.
  init?(_ options: Options, port: UInt16) {
    guard options.announces, options.proxy == nil, !options.listen.isLoopback else { return nil }
    let host = HostName.ofMachine
    let label = host.split(separator: ".").first.map(String.init) ?? host
    self.init(wall: options.name ?? label, port: port, isEncrypted: options.certificate != nil)
  }
}
