import Testing

@testable import XWindow

@Suite struct DebouncerTests {
  /// Times of news and of the look at them, in milliseconds.
  @Test(arguments: [
    ([100], 350), ([100, 200], 450), ([100, 340, 580], 830), ([0, 240, 480, 720, 960], 1000), ([0, 749], 999),
    ([0, 751], 1000),
  ])
  func theEndOfABurst(times: [Int], due: Int) {
    var burst = Debouncer()
    for time in times { burst.note(at: .milliseconds(time)) }
    #expect(burst.due == .milliseconds(due))
    burst.end()
    #expect(burst.due == nil)
    burst.note(at: .seconds(9))
    #expect(burst.due == .milliseconds(9250))
  }
}
