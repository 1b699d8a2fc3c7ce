import FoundationEssentials
import Glibc

/// A connection to the clock's control socket (colourclock-control(5)).
final class ClockLink {
  let descriptor: Int32
  private var rest: [UInt8] = []

  /// Why the clock was not told.
  enum Trouble: Error {
    case gone
    case refused(String)
  }

  /// A clock answers within a frame, unless the machine does not let it.
  private static let patience = 5

  /// `nil` if no clock listens there.
  init?(to path: String) {
    var address = sockaddr_un()
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: ClockLink.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    if result != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// What a clock says of itself, as far as it matters here.
  struct Status: Decodable {
    let wall: Wall
    let options: [Option]

    struct Wall: Decodable {
      let date: String
      let time: String
      let offset: Int
      let agenda: [Period]
    }

    struct Period: Decodable, Hashable {
      let start: String
      let end: String
      let title: String
    }

    /// One that is not as by default.
    struct Option: Decodable {
      let name: String
      /// Empty for one that takes no text.
      let value: String

      private enum Key: CodingKey { case name, value }

      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        name = try fields.decode(String.self, forKey: .name)
        value = (try? fields.decode(String.self, forKey: .value)) ?? ""
      }
    }

    func option(_ name: String) -> String? { options.first { $0.name == name }?.value }
  }

  func status() throws(Trouble) -> Status {
    let answer: Answer<Status> = try ask(Request(command: [.word("status")]))
    guard let status = answer.data else { throw .gone }
    return status
  }

  func show(_ periods: [DayPeriod]) throws(Trouble) {
    let _: Answer<Nothing> = try ask(Request(command: [.word("agenda"), .word("set"), .periods(periods)]))
  }

  private struct Request: Encodable {
    let command: [Part]
  }

  private enum Part: Encodable {
    case word(String)
    case periods([DayPeriod])

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .word(let word): try value.encode(word)
      case .periods(let periods): try value.encode(periods)
      }
    }
  }

  private struct Answer<Value: Decodable>: Decodable {
    let error: String
    let data: Value?
  }

  private struct Nothing: Decodable {}

  private func ask<Value>(_ request: Request) throws(Trouble) -> Answer<Value> {
    guard let question = try? JSONEncoder().encode(request) else { throw .gone }
    try send(Array(question) + [UInt8(ascii: "\n")])
    guard let answer = try? JSONDecoder().decode(Answer<Value>.self, from: Data(try line())) else { throw .gone }
    guard answer.error == "success" else { throw .refused(answer.error) }
    return answer
  }

  private func send(_ bytes: [UInt8]) throws(Trouble) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .gone }
      rest = rest.dropFirst(count)
    }
  }

  private func line() throws(Trouble) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return Array(rest[..<end])
      }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .gone }
      rest += chunk[..<count]
    }
  }
}

extension ClockLink {
  /// The socket of the user's only clock, or of that on `$DISPLAY`; `nil` where there is none that could be meant.
  static var usualPath: String? {
    guard let folder = runtimeFolder else { return nil }
    let sockets = ((try? System.names(in: folder)) ?? []).filter { $0.hasSuffix(".sock") }.map { "\(folder)/\($0)" }
      .filter { ClockLink(to: $0) != nil }
    if sockets.count == 1 { return sockets[0] }
    guard let display = System.environment("DISPLAY") else { return nil }
    return "\(folder)/\(fileName(display)).sock"
  }

  /// As the clock names it: `0` for `:0.0`.
  private static func fileName(_ display: String) -> String {
    let colon = display.lastIndex(of: ":") ?? display.startIndex
    let screen = display[colon...].firstIndex(of: ".") ?? display.endIndex
    return String(display[..<screen].drop { $0 == ":" }.map { $0 == ":" || $0 == "/" ? "_" : $0 })
  }

  private static var runtimeFolder: String? {
    if let folder = System.environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") { return "\(folder)/colourclock" }
    if let folders = System.environment("RUNTIME_DIRECTORY"), let folder = folders.split(separator: ":").first {
      return String(folder)
    }
    return "/run/user/\(geteuid())/colourclock"
  }
}
