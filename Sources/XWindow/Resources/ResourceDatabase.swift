private import CX11
private import ColourClock

/// An X resource, such as `ColourClock.face: hue`.
package struct Resource: Hashable, Sendable {
  /// The name as written, such as `ColourClock*holdTime`.
  package let specifier: String
  /// The option's name, such as `hold-time`.
  package let name: String
  package let value: String
  /// True for a server property, which all clients can write.
  package let isFromServer: Bool

  static let className = "ColourClock"
}

/// This program's resources, in an Xlib database. Only `PROGRAM.option` counts, where PROGRAM is the instance or the
/// class. Otherwise a user's `*font: fixed` would set the clock's font.
///
/// Options that exclude each other, such as `seconds` and `no-seconds`, are stored under one `settingName`.
package final class ResourceDatabase {
  let instance: String
  private let settingName: (String) -> String?
  private var database: XrmDatabase?
  /// `database` holds indices into this array.
  private var resources: [Resource] = []
  package private(set) var unknown: [Resource] = []

  /// - Parameter settingName: maps an option's name to the name that its alternatives share, other names to `nil`.
  init(instance: String, settingName: @escaping (String) -> String?) {
    (self.instance, self.settingName) = (instance, settingName)
    XrmInitialize()
  }

  deinit { XrmDestroyDatabase(database) }

  package var isEmpty: Bool { resources.isEmpty }

  /// Xlib's rules of precedence apply ("Xlib - C Language X Interface", 15.2).
  package func resource(for settingName: String) -> Resource? {
    var type: UnsafeMutablePointer<CChar>?
    var value = XrmValue()
    let (name, className) = ("\(instance).\(settingName)", "\(Resource.className).\(settingName.capitalised)")
    guard XrmGetResource(database, name, className, &type, &value) != 0, let text = value.addr else { return nil }
    return Int(String(cString: text)).map { resources[$0] }
  }

  func merge(text: UnsafePointer<CChar>, isFromServer: Bool) {
    merge(XrmGetStringDatabase(text), isFromServer: isFromServer)
  }

  func merge(file: String) { merge(XrmGetFileDatabase(file), isFromServer: false) }

  func merge(line: String) -> Bool {
    var source: XrmDatabase?
    XrmPutLineResource(&source, line)
    return merge(source, isFromServer: false)
  }

  /// Frees `source`. Returns false if no resource has a name: Xlib accepts nameless values.
  @discardableResult
  private func merge(_ source: XrmDatabase?, isFromServer: Bool) -> Bool {
    defer { XrmDestroyDatabase(source) }
    let entries = Entry.all(in: source)
    for entry in entries { put(entry, isFromServer: isFromServer) }
    return entries.contains { $0.components.last?.isEmpty == false }
  }

  private func put(_ entry: Entry, isFromServer: Bool) {
    guard entry.components.count == 2, case let (program, name) = (entry.components[0], entry.components[1]),
      [instance, Resource.className].contains(program), !name.isEmpty
    else { return }
    let resource = Resource(
      specifier: entry.specifier, name: ResourceDatabase.dashed(name), value: entry.value, isFromServer: isFromServer)
    guard let settingName = settingName(resource.name) else { return unknown.append(resource) }
    // A capital marks a class, which has lower precedence.
    let stored = name.first?.isUppercase == true ? settingName.capitalised : settingName
    var bindings = entry.bindings
    var quarks = [XrmStringToQuark(program), XrmStringToQuark(stored), 0]
    XrmQPutStringResource(&database, &bindings, &quarks, "\(resources.count)")
    resources.append(resource)
  }

  /// `holdTime` and `HoldTime` become `hold-time`.
  private static func dashed(_ name: String) -> String {
    name.enumerated().map { index, letter in
      letter.isUppercase ? (index == 0 ? "" : "-") + letter.lowercased() : String(letter)
    }.joined()
  }
}

private struct Entry {
  let components: [String]
  let bindings: [XrmBinding]
  let value: String

  /// - Parameter quarks: a list ended by 0, unlike `bindings`.
  init(_ bindings: XrmBindingList, _ quarks: XrmQuarkList, value: String) {
    let count = (0...).first { quarks[$0] == 0 } ?? 0
    components = (0..<count).map { XrmQuarkToString(quarks[$0]).map { String(cString: $0) } ?? "" }
    self.bindings = (0..<count).map { bindings[$0] }
    self.value = value
  }

  var specifier: String {
    let text = zip(bindings, components).map { ($0 == XrmBindLoosely ? "*" : ".") + $1 }.joined()
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  static func all(in database: XrmDatabase?) -> [Entry] {
    var entries: [Entry] = []
    // Empty prefixes match all entries.
    var (names, classes) = (XrmQuark(0), XrmQuark(0))
    withUnsafeMutablePointer(to: &entries) {
      let closure = UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
      _ = XrmEnumerateDatabase(
        database, &names, &classes, XrmEnumAllLevels,
        { _, bindings, quarks, _, value, closure in
          // True would end the enumeration.
          guard let bindings, let quarks, let text = value?.pointee.addr else { return False }
          UnsafeMutableRawPointer(closure)?.assumingMemoryBound(to: [Entry].self).pointee
            .append(Entry(bindings, quarks, value: String(cString: text)))
          return False
        }, closure)
    }
    return entries
  }
}
