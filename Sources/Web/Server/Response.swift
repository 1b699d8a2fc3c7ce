import ColourClock
import ControlProtocol

struct Response {
  var status: UInt32
  var headers: [(String, String)] = []
  var body: [UInt8] = []
  var stream: EventStream?

  static func json(_ value: JSON, type: String = "application/json", status: UInt32 = 200) -> Response {
    Response(status: status, headers: [("Content-Type", type)], body: Array(JSON.text(of: value).utf8))
  }

  static var done: Response { Response(status: 204) }

  /// Problem details (RFC 9457).
  static func problem(_ status: UInt32, _ detail: String, _ header: (String, String)? = nil) -> Response {
    let problem = JSON.object([
      "title": .string(titles[status] ?? "Error"), "status": .integer(Int64(status)), "detail": .string(detail),
    ])
    return with(json(problem, type: "application/problem+json", status: status)) {
      if let header { $0.headers.append(header) }
    }
  }

  /// Reason phrases of RFC 9110; 429 is from RFC 6585.
  private static let titles: [UInt32: String] = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request",
    429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable",
  ]

  /// The page loads nothing from elsewhere, and no other page may embed or read a response.
  static let common = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
  ]
}
