import Testing

@testable import Mqtt

@Suite struct NamesTests {
  /// No wall is taken for another one, whatever their prefixes and names are.
  @Test func eachWallHasItsOwn() throws {
    let walls = [("a_b", "c"), ("a", "b_c"), ("a/b", "c"), ("a", "b-c"), ("a-b", "c"), ("a%2Fb", "c"), ("a_2Fb", "c")]
      .map { Topics(prefix: $0, name: $1, groups: []) }
    #expect(Set(walls.map(WallMemory.fileName)).count == walls.count)
    let clients = try walls.flatMap { topics in
      try [false, true].map { forgetsWall in
        var options = Options()
        (options.prefix, options.name, options.forgetsWall) = (topics.prefix, topics.name, forgetsWall)
        return BrokerSettings(options, nil, try BrokerAddress("mqtt://h")).client
      }
    }
    #expect(Set(clients).count == clients.count, "\(clients)")
  }

  /// The last will of `--forget` would bring back the availability that it deletes.
  @Test(arguments: [false, true]) func onlyAWallHasALastWill(forgetsWall: Bool) throws {
    var options = Options()
    options.forgetsWall = forgetsWall
    let settings = BrokerSettings(options, nil, try BrokerAddress("mqtt://h"))
    #expect(settings.availability == (forgetsWall ? nil : options.topics.availability))
  }
}
