private import CX11

/// An X resource for this program alone, such as `ColourClock.face: hue`.
package struct Resource: Hashable, Sendable {
  /// The resource's name as written, such as `ColourClock*holdTime`.
  package let specifier: String
  /// The option's name, such as `hold-time`, in any spelling.
  package let name: String
  package let value: String
  /// True if it is from an X server property, which every client can write.
  package let isFromServer: Bool

  static let className = "ColourClock"
}

/// This program's resources in one Xlib database, which finds the one with precedence.
///
/// It accepts only resources of two components whose first is the program's instance or class. A user's `*font: fixed`
/// or `*background: white` is meant for programs with menus and texts, but Xlib would find it here too. Names are
/// stored in one spelling, and alternatives under one name: to Xlib `hold-time` and `holdTime` are two resources, and
/// so are `seconds` and `noSeconds`.
package final class ResourceDatabase {
  /// The first component in specifiers, besides the class.
  let instance: String
  private let subject: (String) -> String?
  private var database: XrmDatabase?
  /// The database's values are indices into this array.
  private var resources: [Resource] = []
  /// Resources without an option of their name.
  package private(set) var unknown: [Resource] = []

  /// - Parameter subject: the look-up name of an option, shared by alternatives; `nil` if there is no such option.
  init(instance: String, subject: @escaping (String) -> String?) {
    (self.instance, self.subject) = (instance, subject)
    XrmInitialize()
  }

  deinit { XrmDestroyDatabase(database) }

  package var isEmpty: Bool { resources.isEmpty }

  /// The resource with precedence for the subject ("Xlib - C Language X Interface", 15.2).
  package func resource(for subject: String) -> Resource? {
    var type: UnsafeMutablePointer<CChar>?
    var value = XrmValue()
    let (name, className) = ("\(instance).\(subject)", "\(Resource.className).\(ResourceDatabase.capitalised(subject))")
    guard XrmGetResource(database, name, className, &type, &value) != 0, let text = value.addr else { return nil }
    return Int(String(cString: text)).map { resources[$0] }
  }

  /// Merges text. It overrides earlier resources of the same specificity.
  func merge(text: UnsafePointer<CChar>, isFromServer: Bool) {
    merge(XrmGetStringDatabase(text), isFromServer: isFromServer)
  }

  func merge(file: String) { merge(XrmGetFileDatabase(file), isFromServer: false) }

  /// Merges one line of `-xrm`. Returns false if it is not a resource.
  func merge(line: String) -> Bool {
    var source: XrmDatabase?
    XrmPutLineResource(&source, line)
    return merge(source, isFromServer: false)
  }

  /// Returns false if there is no named resource; Xlib also accepts a value without a name.
  @discardableResult
  private func merge(_ source: XrmDatabase?, isFromServer: Bool) -> Bool {
    defer { XrmDestroyDatabase(source) }
    let entries = Entry.all(in: source)
    for entry in entries { put(entry, isFromServer: isFromServer) }
    return entries.contains { $0.components.last?.isEmpty == false }
  }

  private func put(_ entry: Entry, isFromServer: Bool) {
    guard entry.components.count == 2, [instance, Resource.className].contains(entry.components[0]),
      !entry.components[1].isEmpty
    else { return }
    let resource = Resource(
      specifier: entry.specifier, name: ResourceDatabase.dashed(entry.components[1]), value: entry.value,
      isFromServer: isFromServer)
    guard let subject = subject(resource.name) else { return unknown.append(resource) }
    let isClass = entry.components[1].first?.isUppercase == true
    let last = isClass ? ResourceDatabase.capitalised(subject) : subject
    var bindings = entry.bindings
    var quarks = [XrmStringToQuark(entry.components[0]), XrmStringToQuark(last), 0]
    XrmQPutStringResource(&database, &bindings, &quarks, "\(resources.count)")
    resources.append(resource)
  }

  /// Converts `holdTime` and `HoldTime` to `hold-time`.
  private static func dashed(_ name: String) -> String {
    name.enumerated().map { index, letter in
      letter.isUppercase ? (index == 0 ? "" : "-") + letter.lowercased() : String(letter)
    }.joined()
  }

  /// The spelling of class names.
  private static func capitalised(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// A line of a database, for any program.
private struct Entry {
  let components: [String]
  let bindings: [XrmBinding]
  let value: String

  /// - Parameters: lists that end where the quarks have a zero.
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

  /// All entries of a database, in the order of its hash table.
  static func all(in database: XrmDatabase?) -> [Entry] {
    var entries: [Entry] = []
    // Empty prefixes match every entry.
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
