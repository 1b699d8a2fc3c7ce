import ColourClock
import CompanionSupport
import ControlProtocol
import System

/// Sessions of phones and tokens of programs.
final class Accounts {
  private var content = Content()
  private var file: KeptFile
  var path: String { file.path }
  private let folder: String
  /// `--new-token` changes the file. A user may delete the file to end all sessions and tokens.
  private var watch: StatWatch
  /// False while the file is unreadable or of a later version. Then nothing is valid, and the file is not overwritten.
  private var isKnown = false
  private var nextTry = Double.infinity
  private var isChanged = false
  private let isClockSynchronised: () -> Bool

  static let sessionLength: Int64 = 90 * 86_400
  /// A further session replaces the oldest.
  static let mostSessions = PairedDevice.mostSessions
  static let mostTokens = PairedDevice.mostTokens
  private static let limit = 1 << 20
  private static let pause = 1.0

  struct Content: Codable, Equatable {
    var version = 1
    var sessions: [Session] = []
    var tokens: [Token] = []
  }

  struct Session: Codable, Equatable {
    let id, hash, name: String
    /// Seconds since 1970.
    var since: Int64
  }

  struct Token: Codable, Equatable {
    let id, hash, name: String
    /// Seconds since 1970.
    let since: Int64
    /// `nil` for the default rights.
    let allowed: [String]?
  }

  convenience init(_ options: Options) throws(ProgramExit) {
    guard let folder = BaseDirectory.companionState else {
      throw ProgramExit("there is no place for sessions: set XDG_STATE_HOME", ExitStatus.configuration)
    }
    self.init(folder, options.name)
  }

  init(
    _ folder: String, _ name: String?,
    isClockSynchronised: @escaping () -> Bool = { KernelClock.present?.isSynchronised ?? false }
  ) {
    self.folder = folder
    self.isClockSynchronised = isClockSynchronised
    file = KeptFile("\(folder)/web\(name.map { "-\($0)" } ?? "").json", limit: Accounts.limit)
    watch = StatWatch(file.path)
    readIfChanged()
  }

  private func readIfChanged() {
    guard watch.hasChanged() || Now.uptime >= nextTry else { return }
    let found = file.readJSON(as: Content.self)
    (isKnown, nextTry, isChanged) = (true, .infinity, true)
    switch found {
    case .value(let found):
      content = found
      // A hand-written file may have more than the wall's list can hold.
      content.sessions.removeFirst(max(0, found.sessions.count - Accounts.mostSessions))
      content.tokens.removeFirst(max(0, found.tokens.count - Accounts.mostTokens))
    case .none: content = Content()
    case .unknown:
      content = Content()
      (isKnown, nextTry) = (false, Now.uptime + Accounts.pause)
    }
  }

  /// Merges other processes' changes first. Returns false if the file must not be overwritten. If writing fails, the
  /// change lasts until this process ends.
  private func change(_ body: (inout Content) -> Void) -> Bool {
    try? Folder.create(folder)
    let lock = try? FolderLock(folder)
    defer { lock?.release() }
    readIfChanged()
    guard isKnown else { return false }
    body(&content)
    file.writeJSON(content, waits: true)
    // Own changes count as seen.
    _ = watch.hasChanged()
    return true
  }

  func takeChange() -> Bool {
    readIfChanged()
    defer { isChanged = false }
    return isChanged
  }

  // MARK: Look-up

  func session(_ secret: String, at now: Timestamp, _ rights: Rights) -> Caller? {
    readIfChanged()
    correctSessions(at: now)
    let hash = Secret.hash(secret)
    return content.sessions.first { $0.hash == hash && !Accounts.isOver($0, at: now) }.map {
      Caller(id: $0.id, rights: rights)
    }
  }

  func token(_ secret: String) -> Caller? {
    readIfChanged()
    let hash = Secret.hash(secret)
    return content.tokens.first { $0.hash == hash }.map {
      Caller(id: $0.id, rights: Rights(allowed: $0.allowed.map(Set.init)))
    }
  }

  func validIDs(at now: Timestamp) -> Set<String> {
    readIfChanged()
    correctSessions(at: now)
    let sessions = content.sessions.filter { !Accounts.isOver($0, at: now) }
    return Set(sessions.map(\.id)).union(content.tokens.map(\.id))
  }

  /// A session from the future was made while the clock was ahead, so its length counts from now. A clock that is not
  /// synchronised may itself be behind.
  private func correctSessions(at now: Timestamp) {
    let second = now.milliseconds / 1000
    guard content.sessions.contains(where: { $0.since > second }), isClockSynchronised() else { return }
    _ = change { content in
      for index in content.sessions.indices {
        content.sessions[index].since = min(content.sessions[index].since, second)
      }
    }
  }

  private static func isOver(_ session: Session, at now: Timestamp) -> Bool {
    session.since <= now.milliseconds / 1000 - sessionLength
  }

  // MARK: Changes

  func newSession(_ name: String, at now: Timestamp) -> String? {
    let (secret, id) = (Secret.make(), Secret.makeID())
    let isDone = change { content in
      content.sessions.removeAll { Accounts.isOver($0, at: now) }
      content.sessions.removeFirst(max(0, content.sessions.count + 1 - Accounts.mostSessions))
      content.sessions.append(
        Session(id: id, hash: Secret.hash(secret), name: name, since: now.milliseconds / 1000))
    }
    return isDone ? secret : nil
  }

  /// Replaces a token of the same name.
  func newToken(_ name: String, _ allowed: [String]?) throws(ProgramExit) -> String {
    let (secret, id) = (Secret.make(), Secret.makeID())
    var isFull = false
    let isDone = change { content in
      content.tokens.removeAll { $0.name == name }
      isFull = content.tokens.count >= Accounts.mostTokens
      guard !isFull else { return }
      content.tokens.append(
        Token(
          id: id, hash: Secret.hash(secret), name: name, since: Timestamp.now.milliseconds / 1000, allowed: allowed))
    }
    guard !isFull else {
      throw .unable(
        "there are \(Accounts.mostTokens) tokens already: revoke one by 'colourclock send pair --revoke ID'")
    }
    if let failure = file.failure { throw .unable(failure) }
    guard isDone else { throw .unable("\(file.path) cannot be changed") }
    return secret
  }

  func revoke(_ id: String) {
    _ = change { content in
      content.sessions.removeAll { $0.id == id }
      content.tokens.removeAll { $0.id == id }
    }
  }

  func devices(at now: Timestamp) -> JSON {
    let sessions = content.sessions.filter { !Accounts.isOver($0, at: now) }.map { ($0.id, $0.name, $0.since) }
    let tokens = content.tokens.map { ($0.id, "token \($0.name)", $0.since) }
    return .array(
      (sessions + tokens).sorted { $0.2 < $1.2 }.map { id, name, since in
        .object([
          "id": .string(id), "name": .string(name),
          "since": .string(Timestamp(clampingSeconds: since).text),
        ])
      })
  }
}
