/// Translations by English text, which is also the fallback. Keys are literals: `assets/messages.py` collects them.
package struct Words: Hashable, Sendable {
  private let translations: [String: String]
  let isRightToLeft: Bool

  package init() { (translations, isRightToLeft) = ([:], false) }

  package static let languages = ["en", "ar", "de", "es", "fr", "ja", "pt"]

  /// The values replace `%s` and `%d`, in order or by number (`%2$s`).
  package subscript(english: String, values: any CustomStringConvertible...) -> String {
    let text = translations.isEmpty ? english : translations[english] ?? english
    let line = values.isEmpty ? text : Words.filled(text, values.map { isolated($0.description) })
    return isRightToLeft && !text.contains("%") ? Text.runningRightToLeft(line) : line
  }

  /// The direction of a value must not change the line around it.
  func isolated(_ text: String) -> String {
    guard isRightToLeft || text.hasRightToLeftLetters else { return text }
    return text.unicodeScalars.contains(where: \.properties.isAlphabetic) ? Text.isolated(text) : text
  }

  private static func filled(_ text: String, _ values: [String]) -> String {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    var (filled, last) = (String(parts[0]), 0)
    for part in parts.dropFirst() {
      let pieces = part.split(separator: "$", maxSplits: 1, omittingEmptySubsequences: false)
      let number = pieces.count > 1 ? Int(pieces[0]).flatMap { (1...99).contains($0) ? $0 : nil } : nil
      let form = number == nil ? part : pieces[1]
      guard form.first == "s" || form.first == "d" else {
        filled += "%" + part
        continue
      }
      last = number ?? last + 1
      filled += (values.indices.contains(last - 1) ? values[last - 1] : "") + form.dropFirst()
    }
    return filled
  }
}

/// The format of msgfmt(1): gettext manual, "The Format of GNU MO Files".
extension Words {
  private static let magic = 0x9504_12de
  private static let places = (magic: 0, revision: 4, count: 8, originals: 12, translations: 16)

  package init?(catalogue bytes: [UInt8]) {
    func number(_ place: Int, _ isBig: Bool) -> Int? {
      guard place >= 0, place <= bytes.count - 4 else { return nil }
      return bytes[place..<place + 4].enumerated().reduce(0) { sum, byte in
        sum | Int(byte.element) << (8 * (isBig ? 3 - byte.offset : byte.offset))
      }
    }
    let isBig = number(Words.places.magic, true) == Words.magic
    func number(_ place: Int) -> Int? { number(place, isBig) }
    func text(_ entry: Int) -> ArraySlice<UInt8>? {
      guard let length = number(entry), let start = number(entry + 4), start + length <= bytes.count else { return nil }
      return bytes[start..<start + length]
    }
    guard isBig || number(Words.places.magic) == Words.magic,
      let revision = number(Words.places.revision), revision >> 16 == 0, let count = number(Words.places.count),
      let originals = number(Words.places.originals), let others = number(Words.places.translations),
      count <= bytes.count / 16
    else { return nil }
    // The texts' total length is limited, because texts may share bytes.
    var (found, rest) = ([String: String](), bytes.count)
    for index in 0..<count {
      guard let original = text(originals + 8 * index), let translation = text(others + 8 * index) else { return nil }
      rest -= original.count + translation.count
      guard rest >= 0 else { return nil }
      guard let key = String(validating: original, as: UTF8.self), !key.isEmpty,
        let words = String(validating: translation, as: UTF8.self), !words.isEmpty
      else { continue }
      found[key] = words
    }
    translations = found
    isRightToLeft = found["Quit"]?.hasRightToLeftLetters ?? false
  }
}

/// A name as in environment variables: `pt_BR.UTF-8@latin`.
package struct LocaleName: Hashable, Sendable {
  package let language: String
  /// The text is in upper case, and empty without a territory.
  package let territory: String

  package static let english = LocaleName(language: "en", territory: "")

  private init(language: String, territory: String) { (self.language, self.territory) = (language, territory) }

  /// Returns `nil` if the text names no language.
  package init?(_ text: String) {
    let name = text.prefix { $0 != "." && $0 != "@" }
    if name == "C" || name == "POSIX" {
      self = .english
      return
    }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    // Only ASCII is allowed, because the name becomes part of a path.
    guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 2,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { Unicode.Scalar($0).properties.isAlphabetic && $0 < 0x80 } }
      )
    else { return nil }
    (language, territory) = (first.lowercased(), parts.count > 1 ? parts[1].uppercased() : "")
  }

  /// Source: CLDR 44, `en-*`.
  package var hasMonthFirst: Bool {
    language == "en" && ["AS", "BI", "CA", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI"].contains(territory)
  }
}

extension String {
  package var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
