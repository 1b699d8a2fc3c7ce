import Testing

@testable import Mqtt

@Suite struct AvailabilityCorrectionTests {
  /// Of another that contradicts at once, whatever it says: at once a few times, and then no more than twice a minute
  /// or so.
  @Test func itGivesWay() {
    var (correction, moments) = (AvailabilityCorrection(), [Double]())
    for step in 0..<36_000 {
      let uptime = 1000 + Double(step) / 10
      let isSaid = correction.contradicted(at: uptime) || correction.isDue(at: uptime)
      if isSaid { moments.append(uptime) }
    }
    #expect(moments.prefix(5) == [1000, 1000.1, 1000.2, 1000.3, 1000.4])
    #expect((60...200).contains(moments.count), "\(moments.count)")
  }

  @Test func itHasTheLastWord() {
    var correction = AvailabilityCorrection()
    for _ in 0..<6 { _ = correction.contradicted(at: 1000) }
    let deadline = correction.deadline
    #expect((1001...1060).contains(deadline))
    let isEarly = correction.isDue(at: deadline - 0.01)
    let isDue = correction.isDue(at: deadline)
    #expect(!isEarly && isDue && correction.deadline == .infinity)
  }
}
