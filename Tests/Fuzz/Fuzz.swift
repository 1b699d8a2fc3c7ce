import Glibc
import System

/// The program that libFuzzer runs (https://llvm.org/docs/LibFuzzer.html), one for all parsers. Its first argument
/// names the parser to try; the others are for libFuzzer. `assets/tools/fuzz` builds and starts it.
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
    // To merge, libFuzzer runs its own arguments again by a shell, joined by blanks and without quotes. So the first
    // argument contains the quoted program and the parser's name.
    let program =
      "'" + CommandLine.arguments[0].split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
    let arguments = ["\(program) \(name)"] + CommandLine.arguments.dropFirst(2)
    var (count, start) = (CInt(arguments.count), pointers(to: arguments))
    Process.exit(runFuzzer(&count, &start, tryInput))
  }

  /// The arguments as C strings, which are never freed.
  private static func pointers(to arguments: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let start = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
    start.initialize(repeating: nil, count: arguments.count + 1)
    for (place, argument) in arguments.enumerated() { start[place] = strdup(argument) }
    return start
  }

  /// The parsers, by the names of the folders of `corpus`. Each traps on an input that breaks one of its rules.
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

/// The parser that is tried. Only one thread uses it.
nonisolated(unsafe) private var tried: ([UInt8]) -> Void = { _ in }

/// True if the parser waits for replies of an X server.
nonisolated(unsafe) private var asksServer = false

/// The number of inputs read so far. In inputs of several events or lines, each of these counts.
nonisolated(unsafe) private var readings = 0

/// Counts an event or a line of an input.
func countReading() { readings += 1 }

extension [UInt8] {
  /// The sum of the bytes. It selects the inputs for slow checks and one of several values, the same in each run.
  var sum: Int { reduce(0) { $0 + Int($1) } }
}

/// Tries one input. libFuzzer's `main`, which is linked but never runs, needs a function of this name.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let counted = readings
  let wasSlow = isSlow(input)
  if readings == counted { countReading() }
  // Try three times more, because the first time may have loaded something.
  if wasSlow, (0..<3).allSatisfy({ _ in isSlow(input) }) { fatalError("an input that takes longer than \(longest)") }
  return 0
}

/// The most CPU time, and the longest wait, for one input. An optimised parser gets 0.1 s, although libFuzzer counts
/// its covered parts; a parser without optimisation gets 1 s.
private let longest: Duration = {
  var span = Duration.milliseconds(100)
  // `assert` evaluates its argument only without optimisation.
  assert(
    {
      span = .seconds(1)
      return true
    }())
  return span
}()

/// Tries an input. True if it takes too much CPU time, or waits too long. Waiting for a processor does not count: then
/// there are no voluntary waits. Neither does waiting for an X server.
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

/// How often this thread has waited for something other than a processor (getrusage(2)).
private var voluntaryWaits: Int {
  // RUSAGE_THREAD, a macro.
  let thread: Int32 = 1
  var usage = rusage()
  getrusage(thread, &usage)
  return Int(usage.ru_nvcsw)
}

/// See "Using libFuzzer as a library" in libFuzzer's documentation.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Ends the run if a condition is false, so that libFuzzer saves the input.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}

/// Ends the run if two values differ.
func expect<Value: Equatable>(_ one: Value, is other: Value, _ what: @autoclosure () -> String) {
  expect(one == other, "\(what()): \(one) and \(other)")
}
