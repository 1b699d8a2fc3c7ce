/// Folders of the XDG base directory specification, which ignores relative paths.
package enum BaseDirectory {
  /// The folders of options files, the user's first.
  package static var configuration: [String] {
    let own = absolute(Process.environment("XDG_CONFIG_HOME")) ?? inHome(".config")
    let system = (Process.environment("XDG_CONFIG_DIRS") ?? "/etc/xdg").split(separator: ":").map(String.init)
    return ([own] + system.map(absolute)).compactMap(\.self)
  }

  /// `nil` if neither `$XDG_STATE_HOME` nor `$HOME` is absolute.
  package static func state(_ state: String?, home: String?) -> String? {
    absolute(state) ?? absolute(home).map { "\($0)/.local/state" }
  }

  /// The user's folder comes first.
  package static var data: [String] {
    let own = absolute(Process.environment("XDG_DATA_HOME")) ?? inHome(".local/share")
    let system = (Process.environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    return ([own] + system.map { absolute(String($0)) }).compactMap(\.self)
  }

  private static func inHome(_ folder: String) -> String? {
    absolute(Process.environment("HOME")).map { "\($0)/\(folder)" }
  }

  private static func absolute(_ path: String?) -> String? { path?.hasPrefix("/") == true ? path : nil }
}
