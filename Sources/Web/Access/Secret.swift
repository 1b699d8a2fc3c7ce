import CMicrohttpd

/// Secrets of sessions and tokens: 256 random bits, stored as a hash. For so many random bits a fast hash is safe.
enum Secret {
  /// A random secret of 64 hexadecimal digits.
  static func make() -> String { hexadecimal((0..<32).map { _ in UInt8.random(in: 0...UInt8.max) }) }

  /// A short ID of a session or token. It is not secret.
  static func makeID() -> String { hexadecimal((0..<4).map { _ in UInt8.random(in: 0...UInt8.max) }) }

  /// The SHA-256 hash, in hexadecimal digits.
  static func hash(_ text: String) -> String { hash(Array(text.utf8)) }

  static func hash(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    guard gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest) == 0 else {
      preconditionFailure("GnuTLS has no SHA-256")
    }
    return hexadecimal(digest)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
