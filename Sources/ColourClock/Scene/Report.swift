/// The control socket's JSON. All spans are in seconds.
extension Scene {
  package struct Report: Hashable, Encodable, Sendable {
    package let face: String
    /// `#rrggbb`, without dimming.
    package let colour: String
    /// As shown, HH:MM:SS.
    package let time: String
    /// As shown, YYYY-MM-DD.
    package let date: String
    /// Such as CET.
    package let zone: String
    /// Seconds east of Greenwich.
    package let offset: Int
    package let countdown: CountdownReport?
    package let countdowns: [CountdownReport]
    package let stopwatch: StopwatchReport?
    package let program: ProgramReport?
    package let alarms: [String]
    package let ringing: [String]
    package let snoozed: [SnoozeReport]
    package let messages: [MessageReport]
    package let agenda: [PeriodReport]
    package let hold: HoldReport
    package let feed: FeedReport?
    let isGalleryOpen: Bool
    let isHelpOpen: Bool
    let isSettingsOpen: Bool
    let isOrderOpen: Bool
    package let isBlank: Bool
    /// The light left by `dim`, 0.05…1.
    package let dim: Double
    /// `nil` if turned off by the options.
    package let sound: SoundReport?
    /// For lack of room, or under a message.
    package let hidden: [String]
  }

  package struct CountdownReport: Hashable, Encodable, Sendable {
    package let id: Int
    /// Keys, the bar and commands without an ID act on it.
    package let isChosen: Bool
    /// `idle`, `running`, `paused` or `over`.
    package let state: String
    /// `calm`, `soon`, `last` or `over`.
    package let phase: String
    /// Negative in overtime.
    package let remaining: Double
    package let length: Double
    /// Seconds before the end; 0 without `soon`.
    package let warn: Double
    /// Seconds before the end; 0 without `last`.
    package let danger: Double
    /// HH:MM, or YYYY-MM-DD HH:MM beyond a day; `nil` unless it runs.
    package let ends: String?
    package let title: String
  }

  package struct StopwatchReport: Hashable, Encodable, Sendable {
    package let isRunning: Bool
    package let elapsed: Double
    let laps: Int
    /// The last 99 at most, cut to hundredths as on the wall.
    package let lapTimes: [LapReport]
  }

  package struct LapReport: Hashable, Encodable, Sendable {
    package let number: Int
    package let split: Double
    package let total: Double
  }

  package struct SnoozeReport: Hashable, Encodable, Sendable {
    package let alarm: String
    /// When it rings again, HH:MM:SS.
    package let time: String
  }

  package struct AlarmReport: Hashable, Encodable, Sendable {
    /// As a value of `--alarm`.
    package let alarm: String
    package let title: String

    package init(_ alarm: DailyAlarm) { (self.alarm, title) = (alarm.text, alarm.title) }
  }

  package struct SoundReport: Hashable, Encodable, Sendable {
    package let isMuted: Bool
    /// The night silences sounds.
    package let isQuiet: Bool
    /// An alarm's or countdown's sound plays.
    package let isPlaying: Bool
  }

  package struct MessageReport: Hashable, Encodable, Sendable {
    package let id: String?
    package let priority: String
    package let lines: [String]
    /// False if waiting or without room.
    package let isShown: Bool
    /// `nil` without an end.
    package let left: Double?
  }

  package struct PeriodReport: Hashable, Encodable, Sendable {
    /// HH:MM:SS, as `end`.
    package let start: String
    /// `nil` for a moment.
    package let end: String?
    package let title: String
    /// YYYY-MM-DD; `nil` if the period recurs.
    package let date: String?
    package let calendar: String?
    /// `#rrggbb`; `nil` for the ink.
    package let colour: String?
    /// `now`, `next`, or `tomorrow` (the first period, once today's are over).
    package let turn: String?
  }

  package struct HoldReport: Hashable, Encodable, Sendable {
    /// `quit`, `reset`, `refresh`, `none`, `command`, `dismiss` or `next`.
    package let action: String
    /// `hold`, `hint`, `again` or `done`.
    package let prompt: String
    package let isHeld: Bool
  }

  package struct FeedReport: Hashable, Encodable, Sendable {
    package let lines: [String]
    /// Seconds since the last good answer; `nil` before the first.
    package let age: Double?
    package let failure: String?
    /// The command's last line on standard error.
    package let complaint: String?
  }
}
