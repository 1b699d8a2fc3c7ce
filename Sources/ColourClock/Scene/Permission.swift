/// Viewers' rights without the hold button.
package enum Permission: String, Hashable, Sendable, CaseIterable {
  case countdown, stopwatch, gallery, look, refresh, scrub, sound
}

extension Scene {
  func allows(_ permission: Permission) -> Bool { setup.allowed.contains(permission) }
}
