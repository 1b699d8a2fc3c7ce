enum SoundControl: Control {
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.canMute, key == .character("m") else { return nil }
    return scene.mute(!scene.isMuted, at: moment)
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard scene.setup.sound.chimes, scene.clock.sound.chime.advance(to: moment) else { return }
    guard scene.clock.sound.playing == nil, !scene.clock.isSilent(at: moment) else { return }
    result.add([.sound(.chime)])
  }

  static func due(in scene: Scene) -> Wake {
    let sound = scene.clock.sound
    return Wake(instant: scene.setup.sound.chimes ? sound.chime.next : nil, uptime: sound.playing?.end)
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    box(of: scene, in: layout)?.sign(text(scene), on: backdrop) ?? []
  }

  static func box(of scene: Scene, in layout: Layout) -> Rect? {
    guard scene.isMuted || scene.ringsUnheard, !scene.setup.showsRate else { return nil }
    return layout.edgeLabel(text(scene), isLeft: true, isLarge: scene.isRinging)
  }

  static var isFixed: Bool { true }

  private static func text(_ scene: Scene) -> String {
    scene.isMuted ? scene.setup.words["sound off"] : scene.setup.words["no sound"]
  }
}

extension Scene {
  var canMute: Bool { setup.sound.isOn && allows(.sound) }

  var isMuted: Bool { setup.sound.isOn && clock.sound.isMuted }

  fileprivate var ringsUnheard: Bool { setup.sound.isOn && clock.sound.hasFailed && isRinging }
}
