/// What viewers may do at the wall (`--allow`). `scrub` lets viewers choose another time of day in the gallery.
package enum Permission: String, Hashable, Sendable, CaseIterable {
  case countdown, stopwatch, gallery, look, refresh, scrub, sound
}

extension Scene {
  func allows(_ permission: Permission) -> Bool { setup.allowed.contains(permission) }
}
