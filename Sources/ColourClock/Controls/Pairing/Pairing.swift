/// A companion program, such as colourclock-web, makes a code. A phone that enters the code may operate the wall.
package struct Pairing: Hashable, Sendable {
  /// True while a companion is connected.
  package internal(set) var isOffered = false
  package internal(set) var card: Card?
  package internal(set) var devices: [PairedDevice] = []

  package struct Card: Hashable, Sendable {
    package let code: String
    /// The address that the user types.
    package let address: String
    package let modules: QRModules
    /// The uptime at which the code expires.
    package let end: Duration
  }
}

package struct PairedDevice: Hashable, Sendable, Encodable {
  package let id: String
  package let name: String
  /// The time of pairing, in ISO 8601.
  package let since: String

  /// Each phone has a session, every other program has a token.
  package static let mostSessions = 64, mostTokens = 32
  package static let most = mostSessions + mostTokens
  private static let longest = 64

  package init?(id: String, name: String, since: String) {
    guard let id = Feed.line(of: id, longest: PairedDevice.longest),
      let name = Feed.line(of: name, longest: PairedDevice.longest),
      let since = Feed.line(of: since, longest: PairedDevice.longest)
    else { return nil }
    (self.id, self.name, self.since) = (id, name, since)
  }
}

/// A companion's request to show a code for `span`.
package struct PairingOffer: Hashable, Sendable {
  package let code: String
  package let address: String
  package let modules: QRModules
  package let span: Duration

  package static let spans = Duration.seconds(1)...Duration.seconds(600)
  private static let longestAddress = 200

  package init(code: String, address: String, modules: QRModules, span: Duration) throws(Refusal) {
    guard code.utf8.count == 6, code.isAllDigits else { throw Refusal("a code has six digits") }
    guard address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      (1...PairingOffer.longestAddress) ~= address.utf8.count
    else { throw Refusal("an address has 1 to 200 ASCII characters and no space") }
    guard PairingOffer.spans.contains(span) else { throw Refusal("a code is shown for 1 to 600 seconds") }
    (self.code, self.address, self.modules, self.span) = (code, address, modules, span)
  }
}

/// A QR code (ISO/IEC 18004) without the quiet zone.
package struct QRModules: Hashable, Sendable {
  /// The modules in a row: 21 for version 1, 4 more for each higher version.
  package let side: Int
  private let dark: [Bool]

  /// Versions 1 to 10; modules of higher versions are too small across a room.
  private static let sides = 21...57

  /// - Parameter rows: the rows from the top; `1` is a dark module.
  package init(rows: [String]) throws(Refusal) {
    side = rows.count
    guard QRModules.sides.contains(side), side % 4 == 1 else {
      throw Refusal("a QR code has 21, 25, 29 … or 57 rows")
    }
    guard rows.allSatisfy({ [side] in $0.utf8.count == side && $0.allSatisfy("01".contains) }) else {
      throw Refusal("each row of a QR code has as many digits, 0 or 1, as there are rows")
    }
    dark = rows.flatMap { $0.map { $0 == "1" } }
  }

  package func isDark(column: Int, row: Int) -> Bool {
    (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
  }
}

/// A request to the companion.
package enum PairingRequest: Hashable, Sendable {
  case begin
  case cancel
  case revoke(String)
}
