private import CX11

/// An X resource that is meant for this program and no other, such as `ColourClock.face: hue`.
package struct Resource: Hashable, Sendable {
  /// What it is about, as it was written, such as `ColourClock*holdTime`.
  package let specifier: String
  /// The option's name, such as `hold-time`, however it was written.
  package let name: String
  package let value: String
  /// Whether it stood in a property of the X server, where every client of the server can write.
  package let isFromServer: Bool

  static let className = "ColourClock"
}

/// The resources that are meant for this program, merged into one database, in which Xlib looks up the one that counts.
///
/// Only resources whose first component is the program's instance or class are taken over, and only with one component
/// more: a user's `*font: fixed` or `*background: white` is about programs with menus and texts, and Xlib's look-up
/// would find it here too. Names are taken over in one spelling, and options of which only one can count under one
/// name, since to Xlib `hold-time` and `holdTime` are two things, as are `seconds` and `noSeconds`.
package final class ResourceDatabase {
  /// The first component of ours, beside the class.
  let instance: String
  private let subject: (String) -> String?
  private var database: XrmDatabase?
  /// The database's values are indices of it.
  private var resources: [Resource] = []
  /// Those that no option is named after.
  package private(set) var unknown: [Resource] = []

  /// - Parameter subject: the name under which an option is looked up, the same for options that exclude each other;
  ///   `nil` if there is no such option.
  init(instance: String, subject: @escaping (String) -> String?) {
    (self.instance, self.subject) = (instance, subject)
    XrmInitialize()
  }

  deinit { XrmDestroyDatabase(database) }

  package var isEmpty: Bool { resources.isEmpty }

  /// The resource that counts for the subject, by the precedence of "Xlib - C Language X Interface", 15.2.
  package func resource(for subject: String) -> Resource? {
    var type: UnsafeMutablePointer<CChar>?
    var value = XrmValue()
    let (name, className) = ("\(instance).\(subject)", "\(Resource.className).\(ResourceDatabase.capitalised(subject))")
    guard XrmGetResource(database, name, className, &type, &value) != 0, let text = value.addr else { return nil }
    return Int(String(cString: text)).map { resources[$0] }
  }

  /// Takes over lines of text, which are stronger than what was taken over before and is as close.
  func merge(text: UnsafePointer<CChar>, isFromServer: Bool) {
    merge(XrmGetStringDatabase(text), isFromServer: isFromServer)
  }

  func merge(file: String) { merge(XrmGetFileDatabase(file), isFromServer: false) }

  /// Takes over a single line, as it follows `-xrm`: whether it is a resource at all.
  func merge(line: String) -> Bool {
    var source: XrmDatabase?
    XrmPutLineResource(&source, line)
    return merge(source, isFromServer: false)
  }

  /// Xlib takes a value without a name, which is about nothing: whether there is any other.
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

  /// `holdTime` and `HoldTime` are `hold-time`.
  private static func dashed(_ name: String) -> String {
    name.enumerated().map { index, letter in
      letter.isUppercase ? (index == 0 ? "" : "-") + letter.lowercased() : String(letter)
    }.joined()
  }

  /// As names of classes are.
  private static func capitalised(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// A line of a database, whichever program it is for.
private struct Entry {
  let components: [String]
  let bindings: [XrmBinding]
  let value: String

  /// From two lists that end where the quarks do, with a zero.
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

  /// All that is in a database, in the order of its hash table.
  static func all(in database: XrmDatabase?) -> [Entry] {
    var entries: [Entry] = []
    // Prefixes without a component: of everything.
    var (names, classes) = (XrmQuark(0), XrmQuark(0))
    withUnsafeMutablePointer(to: &entries) {
      let closure = UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
      _ = XrmEnumerateDatabase(
        database, &names, &classes, XrmEnumAllLevels,
        { _, bindings, quarks, _, value, closure in
          // The enumeration would end at True.
          guard let bindings, let quarks, let text = value?.pointee.addr else { return False }
          UnsafeMutableRawPointer(closure)?.assumingMemoryBound(to: [Entry].self).pointee
            .append(Entry(bindings, quarks, value: String(cString: text)))
          return False
        }, closure)
    }
    return entries
  }
}
