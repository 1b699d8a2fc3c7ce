import Testing

@testable import Mqtt

/// What the program and its connection's process say to each other.
@Suite struct LinkFrameTests {
  private let orders: [LinkOrder] = [
    .publish(1, "a/b", payload: [], isRetained: false, correlation: nil),
    .publish(70_000, "größe", payload: [0, 255], isRetained: true, correlation: []),
    .subscribe(2, [], takesRetained: true, takesOwn: false),
    .subscribe(3, ["a/#", "", "c"], takesRetained: false, takesOwn: true), .check, .disconnect,
  ]
  private let place = BrokerMessage.AnswerPlace(topic: "x", correlation: nil)
  private var reports: [LinkReport] {
    [
      .event(.dialled(nil)), .event(.dialled("no")), .event(.accepted),
      .event(.refused("no", isVersionUnsupported: true)),
      .event(.subscribed(9, isDenied: true)), .event(.denied("a", "b")),
      .event(.message(BrokerMessage(topic: "t", payload: [1, 2], isRetained: true, answer: nil))),
      .event(.message(BrokerMessage(topic: "", payload: nil, isRetained: false, answer: place))),
      .event(
        .message(
          BrokerMessage(topic: "t", payload: [], isRetained: false, answer: .init(topic: "x", correlation: [0])))),
      .acknowledged(5, nil), .acknowledged(6, "denied"), .alive, .over("gone", isCertificateProblem: true),
    ]
  }

  @Test func theyComeAsTheyWereSent() {
    for order in orders { #expect(LinkOrder(order.frame) == order) }
    for report in reports { #expect(LinkReport(report.frame) == report) }
  }

  /// However the bytes are cut.
  @Test(arguments: [1, 2, 3, 7, 64, 100_000]) func theyComeInPieces(size: Int) {
    let bytes = reports.flatMap(\.frame.bytes)
    var (buffer, read) = (LinkFrameBuffer(), [LinkReport?]())
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(Array(bytes[start..<min(bytes.count, start + size)]))
      while let frame = buffer.next() { read.append(LinkReport(frame)) }
    }
    #expect(read == reports)
    #expect(!buffer.isBroken)
  }

  /// Bytes by chance are read to their end, or end it; none of them is a frame that is longer than they are.
  @Test func randomBytes() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if bytes.count > 4 { bytes.replaceSubrange(1..<4, with: [0, 0, 0]) }
      var buffer = LinkFrameBuffer()
      buffer.append(bytes)
      while let frame = buffer.next() {
        #expect(frame.bytes.count <= bytes.count)
        _ = (LinkOrder(frame), LinkReport(frame))
      }
    }
  }

  @Test func whatIsNoFrameEndsIt() {
    for bytes in [[0, 0, 0, 0, 1], [255, 255, 255, 127, 1], [6, 0, 0, 0, 1, 255, 0, 0, 0, 1]] as [[UInt8]] {
      var buffer = LinkFrameBuffer()
      buffer.append(bytes)
      #expect(buffer.next() == nil)
      #expect(buffer.isBroken)
    }
  }
}
