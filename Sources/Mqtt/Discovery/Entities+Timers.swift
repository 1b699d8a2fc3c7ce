import ColourClock
import ControlProtocol

extension Entity {
  static func timerSensors(_ topics: Topics) -> [Entity] {
    moments.map { moment($0.objectID, $0.name, $0.moment, topics) }
      + values.map { row in
        var fields = row.fields
        if let attributes = row.attributes {
          fields["json_attributes_topic"] = .string(topics.status)
          fields["json_attributes_template"] = .string("{{ \(attributes) | to_json }}")
        }
        return shown("sensor", row.objectID, row.name, row.template, fields, topics)
      }
      + [
        shown(
          "binary_sensor", "ringing", "Ringing", "{{ 'ON' if \(over) + value_json.wall.ringing else 'OFF' }}",
          ["icon": "mdi:bell-ring"], topics)
      ]
  }

  // MARK: Moments

  private static let program = "(value_json.wall.program | default({}, true))"
  private static let watch = "(value_json.wall.stopwatch | default({}, true))"
  /// The running countdown that ends first, or an empty object.
  private static let nearest =
    "(value_json.wall.countdowns | selectattr('end', 'defined') | sort(attribute='end') | first | default({}, true))"

  private static let moments: [(objectID: String, name: String, moment: String)] = [
    ("countdown_end", "Countdown end", "(value_json.wall.countdown | default({}, true)).end"),
    ("nearest_end", "Nearest end", "\(nearest).end"),
    ("program_end", "Program end", "\(program).endTime"),
    ("stopwatch_start", "Stopwatch start", "\(watch).startTime"),
  ]

  /// Home Assistant logs an error for an empty timestamp, so the sensor is then unavailable.
  private static func moment(_ objectID: String, _ name: String, _ moment: String, _ topics: Topics) -> Entity {
    let isThere: JSON = .object([
      "topic": .string(topics.status),
      "value_template": .string("{{ 'online' if \(moment) is defined else 'offline' }}"),
    ])
    return shown(
      "sensor", objectID, name, "{{ \(moment) | default(now()) }}",
      [
        "device_class": "timestamp", "availability_mode": "all",
        "availability": [.object(["topic": .string(topics.availability)]), isThere],
      ], topics)
  }

  // MARK: Texts and numbers

  private static let over =
    "(value_json.wall.countdowns | selectattr('state', 'eq', 'over') | map(attribute='title') | list)"
  private static let lap = "(\(watch).lapTimes | default([], true) | last | default({}, true))"

  private static func number(_ value: String, if condition: String) -> String {
    "{{ \(value) if \(condition) else 'None' }}"
  }

  /// Old versions of Home Assistant would show `None` as text.
  private static func text(_ value: String, if condition: String) -> String {
    "{{ (\(value)) | truncate(250) if \(condition) else '-' }}"
  }

  private static let seconds: [String: JSON] = ["unit_of_measurement": "s", "icon": "mdi:timer-outline"]

  private static let values:
    [(objectID: String, name: String, template: String, attributes: String?, fields: [String: JSON])] = [
      (
        "nearest_title", "Next to end",
        text("\(nearest).title or 'Countdown'", if: "\(nearest).end is defined"),
        "{'countdowns': value_json.wall.countdowns}", ["icon": "mdi:timer-sand"]
      ),
      (
        "what_rings", "What rings",
        "{% set all = \(over) + value_json.wall.ringing %}"
          + text("(all | select | join(', ')) or 'Timer'", if: "all"),
        nil, ["icon": "mdi:bell-ring"]
      ),
      (
        "snoozed", "Snoozed alarms",
        text("value_json.wall.snoozed | map(attribute='alarm') | join(', ')", if: "value_json.wall.snoozed"),
        "{'snoozed': value_json.wall.snoozed}", ["icon": "mdi:alarm-snooze"]
      ),
      (
        "program_step", "Program step",
        "{% set program = \(program) %}"
          + text("program.step ~ '/' ~ program.steps ~ ' ' ~ program.title", if: "program.step is defined"),
        program, ["icon": "mdi:playlist-play"]
      ),
      (
        "following_step", "Next step",
        text("\(program).next.title or 'Step'", if: "\(program).next is defined"), nil,
        ["icon": "mdi:playlist-play"]
      ),
      (
        "program_behind", "Program behind",
        number("\(program).behind | round | int", if: "\(program).behind is defined"), nil, seconds
      ),
      (
        "stopwatch_time", "Stopwatch time",
        number("\(watch).elapsed | round(2)", if: "\(watch).elapsed is defined"), nil, seconds
      ),
      (
        "last_lap", "Last lap", number("\(lap).split | round(2)", if: "\(lap).split is defined"),
        "{'laps': \(watch).lapTimes | default([], true)}", seconds
      ),
    ]

  // MARK: Controls

  static func minutes(_ topics: Topics) -> Entity {
    let length =
      "{% set length = (value_json.wall.countdown | default({}, true)).length %}"
      + "{{ [(length / 60) | round | int, 1] | max if length is defined else 'None' }}"
    return shown(
      "number", "countdown_minutes", "Countdown", length,
      [
        "command_topic": .string(topics.topic(of: "countdown set")), "command_template": "{{ value | int }}m",
        "min": 1, "max": .integer(TimeSpan.longest.components.seconds / 60), "step": 1, "mode": "box",
        "unit_of_measurement": "min", "icon": "mdi:timer-sand",
      ], topics, requiredCommand: "countdown set")
  }

