import ColourClock
import CommandOptions
import ControlProtocol
import System
import Testing

@testable import Mqtt

@Suite struct OptionsTests {
  @Test(
    arguments: [
      ("mqtt://host", "host", 1883, false), ("mqtts://host", "host", 8883, true), ("host:99", "host", 99, false),
      ("mqtts://[::1]:1", "::1", 1, true), ("mqtt://10.0.0.1:1883/", "10.0.0.1", 1883, false),
      ("mqtt", "mqtt", 1883, false), ("MQTT://host", "host", 1883, false), ("Mqtts://host:1", "host", 1, true),
    ] as [(String, String, Int32, Bool)])
  func addresses(text: String, host: String, port: Int32, isEncrypted: Bool) throws {
    let address = try BrokerAddress(text)
    #expect((address.host, address.port, address.isEncrypted) == (host, port, isEncrypted))
    #expect(try BrokerAddress((isEncrypted ? "mqtts://" : "mqtt://") + address.text) == address)
  }

  @Test(arguments: [
    "", "mqtt://", "http://host", "host:0", "host:65536", "host:x", "[::1", "mqtt://a/b", "ho st", "-x", "a:1:2",
    "host:+1883",
    "mqtt:1883://host",
  ])
  func noAddress(text: String) { #expect(throws: Refusal.self) { try BrokerAddress(text) } }

  @Test(arguments: [
    ("localhost", true), ("LocalHost:99", true), ("wall.localhost", true), ("127.0.0.1", true), ("127.1", true),
    ("mqtt://[::1]", true), ("localhost.example", false), ("127.example", false), ("10.0.0.127", false),
    ("mqtt://[::2]", false), ("mylocalhost", false),
  ])
  func whatIsThisMachine(text: String, isLoopback: Bool) throws {
    #expect(try BrokerAddress(text).isLoopback == isLoopback)
  }

  @Test func passwordsAreNotRepeated() {
    do throws(Refusal) {
      _ = try BrokerAddress("mqtt://me:secret@host")
      Issue.record("taken")
    } catch { #expect(!error.text.contains("secret") && !error.text.contains("me:")) }
  }

  private func options(_ words: String...) throws -> Options { try Options(line: ["--no-config"] + words) }

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
    ["--broker", "mqtts://h", "--certificate", "f"], ["--broker", "mqtt://h", "--ca", "f"],
    ["--broker", "mqtt://h", "--allow", " , "], ["--broker", "mqtt://h", "--allow", "face,bogus"],
    ["--broker", "mqtt://h", "--allow", "count"], ["--prefix", "a/#"],
  ])
  func whatIsNot(words: [String]) {
    #expect {
      try Options(line: ["--no-config"] + words)
    } throws: { ($0 as? ProgramExit)?.status == ExitStatus.usage }
  }

  @Test func everyOptionIsToldOf() throws {
    let help = try #require(try options("--help").answer)
    for row in Options.table.all where !row.isHidden { #expect(help.contains("--\(row.name)")) }
  }
}
