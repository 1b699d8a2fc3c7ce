import CMicrohttpd

/// 256 random bits, for which a fast hash is safe.
enum Secret {
  /// 64 hexadecimal digits.
  static func make() -> String { hexadecimal((0..<32).map { _ in UInt8.random(in: 0...UInt8.max) }) }

  /// Short, and not secret.
  static func makeID() -> String { hexadecimal((0..<4).map { _ in UInt8.random(in: 0...UInt8.max) }) }

  /// SHA-256 in hexadecimal digits.
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
