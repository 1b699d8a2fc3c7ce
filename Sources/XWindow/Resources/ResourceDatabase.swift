private import CX11

/// A database of Xlib's, which knows how resources are written: comments, continued lines, escapes, included files.
struct ResourceDatabase: ~Copyable {
  private var database: XrmDatabase?

  /// - Parameter text: lines of resources.
  init(text: UnsafePointer<CChar>) {
    XrmInitialize()
    database = XrmGetStringDatabase(text)
  }

  init(file: String) {
    XrmInitialize()
    database = XrmGetFileDatabase(file)
  }

  /// A single line, as after `-xrm`; it is empty if that is no resource.
  init(line: String) {
    XrmInitialize()
    XrmPutLineResource(&database, line)
  }

  deinit { XrmDestroyDatabase(database) }

  /// All that is in it, in no order that could be relied upon.
  var entries: [ResourceEntry] {
    var entries: [ResourceEntry] = []
    // Prefixes without a component: of everything.
    var (names, classes) = (XrmQuark(0), XrmQuark(0))
    let enumerate: EnumerationBody = { _, bindings, quarks, _, value, closure in
      guard let bindings, let quarks, let text = value?.pointee.addr else { return ResourceDatabase.goOn }
      UnsafeMutableRawPointer(closure)?.assumingMemoryBound(to: [ResourceEntry].self).pointee.append(
        ResourceEntry(
          components: ResourceDatabase.components(bindings, quarks), value: String(cString: text)))
      return ResourceDatabase.goOn
    }
    withUnsafeMutablePointer(to: &entries) {
      let closure = UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
      _ = XrmEnumerateDatabase(database, &names, &classes, XrmEnumAllLevels, enumerate, closure)
    }
    return entries
  }

  /// Would `True`, the enumeration would end.
  private static let goOn = False

  private typealias EnumerationBody =
    @convention(c) (
      UnsafeMutablePointer<XrmDatabase?>?, XrmBindingList?, XrmQuarkList?, UnsafeMutablePointer<XrmRepresentation>?,
      UnsafeMutablePointer<XrmValue>?, XPointer?
    ) -> Int32

  /// Both lists end where the quarks do, with a zero.
  private static func components(_ bindings: XrmBindingList, _ quarks: XrmQuarkList) -> [ResourceEntry.Component] {
    var components: [ResourceEntry.Component] = []
    while quarks[components.count] != 0 {
      let (quark, binding) = (quarks[components.count], bindings[components.count])
      let name = XrmQuarkToString(quark).map { String(cString: $0) } ?? ""
      components.append(ResourceEntry.Component(name: name, isLoose: binding == XrmBindLoosely))
    }
    return components
  }
}
