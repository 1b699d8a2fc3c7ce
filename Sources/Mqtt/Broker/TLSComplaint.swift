import Glibc

/// What is wrong with a broker's certificate, in words. libmosquitto only logs OpenSSL's numbers, while the connection still
/// knows more.
final class TLSComplaint {
  private(set) var text: String?

  /// Takes a line of libmosquitto's log.
  func hear(_ line: String, _ connection: UnsafeMutableRawPointer?) {
    if line.contains("certificate verify failed") {
      text =
        TLSComplaint.reason(connection).map { "its certificate does not count: \($0)" }
        ?? "its certificate does not count: it is another host's"
    } else if line.hasPrefix("OpenSSL Error"), text == nil {
      let reason = line.split(separator: ":").last.map(String.init) ?? line
      text = "TLS fails: \(reason)"
    } else if line.hasPrefix("Error: Unable to load CA") {
      text = "there is no certificate in the file of '--ca'"
    } else if line.hasPrefix("Error: Unable to load") {
      text = "certificate or key cannot be used"
    }
  }

  /// What OpenSSL has found; `nil` if it has found nothing, but libmosquitto has, which compares the host's name.
  /// The two functions are in the library that libmosquitto has brought with it: to link it would need its own headers and its
  /// version.
  private static func reason(_ connection: UnsafeMutableRawPointer?) -> String? {
    typealias Result = @convention(c) (UnsafeMutableRawPointer) -> Int
    typealias Words = @convention(c) (Int) -> UnsafePointer<CChar>?
    guard let connection, let result = dlsym(nil, "SSL_get_verify_result"),
      let words = dlsym(nil, "X509_verify_cert_error_string")
    else { return nil }
    let code = unsafeBitCast(result, to: Result.self)(connection)
    // 0 is X509_V_OK, 1 X509_V_ERR_UNSPECIFIED.
    guard code > 1 else { return nil }
    return unsafeBitCast(words, to: Words.self)(code).map { String(cString: $0) }
  }
}
