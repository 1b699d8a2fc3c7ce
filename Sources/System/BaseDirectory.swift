/// Folders of the XDG base directory specification. Relative paths are ignored, as the specification demands.
package enum BaseDirectory {
  /// Folders of options files. The user's folder comes before the system's.
  package static var configuration: [String] {
    let home = Process.environment("HOME").map { "\($0)/.config" }
    let own = absolute(Process.environment("XDG_CONFIG_HOME")) ?? home
    let system = (Process.environment("XDG_CONFIG_DIRS") ?? "/etc/xdg").split(separator: ":").map(String.init)
    return ([own] + system.map(absolute)).compactMap(\.self)
  }

  /// The folder for saved state; `nil` if neither `$XDG_STATE_HOME` (`state`) nor `$HOME` (`home`) is an absolute path.
  package static func state(_ state: String?, home: String?) -> String? {
    absolute(state) ?? absolute(home).map { "\($0)/.local/state" }
  }

  /// Folders of data such as sounds, the user's own first.
  package static var data: [String] {
    let own = absolute(Process.environment("XDG_DATA_HOME")) ?? Process.environment("HOME").map { "\($0)/.local/share" }
    let system = (Process.environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    return ([own] + system.map { absolute(String($0)) }).compactMap(\.self)
  }

  private static func absolute(_ path: String?) -> String? { path?.hasPrefix("/") == true ? path : nil }
}
