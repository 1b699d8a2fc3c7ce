/// The XDG base directory specification ignores relative paths.
package enum BaseDirectory {
  package static var configuration: [String] {
    let own = absolute(Process.environment("XDG_CONFIG_HOME")) ?? inHome(".config")
    let system = (Process.environment("XDG_CONFIG_DIRS") ?? "/etc/xdg").split(separator: ":").map(String.init)
    return ([own] + system.map(absolute)).compactMap(\.self)
  }

  /// `state` is `$XDG_STATE_HOME`, `home` is `$HOME`; `nil` if neither is absolute.
  package static func state(_ state: String?, home: String?) -> String? {
    (absolute(state) ?? absolute(home).map { "\($0)/.local/state" }).map { "\($0)/colourclock" }
  }

  /// systemd's folder for the service, or else the clock's folder.
  package static var companionState: String? {
    Process.environment("STATE_DIRECTORY").flatMap { $0.split(separator: ":").first.map(String.init) }
      ?? state(Process.environment("XDG_STATE_HOME"), home: Process.environment("HOME"))
  }

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
