extension Scene {
  /// - Parameter width: in digit heights. A wider text leaves out the planned end.
  func programText(_ part: Layout.Part, at moment: Moment, within width: Double = .infinity) -> String? {
    let text = programText(part, hasPlan: true, at: moment)
    guard let text, Line.realShare * Line.width(text) > width else { return text }
    return programText(part, hasPlan: false, at: moment)
  }

  private func programText(_ part: Layout.Part, hasPlan: Bool, at moment: Moment) -> String? {
    guard let countdown = shownProgram, let run = countdown.program else { return nil }
    let (words, labels) = (setup.words, style.labels)
    let addsTitle = shownCountdown?.program == nil && layout?.stepInList == nil
    let next =
      countdown.hasEndedProgram ? nil : run.nextText(words, addsTitle: addsTitle, waits: countdown.waitsInProgram)
    let position = countdown.hasEndedProgram ? nil : run.positionText(words)
    let end = countdown.programEndText(
      keepsPlan: setup.keepsProgramEnd, hasPlan: hasPlan, words, labels, at: tickMoment(moment))
    let texts =
      switch part {
      case .programNext: [next]
      case .programEnd: [position, end]
      default: [next, position, end]
      }
    let shown = texts.compactMap(\.self)
    return shown.isEmpty ? nil : shown.joined(separator: Scene.dot)
  }

  /// The end without the position; `nil` for an ended program.
  func programEndText(at moment: Moment) -> String? {
    guard let countdown = shownProgram, !countdown.hasEndedProgram else { return nil }
    return countdown.programEndText(
      keepsPlan: setup.keepsProgramEnd, hasPlan: true, setup.words, style.labels, at: tickMoment(moment))
  }

  /// The countdown with the program, even if another countdown is shown. `nil` without a shown countdown.
  var shownProgram: Countdown? {
    guard let shown = shownCountdown else { return nil }
    return shown.program != nil ? shown : clock.program
  }

  static let dot = " · "
}

extension ProgramRun {
  /// An example is `Next: Rest 5:00`.
  func nextText(_ words: Words, addsTitle: Bool = false, waits: Bool = false) -> String {
    (addsTitle ? leadingTitle : "") + following(words, waits: waits)
  }

  /// An example is `Round 1/4` or, for a program without rounds, `2/17`.
  func positionText(_ words: Words) -> String {
    round.map { words["Round %s", "\($0.number)/\($0.count)"] } ?? "\(index + 1)/\(program.steps.count)"
  }

  var leadingTitle: String { step.title.isEmpty ? "" : step.title + Scene.dot }

  private func following(_ words: Words, waits: Bool) -> String {
    guard let next else { return words["Last step"] }
    if waits { return words["Waits, then: %s", next.label] }
    return next.isHeld ? words["Next: %s, then waits", next.label] : words["Next: %s", next.label]
  }

  /// A longer label is drawn smaller.
  private static let longestLabel = 40

  func templates(keepsPlan: Bool, _ words: Words, _ labels: Labels) -> Layout.ProgramTemplates {
    let count = "\(program.steps.count)"
    let step =
      program.widestNext.count > ProgramRun.longestLabel
      ? String(program.widestNext.prefix(ProgramRun.longestLabel)) : program.widestNext
    let rounds = program.blocks.filter { $0.count > 1 }.map { words["Round %s", "\($0.count)/\($0.count)"] }
    let position = Line.widest([count + "/" + count] + rounds) + Scene.dot
    let isHeld = program.steps.contains(where: \.isHeld)
    let held = isHeld ? [words["Next: %s, then waits", step], words["Waits, then: %s", step]] : []
    let next = Line.widest([words["Next: %s", step], words["Last step"]] + held)
    let late = Line.widest([
      words["%s behind", "8:88:88"], words["%s ahead", "8:88:88"], words["%d h behind", 88], words["%d h ahead", 88],
    ])
    let time = labels.widest("00:00")
    var ends = [words[keepsPlan ? "planned end %s" : "ends %s", time]]
    if isAtStart, !isPlanned { ends.append(words["ends %s if started now", time]) }
    let end = position + Line.widest(ends)
    var longest = end + Scene.dot + late
    if isPlanned {
      let start = words["starts %s, in %s", time, "88:88:88"] + Scene.dot + words["ends %s", time]
      longest = Line.widest([longest, position + start])
    }
    return Layout.ProgramTemplates(next: next, end: end, longEnd: longest)
  }
}

extension Countdown {
  /// An example is `ends 11:40, planned 11:38 · 2:00 behind`.
  /// - Parameter hasPlan: whether a late or early program's text includes the planned end.
  fileprivate func programEndText(
    keepsPlan: Bool, hasPlan: Bool, _ words: Words, _ labels: Labels, at moment: Moment
  ) -> String? {
    if hasEndedProgram { return lateText(words, at: moment) }
    let end = (programEnd(keepsPlan: keepsPlan, at: moment) ?? endIfStarted(at: moment)).map { end in
      let rest = end - moment.instant
      // From a day on, a time of day is ambiguous.
      if rest >= .seconds(86_400) { return words["ends in %d h", Int(rest / .seconds(3600))] }
      let text = end.nearestMinute(in: moment.zone).label(labels)
      guard program?.hasBegun == true else {
        return program?.isPlanned == true ? words["ends %s", text] : words["ends %s if started now", text]
      }
      if keepsPlan { return words["planned end %s", text] }
      // Without a delay, the two ends may still round to different minutes.
      let hasOneEnd = !hasPlan || lateText(words, at: moment) == nil
      let plan = hasOneEnd ? nil : programEnd(keepsPlan: true, at: moment)?.nearestMinute(in: moment.zone).label(labels)
      return plan.map { $0 == text ? words["ends %s", text] : words["ends %s, planned %s", text, $0] }
        ?? words["ends %s", text]
    }
    let parts = [startText(words, labels, at: moment), end, lateText(words, at: moment)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: Scene.dot)
  }

  private func endIfStarted(at moment: Moment) -> Instant? {
    guard let run = program, !run.hasBegun else { return nil }
    return moment.instant + length + run.timeAfterStep
  }

  private func startText(_ words: Words, _ labels: Labels, at moment: Moment) -> String? {
    guard let start = program?.plannedStart, case let rest = start - moment.instant, rest > .zero else { return nil }
    let seconds = rest.secondsRoundedUp
    let left = Ring.label(seconds, seconds < 3600 ? .minutes : .automatic)
    return words["starts %s, in %s", start.nearestMinute(in: moment.zone).label(labels), left]
  }

  /// `nil` if the delay is unknown or below ten seconds.
  private func lateText(_ words: Words, at moment: Moment) -> String? {
    guard let behind = behind(at: moment) else { return nil }
    let seconds = Int((behind < .zero ? .zero - behind : behind).components.seconds)
    let text = Ring.label(seconds, seconds < 3600 ? .minutes : .hours)
    switch (seconds, behind > .zero) {
    case (..<10, _): return nil
    case (..<36_000, true): return words["%s behind", text]
    case (..<36_000, false): return words["%s ahead", text]
    case (_, true): return words["%d h behind", seconds / 3600]
    case (_, false): return words["%d h ahead", seconds / 3600]
    }
  }
}

extension Instant {
  /// Rounding keeps the shown minute when the system's clock is corrected by a little.
  func nearestMinute(in zone: Zone) -> TimeOfDay {
    let civil = zone.civil(at: (self + .seconds(30)).second)
    return TimeOfDay(hour: civil.hour, minute: civil.minute) ?? .midnight
  }
}
