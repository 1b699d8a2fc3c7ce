private import CX11
package import ColourClock
private import Glibc
private import System

extension Display {
  /// Later sources override earlier ones: application defaults, the server's property or else the user's file, the
  /// screen's property, the machine's file, `lines`.
  /// - Parameter name: the user's instance of `WM_CLASS`.
  /// - Parameter lines: values of `--xrm`.
  /// - Parameter settingName: maps an option's name to the name that its alternatives share, other names to `nil`.
  package func resources(
    name: String?, lines: [String], settingName: @escaping (String) -> String?
  ) throws(Refusal) -> ResourceDatabase {
    let database = ResourceDatabase(instance: WindowDescription.instance(name), settingName: settingName)
    _ = AppDefaults.system.first { database.merge(ifThere: $0) }
    _ = AppDefaults.user.first { database.merge(ifThere: $0) }
    let home = Process.environment("HOME")
    if let text = XResourceManagerString(pointer) {
      database.merge(ifRelevant: text)
    } else if let home {
      database.merge(ifThere: "\(home)/.Xdefaults")
    }
    if let text = XScreenResourceString(XDefaultScreenOfDisplay(pointer)) {
      database.merge(ifRelevant: text)
      XFree(text)
    }
    if let file = Process.environment("XENVIRONMENT") ?? home.map({ "\($0)/.Xdefaults-\(Process.hostName)" }) {
      database.merge(ifThere: file)
    }
    for line in lines {
      guard database.merge(line: line) else {
        throw Refusal("'--xrm \(line)' is not a resource: write a line such as 'ColourClock.face: hue'")
      }
    }
    return database
  }

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
  private static let limit = 1 << 20

  /// Skips text without this program's resources, because Xlib never frees a database's strings.
  fileprivate func merge(ifRelevant text: UnsafePointer<CChar>) {
    if mayHaveResources(text) { merge(text: text, isFromServer: true) }
  }

  @discardableResult
  func merge(ifThere file: String) -> Bool {
    guard var text = try? File.readRegular(file, limit: ResourceDatabase.limit) else { return false }
    text.append(0)
    let isRelevant = text.withUnsafeBytes { bytes in
      bytes.baseAddress.map { mayHaveResources($0.assumingMemoryBound(to: CChar.self)) } ?? false
    }
    // Xlib needs the path to find included files.
    if isRelevant { merge(file: file) }
    return true
  }

  private func mayHaveResources(_ text: UnsafePointer<CChar>) -> Bool {
    [instance, Resource.className, "#include"].contains { (word: String) in strstr(text, word) != nil }
  }
}

/// The files of XtResolvePathname(3) and XtDisplayInitialize(3).
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
