import ColourClock
import XWindow

/// What is kept from one start of the program to the next: the countdown, and the card chosen in the gallery.
struct SavedState {
  private var folder: StateFolder?
  private let boot: String
  private(set) var card: String?
  /// Whether the card was chosen in this run.
  private(set) var hasChosen = false
  /// What the countdown of this run was started for.
  private var plan = ""

  private static let countdownName = "countdown"
  private static let cardName = "card"

  /// Says in one line what cannot be read, and goes on without it.
  init(_ folder: StateFolder?) {
    self.folder = folder
    boot = SavedState.bootName
    card = read(SavedState.cardName).map { String($0.prefix { !$0.isNewline }) }
  }

  mutating func keepCard(_ name: String) {
    (card, hasChosen) = (name, true)
    folder?.write(SavedState.cardName, "\(name)\n")
  }

  /// Keeps a countdown that runs or has been stopped on its way, with the plan it was started for.
  mutating func keep(_ countdown: Countdown?, at moment: Moment) {
    guard let countdown, countdown.state != .idle else {
      folder?.remove(SavedState.countdownName)
      return
    }
    folder?.write(SavedState.countdownName, "plan \(plan)\n\(countdown.record(at: moment, boot: boot).text)")
  }

  /// The countdown kept, or a new one of the plan: whether zero has passed meanwhile tells `hasPassed`.
  ///
  /// A plan that is another one than was kept, or whose end has been told, begins anew.
  mutating func countdown(for options: CountdownOptions, at moment: Moment) -> (countdown: Countdown?, hasPassed: Bool)
  {
    plan = options.plan ?? "none"
    guard let (name, record) = record(), options.plan == nil || name == plan else {
      return (options.started(at: moment), false)
    }
    plan = name
    let (countdown, hasPassed) = Countdown.restore(record, at: moment, boot: boot)
    if case .over = countdown.state, !hasPassed, options.plan != nil { return (options.started(at: moment), false) }
    return (countdown, hasPassed)
  }

  private mutating func record() -> (plan: String, record: Countdown.Record)? {
    guard let text = read(SavedState.countdownName) else { return nil }
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].hasPrefix("plan "), let record = try? Countdown.Record.parse(String(parts[1]))
    else {
      folder?.setAside(SavedState.countdownName)
      return nil
    }
    return (String(parts[0].dropFirst(5)), record)
  }

  private mutating func read(_ name: String) -> String? {
    do { return try folder?.read(name) } catch {
      error.report()
      return nil
    }
  }

  /// Tells one start of the machine from another: random(4), `/proc/sys/kernel/random/boot_id`.
  private static var bootName: String {
    let bytes = (try? File.read("/proc/sys/kernel/random/boot_id", limit: 4096)) ?? []
    let name = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return name.isEmpty ? "unknown" : name
  }
}
