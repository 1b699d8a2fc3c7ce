import ColourClock
import CommandOptions
import Synchronization
import System
import XWindow

/// In which language the wall speaks and writes dates.
struct LanguageOptions {
  /// Instead of what the environment says.
  var language: LocaleName?

  static let table: [Option] = [
    .value(
      "language", "code", "The language of the wall; default by $LC_ALL, $LC_MESSAGES or $LANG, and $LANGUAGE.",
      choices: Words.languages, Value.language, \.language.language)
  ]

  /// The words on the wall: English ones if there are no others.
  var words: Words {
    if let words = Catalogue.first(of: language.map { [$0] } ?? Environment.languages) { return words }
    if let language, Catalogue.isWritable(language) { Catalogue.reportMissing(language) }
    return Words()
  }

  /// Why the wall cannot be set to this language; `nil` if it can, or if none was chosen.
  var refusal: String? {
    guard let language, Catalogue.first(of: [language]) == nil else { return nil }
    return Catalogue.isWritable(language) ? Catalogue.missing(language) : Catalogue.unwritable(language)
  }

  /// Names and forms of dates go by `LC_TIME`. A language without a catalogue has them from the C library, if its
  /// locale is installed.
  var dateNames: DateNames {
    let name = language ?? Environment.dates
    // To find a locale costs more than all else here.
    let known = language == nil && name != .english ? Process.dates() : nil
    let hasMonthFirst = name.language == "en" && known?.shortForm.hasPrefix("%m") == true || name.hasMonthFirst
    if let words = Catalogue.first(of: [name]) { return DateNames(in: words, hasMonthFirst: hasMonthFirst) }
    guard let known, Catalogue.isWritable(name, as: known.lists.joined().joined()) else { return .english }
    let hasYearFirst = known.shortForm.lowercased().hasPrefix("%y")
    return DateNames(
      lists: known.lists + [DateNames.english.halves], format: hasYearFirst ? "%Y %B %-d, %A" : "%A %-d %B %Y")
  }
}

/// The environment's languages (POSIX, "Internationalization Variables").
private enum Environment {
  /// The most wanted one first. Who asks for none, by `C`, is not asked for `LANGUAGE` (GNU gettext's manual, "Locale
  /// Environment Variables").
  static var languages: [LocaleName] {
    let own = locale("LC_MESSAGES")
    let list = own == "C" || own == "POSIX" ? nil : Process.environment("LANGUAGE")
    return ((list?.split(separator: ":").map(String.init) ?? []) + [own]).compactMap(LocaleName.init)
  }

  static var dates: LocaleName { LocaleName(locale("LC_TIME")) ?? .english }

  private static func locale(_ category: String) -> String {
    ["LC_ALL", category, "LANG"].lazy.compactMap { Process.environment($0) }.first ?? "C"
  }
}

/// The catalogues that lie beside the program, in `../share/locale`.
private enum Catalogue {
  /// Ours have less than 10 kB.
  private static let limit = 1 << 20

  /// The first that there is of these languages; English needs none.
  static func first(of names: [LocaleName]) -> Words? {
    names.lazy.compactMap { $0.language == "en" ? Words() : words(of: $0) }.first
  }

  private static func words(of name: LocaleName) -> Words? {
    guard let program = Process.file, let slash = program.lastIndex(of: "/") else { return nil }
    let codes = (name.territory.isEmpty ? [] : ["\(name.language)_\(name.territory)"]) + [name.language]
    let words = codes.lazy.compactMap { code in
      let path = "\(program[..<slash])/../share/locale/\(code)/LC_MESSAGES/colourclock.mo"
      return (try? File.readRegular(path, limit: limit)).flatMap(Words.init(catalogue:))
    }.first
    return words.flatMap { isWritable(name, as: $0["Hold to quit"]) ? $0 : nil }
  }

  /// Whether the machine has a font for a language, by the languages that were asked for. Without a font each word would
  /// be a row of boxes.
  private static let writable = Mutex<[String: Bool]>([:])

  static func missing(_ name: LocaleName) -> String { "there are no words in '\(name.language)' beside the program" }

  /// The languages of which it was said that they are missing: a wall is set up again and again.
  private static let reported = Mutex<Set<String>>([])

  static func reportMissing(_ name: LocaleName) {
    let isNew = reported.withLock { $0.insert(name.language).inserted }
    if isNew { Process.report("\(missing(name)): using English") }
  }

  static func unwritable(_ name: LocaleName) -> String {
    let package = ["ja", "ko", "zh"].contains(name.language) ? "fonts-noto-cjk" : "fonts-noto-core"
    return "no font has the letters of '\(name.language)', so its words are left out; Debian's \(package) has them"
  }

  static func isWritable(_ name: LocaleName) -> Bool { writable.withLock { $0[name.language] ?? true } }

  /// The same, and says once that it is not.
  /// - Parameter text: of that language.
  static func isWritable(_ name: LocaleName, as text: String) -> Bool {
    if let known = writable.withLock({ $0[name.language] }) { return known }
    let isWritable = FontFile.isThere(for: text)
    writable.withLock { $0[name.language] = isWritable }
    if !isWritable { Process.report(unwritable(name)) }
    return isWritable
  }
}
