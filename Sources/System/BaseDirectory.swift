/// The XDG base directory specification ignores relative paths.
package enum BaseDirectory {
  package static var configuration: [String] { folders("XDG_CONFIG", inHome: ".config", system: "/etc/xdg") }

  package static var data: [String] {
    folders("XDG_DATA", inHome: ".local/share", system: "/usr/local/share:/usr/share")
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

  /// - Parameters:
  ///   - name: begins the names of the variables `NAME_HOME` and `NAME_DIRS`.
  ///   - folder: the default below `$HOME`.
  ///   - usual: the default of `NAME_DIRS`.
  private static func folders(_ name: String, inHome folder: String, system usual: String) -> [String] {
    let home = absolute(Process.environment("HOME"))
    let own = absolute(Process.environment("\(name)_HOME")) ?? home.map { "\($0)/\(folder)" }
    let system = (Process.environment("\(name)_DIRS") ?? usual).split(separator: ":")
    return ([own] + system.map { absolute(String($0)) }).compactMap(\.self)
  }

  private static func absolute(_ path: String?) -> String? { path?.hasPrefix("/") == true ? path : nil }
}
