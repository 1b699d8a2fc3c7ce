extension Scene {
  var settingsPlan: SettingsCard.Plan? {
    guard let size else { return nil }
    return SettingsCard.Plan(
      settingsParts, settingsValues, resolution: resolution, page: settings.page,
      in: Rect(size).inset(by: setup.shift.margin(in: size)))
  }

  private var settingsParts: [SettingsCard.Part] {
    guard let list = settings.list else { return settingsOffered.map(SettingsCard.Part.setting) }
    let items = settingsValues.items.indices.map(SettingsCard.Part.item)
    return (list == .titles ? [.setting(.title)] : []) + items
  }

  func settingsPart(at place: Point, _ moment: Moment) -> SettingsCard.Part? {
    settingsPlan?.part(at: place - shift(at: moment))
  }

  func isAwayFromSettings(_ place: Point, _ moment: Moment) -> Bool {
    guard let plan = settingsPlan else { return true }
    let place = place - shift(at: moment)
    return !(plan.rows.map(\.target) + plan.places.map(\.box)).contains {
      $0.inset(by: -0.5 * $0.height).contains(place)
    }
  }

  func settingsItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size, let plan = settingsPlan else { return [] }
    func text(_ string: String, _ box: Rect) -> Item {
      var text = Text(string: string, box: box, ink: backdrop.ink, isOnWall: true)
      text.alignment = setup.words.isRightToLeft ? .right : .left
      return .text(text)
    }
    guard !plan.places.isEmpty else {
      let (width, height) = Self.noRoomShares
      let box = Rect(centre: Rect(size).centre, width: width * Double(size.width), height: height * size.shortSide)
      let string = setup.words["No room for the settings"]
      return [.text(Text(string: string, box: box, ink: backdrop.ink, isOnWall: true))]
    }
    let values = settingsValues
    let names = plan.rows.compactMap { row -> Item? in
      guard case .setting(let setting) = row.part else { return nil }
      return text(setting.name(setup), row.name)
    }
    let items =
      (plan.head.map { [text(settingsHead, $0)] } ?? []) + names
      + ControlBar.items(
        plan.places, settingsState(values, moment), opacity: 1, ink: backdrop.ink, wall: backdrop.colour)
    return items.map { $0.moved(by: shift(at: moment)) }
  }

  /// Shares of the window's width and shorter side.
  private static let noRoomShares = (width: 0.88, height: 0.1)

  private var settingsHead: String {
    switch settings.list {
    case .titles: setup.words["Choose a title, or type one"]
    case .programs: setup.words["Choose a program"]
    case nil: settings.draft == nil ? setup.words["Settings"] : setup.words["Type the title, then press Enter"]
    }
  }

  private func settingsState(_ values: SettingsCard.Values, _ moment: Moment) -> ControlBar.State {
    var state = ControlBar.State(focus: settings.focus.map(ControlBar.Command.card), words: setup.words)
    state.card = values
    if settings.draft != nil { state.focus = .card(.setting(.title)) }
    state.pressed = gesture.press(SettingsPress.self)?.part.map(ControlBar.Command.card)
    if pointer.device == .pointer, let place = pointer.place {
      state.hovered = settingsPart(at: place, moment).map(ControlBar.Command.card)
    }
    return state
  }
}
