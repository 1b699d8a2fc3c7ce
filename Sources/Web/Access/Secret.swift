import CMicrohttpd
import ColourClock

/// A secret has 256 random bits, so a fast hash is safe.
enum Secret {
  static func make() -> String { random(32) }

  static func makeID() -> String { random(4) }

  static func hash(_ text: String) -> String { hash(Array(text.utf8)) }

  static func hash(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    guard gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest) == 0 else {
      preconditionFailure("GnuTLS has no SHA-256")
    }
    return digest.map(\.hex).joined()
  }

  private static func random(_ count: Int) -> String {
    (0..<count).map { _ in UInt8.random(in: 0...UInt8.max).hex }.joined()
  }
}
