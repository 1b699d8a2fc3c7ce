import CX11
import CommandOptions
import Glibc

@testable import App
@testable import ColourClock
@testable import System
@testable import XWindow

// Parsers of data from an X server, where every client can write.

/// Reads a resource database as in the server's property.
func tryResources(_ bytes: [UInt8]) {
  // Xlib would read files that a database includes, and their content is not a part of the input.
  guard !bytes.contains(0), bytes.firstRange(of: "#".utf8) == nil else { return }
  let database = ResourceDatabase(instance: "colourclock", settingName: Options.table.settingName(of:))
  (bytes + [0]).withUnsafeBytes { text in
    guard let start = text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
    database.merge(text: start, isFromServer: true)
  }
  let line = String(decoding: bytes, as: UTF8.self)
  _ = database.merge(line: line)
  var given: [Argument<Options>] = []
  for resource in Options.table.settingNames.compactMap(database.resource) {
    expect(Options.table.option(resource.name) != nil, "an option called \(resource.name)")
    guard let argument = try? Argument(resource) else { continue }
    expect(
      !resource.isFromServer || argument.option.touchesCommandsOrFiles(argument.value ?? "") == false, "\(resource)")
    given.append(argument)
  }
  if let options = try? Options(applying: given) { _ = options.setup(.saver(in: .root)) }
}

/// Reads two replies of X-Resource. The first byte is the length of the first reply in words. No count may be larger
/// than the replies allow.
func tryCounts(_ bytes: [UInt8]) {
  guard let words = bytes.first else { return }
  let (replies, length) = (bytes.dropFirst(), 4 * Int(words))
  let (resources, pixmaps) = (Array(replies.prefix(length)), Array(replies.dropFirst(length)))
  let counts = ServerResources(resources: resources, pixmaps: pixmaps) { $0 % 3 == 0 ? nil : "\($0 % 7)" }
  expect(counts.counts.values.allSatisfy { $0 > 0 && $0 <= resources.count << 29 }, "\(counts)")
  expect(counts.pixmapBytes >= 0, "\(counts)")
}

/// Reads XInput 2's description of devices, and then its events of fingers and pointers. Any length fields may be
/// wrong.
func tryPointers(_ bytes: [UInt8]) {
  var devices = PointerDevices()
  devices.wheels = Wheels(bytes)
  var rest = bytes[...]
  while !rest.isEmpty {
    // The first byte of an event gives its length.
    let event = Array(rest.prefix(Int(rest[rest.startIndex]) + 1))
    rest = rest.dropFirst(event.count)
    countReading()
    guard let input = event.withUnsafeBytes({ XInputEvent($0) }) else { continue }
    for case .scrolled(let right, let up) in devices.handle(input)?.events ?? [] {
      expect(abs(right) <= 100 && abs(up) <= 100, "a way of \(right), \(up)")
    }
  }
}

/// Sets a property of a window on a server, and reads it. With any type and format, the result must be what was set, or
/// empty. Each property is read four times.
final class PropertyTrial {
  private lazy var display = Display.required()
  private lazy var window = XCreateSimpleWindow(display.pointer, display.root, 0, 0, 1, 1, 0, 0, 0)

  func run(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let atoms = [Atom(XA_WINDOW), Atom(XA_ATOM), Atom(XA_INTEGER), Atom(XA_CARDINAL), display.atoms[.utf8String]]
    let (type, format) = (atoms[Int(bytes[0]) % atoms.count], [8, 16, 32][Int(bytes[1]) % 3])
    let values = Array(bytes.dropFirst(2))
    set(display.atoms[.state], type, format, values)
    for wanted in [type, atoms[bytes.sum % atoms.count]] {
      // Xlib's longs are signed.
      countReading()
      let longs = display.longs(of: window, display.atoms[.state], type: wanted).map { $0 & 0xffff_ffff }
      let isReadable = wanted == type && format == 32
      expect(longs, is: isReadable ? Array(PropertyTrial.longs(values).prefix(1024)) : [], "a property")
    }
    countReading()
    _ = WindowManager(display: display).states(of: window)
    // The root names any number as its manager's window, which may not exist.
    set(display.atoms[.managerCheck], type, format, values, of: display.root)
    countReading()
    _ = WindowManager(display: display).supported
  }

  private func set(_ name: Atom, _ type: Atom, _ format: Int, _ values: [UInt8], of other: Window? = nil) {
    // Xlib takes units of 32 bits as longs.
    let units = format == 32 ? PropertyTrial.longs(values).flatMap { withUnsafeBytes(of: $0, Array.init) } : values
    let count = format == 32 ? units.count / 8 : units.count / (format / 8)
    XChangeProperty(
      display.pointer, other ?? window, name, type, Int32(format), PropModeReplace, units, Int32(count))
  }

  private static func longs(_ bytes: [UInt8]) -> [UInt] {
    stride(from: 0, through: bytes.count - 4, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt($1) }
    }
  }
}

extension Display {
  static func required() -> Display {
    guard let display = try? Display(nil) else { fatalError("there is no X server at $DISPLAY") }
    return display
  }
}
