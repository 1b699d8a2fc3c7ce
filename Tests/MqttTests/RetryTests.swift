import Testing

@testable import Mqtt

@Suite struct RetryTests {
  /// Of another that contradicts at once, whatever it says: at once a few times, and then no more than twice a minute
  /// or so.
  @Test func itGivesWay() {
    var (retry, moments) = (Retry(), [Double]())
    for step in 0..<36_000 {
      let uptime = 1000 + Double(step) / 10
      let isSaid = retry.contradicted(at: uptime) || retry.isDue(at: uptime)
      if isSaid { moments.append(uptime) }
    }
    #expect(moments.prefix(5) == [1000, 1000.1, 1000.2, 1000.3, 1000.4])
    #expect((60...200).contains(moments.count), "\(moments.count)")
  }

  @Test func itHasTheLastWord() {
    var retry = Retry()
    for _ in 0..<6 { _ = retry.contradicted(at: 1000) }
    let deadline = retry.deadline
    #expect((1001...1060).contains(deadline))
    let isEarly = retry.isDue(at: deadline - 0.01)
    let isDue = retry.isDue(at: deadline)
    #expect(!isEarly && isDue && retry.deadline == .infinity)
  }
}
