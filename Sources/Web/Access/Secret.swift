import CMicrohttpd
import ColourClock

/// Secrets of 256 random bits. They cannot be guessed, so a fast hash of them is safe.
enum Secret {
  /// A new secret of 64 hexadecimal digits.
  static func make() -> String { random(32) }

  /// A new ID of eight hexadecimal digits, which need not be secret.
  static func makeID() -> String { random(4) }

  /// SHA-256 in hexadecimal digits.
  static func hash(_ text: String) -> String { hash(Array(text.utf8)) }

  static func hash(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    guard gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest) == 0 else {
      preconditionFailure("GnuTLS has no SHA-256")
    }
    return digest.map(\.hex).joined()
  }

  /// - Parameter count: the number of random bytes.
  private static func random(_ count: Int) -> String {
    (0..<count).map { _ in UInt8.random(in: 0...UInt8.max).hex }.joined()
  }
}
