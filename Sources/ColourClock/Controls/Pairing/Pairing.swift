/// The wall's side of pairing: a companion such as colourclock-web lets phones in that give a code, and the wall shows
/// the code. Codes, sessions and their checks are the companion's; the wall keeps what it has to show.
package struct Pairing: Hashable, Sendable {
  /// Whether a companion that pairs is connected.
  package internal(set) var isOffered = false
  /// The card on the wall; `nil` while there is none.
  package internal(set) var card: Card?
  /// The devices that are paired, as the companion has told.
  package internal(set) var devices: [PairedDevice] = []

  /// What a phone needs: shown until its time is over, a phone has used it, or a viewer dismisses it.
  package struct Card: Hashable, Sendable {
    /// Six figures.
    package let code: String
    /// The address that the QR code holds, without the code: for people who type it.
    package let address: String
    package let modules: QRModules
    /// The uptime at which the code is no longer taken.
    package let end: Duration
  }
}

/// A device that may operate the wall.
package struct PairedDevice: Hashable, Sendable, Encodable {
  package let id: String
  package let name: String
  /// When it was paired, by ISO 8601.
  package let since: String

  /// So many are taken over from a companion.
  package static let most = 64
  /// In characters.
  private static let longest = 64

  /// - Returns: `nil` if a part holds nothing that can be shown.
  package init?(id: String, name: String, since: String) {
    guard let id = Feed.line(of: id, longest: PairedDevice.longest),
      let name = Feed.line(of: name, longest: PairedDevice.longest),
      let since = Feed.line(of: since, longest: PairedDevice.longest)
    else { return nil }
    (self.id, self.name, self.since) = (id, name, since)
  }
}

/// What the pairing card shows, before its time is counted.
package struct PairingOffer: Hashable, Sendable {
  package let code: String
  package let address: String
  package let modules: QRModules
  package let span: Duration

  /// How long a card may stay.
  package static let spans = Duration.seconds(1)...Duration.seconds(600)
  /// In characters: a longer one is no line to be typed.
  private static let longestAddress = 200

  /// - Throws: what is wrong with it.
  package init(code: String, address: String, modules: QRModules, span: Duration) throws(Refusal) {
    guard code.utf8.count == 6, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Refusal("a code has six figures")
    }
    guard address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      (1...PairingOffer.longestAddress) ~= address.utf8.count
    else { throw Refusal("an address is plain ASCII of 200 characters at the most") }
    guard PairingOffer.spans.contains(span) else { throw Refusal("a code is shown for 1 to 600 seconds") }
    (self.code, self.address, self.modules, self.span) = (code, address, modules, span)
  }
}

/// The dark and light modules of a QR code (ISO/IEC 18004), without its quiet zone.
package struct QRModules: Hashable, Sendable {
  /// Modules on a side: 21 for version 1, 4 more for each further one.
  package let side: Int
  private let dark: [Bool]

  /// Up to version 10: a longer address would have modules too small for a phone across the room.
  private static let sides = 21...57

  /// - Parameter rows: from the top; `1` is dark and `0` light.
  package init(rows: [String]) throws(Refusal) {
    side = rows.count
    guard QRModules.sides.contains(side), side % 4 == 1 else {
      throw Refusal("a QR code has 21, 25 … 57 rows here")
    }
    guard rows.allSatisfy({ [side] row in row.utf8.count == side && row.utf8.allSatisfy { $0 == 0x30 || $0 == 0x31 } })
    else { throw Refusal("a row of a QR code is as many 0 and 1 as there are rows") }
    dark = rows.flatMap { $0.utf8.map { $0 == 0x31 } }
  }

  /// Whether a module is dark. Places outside are light: they are the quiet zone.
  package func isDark(column: Int, row: Int) -> Bool {
    (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
  }
}

/// What the wall asks of the companion that pairs.
package enum PairingRequest: Hashable, Sendable {
  /// Make a code and show it.
  case begin
  /// The card was dismissed: its code is void.
  case cancel
  /// End the session of this ID.
  case revoke(String)
}
