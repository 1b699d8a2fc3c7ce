import Testing

@testable import XWindow

@Suite struct ResourceTests {
  /// A database of these texts, each a separate source; `seconds` and `no-seconds` have one `settingName`.
  private func database(_ texts: String...) -> ResourceDatabase {
    let database = empty()
    for text in texts { text.withCString { database.merge(text: $0, isFromServer: true) } }
    return database
  }

  private func empty() -> ResourceDatabase {
    ResourceDatabase(instance: "wall") { name in
      ["face", "title", "hex", "hold-time", "12-hour"].contains(name)
        ? name : name.hasSuffix("seconds") ? "seconds" : nil
    }
  }

  @Test func onlyWhatNamesTheProgramIsOurs() {
    let foreign = """
      *font: fixed
      *face: full
      ?.face: full
      face: full
      XClock.face: full
      ColourClock.label.face: full
      ColourClock: full
      colourclock.face: full
      """
    #expect(database(foreign).isEmpty && database(foreign).unknown.isEmpty)
    for ours in ["ColourClock.face: hue", "ColourClock*face: hue", "wall.face: hue", "*wall*face: hue"] {
      #expect(database("\(foreign)\n\(ours)").resource(for: "face")?.value == "hue", "\(ours)")
    }
  }

  /// The precedence of Xlib ("Xlib - C Language X Interface", 15.2).
  @Test func ofTwoTheCloserOneCounts() {
    let order = [
      "*ColourClock*Face", "*ColourClock.Face", "*ColourClock*face", "*ColourClock.face",
      "ColourClock*Face", "ColourClock.Face", "ColourClock*face", "ColourClock.face",
      "*wall*Face", "wall.Face", "wall*face", "wall.face",
    ]
    for count in 1...order.count {
      let text = order.prefix(count).reversed().map { "\($0): x" }.joined(separator: "\n")
      #expect(database(text).resource(for: "face")?.specifier == order[count - 1])
    }
    #expect(database("wall.face: near", "ColourClock.face: late").resource(for: "face")?.value == "near")
  }

  @Test func ofEquallyCloseOnesTheLaterCounts() {
    #expect(database("wall.face: 1\nwall.face: 2").resource(for: "face")?.value == "2")
    for spellings in [["holdTime", "hold-time"], ["hold-time", "holdTime"], ["HoldTime", "Hold-time"]] {
      let found = database("wall.\(spellings[0]): 1", "wall.\(spellings[1]): 2").resource(for: "hold-time")
      #expect(found?.value == "2" && found?.specifier == "wall.\(spellings[1])" && found?.name == "hold-time")
    }
    for names in [["seconds", "noSeconds"], ["no-seconds", "seconds"]] {
      let found = database("wall.\(names[0]): x", "wall.\(names[1]): x").resource(for: "seconds")
      #expect(found?.specifier == "wall.\(names[1])")
    }
    #expect(database("wall*seconds: x", "ColourClock.noSeconds: x").resource(for: "seconds")?.name == "seconds")
  }

  @Test func namesMayBeginWithADigit() {
    for name in ["12-hour", "12Hour"] { #expect(database("wall.\(name): x").resource(for: "12-hour")?.value == "x") }
  }

  @Test func unknownNamesAreKeptApart() {
    let database = database("wall.faec: x\nwall.face: y")
    #expect(database.unknown.map(\.specifier) == ["wall.faec"] && database.unknown.map(\.name) == ["faec"])
    #expect(database.resource(for: "face")?.isFromServer == true)
  }

  @Test func linesAreReadAsXReadsThem() {
    let found = database("! wall.face: none\nwall.title :  Tee \\\n  und Tée\nwall.hex:\nnonsense\n")
    #expect(["face", "title", "hex"].map { found.resource(for: $0)?.value } == [nil, "Tee   und Tée", ""])
  }

  @Test(arguments: [
    ("wall.face: hue", true), ("*font: fixed", true), ("XClock*a.b: c", true), ("", false), ("nonsense", false),
    ("! wall.face: hue", false), (": hue", false),
  ])
  func aLineIsAResourceOrNot(line: String, isResource: Bool) {
    let database = empty()
    #expect(database.merge(line: line) == isResource)
    #expect(database.resource(for: "face")?.value == (line == "wall.face: hue" ? "hue" : nil))
  }

  @Test(arguments: [
    ("/nonexistent", false), ("/", false), ("/dev/zero", false), ("/dev/tty", false), ("/etc/passwd", true),
  ])
  func filesThatAreNoneAreNothing(path: String, isFile: Bool) {
    let database = empty()
    #expect(database.merge(ifThere: path) == isFile && database.isEmpty)
  }
}
