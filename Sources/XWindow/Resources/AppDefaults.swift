/// The files named after the program's class, one of the system's and one of the user's, as the X Toolkit looks for them
/// (XtResolvePathname(3), XtDisplayInitialize(3)).
enum AppDefaults {
  static var system: [String] {
    expanded(
      Process.environment("XFILESEARCHPATH") ?? "/etc/X11/%T/%N%S:/usr/share/X11/%T/%N%S:/usr/lib/X11/%T/%N%S")
  }

  static var user: [String] {
    if let path = Process.environment("XUSERFILESEARCHPATH") { return expanded(path) }
    let folders = [Process.environment("XAPPLRESDIR"), Process.environment("HOME")]
    return folders.compactMap(\.self).map { "\($0)/\(Resource.className)" }
  }

  /// The files that a path of templates stands for. Those of languages and of `*customization` stand for nothing here:
  /// the clock has one file for all.
  private static func expanded(_ path: String) -> [String] {
    path.split(separator: ":").map { template in
      var (file, isEscaped) = ("", false)
      for letter in template {
        if isEscaped { file += substitute(for: letter) } else if letter != "%" { file.append(letter) }
        isEscaped = !isEscaped && letter == "%"
      }
      return file
    }
  }

  private static func substitute(for letter: Character) -> String {
    switch letter {
    case "N": Resource.className
    case "T": "app-defaults"
    case "S", "C", "L", "l", "t", "c": ""
    default: String(letter)
    }
  }
}
