import CommandOptions
import ControlProtocol
import Testing

@testable import Mqtt

@Suite struct DiscoveryTests {
  private func discovery(_ words: [String] = [], _ status: JSON? = .object(["faces": ["hue", "full"]])) throws
    -> Discovery
  {
    Discovery(
      try Options(line: ["--no-config", "--broker", "mqtt://h"] + words), status, under: "homeassistant")
  }

  @Test func namesAreTheirOwn() throws {
    let names = ["a", "A", "a b", "a_b", "a_20b", "a__20b", "_a", "a_", "a__", "ä", "a-b", "a.b"]
    let identities = names.map { Discovery.identity(Topics(prefix: "colourclock", name: $0, groups: [])) }
    #expect(Set(identities).count == names.count)
    #expect(Discovery.rule(for: "ha/select/colourclock_a/face/config") == "ha/+/colourclock_a/+/config")
    #expect(Discovery.rule(for: "colourclock/a/status") == "colourclock/a/status")
    // As the rules for brokers that are shipped have it.
    #expect(Discovery.identity(Topics(prefix: "colourclock", name: "floor_2", groups: [])) == "colourclock_floor_2")
    #expect(identities.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) } })
    let entities = try discovery(["--name", "ä b"]).entities
    #expect(Set(entities.map(\.topic)).count == entities.count)
    #expect(entities.allSatisfy { $0.config != nil })
    #expect(Set(entities.compactMap { $0.config?["unique_id"]?.word }).count == entities.count)
  }

  @Test func whatIsNotAllowedIsNotOffered() throws {
    func offered(_ words: String...) throws -> Set<String> {
      Set(
        try discovery(["--name", "w"] + words).entities.filter { $0.config != nil }.map {
          String($0.topic.split(separator: "/")[1])
        })
    }
    #expect(try offered("--read-only") == ["sensor", "binary_sensor", "event"])
    #expect(try offered("--allow", "face") == ["sensor", "binary_sensor", "event", "select"])
    #expect(try discovery([], nil).entities.allSatisfy { $0.config == nil })
    for (allowed, dims) in [("blank", false), ("blank,dim", true)] {
      let lights = try discovery(["--allow", allowed]).entities.filter { $0.topic.contains("/light/") }
      #expect(lights.map { $0.config?["brightness_command_topic"] != nil } == [dims])
    }
    let missing = try discovery([], .object([:])).entities.filter { $0.config == nil }.map(\.topic)
    #expect(missing.count == 1 && missing.allSatisfy { $0.contains("/select/") })
  }

  /// Home Assistant writes a warning for a moment that is none, and takes one kind of availability for an entity.
  @Test func aMomentIsOfferedOnlyWhileThereIsOne() throws {
    for entity in try discovery(["--name", "w"]).entities {
      let isMoment = entity.config?["device_class"] == .string("timestamp")
      #expect((entity.config?["availability_topic"] == nil) == isMoment)
      guard isMoment else { continue }
      #expect(entity.config?["value_template"]?.word.contains("None") == false)
      #expect(entity.config?["availability_mode"] == .string("all"))
      guard case .array(let places)? = entity.config?["availability"] else {
        Issue.record("no availability")
        continue
      }
      #expect(places.map { $0["topic"]?.word } == ["colourclock/w/availability", "colourclock/w/status"])
    }
  }

  /// Each event that a template makes is one that Home Assistant was told of, and buttons are commands of the clock.
  @Test func eventsAndButtons() throws {
    let entities = try discovery(["--name", "w"]).entities
    let events = entities.filter { $0.topic.contains("/event/") }
    #expect(events.count == 4)
    for event in events {
      let text = try #require(event.config?["value_template"]?.word)
      let made = text.split(separator: "'event_type': '").dropFirst().map { String($0.prefix { $0 != "'" }) }
      #expect(event.config?["event_types"] == .array(made.map(JSON.string)) && Set(made).count == made.count)
    }
    for entity in entities where !entity.topic.contains("/light/") {
      guard let topic = entity.config?["command_topic"]?.word, topic.contains("/command/") else { continue }
      let words = topic.split(separator: "/").drop { $0 != "command" }.dropFirst().joined(separator: " ")
      #expect(CommandNames.has(words), "\(entity.topic)")
    }
    // One message is small, since a wall publishes all of them at once.
    for entity in entities { #expect(entity.config.map { JSON.text(of: $0).utf8.count < 3000 } ?? true) }
  }

  @Test func whatIsSaidGoesOutOfDate() throws {
    let sensors = try discovery().entities.filter { $0.topic.contains("sensor/") }
    #expect(sensors.count == 19)
    for sensor in sensors {
      // One status may be lost on the way to the client that shows it.
      let expiry = try #require(sensor.config?["expire_after"]?.number)
      #expect(expiry > 2 * StatusNews.republishInterval && expiry < 4 * StatusNews.republishInterval)
    }
    // Home Assistant takes it of no others, and refuses milliseconds of `duration` in older versions.
    for entity in try discovery().entities {
      #expect(entity.topic.contains("sensor/") == (entity.config?["expire_after"] != nil))
      #expect(entity.config?["device_class"] != .string("duration"))
    }
  }
}
