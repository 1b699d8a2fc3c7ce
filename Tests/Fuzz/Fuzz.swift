import Glibc
import System

/// What libFuzzer runs (https://llvm.org/docs/LibFuzzer.html): one program for all parsers. Its first argument names
/// the one to be tried, the others are libFuzzer's own. `assets/tools/fuzz` builds and starts it.
@main enum Fuzz {
  static func main() {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let parser = parsers[name] else {
      Process.report("takes one of \(parsers.keys.sorted().joined(separator: ", "))")
      Process.exit(64)
    }
    (tried, asksServer) = (parser, ["event", "property"].contains(name))
    // libFuzzer ends the program by itself.
    atexit { Process.report("readings: \(readings)") }
    // Where libFuzzer merges, it has a shell run its arguments again, joined by blanks and without quotes: so the first
    // of them is both the program and the parser's name.
    let program =
      "'" + CommandLine.arguments[0].split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
    let arguments = ["\(program) \(name)"] + CommandLine.arguments.dropFirst(2)
    var (count, start) = (CInt(arguments.count), pointers(to: arguments))
    Process.exit(runFuzzer(&count, &start, tryInput))
  }

  /// As C has them, for as long as the program runs.
  private static func pointers(to arguments: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let start = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
    start.initialize(repeating: nil, count: arguments.count + 1)
    for (place, argument) in arguments.enumerated() { start[place] = strdup(argument) }
    return start
  }

  /// By the names of the folders of `corpus`. Each traps on an input after which something does not hold.
  private static var parsers: [String: ([UInt8]) -> Void] {
    [
      "agenda": tryAgenda, "alarm": tryAlarm, "bus": tryBus, "calendar": tryCalendar, "catalogue": tryCatalogue,
      "command": tryCommand, "counts": tryCounts, "event": EventTrial().run, "feed": tryFeed, "health": tryHealth,
      "import": tryImport, "json": tryJSON, "message": tryMessage, "messages": MessageTrial().run,
      "monitors": tryMonitors, "options": tryOptions, "payload": tryPayload, "pointers": tryPointers,
      "program": tryProgram, "property": PropertyTrial().run, "resources": tryResources, "rule": tryRule,
      "state": StateTrial().run, "status": tryStatus, "times": tryTimes, "timestamp": tryTimestamp, "told": tryTold,
      "web": tryWeb, "zone": tryZone,
    ]
  }
}

/// One thread sets it and calls it.
nonisolated(unsafe) private var tried: ([UInt8]) -> Void = { _ in }

/// Whether that waits for replies of an X server.
nonisolated(unsafe) private var asksServer = false

/// How much the parser has read: an input each, but of those of several events or lines all of these.
nonisolated(unsafe) private var readings = 0

/// An event or a line of an input has been read.
func countReading() { readings += 1 }

extension [UInt8] {
  /// Of an input: by it a part of them is tried with what takes long, and with one of several values, always the same
  /// ones.
  var sum: Int { reduce(0) { $0 + Int($1) } }
}

/// By the name that libFuzzer's own `main` calls, which is linked too and never runs.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let counted = readings
  let wasSlow = isSlow(input)
  if readings == counted { countReading() }
  // Three times more: the first time may have loaded something.
  if wasSlow, (0..<3).allSatisfy({ _ in isSlow(input) }) { fatalError("an input that takes longer than \(longest)") }
  return 0
}

/// How much of a processor an input may take, and for how long it may wait: a tenth of a second of an optimised parser,
/// though it also counts which of its parts are reached; without optimisation ten times as much.
private let longest: Duration = {
  var span = Duration.milliseconds(100)
  // What it asserts is worked out without optimisation only.
  assert(
    {
      span = .seconds(1)
      return true
    }())
  return span
}()

/// Whether the input takes too long. One that has only waited for a processor has not given it back by itself; what is
/// asked of an X server may take as long as that likes.
private func isSlow(_ input: [UInt8]) -> Bool {
  let (before, began, waits) = (time(CLOCK_THREAD_CPUTIME_ID), time(CLOCK_MONOTONIC), voluntaryWaits)
  tried(input)
  if time(CLOCK_THREAD_CPUTIME_ID) - before > longest { return true }
  return !asksServer && time(CLOCK_MONOTONIC) - began > longest && voluntaryWaits > waits
}

private func time(_ clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// How often this thread has waited for something else than a processor (getrusage(2)).
private var voluntaryWaits: Int {
  // RUSAGE_THREAD, a macro of Linux.
  let thread: Int32 = 1
  var usage = rusage()
  getrusage(thread, &usage)
  return Int(usage.ru_nvcsw)
}

/// Of libFuzzer, "Using libFuzzer as a library".
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Ends the run, so that libFuzzer keeps the input, unless something holds that always must.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}

/// What two ways must make alike.
func expect<Value: Equatable>(_ one: Value, is other: Value, _ what: @autoclosure () -> String) {
  expect(one == other, "\(what()): \(one) and \(other)")
}
