struct WallState: Sendable {
  let role: Scene.Role
  var screen = Screen()
  var isVisible = true
  var hold: Hold
  var request: HoldRequest
  var bar: ControlBar
  var help = Help()
  var settings = SettingsCard()
  var runningOrder = Overlay()
  /// `nil` if the running order follows the program.
  var orderPlace: OrderPlace?
  /// The number of laps scrolled back.
  var lapShift = 0
  var typing = Typing()
  /// The typing on a pad that closed because something rang. The pad opens again after the ringing.
  var interruptedTyping: InterruptedTyping?
  var pull: Pull
  var gallery: Gallery
  var gesture = Gesture.idle
  /// True if the bar was hidden when the press began: the press pauses no timer.
  var pressShowsBar = false
  var taps = TapGuard()
  var barGuard = BarGuard()
  var pointer = PointerState()
  var identifyLabel: IdentifyLabel?
  var cardEnd: Duration?
  /// Until this uptime, characters are ignored: the viewer may go on typing a title after its field closed by itself.
  private var strayTextEnd: Duration?
  /// The uptime at which the last ringing or urgent message ended.
  var dismissalEnd: Duration?
  var lastEvent: Moment?
  var rate: Int?
  var layout: Layout?
  var ringEase: RingEase?

  struct Screen: Hashable, Sendable {
    var size: Size?
    var resolution = Monitor.usualResolution
  }

  init(_ setup: Setup, role: Scene.Role) {
    self.role = role
    (hold, request, bar) = (setup.newHold, HoldRequest(setup.hold.action), ControlBar(isReduced: setup.isReduced))
    let size = Size(width: 1, height: 1)
    (pull, gallery) = (setup.newPull(in: size), setup.newGallery(in: size, resolution: screen.resolution))
  }

  mutating func adapt(from old: Setup, to setup: Setup, at moment: Moment) {
    let motionDiffers = old.isReduced != setup.isReduced
    if motionDiffers || old.hold != setup.hold { (hold, request) = (setup.newHold, HoldRequest(setup.hold.action)) }
    if motionDiffers { bar = ControlBar(isReduced: setup.isReduced) }
    if motionDiffers || old.pull != setup.pull {
      let isRefreshing = pull.isRefreshing(at: moment)
      pull = setup.newPull(in: pull.size)
      if isRefreshing { _ = pull.start(at: moment) }
    }
    let canKeepGallery =
      !motionDiffers && old.carousel == setup.carousel && old.paging == setup.paging && old.allowed == setup.allowed
    if !canKeepGallery || !gallery.restyle(setup.cards, setup.words, resolution: screen.resolution) {
      gallery = setup.newGallery(in: gallery.size, resolution: screen.resolution)
    }
  }
}

extension WallState {
  private static let strayTextSpan = Duration.seconds(2)

  /// Call this before typing closes by itself: characters typed shortly after it must not be commands.
  mutating func ignoreStrayText(ifTyping isTyping: Bool, at uptime: Duration) {
    if isTyping { strayTextEnd = uptime + WallState.strayTextSpan }
  }

  /// Returns true for a character to ignore. Any other key ends this state.
  mutating func swallowStrayText(_ key: Key, at uptime: Duration) -> Bool {
    guard let end = strayTextEnd else { return false }
    guard uptime < end, case .character = key else {
      strayTextEnd = nil
      return false
    }
    strayTextEnd = uptime + WallState.strayTextSpan
    return true
  }
}

extension Scene {
  package var setup: Setup { clock.setup }
  package var countdown: Countdown? { clock.countdown }
  package var countdowns: Countdowns { clock.countdowns }
  package var stopwatch: Stopwatch? { clock.stopwatch }
  var shownCountdown: Countdown? { clock.shownCountdown }
  var isRinging: Bool { clock.isRinging }
  var schedule: Schedule { clock.schedule }
  var feed: Feed? { clock.feed }
  var refreshSucceeded: Bool { clock.refreshSucceeded }
  var activity: ViewerActivity { clock.activity }
  var hint: Hint? { clock.hint }
  var displayOverride: DisplayOverride { clock.displayOverride }
  var healthProblem: HealthProblem? { clock.healthProblem }

  var role: Role { wall.role }
  var size: Size? { wall.screen.size }
  var resolution: Double { wall.screen.resolution }
  package var isVisible: Bool { wall.isVisible }
  var hold: Hold { wall.hold }
  var request: HoldRequest { wall.request }
  var bar: ControlBar { wall.bar }
  var help: Help { wall.help }
  var runningOrder: Overlay { wall.runningOrder }
  var settings: SettingsCard { wall.settings }
  var typing: Typing { wall.typing }
  var pull: Pull { wall.pull }
  var gallery: Gallery { wall.gallery }
  var gesture: Gesture { wall.gesture }
  var pointer: PointerState { wall.pointer }
  var identifyLabel: IdentifyLabel? { wall.identifyLabel }
  var layout: Layout? { wall.layout }
}
