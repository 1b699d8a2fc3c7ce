private import CX11
private import Glibc

/// Gathers the program's resources from wherever X programs look for them.
struct ResourceSources {
  /// The first component that is ours, beside the class.
  let instance: String
  private(set) var found: [Resource] = []

  /// No database that people write by hand comes near it.
  private static let limit = 1 << 20

  init(instance: String) { self.instance = instance }

  /// Lines of text, if they can matter at all. The strings of a database stay in Xlib's memory for good, and most users'
  /// databases have many for all kinds of programs, but none for a clock.
  mutating func take(text: UnsafePointer<CChar>, isFromServer: Bool) {
    guard mentionsUs(text) else { return }
    take(ResourceDatabase(text: text), isFromServer: isFromServer)
  }

  /// Whether there is such a file that can be read. That there is none, or another kind of thing of that name, is usual, and
  /// no X program says a word about it.
  @discardableResult
  mutating func take(file: String) -> Bool {
    guard var text = try? File.readRegular(file, limit: ResourceSources.limit) else { return false }
    text.append(0)
    let isRelevant = text.withUnsafeBytes { bytes in
      bytes.baseAddress.map { mentionsUs($0.assumingMemoryBound(to: CChar.self)) } ?? false
    }
    // By its name, so that what it includes is looked for beside it.
    if isRelevant { take(ResourceDatabase(file: file), isFromServer: false) }
    return true
  }

  /// Whether it is a resource at all.
  mutating func take(line: String) -> Bool {
    let database = ResourceDatabase(line: line)
    // Xlib takes a value without a name, which is about nothing.
    let isResource = database.entries.contains { $0.components.last?.name.isEmpty == false }
    take(database, isFromServer: false)
    return isResource
  }

  /// The last ones are the strongest; among equally close ones those of the source that was taken later.
  var inOrder: [Resource] {
    found.enumerated().sorted { ($0.element.closeness, $0.offset) < ($1.element.closeness, $1.offset) }.map(\.element)
  }

  private mutating func take(_ database: borrowing ResourceDatabase, isFromServer: Bool) {
    let ours = database.entries.compactMap { Resource($0, instance: instance, isFromServer: isFromServer) }
    // Xlib's order is that of a hash table.
    found += ours.sorted { $0.specifier < $1.specifier }
  }

  private func mentionsUs(_ text: UnsafePointer<CChar>) -> Bool {
    [instance, Resource.className, "#include"].contains { (word: String) in strstr(text, word) != nil }
  }
}