  static func stopwatch(_ topics: Topics) -> Entity {
    shown(
      "switch", "stopwatch", "Stopwatch", "{{ 'start' if \(watch).isRunning | default(false) else 'stop' }}",
      [
        "command_topic": .string(topics.topic(of: "stopwatch")), "payload_on": "start", "payload_off": "stop",
        "state_on": "start", "state_off": "stop", "icon": "mdi:timer-outline",
      ], topics, requiredCommand: "stopwatch")
  }

  static func starts(_ topics: Topics) -> [Entity] {
    [
      ("program", "Program", "program start", "{{ [value] | to_json }}", "mdi:playlist-edit"),
      ("new_countdown", "New countdown", "countdown new", "{{ value.split(' ', 1) | to_json }}", "mdi:timer-plus"),
    ].map { objectID, name, command, template, icon in
      Entity(
        component: "text", objectID: objectID, name: name, requiredCommand: command,
        fields: [
          "command_topic": .string(topics.topic(of: command)), "command_template": .string(template), "min": 1,
          "max": 255, "icon": .string(icon),
        ])
    }
  }

  static func buttons(_ topics: Topics) -> [Entity] {
    [
      ("start", "Start countdown", "countdown start", "mdi:play"),
      ("pause", "Pause countdown", "countdown pause", "mdi:pause"),
      ("resume", "Resume countdown", "countdown resume", "mdi:play-pause"),
      ("add", "Add a minute", "countdown add 1m", "mdi:timer-plus-outline"),
      ("reset", "Reset countdown", "countdown reset", "mdi:restore"),
      ("clear", "Remove countdown", "countdown clear", "mdi:timer-remove-outline"),
      ("program_start", "Start program", "program start", "mdi:play"),
      ("program_next", "Next step", "program next", "mdi:skip-next"),
      ("program_back", "Step back", "program back", "mdi:skip-previous"),
      ("program_add", "Add a minute to the step", "program add 1m", "mdi:timer-plus-outline"),
      ("program_restart", "Restart program", "program restart", "mdi:restart"),
      ("program_stop", "Stop program", "program stop", "mdi:stop"),
      ("lap", "Lap", "stopwatch lap", "mdi:flag-outline"),
      ("stopwatch_reset", "Reset stopwatch", "stopwatch reset", "mdi:restore"),
      ("stopwatch_clear", "Remove stopwatch", "stopwatch clear", "mdi:timer-off-outline"),
      ("dismiss", "Dismiss", "dismiss", "mdi:bell-off-outline"),
      ("snooze", "Snooze", "snooze", "mdi:alarm-snooze"),
      ("undo", "Undo", "undo", "mdi:undo"),
      ("refresh", "Refresh", "refresh", "mdi:refresh"),
      ("identify", "Identify", "identify", "mdi:crosshairs-question"),
      ("reload", "Reload options", "reload", "mdi:file-refresh-outline"),
    ].map { objectID, name, command, icon in
      // The third word is the payload; `[]` adds no words.
      let words = command.split(separator: " ").map(String.init)
      let (names, payload) = (words.prefix(2).joined(separator: " "), words.dropFirst(2).first ?? "[]")
      return Entity(
        component: "button", objectID: objectID, name: name, requiredCommand: names,
        fields: [
          "command_topic": .string(topics.topic(of: names)), "payload_press": .string(payload), "icon": .string(icon),
        ])
    }
  }

  // MARK: Events

  private struct Happening {
    let type: String
    let condition: String
    var attributes = "'title': data.title"
  }

  private static let happenings = [
    Happening(type: "hold_completed", condition: "event == 'hold' and data.prompt == 'done'", attributes: ""),
    Happening(type: "warning", condition: "event == 'phase' and data.phase != 'last'"),
    Happening(type: "danger", condition: "event == 'phase' and data.phase == 'last'"),
    Happening(type: "zero", condition: "event == 'ended'"),
    Happening(type: "alarm", condition: "event == 'rings'", attributes: "'title': data.title, 'alarm': data.alarm"),
    Happening(
      type: "step", condition: "event == 'step' and data.state != 'over'",
      attributes: "'title': data.title, 'step': data.step, 'steps': data.steps"),
    Happening(
      type: "program_ended", condition: "event == 'step' and data.state == 'over'",
      attributes: "'title': data.title, 'step': data.step, 'steps': data.steps"),
  ]

  static func events(_ topics: Topics) -> [Entity] {
    [
      ("event", "Event", happenings.map(\.type), "mdi:bell-ring-outline"),
      ("countdown_event", "Countdown end", ["zero"], "mdi:timer-sand-complete"),
      ("alarm_event", "Alarm", ["alarm"], "mdi:alarm"),
      ("step_event", "Step", ["step", "program_ended"], "mdi:playlist-play"),
    ].map { objectID, name, types, icon in
      let branches = happenings.filter { types.contains($0.type) }.map { happening in
        let fields = ["'event_type': '\(happening.type)'", happening.attributes].filter { !$0.isEmpty }
        return "{% if \(happening.condition) %}{{ {\(fields.joined(separator: ", "))} | to_json }}{% endif %}"
      }
      return Entity(
        component: "event", objectID: objectID, name: name,
        fields: [
          "state_topic": .string(topics.event), "event_types": .array(types.map(JSON.string)),
          "value_template": .string(
            "{% set event, data = value_json.event, value_json.data | default({}, true) %}" + branches.joined()),
          "icon": .string(icon),
        ])
    }
  }
}
