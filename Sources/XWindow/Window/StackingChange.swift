internal import CX11

/// What the covers of a wall do that is a window among others: they come up with the main window, and go out of the way
/// of others with it. Their place in the stack is no manager's business, so nobody else would put them there.
enum StackingChange {
  case up
  case down

  /// `nil` for an event of the main window that does not say where it is now.
  init?(_ event: XEvent) {
    switch event.type {
    case FocusIn where StackingChange.isMove(event.xfocus): self = .up
    case FocusOut where StackingChange.isMove(event.xfocus): self = .down
    case VisibilityNotify where event.xvisibility.state == VisibilityUnobscured: self = .up
    default: return nil
    }
  }

  /// Somebody who grabs the keyboard for a while takes no focus away; nor does a pointer that moves.
  private static func isMove(_ event: XFocusChangeEvent) -> Bool {
    [NotifyNormal, NotifyWhileGrabbed].contains(event.mode) && event.detail != NotifyPointer
  }
}
