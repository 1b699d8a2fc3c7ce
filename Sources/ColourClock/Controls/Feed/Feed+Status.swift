/// How old a feed is and how long it is to the next: in words, and for a ring.
extension Feed {
  /// The time from one automatic run to the next; `nil` if there are none.
  package var period: Duration? { rules.every }

  /// The time to the next automatic run, never negative; `nil` if there is none.
  package func untilDue(at uptime: Duration) -> Duration? {
    due.map { max($0 - uptime, .zero) }
  }

  /// What went wrong and how old the text is, such as "! timed out, updated 3 min ago"; `nil` before the first answer.
  package func status(at uptime: Duration) -> String? {
    let parts = [failure.map { "! \($0.text)" }, age(at: uptime).map { "updated \($0.text)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The uptime at which `status` or `due` will next be another; `nil` if they will stay. A run that is already due
  /// and not yet advanced over counts as a change at once, and its time is past.
  package func nextChange(after uptime: Duration) -> Duration? {
    let aged = updated.flatMap { updated in age(at: uptime).map { updated + .seconds($0.end) } }
    return [aged, due].compactMap(\.self).min()
  }

  private func age(at uptime: Duration) -> Age? {
    updated.map { Age(seconds: max(0, (uptime - $0).components.seconds)) }
  }
}

/// An age as it is told: in ever coarser steps, so that little has to be drawn for it.
private struct Age {
  let text: String
  /// The age in seconds from which it is told otherwise.
  let end: Int64

  init(seconds: Int64) {
    let (step, unit, name): (Int64, Int64, String) =
      switch seconds {
      case ..<60: (5, 1, "s")
      case ..<3600: (60, 60, "min")
      case ..<86_400: (3600, 3600, "h")
      default: (86_400, 86_400, "d")
      }
    let start = seconds / step * step
    text = start == 0 ? "just now" : "\(start / unit) \(name) ago"
    end = start + step
  }
}
