import Testing

@testable import App

/// The numbers of the tables that `send` prints.
@Suite struct ValueTableTests {
  @Test(arguments: [
    (0, "0.00"), (1.999, "1.99"), (62.5, "62.50"), (-0.004, "0.00"), (-0.25, "-0.25"), (-1.999, "-1.99"),
    (-62.05, "-62.05"),
  ]) func secondsHaveTwoPlaces(seconds: Double, text: String) {
    #expect(ValueTable.hundredths(seconds) == text)
  }
}
