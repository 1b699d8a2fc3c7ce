package import ColourClock

/// The value of a companion's `--allow`.
package struct AllowList: Hashable, Sendable {
  /// Commands (`countdown start`) or their first words; `nil` without `--allow`.
  package let names: Set<String>?

  package init(_ names: Set<String>?) { self.names = names }

  /// - Parameters:
  ///   - never: first words always refused.
  ///   - onlyIfNamed: first words refused without `--allow`.
  package func check(_ words: [String], never: Set<String>, onlyIfNamed: Set<String>) throws(Refusal) {
    guard let first = words.first else { throw Refusal("there is no command") }
    guard !first.contains(where: \.isWhitespace) else { throw Refusal("\(first): there is no such command") }
    guard !never.contains(first) else { throw Refusal("\(first): only the wall's own clients may send it") }
    let forms = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = names.map { !$0.isDisjoint(with: forms) } ?? !onlyIfNamed.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
    if first == "get", let option = protectedOption(words), ConfidentialOptions.names.contains(option) {
      throw Refusal("get: '\(option)' may hold commands and paths, and '--allow' does not name get")
    }
  }

  /// The option in `get`, `set` or `unset`, without dashes. The caller refuses some of these options. With `--allow`,
  /// the result is `nil`, because the list decides alone.
  package func protectedOption(_ words: [String]) -> String? {
    names == nil && words.count > 1 ? String(words[1].drop { $0 == "-" }) : nil
  }
}

/// Companions show these texts in place of the owner's paths and commands.
extension AllowList {
  private static let reloadFailure = "the options file was refused"
  private static let elsewhere = ": see the clock's log"

  /// The answer to `get` without the path of the options file.
  package static func publicOption(_ answer: JSON) -> JSON {
    guard case .object(var option) = answer, option["origin"]?.string?.contains("/") == true else { return answer }
    option["origin"] = "a file"
    return .object(option)
  }

  /// Leaves the field `options` as it is: the callers remove confidential options.
  package static func publicStatus(_ status: JSON) -> JSON {
    guard case .object(var whole) = concealed(status, ["lastReloadFailure": reloadFailure]) else { return status }
    if case .object(var wall)? = whole["wall"], let feed = wall["feed"] {
      wall["feed"] = publicFeed(feed)
      whole["wall"] = .object(wall)
    }
    return .object(whole)
  }

  package static func publicHealth(_ health: JSON) -> JSON {
    concealed(health, ["saveFailure": "state cannot be saved", "soundFailure": "no sound can be played"])
  }

  /// Hides what the feed's command wrote to standard error.
  package static func publicFeed(_ feed: JSON) -> JSON {
    concealed(feed, ["complaint": "the feed's command complains"])
  }

  package static func publicReason(_ reason: String, of words: [String]) -> String {
    switch words.first {
    case "reload": reloadFailure + elsewhere
    case "refresh": "something was refused" + elsewhere
    default: reason
    }
  }

  private static func concealed(_ value: JSON, _ texts: [String: String]) -> JSON {
    guard case .object(var object) = value else { return value }
    for (name, text) in texts {
      if let present = object[name], present != .null { object[name] = .string(text + elsewhere) }
    }
    return .object(object)
  }
}
