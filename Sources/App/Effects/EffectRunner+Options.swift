import ColourClock
import ControlProtocol
import System

extension EffectRunner {
  func set(_ name: String, _ value: String?, for session: Session) throws(Refusal) {
    let before = keeper.kept
    do throws(ProgramExit) {
      let (fresh, old) = (try arguments.withSet(name, to: value), arguments)
      keeper.change { $0.clearChoice(of: name) }
      try adopt(fresh, for: session)
      fresh.reportDoubtfulOptions(since: old)
    } catch {
      keeper.change { $0 = before }
      throw Refusal(error.text)
    }
  }

  func unset(_ name: String, for session: Session) throws(Refusal) {
    do throws(ProgramExit) { try adopt(arguments.withUnset(name), for: session) } catch { throw Refusal(error.text) }
  }

  func reloadOptions(for session: Session) throws(Refusal) {
    do throws(ProgramExit) { try readAgain(for: session) } catch { throw Refusal(error.text) }
  }

  /// Returns false after a mistake. Reports the mistake again only if a file has changed.
  func reload(for session: Session) -> Bool {
    do throws(ProgramExit) { try readAgain(for: session) } catch {
      if reportedFiles?.haveChanged() ?? true { error.report() }
      let paths = arguments.files.map(\.path) + [options.countdown.programFile].compactMap(\.self)
      if reportedFiles == nil { reportedFiles = paths.map { StatWatch($0, isSeen: true) } }
      return false
    }
    reportedFiles = nil
    return true
  }

  /// Reads the options file and the program file again, but not X resources.
  private func readAgain(for session: Session) throws(ProgramExit) {
    do throws(ProgramExit) {
      let fresh = try arguments.readAgain()
      let before = arguments
      try adopt(fresh, for: session)
      reportFixedChanges(in: fresh, since: before)
      fresh.reportDoubtfulOptions(since: before)
      try readProgramAgain(for: session)
      lastReloadFailure = nil
    } catch {
      lastReloadFailure = error.text
      throw error
    }
  }

  /// A changed program keeps its present step.
  func readProgramAgain(for session: Session) throws(ProgramExit) {
    var fresh = options.countdown
    do throws(ProgramExit) {
      try readProgram(into: &fresh)
      guard let path = fresh.programFile, let program = fresh.program else { return }
      guard session.scene.takes(program, at: clock.now) else {
        throw ProgramExit("\(path): it has no step '\(session.scene.stepTitle)', which is running", ExitStatus.data)
      }
    } catch {
      programRefusal = error.text
      throw error
    }
    (programRefusal, programProblem) = (nil, nil)
    guard fresh.program != options.countdown.program else { return }
    options.countdown = fresh
    updateSetup(session)
  }

  private func readProgram(into fresh: inout CountdownOptions) throws(ProgramExit) {
    do throws(ProgramMistake) { try fresh.readProgram() } catch {
      // A clock that already has a program keeps it.
      if programProblem != nil { programProblem = error.healthProblem }
      throw error.first
    }
  }

  /// If this function throws, no option has changed.
  private func adopt(_ arguments: Arguments, for session: Session) throws(ProgramExit) {
    var fresh = try arguments.options()
    try fresh.check(arguments)
    try fresh.resolveColours(on: display, arguments)
    try clock.setZone(WatchedZone(ZoneChoice(fresh.time)))
    // These options are fixed, except `fps`.
    (fresh.time.at, fresh.time.speed) = (options.time.at, options.time.speed)
    let countsFrames = fresh.window.fps
    fresh.window = options.window
    fresh.window.fps = countsFrames
    // `readProgramAgain` reads the program file.
    fresh.countdown.program = options.countdown.program
    fresh.countdown.programFile = options.countdown.programFile
    if fresh.refresh.source != options.refresh.source {
      feedFile = EffectRunner.feedFile(of: fresh)
      commands.dropFeed()
    }
    let isOtherAgenda = fresh.schedule.agenda != options.schedule.agenda
    let isOtherTitle = fresh.countdown.title != options.countdown.title
    (options, self.arguments) = (fresh, arguments)
    if isOtherTitle {
      keeper.change { $0.rename(fresh.countdown.title) }
      keeper.saveTimers(of: session.scene)
    }
    if isOtherAgenda { readAgendaAnew() }
    updateSetup(session)
  }

  /// Reports an option only if this reload has changed it.
  private func reportFixedChanges(in fresh: Arguments, since before: Arguments) {
    let new = fresh.fixedChanges(from: before)
    for name in fresh.fixedChanges(from: started) where new.contains(name) {
      Process.report("'--\(name)' cannot be changed while the clock runs")
    }
  }
}
