import Glibc
import System

/// Checks the files at the start, because libmosquitto reports their mistakes as temporary network problems.
struct CertificateFiles {
  private let options: Options

  init(_ options: Options) { self.options = options }

  func check() throws(ProgramExit) {
    for file in [options.ca, options.certificate, options.key].compactMap(\.self) where access(file, R_OK) != 0 {
      throw ProgramExit("cannot read \(file): \(SystemError.last.reason)", ExitStatus.noInput)
    }
    // If libmosquitto lacks TLS, connecting reports that.
    guard let library = Library(), let context = library.make(library.method()) else { return }
    defer {
      library.free(context)
      library.clearErrors()
    }
    library.setPassphrase(context, OpenSSL.noPassphrase)
    if let ca = options.ca, library.loadAuthorities(context, ca, nil) != 1 {
      throw ProgramExit("there is no certificate in the file of '--ca': \(ca)", ExitStatus.data)
    }
    guard let certificate = options.certificate, let key = options.key else { return }
    guard library.useCertificate(context, certificate) == 1 else {
      throw ProgramExit("there is no certificate in the file of '--certificate': \(certificate)", ExitStatus.data)
    }
    guard library.useKey(context, key, Library.pem) == 1, library.checkKey(context) == 1 else {
      throw ProgramExit(
        "the key in the file of '--key' needs a passphrase, or does not belong to the certificate: \(key)",
        ExitStatus.data)
    }
  }

  private struct Library {
    typealias Context = UnsafeMutableRawPointer
    typealias Passphrase = OpenSSL.Passphrase

    static let pem: Int32 = 1

    let method: @convention(c) () -> UnsafeRawPointer?
    let make: @convention(c) (UnsafeRawPointer?) -> Context?
    let free: @convention(c) (Context) -> Void
    let clearErrors: @convention(c) () -> Void
    let setPassphrase: @convention(c) (Context, Passphrase) -> Void
    let loadAuthorities: @convention(c) (Context, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
    let useCertificate: @convention(c) (Context, UnsafePointer<CChar>) -> Int32
    let useKey: @convention(c) (Context, UnsafePointer<CChar>, Int32) -> Int32
    let checkKey: @convention(c) (Context) -> Int32

    init?() {
      guard let method = OpenSSL.function("TLS_client_method", (@convention(c) () -> UnsafeRawPointer?).self),
        let make = OpenSSL.function("SSL_CTX_new", (@convention(c) (UnsafeRawPointer?) -> Context?).self),
        let free = OpenSSL.function("SSL_CTX_free", (@convention(c) (Context) -> Void).self),
        let clearErrors = OpenSSL.function("ERR_clear_error", (@convention(c) () -> Void).self),
        let setPassphrase = OpenSSL.function(
          "SSL_CTX_set_default_passwd_cb", (@convention(c) (Context, Passphrase) -> Void).self),
        let loadAuthorities = OpenSSL.function(
          "SSL_CTX_load_verify_locations",
          (@convention(c) (Context, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32).self),
        let useCertificate = OpenSSL.function(
          "SSL_CTX_use_certificate_chain_file", (@convention(c) (Context, UnsafePointer<CChar>) -> Int32).self),
        let useKey = OpenSSL.function(
          "SSL_CTX_use_PrivateKey_file", (@convention(c) (Context, UnsafePointer<CChar>, Int32) -> Int32).self),
        let checkKey = OpenSSL.function("SSL_CTX_check_private_key", (@convention(c) (Context) -> Int32).self)
      else { return nil }
      (self.method, self.make, self.free, self.clearErrors) = (method, make, free, clearErrors)
      (self.setPassphrase, self.loadAuthorities) = (setPassphrase, loadAuthorities)
      (self.useCertificate, self.useKey, self.checkKey) = (useCertificate, useKey, checkKey)
    }
  }
}

/// Functions of the OpenSSL library that libmosquitto has loaded. Linking would need headers, and one fixed version.
enum OpenSSL {
  typealias Passphrase = @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32

  /// Without a callback, OpenSSL would ask for the passphrase on the terminal.
  static let noPassphrase: Passphrase = { _, _, _, _ in 0 }

  /// Returns `nil` if the function is not loaded. Nothing checks the type `F`.
  static func function<F>(_ name: String, _ type: F.Type) -> F? {
    dlsym(nil, name).map { unsafeBitCast($0, to: type) }
  }
}

struct Credentials {
  let user: String
  let password: String?
}

/// User name and password, a line each.
struct CredentialsFile {
  private let path: String
  private let isGuarded: Bool

  private static let longest = 8192
  private static let name = "colourclock-mqtt"

  /// Finds the file of `--credentials`, or systemd's credential (`LoadCredential=`, systemd.exec(5)).
  init?(_ named: String?) {
    if let named {
      (path, isGuarded) = (named, false)
    } else {
      guard let folder = Process.environment("CREDENTIALS_DIRECTORY"),
        File.Stamp(of: "\(folder)/\(CredentialsFile.name)") != nil
      else { return nil }
      (path, isGuarded) = ("\(folder)/\(CredentialsFile.name)", true)
    }
  }

  /// - Throws: if the file is unreadable, readable for others, not text, or has no user name.
  func read() throws(ProgramExit) -> Credentials {
    var status = stat()
    if !isGuarded, stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
      throw ProgramExit("others can read \(path): 'chmod 600' it", ExitStatus.noPermission)
    }
    let bytes: [UInt8]
    do { bytes = try File.readRegular(path, limit: CredentialsFile.longest) } catch {
      throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw ProgramExit("\(path) is not text: it has the user name and the password, a line each", ExitStatus.data)
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    guard let user = lines.first, !user.isEmpty else {
      throw ProgramExit("\(path) has no user name in its first line", ExitStatus.data)
    }
    return Credentials(user: user, password: lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil)
  }
}
