private import CX11
private import Synchronization
private import System

/// A font file that fontconfig has chosen, and a face in it.
package struct FontFile: Hashable, Sendable {
  let path: String
  /// The face's index. The upper 16 bits are the named instance of a variable font, counted from 1; 0 if there is none.
  let index: Int
  /// The names of the font's family, the most general first.
  let families: [String]

  /// The best font for a fontconfig pattern, such as `Inter:bold`. If no font matches, fontconfig finds a substitute.
  /// `nil` if the pattern is malformed, or the machine has no scalable font.
  /// - Parameter characters: if it is not empty, a font is preferred that has these characters and is no colour font.
  package static func match(_ pattern: String, having characters: [Unicode.Scalar] = []) -> FontFile? {
    readConfiguration()
    return match(pattern, having: characters, by: nil)
  }

  /// The best font of the first family in a pattern. Does not read the dozens of files of fontconfig's configuration,
  /// because this would take longer than all other work at the start. `nil` if no font has that name, or if the machine
  /// or the user may have changed the configuration. Then use `match`.
  package static func plainMatch(_ pattern: String) -> FontFile? {
    guard let config = plainConfiguration() else { return nil }
    defer { FcConfigDestroy(config) }
    guard let file = match(pattern, having: [], by: config), let family = families(in: pattern).first else {
      return nil
    }
    return file.families.contains(family) ? file : nil
  }

  /// True if the machine has a font for all letters of a text. To save a search, assumes that the machine has European
  /// letters.
  package static func isThere(for text: String) -> Bool {
    let letters = text.unicodeScalars.filter { $0.value >= 0x250 && $0.properties.isAlphabetic }
    guard !letters.isEmpty, let wanted = FcPatternCreate() else { return true }
    defer { FcPatternDestroy(wanted) }
    readConfiguration()
    require(Array(letters), in: wanted)
    FcDefaultSubstitute(wanted)
    var result = FcResultNoMatch
    guard let found = FcFontMatch(nil, wanted, &result) else { return false }
    defer { FcPatternDestroy(found) }
    var set: OpaquePointer?
    guard FcPatternGetCharSet(found, FC_CHARSET, 0, &set) == FcResultMatch, let set else { return false }
    return letters.allSatisfy { FcCharSetHasChar(set, $0.value) != 0 }
  }

  /// The best font in a configuration.
  /// - Parameter config: `nil` for the current configuration.
  private static func match(
    _ pattern: String, having characters: [Unicode.Scalar], by config: OpaquePointer?
  ) -> FontFile? {
    guard let wanted = FcNameParse(pattern) else { return nil }
    defer { FcPatternDestroy(wanted) }
    if !characters.isEmpty { require(characters, in: wanted) }
    FcPatternAddBool(wanted, FC_SCALABLE, FcBool(FcTrue))
    FcConfigSubstitute(config, wanted, FcMatchPattern)
    FcDefaultSubstitute(wanted)
    var result = FcResultNoMatch
    guard let found = FcFontMatch(config, wanted, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    return FontFile(found)
  }

  /// The colour fonts in the order in which fontconfig prefers them for emoji.
  static func coloured(_ pattern: String) -> [FontFile] {
    guard let wanted = FcNameParse(pattern) else { return [] }
    defer { FcPatternDestroy(wanted) }
    readConfiguration()
    FcPatternAddString(wanted, FC_FAMILY, "emoji")
    FcPatternAddBool(wanted, FC_COLOR, FcBool(FcTrue))
    FcConfigSubstitute(nil, wanted, FcMatchPattern)
    FcDefaultSubstitute(wanted)
    var result = FcResultNoMatch
    guard let found = FcFontSort(nil, wanted, FcBool(FcFalse), nil, &result) else { return [] }
    defer { FcFontSetDestroy(found) }
    return UnsafeBufferPointer(start: found.pointee.fonts, count: Int(found.pointee.nfont)).compactMap { font in
      var isColoured = FcBool(FcFalse)
      guard let font, FcPatternGetBool(font, FC_COLOR, 0, &isColoured) == FcResultMatch, isColoured != 0 else {
        return nil
      }
      return FontFile(font)
    }
  }

  /// The configuration in the system's main file, without the files that it includes. The main file names the folders
  /// of fonts and caches. `nil` if the machine or the user may have changed the configuration, or if the file cannot be
  /// used.
  private static func plainConfiguration() -> OpaquePointer? {
    guard !isCustomised, let bytes = try? File.readRegular("\(folder)/fonts.conf", limit: 65_536),
      let config = FcConfigCreate()
    else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { line in
      !line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.starts(with: "<include".utf8)
    }
    let isRead =
      FcConfigParseAndLoadFromMemory(config, Array(lines.joined(separator: [0x0a])) + [0], FcBool(FcTrue)) != 0
    guard isRead, hasCaches(config), FcConfigBuildFonts(config) != 0 else {
      FcConfigDestroy(config)
      return nil
    }
    return config
  }

  private static let folder = "/etc/fonts"

  /// True if the machine or the user may have changed fontconfig's configuration (fonts-conf(5)).
  private static var isCustomised: Bool {
    if ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"].contains(where: { Process.environment($0) != nil })
    {
      return true
    }
    let home = Process.environment("HOME") ?? ""
    let own = "\(Process.environment("XDG_CONFIG_HOME") ?? "\(home)/.config")/fontconfig"
    return [
      "\(folder)/local.conf", "\(own)/fonts.conf", "\(own)/conf.d", "\(home)/.fonts.conf", "\(home)/.fonts.conf.d",
    ]
    .contains { File.Stamp(of: $0) != nil }
  }

  /// Drops the configuration. The next search reads it again.
  package static func releaseConfiguration() {
    FcFini()
    isConfigured.withLock { $0 = false }
  }

  private static let isConfigured = Mutex(false)

  /// Reads the configuration at the first call. Fontconfig would read it by itself, but also the descriptions of unused
  /// configuration files, which takes three times as long. If this function fails, fontconfig does that.
  private static func readConfiguration() {
    let wasConfigured = isConfigured.withLock { isConfigured in
      defer { isConfigured = true }
      return isConfigured
    }
    guard !wasConfigured, let config = FcConfigCreate() else { return }
    // Fontconfig keeps a reference to the current configuration.
    defer { FcConfigDestroy(config) }
    if FcConfigParseAndLoad(config, nil, FcBool(FcTrue)) != 0, hasCaches(config) { FcConfigSetCurrent(config) }
  }

  /// True if the configuration names a folder for caches.
  private static func hasCaches(_ config: OpaquePointer) -> Bool {
    guard let folders = FcConfigGetCacheDirs(config) else { return false }
    defer { FcStrListDone(folders) }
    return FcStrListNext(folders) != nil
  }

  /// The families in a pattern, in its order. Empty for a pattern such as `:bold`.
  package static func families(in pattern: String) -> [String] {
    guard let wanted = FcNameParse(pattern) else { return [] }
    defer { FcPatternDestroy(wanted) }
    return families(of: wanted)
  }

  fileprivate static func families(of pattern: OpaquePointer) -> [String] {
    (0..<16).map { string(FC_FAMILY, at: $0, of: pattern) }.prefix { $0 != nil }.compactMap(\.self)
  }

  /// Makes a pattern prefer fonts that have `characters` and are no colour fonts.
  private static func require(_ characters: [Unicode.Scalar], in pattern: OpaquePointer) {
    let set = FcCharSetCreate()
    for character in characters { FcCharSetAddChar(set, character.value) }
    FcPatternAddCharSet(pattern, FC_CHARSET, set)
    FcCharSetDestroy(set)
    FcPatternAddBool(pattern, FC_COLOR, FcBool(FcFalse))
  }

  fileprivate static func string(_ key: String, at position: Int32, of pattern: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, key, position, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }
}

extension FontFile {
  /// The font of a search result; `nil` if it is not a file.
  fileprivate init?(_ pattern: OpaquePointer) {
    guard let path = FontFile.string(FC_FILE, at: 0, of: pattern) else { return nil }
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    self.path = path
    self.index = Int(index)
    families = FontFile.families(of: pattern)
  }
}
