import Testing

@testable import Web

/// The last events of the wall.
@Suite struct EventLogTests {
  @Test func itIsBoundedByEventsAndByBytes() {
    let log = EventLog()
    for number in 0..<700 {
      log.append("message", String(repeating: "a", count: number % 3 == 0 ? 100_000 : 10))
      #expect(log.bytes <= EventLog.mostBytes && log.end == number + 1 && log.end - log.first <= EventLog.most)
    }
    // One that is larger stands alone.
    log.append("message", String(repeating: "a", count: EventLog.mostBytes + 1))
    #expect(log.end - log.first == 1)
    log.append("tick", "{}")
    #expect(log.end - log.first == 1 && log.bytes < 100)
  }

  @Test func anAccountHasSoManyStreams() {
    let log = EventLog()
    let streams = (0...EventLog.mostOfAccount).compactMap { _ in log.stream(after: nil, for: "a") }
    #expect(streams.map(\.isCut) == [true] + streams.dropFirst().map { _ in false })
    let others = (0..<EventLog.mostStreams).compactMap { log.stream(after: nil, for: "\($0)") }
    #expect(streams.count + others.count == EventLog.mostStreams)
    log.cut { $0.account == "a" }
    #expect(streams.allSatisfy(\.isCut) && !others.contains(where: \.isCut))
  }
}
