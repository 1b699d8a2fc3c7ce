internal import CX11

/// The server's resources for this client (X Resource 1.0).
package struct ServerResources: Hashable, Sendable {
  /// Counts by type, such as `PIXMAP` or `GC`.
  package let counts: [String: Int]
  package let pixmapBytes: Int

  private enum Request: UInt8 {
    case clientResources = 2
    case clientPixmapBytes = 3
  }

  /// Waits for replies; `nil` if the server lacks or refuses the extension.
  package init?(of display: Display) {
    guard let requests = ExtensionRequests("X-Resource", on: display.pointer),
      let resources = requests.reply(to: ServerResources.bytes(.clientResources, requests, display)),
      let pixmaps = requests.reply(to: ServerResources.bytes(.clientPixmapBytes, requests, display))
    else { return nil }
    self.init(resources: resources, pixmaps: pixmaps, name: display.name)
  }

  init(resources: [UInt8], pixmaps: [UInt8], name: (Atom) -> String?) {
    var counts: [String: Int] = [:]
    // The reply has 32 bytes, then eight for each type.
    let most = max(0, resources.count - 32) / 8
    for index in 0..<min(most, Int(ServerResources.word(2, of: resources))) {
      let (atom, count) = (
        ServerResources.word(8 + 2 * index, of: resources), ServerResources.word(9 + 2 * index, of: resources)
      )
      guard count > 0, let name = name(UInt(atom)) else { continue }
      counts[name, default: 0] += Int(count)
    }
    self.counts = counts
    let (low, high) = (ServerResources.word(2, of: pixmaps), ServerResources.word(3, of: pixmaps))
    pixmapBytes = Int(clamping: UInt64(low) | UInt64(high) << 32)
  }

  /// Any resource ID identifies its client.
  private static func bytes(_ request: Request, _ requests: ExtensionRequests, _ display: Display) -> [UInt8] {
    let head = [UInt8(truncatingIfNeeded: requests.opcode), request.rawValue]
    return head + ExtensionRequests.bytes(of: UInt16(2)) + ExtensionRequests.bytes(of: display.resourceIDBase)
  }

  private static func word(_ index: Int, of reply: [UInt8]) -> UInt32 {
    guard 4 * index + 4 <= reply.count else { return 0 }
    return reply.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self) }
  }
}

extension Display {
  fileprivate var resourceIDBase: UInt32 {
    let setup = xcb_get_setup(XGetXCBConnection(pointer))
    return setup?.pointee.resource_id_base ?? 0
  }
}
