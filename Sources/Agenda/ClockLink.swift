import FoundationEssentials
import Notation
import System

/// A connection to the clock's control socket (colourclock-control(5)).
final class ClockLink {
  private let socket: Connection
  private var lines = LineBuffer()

  var descriptor: Int32 { socket.descriptor }

  /// Why the clock was not told.
  enum Trouble: Error {
    case gone
    case refused(String)
  }

  /// A clock answers within a frame, unless the machine does not let it.
  private static let patience = Duration.seconds(5)
  /// In bytes: a status with the longest agenda has a tenth of it.
  private static let longestAnswer = 4 << 20

  /// `nil` if no clock listens there.
  init?(to path: String) {
    guard let socket = Connection(to: path) else { return nil }
    self.socket = socket
  }

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
      /// Absent for a moment.
      let end: String?
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
      guard let count = socket.write(rest) else { throw .gone }
      rest = rest.dropFirst(count)
      guard rest.isEmpty || Poll.wait(for: [descriptor], toWrite: true, timeout: ClockLink.patience) else {
        throw .gone
      }
    }
  }

  private func line() throws(Trouble) -> [UInt8] {
    while true {
      if let line = lines.next() { return line }
      guard lines.count <= ClockLink.longestAnswer, Poll.wait(for: [descriptor], timeout: ClockLink.patience),
        let bytes = socket.read(limit: 65_536)
      else { throw .gone }
      lines.append(bytes)
    }
  }
}
