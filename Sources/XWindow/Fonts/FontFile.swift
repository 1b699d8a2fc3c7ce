private import CX11
private import Synchronization
private import System

package struct FontFile: Hashable, Sendable {
  let path: String
  /// The upper 16 bits are a variable font's named instance, from 1; 0 means none.
  let index: Int
  let families: [String]

  /// `nil` if the pattern is malformed or there is no font.
  /// - Parameter characters: preferred, but not required.
  package static func match(_ pattern: String, having characters: [Unicode.Scalar] = []) -> FontFile? {
    readConfiguration()
    return match(pattern, having: characters, by: nil)
  }

  /// The best font of the pattern's first family; after `nil`, call `match`.
  package static func plainMatch(_ pattern: String) -> FontFile? {
    guard let config = plainConfiguration() else { return nil }
    defer { FcConfigDestroy(config) }
    guard let file = match(pattern, having: [], by: config), let family = families(in: pattern).first else {
      return nil
    }
    return file.families.contains(family) ? file : nil
  }

  /// True if one font has all letters of `text`. Latin letters (below U+0250) are not checked.
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

  /// Reads only fontconfig's main file, which is faster. `nil` if the configuration is customised or unusable.
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

  package static func releaseConfiguration() {
    FcFini()
    isConfigured.withLock { $0 = false }
  }

  private static let isConfigured = Mutex(false)

  /// Fontconfig's own initialisation takes three times as long.
  private static func readConfiguration() {
    let wasConfigured = isConfigured.withLock { isConfigured in
      defer { isConfigured = true }
      return isConfigured
    }
    guard !wasConfigured, let config = FcConfigCreate() else { return }
    defer { FcConfigDestroy(config) }
    if FcConfigParseAndLoad(config, nil, FcBool(FcTrue)) != 0, hasCaches(config) { FcConfigSetCurrent(config) }
  }

  private static func hasCaches(_ config: OpaquePointer) -> Bool {
    guard let folders = FcConfigGetCacheDirs(config) else { return false }
    defer { FcStrListDone(folders) }
    return FcStrListNext(folders) != nil
  }

  static func bold(_ pattern: String) -> String? {
    guard let wanted = FcNameParse(pattern) else { return nil }
    defer { FcPatternDestroy(wanted) }
    // A style such as `Medium` would override the weight.
    for key in [FC_WEIGHT, FC_STYLE] { FcPatternDel(wanted, key) }
    FcPatternAddInteger(wanted, FC_WEIGHT, FC_WEIGHT_BOLD)
    guard let name = FcNameUnparse(wanted) else { return nil }
    defer { FcStrFree(name) }
    return String(cString: name)
  }

  package static func families(in pattern: String) -> [String] {
    guard let wanted = FcNameParse(pattern) else { return [] }
    defer { FcPatternDestroy(wanted) }
    return families(of: wanted)
  }

  fileprivate static func families(of pattern: OpaquePointer) -> [String] {
    (0..<16).map { string(FC_FAMILY, at: $0, of: pattern) }.prefix { $0 != nil }.compactMap(\.self)
  }

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
  fileprivate init?(_ pattern: OpaquePointer) {
    guard let path = FontFile.string(FC_FILE, at: 0, of: pattern) else { return nil }
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    self.path = path
    self.index = Int(index)
    families = FontFile.families(of: pattern)
  }
}
