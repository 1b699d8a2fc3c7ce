import Companion
import Glibc

/// User name and password for the broker, a line each, from a file that nobody else may read.
struct Credentials {
  let user: String
  let password: String?

  /// Why they cannot be used, and how the program ends then.
  struct Failure: Error {
    let reason: String
    let status: Int32
  }

  private static let longest = 8192
  /// What systemd keeps for a service under this name (`LoadCredential=`, systemd.exec(5)).
  private static let name = "colourclock-mqtt"

  /// Those of the file, else of systemd; `nil` without either.
  static func find(_ path: String?) throws(Failure) -> Credentials? {
    if let path { return try Credentials(path, isGuarded: false) }
    guard let folder = System.environment("CREDENTIALS_DIRECTORY"), System.Stamp(of: "\(folder)/\(name)") != nil else {
      return nil
    }
    // systemd itself sees to who may read it.
    return try Credentials("\(folder)/\(name)", isGuarded: true)
  }

  private init(_ path: String, isGuarded: Bool) throws(Failure) {
    var status = stat()
    if !isGuarded, stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
      throw Failure(reason: "others can read \(path): 'chmod 600' it", status: ExitStatus.noPermission)
    }
    let bytes: [UInt8]
    do { bytes = try System.read(path, limit: Credentials.longest) } catch {
      throw Failure(reason: "cannot read \(path): \(error.reason)", status: ExitStatus.noInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw Failure(
        reason: "\(path) is not text: it has the user name and the password, a line each", status: ExitStatus.data)
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    guard let user = lines.first, !user.isEmpty else {
      throw Failure(reason: "\(path) has no user name in its first line", status: ExitStatus.data)
    }
    (self.user, password) = (user, lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil)
  }
}
