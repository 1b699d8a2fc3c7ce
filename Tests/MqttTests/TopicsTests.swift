import Testing

@testable import Mqtt

@Suite struct TopicsTests {
  private let topics = Topics(prefix: "colourclock", name: "lobby", groups: ["floor2", "west"])

  @Test func everyStateComesBack() {
    for scope in topics.scopes {
      for kind in StateKind.allCases {
        #expect(topics.incoming(topics.topic(of: kind, in: scope)) == .state(kind, scope))
      }
    }
  }
}
