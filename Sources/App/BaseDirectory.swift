/// Folders by the XDG base directory specification.
enum BaseDirectory {
  /// The path that was given, if it is one that counts: relative ones do not.
  static func absolute(_ path: String?) -> String? { path?.hasPrefix("/") == true ? path : nil }
}
