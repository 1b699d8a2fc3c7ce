import ColourClock
import System

final class SoundPlayer {
  private var run: LoudnessPlan?
  private var present: Present?
  /// Players that have ended or were killed, but have open descriptors.
  private var leaving: [ShellCommand] = []
  /// The reason why a player did not play; empty if the player is not installed.
  private var refusals: [Player: String] = [:]
  /// The player of the last sound; `nil` if no player worked.
  private var working: Player?
  private let timer = KernelTimer(.boot)
  private let display: String
  private let bell: () -> Void
  private let report: (String) -> Void
  private(set) var failure: String?

  private struct Present {
    let player: Player
    let play: LoudnessPlan.Play
    let command: ShellCommand
    let start: Duration
  }

  /// A player that ends sooner has played nothing.
  private static let leastSpan = Duration.milliseconds(100)
  private static let limit = 65_536

  init(
    display: String, bell: @escaping () -> Void, report: @escaping (String) -> Void = Process.report
  ) {
    (self.display, self.bell, self.report) = (display, bell, report)
  }

  var descriptors: [Int32] {
    [timer.descriptor] + (present?.command.descriptors ?? []) + leaving.flatMap(\.descriptors)
  }

  var isIdle: Bool { present == nil && leaving.isEmpty }

  func play(_ cue: SoundCue, _ choice: SoundChoice) {
    silence()
    refusals = [:]
    let files = LoudnessPlan.Files(
      alarm: choice.file, message: SoundFiles.inTheme("message-new-instant"), ownAlarm: SoundFiles.own(.alarm),
      ownRising: SoundFiles.own(.rising), ownChime: SoundFiles.own(.chime))
    run = LoudnessPlan(cue: cue, start: Now.boot, files: files)
    playNext()
  }

  func silence() {
    run = nil
    guard let present else { return }
    present.command.kill()
    leaving.append(present.command)
    self.present = nil
    timer.arm(at: nil)
  }

  func receive() {
    _ = timer.acknowledge()
    for each in leaving { _ = each.receive() }
    leaving.removeAll { $0.descriptors.isEmpty }
    guard let present, let ending = present.command.receive() else { return }
    self.present = nil
    if !present.command.descriptors.isEmpty { leaving.append(present.command) }
    judge(ending, of: present)
    if present.play.isRepeated || refusals[present.player] != nil { playNext() } else { run = nil }
  }

  func end() {
    silence()
    for each in leaving { each.end() }
    leaving = []
  }

  private func playNext() {
    let now = Now.boot
    guard let run, !run.isOver(at: now) else { return self.run = nil }
    for player in ([working].compactMap(\.self) + Player.allCases) where refusals[player] == nil {
      guard let file = Process.program(player.rawValue) else {
        refusals[player] = ""
        continue
      }
      guard let play = run.play(by: player, at: now) else { continue }
      let command = ShellCommand(
        program: file, player.words(play.file, play.loudness), .captured(limit: SoundPlayer.limit),
        timeLimit: play.span, variables: ["LC_ALL": "C", "DISPLAY": display])
      present = Present(player: player, play: play, command: command, start: now)
      return timer.arm(at: command.deadline)
    }
    self.run = nil
    timer.arm(at: nil)
    fail()
  }

  private func judge(_ ending: ShellCommand.Outcome, of present: Present) {
    switch ending {
    // The sound played for its whole span.
    case .timedOut: succeed(present.player)
    case .finished(0, _) where Now.boot - present.start >= SoundPlayer.leastSpan: succeed(present.player)
    case .finished, .signalled, .tooMuch: refusals[present.player] = SoundPlayer.reason(present.command, ending)
    case .notStarted(let reason): refusals[present.player] = reason
    }
  }

  private static func reason(_ command: ShellCommand, _ ending: ShellCommand.Outcome) -> String {
    if let line = Feed.lastLine(of: command.errorOutput) { return line }
    if case .finished(let status, _) = ending { return "it ends with status \(status)" }
    return "a signal ended it"
  }

  private func succeed(_ player: Player) {
    working = player
    if failure != nil { Journal.report("sound: it works again", as: .notice) }
    failure = nil
  }

  private func fail() {
    working = nil
    bell()
    let reason = SoundPlayer.reason(refusals)
    if failure == nil { report("no sound: \(reason); for a clock without sounds, use --sound off") }
    failure = reason
  }

  private static func reason(_ refusals: [Player: String]) -> String {
    let said = Player.allCases.compactMap { player in
      refusals[player].flatMap { $0.isEmpty ? nil : "\(player.rawValue): \($0)" }
    }
    if !said.isEmpty { return said.joined(separator: "; ") }
    let names = Player.allCases.map(\.rawValue).joined(separator: ", ")
    return refusals.count < Player.allCases.count ? "there is no file to play" : "none of \(names) is installed"
  }
}
