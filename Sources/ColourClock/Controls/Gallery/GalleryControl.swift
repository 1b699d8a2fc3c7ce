/// Adds no items: `Gallery.frame(at:)` paints the whole frame.
enum GalleryControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.gallery.isOpen(at: moment) ? GalleryPress() : nil
  }

  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard abs(drag.way.x) > abs(drag.way.y), !scene.showsUrgentMessage else { return nil }
    scene.openGallery(at: moment)
    guard scene.allows(.gallery), scene.gallery.isOpen(at: moment) else {
      scene.setGesture(.ignoredUntilRelease)
      return []
    }
    scene.setGesture(.press(GalleryPress()))
    scene.wall.gallery.press(drag.origin, by: scene.pointer.device, slop: scene.slop, at: moment, hasOpened: true)
    scene.wall.gallery.move(to: drag.place, at: moment)
    return []
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    let (right, up) = scroll.notches
    guard right != 0 && !scene.showsUrgentMessage || scene.gallery.isOpen(at: moment) else { return nil }
    guard scene.allows(.gallery) else { return [] }
    scene.openGallery(at: moment)
    let cards = right != 0 ? right * Int(scene.gallery.sideOfNext) : -up
    if cards != 0 { scene.wall.gallery.scroll(by: cards, at: moment) }
    return []
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    if scene.gallery.isOpen(at: moment) {
      // A command may open the gallery even if viewers may not.
      guard scene.allows(.gallery) else { return [] }
      return key.isFullScreen ? nil : scene.accept(scene.wall.gallery.press(key, at: moment))
    }
    let isArrow = key == .left || key == .right
    guard key == .character("g") || isArrow && scene.bar.focus(at: moment) == nil else { return nil }
    scene.openGallery(at: moment)
    if isArrow { _ = scene.wall.gallery.press(key, at: moment) }
    return []
  }

  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.gallery.cancel(at: moment)
    return []
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake { scene.gallery.nextChange(after: moment) }
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { !scene.gallery.isVisible(at: moment) }
}

struct GalleryPress: Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if scene.allows(.gallery) {
      scene.wall.gallery.press(place, by: scene.pointer.device, slop: scene.slop, at: moment)
    } else {
      scene.setGesture(.ignoredUntilRelease)
    }
    return []
  }

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.gallery.move(to: place, at: moment)
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.accept(scene.wall.gallery.release(place, at: moment))
  }
}

extension Scene {
  mutating func openGallery(at moment: Moment) {
    guard size != nil, allows(.gallery) else { return }
    wall.gallery.open(on: ownCard, by: pointer.device, at: moment)
  }

  var ownCard: Int { setup.cards.firstIndex { $0.face == face && $0.style == style } ?? 0 }

  mutating func choose(_ card: Gallery.Card) -> [Effect] {
    clock.setup.show(card)
    return [.saveCard(card.name)]
  }

  mutating func accept(_ outcome: Gallery.Outcome) -> [Effect] {
    switch outcome {
    case .nothing: return []
    case .chosen: return choose(setup.cards[gallery.chosen])
    case .changed(let choice): return choose(choice)
    }
  }
}
