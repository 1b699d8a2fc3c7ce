private import CX11
package import ColourClock
private import Glibc
private import System

/// Where X programs look for resources, in the order of X(7).
extension Display {
  /// The program's resources: files of defaults, the server's or else the user's file, the screen, the machine's file,
  /// the command line.
  ///
  /// - Parameters:
  ///   - name: the instance of `WM_CLASS`, if it was asked for.
  ///   - lines: what followed `-xrm` on the command line.
  ///   - subject: see `ResourceDatabase.init`.
  package func resources(
    name: String?, lines: [String], subject: @escaping (String) -> String?
  ) throws(Refusal) -> ResourceDatabase {
    let database = ResourceDatabase(instance: WindowDescription.instance(name), subject: subject)
    _ = AppDefaults.system.first { database.merge(ifThere: $0) }
    _ = AppDefaults.user.first { database.merge(ifThere: $0) }
    let home = Process.environment("HOME")
    if let text = XResourceManagerString(pointer) {
      database.merge(ifOurs: text)
    } else if let home {
      database.merge(ifThere: "\(home)/.Xdefaults")
    }
    if let text = XScreenResourceString(XDefaultScreenOfDisplay(pointer)) {
      database.merge(ifOurs: text)
      XFree(text)
    }
    if let file = Process.environment("XENVIRONMENT") ?? home.map({ "\($0)/.Xdefaults-\(Process.hostName)" }) {
      database.merge(ifThere: file)
    }
    for line in lines {
      guard database.merge(line: line) else {
        throw Refusal("'--xrm \(line)' is no resource: it takes a line such as 'ColourClock.face: hue'")
      }
    }
    return database
  }

  /// The colour that the server knows by that name, such as `red`; `nil` if there is none.
  package func colour(named name: String) -> Colour? {
    var colour = XColor()
    guard XParseColor(pointer, XDefaultColormap(pointer, XDefaultScreen(pointer)), name, &colour) != 0 else {
      return nil
    }
    return Colour(
      red: UInt8(colour.red >> 8), green: UInt8(colour.green >> 8), blue: UInt8(colour.blue >> 8))
  }
}

extension ResourceDatabase {
  /// Far more than a database written by hand.
  private static let limit = 1 << 20

  /// Takes over a property of the server, if it can matter at all. The strings of a database stay in Xlib's memory for
  /// good, and most users' databases have many for all kinds of programs, but none for a clock.
  fileprivate func merge(ifOurs text: UnsafePointer<CChar>) {
    if mentionsUs(text) { merge(text: text, isFromServer: true) }
  }

  /// Whether there is such a file that can be read. That there is none, or another kind of thing of that name, is
  /// usual, and no X program says a word about it.
  @discardableResult
  func merge(ifThere file: String) -> Bool {
    guard var text = try? File.readRegular(file, limit: ResourceDatabase.limit) else { return false }
    text.append(0)
    let isRelevant = text.withUnsafeBytes { bytes in
      bytes.baseAddress.map { mentionsUs($0.assumingMemoryBound(to: CChar.self)) } ?? false
    }
    // By its name, so that what it includes is looked for beside it.
    if isRelevant { merge(file: file) }
    return true
  }

  private func mentionsUs(_ text: UnsafePointer<CChar>) -> Bool {
    [instance, Resource.className, "#include"].contains { (word: String) in strstr(text, word) != nil }
  }
}

/// The files named after the program's class, one of the system's and one of the user's, as the X Toolkit looks for
/// them (XtResolvePathname(3), XtDisplayInitialize(3)).
private enum AppDefaults {
  static var system: [String] {
    expanded(
      Process.environment("XFILESEARCHPATH") ?? "/etc/X11/%T/%N%S:/usr/share/X11/%T/%N%S:/usr/lib/X11/%T/%N%S")
  }

  static var user: [String] {
    if let path = Process.environment("XUSERFILESEARCHPATH") { return expanded(path) }
    let folders = [Process.environment("XAPPLRESDIR"), Process.environment("HOME")]
    return folders.compactMap(\.self).map { "\($0)/\(Resource.className)" }
  }

  /// The files that a path of templates stands for. Letters for languages and for `*customization` stand for nothing
  /// here: the clock has one file for all.
  private static func expanded(_ path: String) -> [String] {
    path.split(separator: ":").map { template in
      let parts = template.split(separator: "%", omittingEmptySubsequences: false)
      return parts.dropFirst().reduce(String(parts[0])) { file, part in
        switch part.first {
        case "N": file + Resource.className + part.dropFirst()
        case "T": file + "app-defaults" + part.dropFirst()
        default: file + part.dropFirst()
        }
      }
    }
  }
}
