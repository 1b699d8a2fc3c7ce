import Companion
import Notation
import Testing

@testable import Mqtt

@Suite struct OptionsTests {
  @Test(
    arguments: [
      ("mqtt://host", "host", 1883, false), ("mqtts://host", "host", 8883, true), ("host:99", "host", 99, false),
      ("mqtts://[::1]:1", "::1", 1, true), ("mqtt://10.0.0.1:1883/", "10.0.0.1", 1883, false),
      ("mqtt", "mqtt", 1883, false),
    ] as [(String, String, Int32, Bool)])
  func addresses(text: String, host: String, port: Int32, isEncrypted: Bool) throws {
    let address = try BrokerAddress(text)
    #expect((address.host, address.port, address.isEncrypted) == (host, port, isEncrypted))
    #expect(try BrokerAddress((isEncrypted ? "mqtts://" : "mqtt://") + address.text) == address)
  }

  @Test(arguments: [
    "", "mqtt://", "http://host", "host:0", "host:65536", "host:x", "[::1", "mqtt://a/b", "ho st", "-x", "a:1:2",
  ])
  func noAddress(text: String) { #expect(throws: Refusal.self) { try BrokerAddress(text) } }

  @Test func passwordsAreNotRepeated() {
    do throws(Refusal) {
      _ = try BrokerAddress("mqtt://me:secret@host")
      Issue.record("taken")
    } catch { #expect(!error.text.contains("secret") && !error.text.contains("me:")) }
  }

  private func options(_ words: String...) throws -> Options { try OptionsReader.options(["--no-config"] + words) }

  @Test func whatIsTaken() throws {
    let taken = try options(
      "--broker=mqtt://h", "--name", "lobby", "--group", "a", "--group", "b", "--group", "a", "--read-only",
      "--discovery", "off",
      "--allow", "face, message")
    #expect(taken.groups == ["a", "b"] && taken.wallName == "lobby" && taken.isReadOnly && !taken.discovers)
    #expect(taken.allowed == ["face", "message"])
  }

  @Test(arguments: [
    ["--broker"], ["--nonsense"], ["x"], ["--read-only=yes"], ["--name", "a/b"], ["--name", ""], [],
    ["--discovery", "maybe"],
    ["--broker", "mqtt://h", "--certificate", "f"], ["--broker", "mqtt://h", "--allow", " , "], ["--prefix", "a/#"],
  ])
  func whatIsNot(words: [String]) {
    #expect {
      try OptionsReader.options(["--no-config"] + words)
    } throws: { ($0 as? OptionsReader.Failure)?.status == ExitStatus.usage }
  }

  @Test func everyOptionIsToldOf() {
    for row in OptionRow.all where row.isShown { #expect(OptionRow.help.contains("--\(row.name)")) }
    #expect(Set(OptionRow.all.map(\.name)).count == OptionRow.all.count)
    #expect(OptionRow.groups.flatMap(\.1).count == OptionRow.all.count)
  }
}

@Suite struct DiscoveryTests {
  private func discovery(_ words: [String] = [], _ status: JSON? = .object(["faces": ["hue", "full"]])) throws
    -> Discovery
  {
    Discovery(try OptionsReader.options(["--no-config", "--broker", "mqtt://h"] + words), status)
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
}
