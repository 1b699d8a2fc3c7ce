/// The folders of the XDG base directory specification, which ignores relative paths.
package enum BaseDirectory {
  package static var configuration: [String] { folders("XDG_CONFIG", inHome: ".config", system: "/etc/xdg") }

  package static var data: [String] {
    folders("XDG_DATA", inHome: ".local/share", system: "/usr/local/share:/usr/share")
  }

  package static func state(_ state: String?, home: String?) -> String? {
    (absolute(state) ?? absolute(home).map { "\($0)/.local/state" }).map { "\($0)/colourclock" }
  }

  package static var companionState: String? {
    Process.environment("STATE_DIRECTORY").flatMap { $0.split(separator: ":").first.map(String.init) }
      ?? state(Process.environment("XDG_STATE_HOME"), home: Process.environment("HOME"))
  }

  private static func folders(_ name: String, inHome folder: String, system usual: String) -> [String] {
    let home = absolute(Process.environment("HOME"))
    let own = absolute(Process.environment("\(name)_HOME")) ?? home.map { "\($0)/\(folder)" }
    let system = (Process.environment("\(name)_DIRS") ?? usual).split(separator: ":")
    return ([own] + system.map { absolute(String($0)) }).compactMap(\.self)
  }

  private static func absolute(_ path: String?) -> String? { path?.hasPrefix("/") == true ? path : nil }
}
