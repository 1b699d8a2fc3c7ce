import ArgumentParser
import ColourClock

/// The name of a face.
struct FaceName: ExpressibleByArgument {
  let face: Face

  init?(argument: String) {
    guard let face = Face.named(argument) else { return nil }
    self.face = face
  }

  var defaultValueDescription: String { face.name }
  static var allValueStrings: [String] { Face.all.map(\.name) }
}

/// `--speed`: a number that a `Pace` can have.
struct Speed: ExpressibleByArgument {
  let pace: Pace

  init?(argument: String) {
    guard let speed = Double(argument), (0...Pace.limit).contains(speed) else { return nil }
    pace = Pace(speed: speed)
  }
}

/// `--fade`: seconds.
struct FadeSpan: ExpressibleByArgument {
  let span: Duration

  init?(argument: String) {
    guard let seconds = Double(argument), (0...10).contains(seconds) else { return nil }
    span = .seconds(seconds)
  }
}

/// `--geometry`, in the X style.
struct GeometryText: ExpressibleByArgument {
  let geometry: WindowGeometry

  init?(argument: String) {
    guard let geometry = WindowGeometry(argument) else { return nil }
    self.geometry = geometry
  }
}

/// `--size`: width and height in pixels.
struct SizeText: ExpressibleByArgument {
  let size: Size

  init?(argument: String) {
    guard let geometry = WindowGeometry(argument), geometry.offset == nil, let size = geometry.size else { return nil }
    self.size = size
  }
}

/// `--12-hour` and `--24-hour`.
enum HourForm: EnumerableFlag {
  case twelve, twentyFour

  static func name(for value: HourForm) -> NameSpecification {
    .customLong(value == .twelve ? "12-hour" : "24-hour")
  }

  static func help(for value: HourForm) -> ArgumentHelp? {
    value == .twelve ? "Hours 1 to 12 with am and pm." : "Hours 00 to 23 (default)."
  }
}

/// `--window` and `--fullscreen`.
enum WindowMode: EnumerableFlag {
  case window, fullscreen

  static func help(for value: WindowMode) -> ArgumentHelp? {
    value == .window ? "A window." : "The whole screen (default)."
  }
}
