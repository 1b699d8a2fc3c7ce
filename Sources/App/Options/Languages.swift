import ColourClock
import CommandOptions
import Synchronization
import System
import XWindow

struct LanguageOptions {
  /// `nil` means the environment's languages.
  var language: LocaleName?

  static let table: [Option] = [
    .value(
      "language", "code",
      "The language of the wall; default from $LANGUAGE, $LC_ALL, $LC_MESSAGES or $LANG, in this order.",
      choices: Words.languages, Value.language, \.language.language)
  ]

  var words: Words {
    if let words = Catalogue.first(of: language.map { [$0] } ?? Environment.languages) { return words }
    if let language, Catalogue.mayHaveFont(for: language) { Catalogue.reportMissing(language) }
    return Words()
  }

  var refusal: String? {
    guard let language, Catalogue.first(of: [language]) == nil else { return nil }
    return Catalogue.mayHaveFont(for: language) ? Catalogue.missing(language) : Catalogue.missingFont(for: language)
  }

  /// The source is the translation, else the C library's `LC_TIME` (only without `--language`), else English.
  var dateNames: DateNames {
    let name = language ?? Environment.dates
    // `Process.dates` is slow.
    let known = language == nil && name != .english ? Process.dates() : nil
    let isEnglishWithMonthFirst = name.language == "en" && known?.shortForm.hasPrefix("%m") == true
    let hasMonthFirst = isEnglishWithMonthFirst || name.hasMonthFirst
    if let words = Catalogue.first(of: [name]) { return DateNames(in: words, hasMonthFirst: hasMonthFirst) }
    guard let known, Catalogue.hasFont(for: name, known.lists.joined().joined()) else { return .english }
    let hasYearFirst = known.shortForm.lowercased().hasPrefix("%y")
    return DateNames(
      lists: known.lists + [DateNames.english.dayPeriods], format: hasYearFirst ? "%Y %B %-d, %A" : "%A %-d %B %Y")
  }
}

/// Source: POSIX, "Internationalization Variables".
private enum Environment {
  /// In the locale `C`, `LANGUAGE` does not count (GNU gettext's manual, "Locale Environment Variables").
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

private enum Catalogue {
  private static let limit = 1 << 20

  static func first(of names: [LocaleName]) -> Words? {
    names.lazy.compactMap { $0.language == "en" ? Words() : words(of: $0) }.first
  }

  private static func words(of name: LocaleName) -> Words? {
    guard let share = Process.shareFolder else { return nil }
    let codes = (name.territory.isEmpty ? [] : ["\(name.language)_\(name.territory)"]) + [name.language]
    let words = codes.lazy.compactMap { code in
      let path = "\(share)/locale/\(code)/LC_MESSAGES/colourclock.mo"
      return (try? File.readRegular(path, limit: limit)).flatMap(Words.init(catalogue:))
    }.first
    return words.flatMap { hasFont(for: name, $0["Hold to quit"]) ? $0 : nil }
  }

  /// For each language, true if a font has its letters.
  private static let fontChecks = Mutex<[String: Bool]>([:])

  static func missing(_ name: LocaleName) -> String { "there is no translation for '\(name.language)'" }

  /// The missing languages that were reported.
  private static let reported = Mutex<Set<String>>([])

  static func reportMissing(_ name: LocaleName) {
    let isNew = reported.withLock { $0.insert(name.language).inserted }
    if isNew { Process.report("\(missing(name)): using English") }
  }

  static func missingFont(for name: LocaleName) -> String {
    let package = ["ja", "ko", "zh"].contains(name.language) ? "fonts-noto-cjk" : "fonts-noto-core"
    let cause = "no font has the letters of the language '\(name.language)', so the wall does not use it"
    return "\(cause); install Debian's \(package)"
  }

  static func mayHaveFont(for name: LocaleName) -> Bool { fontChecks.withLock { $0[name.language] ?? true } }

  static func hasFont(for name: LocaleName, _ text: String) -> Bool {
    if let known = fontChecks.withLock({ $0[name.language] }) { return known }
    let hasFont = FontFile.isThere(for: text)
    fontChecks.withLock { $0[name.language] = hasFont }
    if !hasFont { Process.report(missingFont(for: name)) }
    return hasFont
  }
}
