internal import CX11
private import Glibc

/// Keyboard text in any script, by the user's input method (XIM), or by dead keys and the Compose key. Opens the input
/// method only when a viewer begins to type, because Xlib waits for it, and it may hang.
final class TextInput {
  private let display: OpaquePointer
  /// `nil` before the first use, or if there is no input method.
  private var method: XIM?
  private var isAsked = false
  private var context: (value: XIC, window: Window)?

  init(_ display: OpaquePointer) { self.display = display }

  func begin(in window: Window) {
    guard context?.window != window else { return }
    end()
    if !isAsked { open(by: ["", TextInput.none]) }
    if let value = method.flatMap({ CreateTextContext($0, window) }) {
      context = (value, window)
    } else {
      // There is no input method, or it has ended, so use dead keys.
      open(by: [TextInput.none])
      context = method.flatMap { CreateTextContext($0, window) }.map { ($0, window) }
    }
    context.map { XSetICFocus($0.value) }
  }

  /// The modifier for Xlib's built-in input method, which supports dead keys and the Compose key.
  private static let none = "@im=none"

  /// Ends text input, and drops an incomplete character.
  func end() {
    guard let context else { return }
    XUnsetICFocus(context.value)
    XDestroyIC(context.value)
    self.context = nil
  }

  /// Returns true if the input method consumes the event. Call this for every event, because input methods have
  /// messages of their own. Outside of text input, keys are commands and are never consumed.
  func consumes(_ event: inout XEvent) -> Bool {
    let isKey = event.type == KeyPress || event.type == KeyRelease
    guard method != nil, !isKey || context != nil else { return false }
    return XFilterEvent(&event, 0) != 0
  }

  /// The text of a key. `nil` outside of text input, for keys without text, such as Enter, and for keys with Control,
  /// Alt or Super.
  func text(of event: inout XKeyEvent) -> String? {
    guard let context, event.state & UInt32(ControlMask | Mod1Mask | Mod4Mask) == 0 else { return nil }
    // Input methods send less than 1024 bytes at once.
    var (bytes, symbol, status) = ([CChar](repeating: 0, count: 1024), KeySym(), CInt())
    let count = Xutf8LookupString(context.value, &event, &bytes, Int32(bytes.count), &symbol, &status)
    guard status == XLookupChars || status == XLookupBoth, count > 0 else { return nil }
    let text = String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } ? nil : text
  }

  /// Opens the first available input method, in C.UTF-8 if the user's locale is not UTF-8.
  /// - Parameter modifiers: values for XSetLocaleModifiers(3), to be tried in order.
  private func open(by modifiers: [String]) {
    (isAsked, method) = (true, nil)
    if setlocale(LC_CTYPE, "") == nil || !isUnicode { setlocale(LC_CTYPE, "C.UTF-8") }
    for modifiers in modifiers where method == nil {
      guard XSetLocaleModifiers(modifiers) != nil else { continue }
      method = XOpenIM(display, nil, nil, nil)
    }
  }

  private var isUnicode: Bool { nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8" }
}
