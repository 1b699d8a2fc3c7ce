import ColourClock
import System

enum SoundChoice: Hashable {
  case off
  /// A name of freedesktop.org's Sound Naming Specification.
  case named(String)
  case file(String)

  private static let takes =
    "it takes the name of a sound such as complete, the absolute path of a file such as /srv/gong.wav, or off"

  init(_ text: String) throws(Refusal) {
    if text == "off" {
      self = .off
    } else if text.hasPrefix("/") {
      self = .file(text)
    } else if !text.isEmpty, text.utf8.allSatisfy({ SoundChoice.letters.contains($0) }) {
      self = .named(text)
    } else {
      throw Refusal(SoundChoice.takes)
    }
  }

  private static let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  var text: String {
    switch self {
    case .off: "off"
    case .named(let name): name
    case .file(let path): path
    }
  }

  var file: String? {
    switch self {
    case .off: nil
    case .named(let name): SoundFiles.inTheme(name)
    case .file(let path): File.exists(path) && !File.isFolder(path) ? path : nil
    }
  }

  var warning: String? {
    switch self {
    case .off: nil
    case .named(let name):
      file == nil && SoundFiles.hasTheme
        ? "the sound theme has no '\(name)': the clock's own alarm is played in its place" : nil
    case .file(let path):
      file == nil ? "there is no file '\(path)': the clock's own alarm is played in its place" : nil
    }
  }
}

enum SoundFiles {
  private static let theme = "sounds/freedesktop"

  /// Searches the theme `freedesktop`, the fallback of the Sound Theme Specification.
  static func inTheme(_ name: String) -> String? {
    let files = BaseDirectory.data.flatMap { folder in
      ["oga", "ogg", "wav"].map { "\(folder)/\(theme)/stereo/\(name).\($0)" }
    }
    return files.first { File.exists($0) && !File.isFolder($0) }
  }

  static var hasTheme: Bool { BaseDirectory.data.contains { File.isFolder("\($0)/\(theme)") } }

  static func own(_ sound: OwnSound) -> String? {
    guard let share = Process.shareFolder else { return nil }
    let path = "\(share)/colourclock/sounds/\(sound.rawValue).wav"
    return File.exists(path) ? path : nil
  }

  enum OwnSound: String {
    case alarm
    case rising = "alarm-rising"
    case chime
  }
}
