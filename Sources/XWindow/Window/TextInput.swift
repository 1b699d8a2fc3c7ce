internal import CX11
private import Glibc
private import System

/// Text in any script, by input method (XIM), dead keys or Compose. Xlib waits for the method without a time limit. If
/// the method hangs, the clock restarts without it.
final class TextInput {
  private let display: OpaquePointer
  /// `nil` before the first use, or without an input method.
  private var method: XIM?
  /// True if Xlib's own method replaces a missing one.
  private var isReplaced = false
  private var context: (value: XIC, window: Window)?
  private var isOn = false
  private var watchdog: CallWatchdog?

  private static let patience = Duration.seconds(5)

  init(_ display: OpaquePointer) { self.display = display }

  func begin(in window: Window) {
    guard !isOn || context?.window != window else { return }
    if watchdog == nil {
      watchdog = CallWatchdog(
        TextInput.patience, message: "the input method does not answer: restarting without it",
        setting: ("XMODIFIERS", TextInput.none))
    }
    limited { open(in: window) }
  }

  private func limited<Result>(_ call: () -> Result) -> Result { watchdog?.during(call) ?? call() }

  private func open(in window: Window) {
    if let context, context.window != window {
      XDestroyIC(context.value)
      self.context = nil
      isOn = false
    }
    if context == nil { createContext(in: window) }
    guard let context else { return }
    XSetICFocus(context.value)
    isOn = true
  }

  private func createContext(in window: Window) {
    if method == nil { open(by: ["", TextInput.none]) }
    if let value = method.flatMap({ CreateTextContext($0, window) }) {
      context = (value, window)
    } else {
      open(by: [TextInput.none])
      context = method.flatMap { CreateTextContext($0, window) }.map { ($0, window) }
    }
  }

  /// The setting for Xlib's own method, which has dead keys and Compose.
  private static let none = "@im=none"

  /// Drops an incomplete character. The context remembers whether the user has switched the method on.
  func end() {
    guard isOn, let context else { return }
    limited {
      XFree(Xutf8ResetIC(context.value))
      XUnsetICFocus(context.value)
    }
    isOn = false
    guard isReplaced, let method else { return }
    XDestroyIC(context.value)
    XCloseIM(method)
    (self.method, self.context) = (nil, nil)
  }

  /// Call for every event.
  func consumes(_ event: inout XEvent) -> Bool {
    let isKey = event.type == KeyPress || event.type == KeyRelease
    guard method != nil, !isKey || isOn else { return false }
    return isKey ? limited { XFilterEvent(&event, 0) != 0 } : XFilterEvent(&event, 0) != 0
  }

  /// `nil` outside of text input, for keys without text, and with Control, Alt or Super.
  func text(of event: inout XKeyEvent) -> String? {
    guard isOn, let context, event.state & UInt32(ControlMask | Mod1Mask | Mod4Mask) == 0 else { return nil }
    var (bytes, symbol, status) = ([CChar](repeating: 0, count: 1024), KeySym(), CInt())
    let count = Xutf8LookupString(context.value, &event, &bytes, Int32(bytes.count), &symbol, &status)
    guard status == XLookupChars || status == XLookupBoth, count > 0 else { return nil }
    let text = String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } ? nil : text
  }

  /// Opens the first method that works. Uses C.UTF-8 if the locale is not UTF-8.
  /// - Parameter modifiers: for XSetLocaleModifiers(3).
  private func open(by modifiers: [String]) {
    if let method { XCloseIM(method) }
    method = nil
    if setlocale(LC_CTYPE, "") == nil || !isUnicode { setlocale(LC_CTYPE, "C.UTF-8") }
    for modifiers in modifiers where method == nil {
      guard XSetLocaleModifiers(modifiers) != nil else { continue }
      method = XOpenIM(display, nil, nil, nil)
      isReplaced = modifiers == TextInput.none
    }
    guard let method else { return }
    OnEndOfTextMethod(method, Unmanaged.passUnretained(self).toOpaque()) { _, input, _ in
      input.map { Unmanaged<TextInput>.fromOpaque($0).takeUnretainedValue().methodEnded() }
    }
  }

  /// Xlib frees the method and its context.
  private func methodEnded() { (method, context, isOn) = (nil, nil, false) }

  private var isUnicode: Bool { nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8" }
}
