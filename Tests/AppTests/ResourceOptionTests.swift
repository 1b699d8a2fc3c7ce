import ColourClock
import Testing
import XWindow

@testable import App

@Suite struct ResourceOptionTests {
  private func resource(_ line: String, isFromServer: Bool = false) -> Resource {
    let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
    return Resource(
      specifier: "ColourClock.\(parts[0])", name: parts[0], value: parts.count > 1 ? parts[1] : "",
      isFromServer: isFromServer)
  }

  /// Settings from resources, the weakest first.
  private func settings(_ lines: String..., line arguments: [String] = []) throws -> Settings {
    let layers = try ResourceOption.layers(lines.map { resource($0) })
    return try Settings(Layers(["--no-config"] + arguments, resources: layers))
  }

  private func failure(_ line: String, isFromServer: Bool = false) -> Failure? {
    #expect(throws: Failure.self) {
      try ResourceOption.layers([resource(line, isFromServer: isFromServer)])
    }
  }

  @Test(arguments: ["holdTime: 3", "hold-time: 3", "HoldTime: 3", "holdTime: 3 \t"])
  func namesAreOptions(line: String) throws {
    #expect(try settings(line).hold.setup.rules.time == .seconds(3))
  }

  @Test(arguments: ["12-hour: true", "12Hour: on", "24-hour: no", "24Hour: False"])
  func namesMayBeginWithADigit(line: String) throws {
    #expect(try settings(line).look.labels.twelveHour)
  }

  @Test func flagsTakeTruth() throws {
    for no in ["seconds: false", "seconds: No", "noSeconds: true", "no-seconds: ON"] {
      #expect(try settings(no).look.labels.seconds == false, "\(no)")
    }
    for yes in ["seconds: true", "noSeconds: off"] { #expect(try settings(yes).look.labels.seconds, "\(yes)") }
    #expect(try settings("utc: yes").zone == .universal)
    #expect(try settings("utc: no").zone == .system)
    #expect(try settings("fullscreen: false").mode == .window)
    #expect(try settings("ringShrinks: false").ring.style.grows)
    #expect(try settings("clockwise: off").ring.style.counterclockwise)
  }

  @Test func theStrongerOneCountsHoweverItIsSpelt() throws {
    #expect(try settings("noSeconds: true", "seconds: true").look.labels.seconds)
    #expect(try settings("seconds: true", "no-seconds: true").look.labels.seconds == false)
    #expect(try settings("utc: true", "utc: false").zone == .system)
    #expect(try settings("hold-time: 3", "holdTime: 4").hold.setup.rules.time == .seconds(4))
    #expect(try settings("window: true", "fullscreen: true").mode == .fullScreen)
    // Nobody looks at what does not count.
    #expect(try settings("holdTime: soon", "holdTime: 4").hold.setup.rules.time == .seconds(4))
  }

  @Test func theCommandLineWins() throws {
    #expect(try settings("face: hue", line: ["--face", "full"]).look.face.name == "full")
    #expect(try settings("geometry: 80x60", "seconds: false", line: ["--seconds"]).look.labels.seconds)
  }

  @Test func unknownNamesArePassedOver() throws {
    #expect(
      try settings("background: black", "visual: x", "mono: true", "hold--time: 3", "face: hue").look.face.name == "hue"
    )
  }

  @Test(arguments: [
    ("face: nix", "'hue'"), ("seconds: maybe", "true or false"), ("seconds", "true or false"), ("holdTime: 99", "0.15"),
    ("timezone: Nowhere/City", "Nowhere/City"), ("utc: 1", "true or false"),
    ("root: true", "only stand on the command line"), ("windowId: 1", "only stand"), ("config: x", "only stand"),
    ("help: true", "only stand"), ("listFaces: true", "only stand"), ("xrm: a.b: c", "only stand"),
    ("display: :0", "cannot be a resource"),
    ("name: x", "cannot be a resource"),
  ])
  func misuse(line: String, mention: String) {
    let failure = failure(line)
    #expect(failure?.status == 64)
    #expect(failure?.text.hasPrefix("resource ColourClock.") == true && failure?.text.contains("\n") == false)
    #expect(failure?.text.contains(mention) == true, "\(failure?.text ?? "")")
  }

  @Test(arguments: [
    "feed: date", "feedFile: /etc/passwd", "onRefresh: date", "on-zero: date", "snapshot: /tmp/x", "holdAction: date",
  ])
  func theServerCannotHaveCommandsRun(line: String) throws {
    #expect(failure(line, isFromServer: true)?.text.contains("not taken from the X server") == true)
    #expect(try ResourceOption.layers([resource(line)]).count == 1)
  }

  @Test func theServerCanNameTheHoldsOwnActions() throws {
    for action in ["quit", "reset", "refresh", "none"] {
      #expect(try ResourceOption.layers([resource("holdAction: \(action)", isFromServer: true)]).count == 1)
    }
  }

  @Test func everyOptionIsKnown() throws {
    let names = ["face", "date", "noDate", "variant", "monitor", "otherMonitors", "grab", "inhibit", "ringKnob", "fps"]
    for name in names { #expect(ResourceOption(resource(name)) != nil, "\(name)") }
  }
}
