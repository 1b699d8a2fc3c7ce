import CQrencode
import Glibc

/// The code of six figures that lets one phone in, once, and the brake for those who guess.
struct PairingCode {
  /// The present code and the end of its time, in seconds of the uptime.
  private var present: (code: String, end: Double)?
  /// When wrong codes came within the last minute.
  private var wrong: [Double] = []
  private var pause = PairingCode.shortestPause
  private(set) var blockedUntil = -Double.infinity

  /// In seconds.
  static let length = 120.0
  /// Wrong codes within a minute.
  static let mostWrong = 5
  static let shortestPause = 60.0, longestPause = 3600.0

  /// A new code, in the place of any other.
  mutating func begin(at uptime: Double) -> String {
    let number = String(Int.random(in: 0..<1_000_000))
    let code = String(repeating: "0", count: 6 - number.count) + number
    present = (code, uptime + PairingCode.length)
    return code
  }

  mutating func end() { present = nil }

  enum Answer: Equatable {
    case right, wrong
    /// So many seconds nothing is taken.
    case paused(Int)
  }

  /// A right code is void after that, and so is a code for which too many wrong ones came. Without a code there is nothing
  /// to guess, and nothing is counted: nobody can block the next pairing by wrong codes in advance.
  mutating func take(_ code: String, at uptime: Double) -> Answer {
    guard uptime >= blockedUntil else { return .paused(Int((blockedUntil - uptime).rounded(.up))) }
    guard let present, uptime < present.end else { return .wrong }
    if code == present.code {
      (self.present, wrong, pause) = (nil, [], PairingCode.shortestPause)
      return .right
    }
    // An hour after the last pause they are short again.
    if uptime - blockedUntil > PairingCode.longestPause { pause = PairingCode.shortestPause }
    wrong = wrong.suffix(PairingCode.mostWrong).filter { uptime - $0 < 60 } + [uptime]
    guard wrong.count >= PairingCode.mostWrong else { return .wrong }
    (self.present, wrong) = (nil, [uptime])
    blockedUntil = uptime + pause
    pause = min(2 * pause, PairingCode.longestPause)
    return .paused(Int(blockedUntil - uptime))
  }
}

/// QR codes, by libqrencode.
enum QRCode {
  /// The rows of the code of a text: `1` for a dark module, `0` for a light one; `nil` if it is too long.
  static func rows(_ text: String) -> [String]? {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    return (0..<side).map { row in
      String(decoding: (0..<side).map { 0x30 + (code.pointee.data[row * side + $0] & 1) }, as: UTF8.self)
    }
  }
}
