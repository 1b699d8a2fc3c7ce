import ControlProtocol
import System

struct Announcement: Hashable {
  var name: String
  let types: [String]
  let port: UInt16
  let text: [String]

  private static let longest = 63

  init(wall: String, port: UInt16, isEncrypted: Bool) {
    // Walls have ASCII names: each character is one byte.
    name = String("Colour Clock \(wall)".prefix(Announcement.longest))
    types = ["_colourclock._tcp", isEncrypted ? "_https._tcp" : "_http._tcp"]
    self.port = port
    text = [
      "path=/", "scheme=\(isEncrypted ? "https" : "http")", "version=\(Release.version)", "name=\(wall)",
    ]
  }

  init?(_ options: Options, port: UInt16) {
    guard options.announces, options.proxy == nil, !options.listen.isLoopback else { return nil }
    self.init(
      wall: options.name ?? HostName.labelOfMachine, port: port, isEncrypted: options.certificate != nil)
  }
}
