import ColourClock
import CommandOptions
import System

extension Options {
  /// A past date of `--until` is no mistake, because a clock may restart with the same options.
  func isEndPast(_ arguments: Arguments, at moment: Moment) throws(ProgramExit) -> Bool {
    guard case .dated(let written, _)? = countdown.until else { return false }
    do throws(Refusal) {
      let end = try written.instant(in: moment.zone)
      if TimeSpan.isTooFar(end, at: moment) { throw .tooFar }
      return end <= moment.instant
    } catch { throw .usage(arguments.located(\.countdown.until, "'--until': \(error.text)")) }
  }
}

extension CountdownOptions {
  func started(at moment: Moment) -> Countdowns {
    let all =
      hasOnlySpans ? spans.map { $0.started(overtime: overtime, at: moment) } : [single(at: moment)].compactMap(\.self)
    return Countdowns(all.map { with($0) { $0.isFromOptions = true } })
  }

  private var hasOnlySpans: Bool { until == nil && program == nil && every == nil && !spans.isEmpty }

  var hasOwnTitles: Bool { hasOnlySpans && spans.contains { !$0.title.isEmpty } }

  private func single(at moment: Moment) -> Countdown? {
    switch until {
    case .daily(let time): return .until(time, overtime: overtime, at: moment)
    case .dated(let written, _):
      return (try? written.instant(in: moment.zone)).flatMap { .until($0, overtime: overtime, at: moment) }
    case nil: break
    }
    if let program { return .startedProgram(program, overtime: overtime, at: moment) }
    guard let every else { return nil }
    return with(Countdown(Countdown.Rules(period: every, timing: aligned ? .aligned : .span, repeats: true))) {
      $0.start(at: moment)
    }
  }

  /// This text is saved, and later shows whether the options have changed.
  var plan: String? {
    let suffix = overtime ? "" : " no-overtime"
    if let until { return "until \(until.text)\(suffix)" }
    if let program { return "program \(program.fingerprint)\(suffix)" }
    if let programFile { return "program of \(programFile)" }
    if hasOnlySpans {
      let all = spans.map { "\($0.length.components.seconds)\($0.title.isEmpty ? "" : " \($0.title)")" }
      return "countdown \(all.joined(separator: ", "))\(suffix)"
    }
    return every.map { "every \($0.components.seconds)\(aligned ? " aligned" : "")" }
  }
}

extension String {
  var asTitle: String { Countdown.title(of: String(prefix(Countdown.longestTitle))) ?? "" }
}
