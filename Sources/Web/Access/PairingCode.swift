import CQrencode
import ColourClock
import Glibc

/// Six digits that pair one phone, with a limit for wrong codes.
struct PairingCode {
  /// The code, and the uptime of its end; `nil` if no code is valid.
  private var present: (code: String, end: Double)?
  /// The uptimes of the wrong codes within the last minute.
  private var wrong: [Double] = []
  /// The length of the next pause, in seconds.
  private var pause = PairingCode.shortestPause
  /// The uptime at which the latest pause ends.
  private(set) var blockedUntil = -Double.infinity

  /// How long a code is valid, in seconds.
  static let length = 120.0
  /// The number of wrong codes in a minute after which a pause begins.
  static let mostWrong = 5
  /// The limits of a pause, in seconds. Each pause is twice as long as the last.
  static let shortestPause = 60.0, longestPause = 3600.0

  /// Makes a new code, in place of an earlier one.
  mutating func begin(at uptime: Double) -> String {
    let code = Int.random(in: 0..<1_000_000).padded(to: 6)
    present = (code, uptime + PairingCode.length)
    return code
  }

  mutating func end() { present = nil }

  enum Answer: Equatable {
    case right, wrong
    /// The rest of the pause, in seconds.
    case paused(Int)
  }

  /// Checks a code, which is valid once. Wrong codes count only while there is a code, so an attacker cannot block the
  /// next pairing.
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
    (self.present, wrong) = (nil, [uptime])
    // Not `blockedUntil - uptime`: rounding can make the difference a little smaller or larger.
    let seconds = Int(pause)
    blockedUntil = uptime + pause
    pause = min(2 * pause, PairingCode.longestPause)
    return .paused(seconds)
  }
}

/// QR codes, made by libqrencode.
enum QRCode {
  /// The rows of a QR code's modules: `1` is dark, `0` light. `nil` if the text is too long.
  static func rows(_ text: String) -> [String]? {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    return (0..<side).map { row in
      String(decoding: (0..<side).map { 0x30 + (code.pointee.data[row * side + $0] & 1) }, as: UTF8.self)
    }
  }
}
