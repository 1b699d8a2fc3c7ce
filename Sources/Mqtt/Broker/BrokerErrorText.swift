import CMosquitto
import Glibc

enum BrokerErrorText {
  /// Reason codes from 128 on are errors (MQTT 5, 2.4).
  static let denial: Int32 = 128

  static let protocolError = "protocol error"

  private static let closed = "it has closed the connection"

  static func reason(_ code: Int32) -> String {
    mosquitto_reason_string(code).map { String(cString: $0).lowercasedFirst } ?? "\(code)"
  }

  static func refusal(_ code: Int32, isVersion5: Bool, hasCredentials: Bool) -> (
    reason: String, isVersionUnsupported: Bool
  ) {
    let isOfVersion5 = isVersion5 && code > 5 || code >= denial
    let words = isOfVersion5 ? mosquitto_reason_string(code) : mosquitto_connack_string(code)
    let reason = words.map { String(cString: $0).lowercasedFirst } ?? "\(code)"
    let isIdentity = [4, 5, 134, 135].contains(code)
    let identity = hasCredentials ? "user name or password is wrong" : "it asks for a user name: give '--credentials'"
    // MQTT 5 brokers may answer older clients with MQTT 5 codes (MQTT 5, 3.1.2.2).
    let isVersionUnsupported = code == 132 || !isVersion5 && code == 1
    return (isIdentity ? "\(identity) (\(reason))" : reason, isVersionUnsupported)
  }

  static func problem(_ result: Int32, _ code: Int32, _ complaint: String?, _ host: String) -> String {
    if let complaint { return complaint }
    return switch result {
    case Int32(MOSQ_ERR_EAI.rawValue): "unknown host name: \(host)"
    // After the library has closed the connection, `errno` is lost.
    case Int32(MOSQ_ERR_ERRNO.rawValue) where code != 0: String(cString: strerror(code)).lowercasedFirst
    case Int32(MOSQ_ERR_ERRNO.rawValue), Int32(MOSQ_ERR_CONN_LOST.rawValue), Int32(MOSQ_ERR_SUCCESS.rawValue): closed
    case Int32(MOSQ_ERR_PROTOCOL.rawValue), Int32(MOSQ_ERR_MALFORMED_PACKET.rawValue),
      Int32(MOSQ_ERR_MALFORMED_UTF8.rawValue), Int32(MOSQ_ERR_OVERSIZE_PACKET.rawValue):
      protocolError
    case Int32(MOSQ_ERR_NOMEM.rawValue): "\(protocolError): a packet is too large"
    default: String(cString: mosquitto_strerror(result)).lowercasedFirst
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension mqtt5_property {
  var number: Int32 { Int32(rawValue) }
}

/// Asks OpenSSL why TLS failed, while the connection exists: libmosquitto logs only error numbers.
final class TLSComplaint {
  private(set) var text: String?

  func receive(_ line: String, _ connection: UnsafeMutableRawPointer?) {
    if line.contains("certificate verify failed") {
      text =
        TLSComplaint.reason(connection).map { "its certificate is not valid: \($0)" }
        ?? "its certificate is not valid: it is another host's"
    } else if line.hasPrefix("OpenSSL Error"), text == nil {
      let reason = line.split(separator: ":").last.map(String.init) ?? line
      text = "TLS fails: \(reason)"
    } else if line.hasPrefix("Error: Unable to load CA") {
      text = "there is no certificate in the file of '--ca'"
    } else if line.hasPrefix("Error: Unable to load") {
      text = "certificate or key cannot be used"
    }
  }

  /// Returns `nil` if OpenSSL found no error: then libmosquitto found another host's name in the certificate.
  private static func reason(_ connection: UnsafeMutableRawPointer?) -> String? {
    typealias Result = @convention(c) (UnsafeMutableRawPointer) -> Int
    typealias Words = @convention(c) (Int) -> UnsafePointer<CChar>?
    guard let connection, let result = OpenSSL.function("SSL_get_verify_result", Result.self),
      let words = OpenSSL.function("X509_verify_cert_error_string", Words.self)
    else { return nil }
    // Code 0 is X509_V_OK. Code 1, X509_V_ERR_UNSPECIFIED, names no reason.
    let code = result(connection)
    return code > 1 ? words(code).map { String(cString: $0) } : nil
  }
}
