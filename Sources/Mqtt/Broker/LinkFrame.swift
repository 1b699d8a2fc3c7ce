/// A message between `BrokerClient` and `BrokerLink`.
struct LinkFrame: Hashable {
  let kind: UInt8
  let fields: [[UInt8]]

  init(_ kind: UInt8, _ fields: [[UInt8]] = []) { (self.kind, self.fields) = (kind, fields) }

  var bytes: [UInt8] {
    let count = fields.reduce(1) { $0 + 4 + $1.count }
    var bytes = LinkFrame.number(count)
    bytes.reserveCapacity(count + 4)
    bytes.append(kind)
    for field in fields { bytes += LinkFrame.number(field.count) + field }
    return bytes
  }

  static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  static func value(_ bytes: some Collection<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}

/// An invalid frame ends the connection.
struct LinkFrameBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  private(set) var isBroken = false

  /// The limit is in bytes; `BrokerSettings.largestPacket` and the fields' lengths must fit.
  static let longest = 2 << 20

  mutating func append(_ more: [UInt8]) {
    bytes.removeSubrange(..<start)
    start = 0
    bytes += more
  }

  mutating func next() -> LinkFrame? {
    guard !isBroken, bytes.count - start >= 4 else { return nil }
    let count = LinkFrame.value(bytes[start..<start + 4])
    guard (1...LinkFrameBuffer.longest).contains(count) else {
      isBroken = true
      return nil
    }
    guard bytes.count - start - 4 >= count else { return nil }
    let frame = LinkFrameBuffer.frame(bytes[start + 4..<start + 4 + count])
    start += 4 + count
    isBroken = frame == nil
    return frame
  }

  private static func frame(_ bytes: ArraySlice<UInt8>) -> LinkFrame? {
    guard let kind = bytes.first else { return nil }
    var (rest, fields) = (bytes.dropFirst(), [[UInt8]]())
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = LinkFrame.value(rest.prefix(4))
      guard rest.count - 4 >= count else { return nil }
      fields.append(Array(rest.dropFirst(4).prefix(count)))
      rest = rest.dropFirst(4 + count)
    }
    return LinkFrame(kind, fields)
  }
}

/// The number in an order is a ticket, which the answer repeats.
enum LinkOrder: Hashable {
  case publish(Int, String, payload: [UInt8], isRetained: Bool, correlation: [UInt8]?)
  case subscribe(Int, [String], takesRetained: Bool, takesOwn: Bool)
  /// Sends a ping if one is due. The answer is `alive`.
  case check
  case disconnect

  var frame: LinkFrame {
    switch self {
    case .publish(let ticket, let topic, let payload, let isRetained, let correlation):
      LinkFrame(
        1,
        [LinkFrame.number(ticket), Array(topic.utf8), payload, [isRetained ? 1 : 0]] + (correlation.map { [$0] } ?? []))
    case .subscribe(let ticket, let filters, let takesRetained, let takesOwn):
      LinkFrame(
        2, [LinkFrame.number(ticket), [takesRetained ? 1 : 0, takesOwn ? 1 : 0]] + filters.map { Array($0.utf8) })
    case .check: LinkFrame(3)
    case .disconnect: LinkFrame(4)
    }
  }

  init?(_ frame: LinkFrame) {
    let fields = frame.fields
    switch (frame.kind, fields.count) {
    case (1, 4...5):
      self = .publish(
        LinkFrame.value(fields[0]), String(decoding: fields[1], as: UTF8.self), payload: fields[2],
        isRetained: fields[3] == [1], correlation: fields.count > 4 ? fields[4] : nil)
    case (2, 2...) where fields[1].count == 2:
      self = .subscribe(
        LinkFrame.value(fields[0]), fields[2...].map { String(decoding: $0, as: UTF8.self) },
        takesRetained: fields[1][0] == 1, takesOwn: fields[1][1] == 1)
    case (3, _): self = .check
    case (4, _): self = .disconnect
    default: return nil
    }
  }
}

enum LinkReport: Hashable {
  case event(BrokerEvent)
  /// Why the publication failed or was refused; `nil` for success.
  case acknowledged(Int, String?)
  case alive
  case over(String, isCertificateProblem: Bool)

  var frame: LinkFrame {
    switch self {
    case .event(let event): event.frame
    case .acknowledged(let ticket, let reason): LinkFrame(32, [LinkFrame.number(ticket)] + LinkReport.optional(reason))
    case .alive: LinkFrame(33)
    case .over(let reason, let isCertificateProblem):
      LinkFrame(34, [Array(reason.utf8), [isCertificateProblem ? 1 : 0]])
    }
  }

  init?(_ frame: LinkFrame) {
    let fields = frame.fields
    switch (frame.kind, fields.count) {
    case (32, 1...2): self = .acknowledged(LinkFrame.value(fields[0]), LinkReport.text(fields.dropFirst().first))
    case (33, _): self = .alive
    case (34, 2): self = .over(String(decoding: fields[0], as: UTF8.self), isCertificateProblem: fields[1] == [1])
    default:
      guard let event = BrokerEvent(frame) else { return nil }
      self = .event(event)
    }
  }

  fileprivate static func optional(_ text: String?) -> [[UInt8]] { text.map { [Array($0.utf8)] } ?? [] }

  fileprivate static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}

extension BrokerEvent {
  fileprivate var frame: LinkFrame {
    switch self {
    case .dialled(let problem): LinkFrame(16, LinkReport.optional(problem))
    case .accepted: LinkFrame(17)
    case .refused(let reason, let isVersionUnsupported):
      LinkFrame(18, [Array(reason.utf8), [isVersionUnsupported ? 1 : 0]])
    case .subscribed(let ticket, let isDenied): LinkFrame(19, [LinkFrame.number(ticket), [isDenied ? 1 : 0]])
    case .denied(let topic, let reason): LinkFrame(20, [Array(topic.utf8), Array(reason.utf8)])
    case .message(let message):
      LinkFrame(
        21,
        [
          Array(message.topic.utf8), message.payload ?? [],
          [message.payload == nil ? 1 : 0, message.isRetained ? 1 : 0],
        ]
          + (message.answer.map { [Array($0.topic.utf8)] + ($0.correlation.map { [$0] } ?? []) } ?? []))
    }
  }

  fileprivate init?(_ frame: LinkFrame) {
    let fields = frame.fields
    let texts = fields.prefix(2).map { String(decoding: $0, as: UTF8.self) }
    switch (frame.kind, fields.count) {
    case (16, _): self = .dialled(LinkReport.text(fields.first))
    case (17, _): self = .accepted
    case (18, 2): self = .refused(texts[0], isVersionUnsupported: fields[1] == [1])
    case (19, 2): self = .subscribed(LinkFrame.value(fields[0]), isDenied: fields[1] == [1])
    case (20, 2): self = .denied(texts[0], texts[1])
    case (21, 3...5) where fields[2].count == 2:
      let place = fields.count > 3 ? String(decoding: fields[3], as: UTF8.self) : nil
      self = .message(
        BrokerMessage(
          topic: texts[0], payload: fields[2][0] == 1 ? nil : fields[1], isRetained: fields[2][1] == 1,
          answer: place.map { .init(topic: $0, correlation: fields.count > 4 ? fields[4] : nil) }))
    default: return nil
    }
  }
}
