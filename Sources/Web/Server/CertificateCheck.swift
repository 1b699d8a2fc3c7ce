import CMicrohttpd
import ColourClock
import CompanionSupport

/// Tells why the HTTP library would refuse a certificate or key.
enum CertificateCheck {
  /// The first certificate's validity.
  /// - Parameter chain: certificates in PEM.
  static func span(of chain: [UInt8]) throws(Refusal) -> ClosedRange<Timestamp> {
    var certificate: gnutls_x509_crt_t?
    try check(gnutls_x509_crt_init(&certificate))
    defer { gnutls_x509_crt_deinit(certificate) }
    var chain = chain
    try check(withDatum(&chain) { gnutls_x509_crt_import(certificate, &$0, GNUTLS_X509_FMT_PEM) })
    let start = gnutls_x509_crt_get_activation_time(certificate)
    let end = gnutls_x509_crt_get_expiration_time(certificate)
    // Without an expiration, a certificate ends with the year 9999 (RFC 5280, 4.1.2.5).
    return Timestamp(clampingSeconds: Int64(start))...Timestamp(clampingSeconds: Int64(max(start, end)))
  }

  /// Returns `nil` if the server can use the key.
  /// - Parameter key: a key in PEM, without a password.
  static func problem(of key: [UInt8], for chain: [UInt8]) -> String? {
    var credentials: gnutls_certificate_credentials_t?
    var (key, chain) = (key, chain)
    do throws(Refusal) {
      try check(gnutls_certificate_allocate_credentials(&credentials))
      defer { gnutls_certificate_free_credentials(credentials) }
      try check(
        withDatum(&chain) { chain in
          withDatum(&key) { gnutls_certificate_set_x509_key_mem(credentials, &chain, &$0, GNUTLS_X509_FMT_PEM) }
        })
    } catch { return error.text }
    return nil
  }

  private static func withDatum(_ bytes: inout [UInt8], _ body: (inout gnutls_datum_t) -> Int32) -> Int32 {
    bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return body(&datum)
    }
  }

  private static func check(_ status: Int32) throws(Refusal) {
    guard status < 0 else { return }
    let reason = gnutls_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    throw Refusal(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
  }
}
