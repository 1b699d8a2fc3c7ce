import XWindow

/// What libFuzzer runs (https://llvm.org/docs/LibFuzzer.html): one program for all parsers. Its first argument names the one to
/// be tried, the others are libFuzzer's own. `assets/fuzz` builds and starts it.
@main enum Fuzz {
  static func main() {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let parser = parsers[name] else {
      Process.report("takes one of \(parsers.keys.sorted().joined(separator: ", "))")
      Process.exit(64)
    }
    tried = parser
    // Without the parser's name.
    var (count, arguments) = (CommandLine.argc - 1, CommandLine.unsafeArgv + 1)
    Process.exit(runFuzzer(&count, &arguments, tryInput))
  }

  /// By the names of the folders of `corpus`. Each traps on an input after which something does not hold.
  private static var parsers: [String: ([UInt8]) -> Void] {
    [
      "agenda": tryAgenda, "alarm": tryAlarm, "catalogue": tryCatalogue, "command": tryCommand, "feed": tryFeed,
      "hands": tryHands, "json": tryJSON, "message": tryMessage, "options": tryOptions, "property": PropertyTrial().run,
      "resources": tryResources, "rule": tryRule, "state": StateTrial().run, "times": tryTimes, "told": tryTold,
      "zone": tryZone,
    ]
  }
}

/// One thread sets it and calls it.
nonisolated(unsafe) private var tried: ([UInt8]) -> Void = { _ in }

/// By the name that libFuzzer's own `main` calls, which is linked too and never runs.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  tried(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
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
