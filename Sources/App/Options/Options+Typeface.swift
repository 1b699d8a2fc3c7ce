import ColourClock
import System
import XWindow

extension Options {
  /// These families are legible from afar: their digits are tall, open and equally wide.
  private static let defaultFamilies = "Inter Display,Inter,Roboto,DejaVu Sans"

  func openTypeface() throws(ProgramExit) -> Typeface {
    guard let wanted = look.font else { return try load("\(Options.defaultFamilies):medium") }
    let typeface = try load(wanted)
    guard let missing = typeface.missingFamily(of: wanted) else { return typeface }
    let properties = wanted.firstIndex(of: ":").map { wanted[$0...] } ?? ":medium"
    guard let other = try? Typeface(Options.defaultFamilies + properties) else { return typeface }
    Process.report("no font '\(missing)', using \(other.family)")
    return other
  }

  private func load(_ pattern: String) throws(ProgramExit) -> Typeface {
    do { return try Typeface(pattern) } catch {
      if look.font == nil {
        throw .unable("the machine has no font: install one, such as Debian's fonts-inter")
      }
      throw .usage(
        "no font for '--font \(pattern)': it takes a fontconfig pattern, such as Inter:bold; a font must be installed"
      )
    }
  }
}
