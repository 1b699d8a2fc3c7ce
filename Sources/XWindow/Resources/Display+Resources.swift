private import CX11

/// The resources that are for this program, from all the places in the order of X(7): files of defaults, the server or the
/// user's file, the screen, the machine's file, the command line.
extension Display {
  /// What followed `-xrm` is no resource.
  package struct BadResource: Error {
    package let line: String
  }

  /// The weakest first: later ones are to be laid over earlier ones. The sources are not merged by Xlib, for which
  /// `hold-time` and `holdTime` would be two things.
  ///
  /// - Parameters:
  ///   - name: the instance of `WM_CLASS`, if it was asked for.
  ///   - lines: what followed `-xrm` on the command line.
  package func resources(name: String?, lines: [String]) throws(BadResource) -> [Resource] {
    var sources = ResourceSources(instance: WindowDescription.instance(name))
    _ = AppDefaults.system.first { sources.take(file: $0) }
    _ = AppDefaults.user.first { sources.take(file: $0) }
    let home = Process.environment("HOME")
    if let text = XResourceManagerString(pointer) {
      sources.take(text: text, isFromServer: true)
    } else if let home {
      sources.take(file: "\(home)/.Xdefaults")
    }
    takeScreen(into: &sources)
    if let file = Process.environment("XENVIRONMENT") ?? home.map({ "\($0)/.Xdefaults-\(Process.hostName)" }) {
      sources.take(file: file)
    }
    for line in lines {
      guard sources.take(line: line) else { throw BadResource(line: line) }
    }
    return sources.inOrder
  }

  private func takeScreen(into sources: inout ResourceSources) {
    guard let text = XScreenResourceString(XDefaultScreenOfDisplay(pointer)) else { return }
    defer { XFree(text) }
    sources.take(text: text, isFromServer: true)
  }
}
