import Glibc

/// The wall's message catalogues, compiled by msgfmt.
package enum Catalogues {
  /// The compiled catalogue of a language.
  /// - Parameter options: options of msgfmt.
  package static func compiled(_ language: String, _ options: String = "") -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let pipe = popen("msgfmt --check \(options) -o - '/\(root)/assets/po/\(language).po'", "r")
    guard let pipe else { fatalError("no shell") }
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    let count = fread(&bytes, 1, bytes.count, pipe)
    precondition(pclose(pipe) == 0 && count > 0, "msgfmt fails on \(language).po: install the package gettext")
    return Array(bytes[..<count])
  }
}
