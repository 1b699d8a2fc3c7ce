import CQrencode
import ColourClock
import Glibc

struct PairingCode {
  /// `end` is an uptime.
  private var present: (code: String, end: Double)?
  /// The uptimes of wrong codes within the last minute.
  private var wrong: [Double] = []
  private var pause = PairingCode.shortestPause
  private(set) var blockedUntil = -Double.infinity

  /// A code's lifetime in seconds.
  static let length = 120.0
  static let mostWrong = 5
  /// The pauses are in seconds. Each pause is twice the last, until the right code comes or an hour passes without a
  /// pause.
  static let shortestPause = 60.0, longestPause = 3600.0

  mutating func begin(at uptime: Double) -> String {
    let code = Int.random(in: 0..<1_000_000).padded(to: 6)
    present = (code, uptime + PairingCode.length)
    return code
  }

  mutating func end() { present = nil }

  var isPresent: Bool { present != nil }

  enum Answer: Equatable {
    case right, wrong
    /// The remaining pause in seconds.
    case paused(Int)
  }

  /// A code is valid once. Wrong codes count only while there is a code: nobody can block pairing before it begins.
  mutating func check(_ code: String, at uptime: Double) -> Answer {
    guard uptime >= blockedUntil else { return .paused(Int((blockedUntil - uptime).rounded(.up))) }
    guard let present, uptime < present.end else { return .wrong }
    if code == present.code {
      (self.present, wrong, pause) = (nil, [], PairingCode.shortestPause)
      return .right
    }
    if uptime - blockedUntil > PairingCode.longestPause { pause = PairingCode.shortestPause }
    wrong = wrong.suffix(PairingCode.mostWrong).filter { uptime - $0 < 60 } + [uptime]
    guard wrong.count >= PairingCode.mostWrong else { return .wrong }
    (self.present, wrong) = (nil, [])
    let seconds = Int(pause)
    blockedUntil = uptime + pause
    pause = min(2 * pause, PairingCode.longestPause)
    return .paused(seconds)
  }
}

enum QRCode {
  /// `1` is dark, `0` is light. Returns `nil` if the text is too long.
  static func rows(_ text: String) -> [String]? {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    return (0..<side).map { row in
      String(decoding: (0..<side).map { 0x30 + (code.pointee.data[row * side + $0] & 1) }, as: UTF8.self)
    }
  }
}
