import Testing

@testable import XWindow

@Suite struct ResourceTests {
  /// What such lines come to, the weakest first, each as one source.
  private func resources(_ texts: String...) -> [Resource] {
    var sources = ResourceSources(instance: "wall")
    for text in texts { text.withCString { sources.take(text: $0, isFromServer: true) } }
    return sources.inOrder
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
    #expect(resources(foreign).isEmpty)
    for ours in ["ColourClock.face: hue", "ColourClock*face: hue", "wall.face: hue", "*wall*face: hue"] {
      #expect(resources("\(foreign)\n\(ours)").map(\.value) == ["hue"], "\(ours)")
    }
  }

  @Test func ofTwoTheCloserOneCounts() {
    let order = [
      "*ColourClock*Face", "*ColourClock.Face", "*ColourClock*face", "*ColourClock.face",
      "ColourClock*Face", "ColourClock.Face", "ColourClock*face", "ColourClock.face",
      "*wall*Face", "wall.Face", "wall*face", "wall.face",
    ]
    let text = order.reversed().map { "\($0): x" }.joined(separator: "\n")
    #expect(resources(text).map(\.specifier) == order)
    #expect(resources("wall.face: near", "ColourClock.face: late").map(\.value) == ["late", "near"])
  }

  @Test func ofEquallyCloseOnesTheLaterCounts() {
    #expect(resources("wall.holdTime: 1", "wall.hold-time: 2").map(\.value) == ["1", "2"])
    #expect(resources("wall.hold-time: 2", "wall.holdTime: 1").map(\.value) == ["2", "1"])
    #expect(resources("wall.face: 1\nwall.face: 2").map(\.value) == ["2"])
  }

  @Test func linesAreReadAsXReadsThem() {
    let text = "! wall.face: none\nwall.title :  Tee \\\n  und Tée\nwall.hex:\nnonsense\n"
    #expect(Set(resources(text).map { "\($0.name)=\($0.value)" }) == ["title=Tee   und Tée", "hex="])
  }

  @Test(arguments: [
    ("wall.face: hue", true), ("*font: fixed", true), ("XClock*a.b: c", true), ("", false), ("nonsense", false),
    ("! wall.face: hue", false), (": hue", false),
  ])
  func aLineIsAResourceOrNot(line: String, isResource: Bool) {
    var sources = ResourceSources(instance: "wall")
    let isTaken = sources.take(line: line)
    #expect(isTaken == isResource)
    #expect(sources.inOrder.map(\.value) == (line == "wall.face: hue" ? ["hue"] : []))
  }

  @Test(arguments: [
    ("/nonexistent", false), ("/", false), ("/dev/zero", false), ("/dev/tty", false), ("/etc/passwd", true),
  ])
  func filesThatAreNoneAreNothing(path: String, isFile: Bool) {
    var sources = ResourceSources(instance: "wall")
    let isTaken = sources.take(file: path)
    #expect(isTaken == isFile && sources.found.isEmpty)
  }
}
