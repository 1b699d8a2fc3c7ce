import ColourClock
import XWindow

/// Where options were found, before they are laid over each other.
struct Layers {
  private let file: [Options]
  /// Those of the X server and the files that go with it: none before there is a display.
  private(set) var resources: [Options]
  let line: Options

  /// - Parameter isAgain: that it has been done before, and the clock must not be kept waiting for a pipe.
  /// - Throws: `answered` for what only has to be printed.
  init(_ arguments: [String], resources: [Options] = [], isAgain: Bool = false) throws(Failure) {
    line = try Options.read(arguments)
    if line.look.listFaces { throw .answered(Layers.listOfFaces) }
    file = try Layers.file(line.files)?.layers(isAgain: isAgain) ?? []
    self.resources = resources
  }

  /// The weakest first.
  var all: [Options] { file + resources + [line] }

  /// Takes up the resources that are there for this program: whether there are any.
  mutating func takeResources(from display: Display) throws(Failure) -> Bool {
    let name = all.compactMap(\.window.name).last
    let found: [Resource]
    do { found = try display.resources(name: name, lines: line.files.xrm) } catch {
      throw .usage("'--xrm \(error.line)' is no resource: it takes a line such as 'ColourClock.face: hue'")
    }
    resources = try ResourceOption.layers(found)
    return !resources.isEmpty
  }

  private static func file(_ options: FileOptions) throws(Failure) -> OptionsFile? {
    guard let path = options.config else { return options.noConfig ? nil : OptionsFile.standard() }
    guard !options.noConfig else { throw .usage("'--config' and '--no-config' exclude each other") }
    return OptionsFile(path: path)
  }

  private static var listOfFaces: String {
    let width = Face.all.map(\.name.count).max() ?? 0
    return Face.all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }
}
