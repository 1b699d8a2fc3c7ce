import Testing

@testable import App

@Suite struct ServerLimitsTests {
  @Test(arguments: [
    ([String](), [String](), false, 0), (["keyboard"], [], false, 1), (["keyboard"], [], true, 2),
    (["keyboard"], ["logind"], true, 1), ([], [], true, 1), ([], ["logind"], true, 0),
  ]) func eachIsSaidWhereItIsSo(grabs: [String], inhibitors: [String], isWanted: Bool, count: Int) {
    #expect(ServerLimits.lines(grabs: grabs, inhibitors: inhibitors, isWanted: isWanted).count == count)
  }
}
