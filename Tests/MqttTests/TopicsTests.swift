import ControlProtocol
import TestSupport
import Testing

@testable import Mqtt

@Suite struct TopicsTests {
  private let topics = Topics(prefix: "site/colourclock", name: "küche 1", groups: ["floor2", "west"])

  private var filters: [String] { topics.stateFilters(of: StateKind.allCases) }

  @Test func everyStateComesBack() {
    for scope in topics.scopes {
      for kind in StateKind.allCases {
        #expect(topics.incoming(topics.topic(of: kind, in: scope)) == .state(kind, scope))
      }
    }
    #expect(filters.count == 4 * StateKind.allCases.count)
    #expect(Set(filters).count == filters.count)
  }

  @Test func commandsOfAllScopes() {
    for place in ["küche 1", "group/floor2", "group/west", "all"] {
      #expect(topics.incoming("site/colourclock/\(place)/command/countdown/start") == .command(["countdown", "start"]))
    }
    #expect(topics.incoming(topics.topic(of: "countdown start")) == .command(["countdown", "start"]))
  }

  @Test(arguments: [
    "", "/", "site/colourclock", "site/colourclock/hall/face", "site/colourclock/group/east/face",
    "site/colourclock/all/status",
    "site/colourclock/küche 1/command", "site/colourclock/küche 1", "site/colourclock/küche 1/face/",
    "colourclock/all/face",
    "site/colourclock/küche 1/result", "site/colourclock/küche 1/facet",
  ])
  func notForThisWall(topic: String) { #expect(topics.incoming(topic) == nil) }

  @Test(arguments: [
    "", "a/b", "a/\u{301}b", "+", "a#", "group", "all", "a\u{0}", "a\nb", String(repeating: "a", count: 65),
  ])
  func noName(text: String) { #expect(!TopicPart.isName(text)) }

  @Test(arguments: ["", "/a", "a/", "a//b", "a//\u{301}b", "$SYS", "$\u{301}SYS", "a/+", "a/#"])
  func noPrefix(text: String) { #expect(!TopicPart.isPrefix(text)) }

  /// Random topics of the signs that matter never mean two things, and what is no topic of a filter is not heard.
  @Test func randomTopics() {
    var random = SeededRandom(seed: 31)
    let parts = [
      "site", "colourclock", "küche 1", "group", "floor2", "west", "all", "command", "face", "dim", "status", "",
      "quit",
    ]
    // Random signs alone would hardly ever be a topic of this wall.
    let places = ["", "site/colourclock", "site/colourclock/küche 1", "site/colourclock/group", "site/colourclock/all"]
    var (states, commands, others) = (0, 0, 0)
    for _ in 0..<6_000 {
      let rest = (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
      let topic = ([places.randomElement(using: &random) ?? ""] + rest).joined(separator: "/")
      switch topics.incoming(topic) {
      case .state(let kind, let scope):
        states += 1
        #expect(topics.topic(of: kind, in: scope) == topic)
      case .command(let words):
        commands += 1
        #expect(topic.hasSuffix("/command/" + words.joined(separator: "/")))
        #expect(topics.commandFilters.contains { topic.hasPrefix($0.dropLast()) })
      case .availability: #expect(topic == topics.availability)
      case nil:
        others += 1
        #expect(!filters.contains(topic))
        #expect(!topics.commandFilters.contains { topic.hasPrefix($0.dropLast()) })
      }
    }
    #expect(states > 50 && commands > 50 && others > 50, "\(states), \(commands), \(others)")
  }
}
