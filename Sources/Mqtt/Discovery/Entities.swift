import ColourClock
import ControlProtocol

struct Entity {
  let component: String
  /// Never change this part of the `unique_id`: Home Assistant would make a new entity.
  let objectID: String
  let name: String
  /// `nil` for a read-only entity.
  var requiredCommand: String?
  let fields: [String: JSON]
}

extension Entity {
  /// Seconds for which a status counts; one comes each minute. Only expiry shows a failure of this program and the
  /// broker together.
  static let expiry: Int64 = 150
  /// Only these components have `expire_after`.
  private static let expiring: Set<String> = ["sensor", "binary_sensor"]

  static func shown(
    _ component: String, _ objectID: String, _ name: String, _ template: String, _ more: [String: JSON] = [:],
    _ topics: Topics, requiredCommand: String? = nil
  ) -> Entity {
    var fields: [String: JSON] = ["state_topic": .string(topics.status), "value_template": .string(template)]
    if expiring.contains(component) { fields["expire_after"] = .integer(expiry) }
    return Entity(
      component: component, objectID: objectID, name: name, requiredCommand: requiredCommand,
      fields: fields.merging(more) { $1 })
  }

  /// The templates are Jinja, where `None` means unknown.
  static func all(_ topics: Topics, faces: [String], dims: Bool) -> [Entity] {
    sensors(topics) + problems(topics) + timerSensors(topics)
      + [light(topics, dims: dims), sound(topics), face(topics, faces), minutes(topics), stopwatch(topics)]
      + buttons(topics) + messages(topics) + starts(topics) + events(topics)
  }

  private static func sensors(_ topics: Topics) -> [Entity] {
    let late =
      "{% set late = (value_json.health.sent | default({}, true)).p99 %}"
      + "{{ (late * 1000) | round(2) if late is defined else 'None' }}"
    let age =
      "{% set age = (value_json.wall.feed | default({}, true)).age %}{{ age | round if age is defined else 'None' }}"
    return [
      shown("sensor", "colour", "Colour", "{{ value_json.wall.colour }}", ["icon": "mdi:palette"], topics),
      shown(
        "sensor", "lateness", "Lateness", late,
        [
          "unit_of_measurement": "ms", "state_class": "measurement", "entity_category": "diagnostic",
          "icon": "mdi:timer-alert-outline",
        ], topics),
      shown(
        "sensor", "health", "Clock health", "{{ value_json.health.trouble | default('good', true) | truncate(250) }}",
        ["entity_category": "diagnostic", "icon": "mdi:heart-pulse"], topics),
      shown(
        "sensor", "feed_age", "Feed age", age,
        ["unit_of_measurement": "s", "entity_category": "diagnostic", "icon": "mdi:update"], topics),
    ]
  }

  private static func problems(_ topics: Topics) -> [Entity] {
    let synchronised = "{{ 'ON' if (value_json.health.clock | default({}, true)).synchronised else 'OFF' }}"
    return [
      shown(
        "binary_sensor", "synchronised", "Synchronised", synchronised,
        ["entity_category": "diagnostic", "icon": "mdi:clock-check-outline"], topics),
      shown(
        "binary_sensor", "problem", "Problem", "{{ 'ON' if value_json.health.trouble is defined else 'OFF' }}",
        ["device_class": "problem", "entity_category": "diagnostic"], topics),
    ]
  }

  /// The payloads are opposite: `blank off` lights the screen.
  private static func light(_ topics: Topics, dims: Bool) -> Entity {
    let fields: [String: JSON] = [
      "command_topic": .string(topics.topic(of: "blank")), "payload_on": "off", "payload_off": "on",
      "state_topic": .string(topics.status),
      "state_value_template": "{{ 'on' if value_json.wall.isBlank else 'off' }}",
    ]
    let brightness: [String: JSON] = [
      "brightness_scale": 100, "brightness_command_topic": .string(topics.topic(of: "dim")),
      "brightness_command_template": "{{ [value / 100, 0.05] | max }}",
      "brightness_state_topic": .string(topics.status),
      "brightness_value_template": "{{ (value_json.wall.dim * 100) | round | int }}",
    ]
    return Entity(
      component: "light", objectID: "screen", name: "Screen", requiredCommand: "blank",
      fields: dims ? fields.merging(brightness) { $1 } : fields)
  }

  private static func sound(_ topics: Topics) -> Entity {
    let state =
      "{% set sound = value_json.wall.sound | default({}, true) %}"
      + "{{ ('off' if sound.isMuted else 'on') if sound.isMuted is defined else 'None' }}"
    return shown(
      "switch", "sound", "Sound", state,
      [
        "command_topic": .string(topics.topic(of: "sound")), "payload_on": "on", "payload_off": "off",
        "state_on": "on", "state_off": "off", "icon": "mdi:volume-high",
      ], topics, requiredCommand: "sound")
  }

  private static func face(_ topics: Topics, _ faces: [String]) -> Entity {
    let command = topics.topic(of: "face")
    return shown(
      "select", "face", "Face", "{{ value_json.wall.face }}",
      [
        "command_topic": .string(command), "command_template": "{{ [value] | to_json }}",
        "options": .array(faces.map(JSON.string)), "icon": "mdi:clock-digital",
      ], topics, requiredCommand: "face")
  }

  /// `text` is the wall's own shared message, which stays. `notify` is a message for one minute.
  private static func messages(_ topics: Topics) -> [Entity] {
    let own = JSON.string(topics.topic(of: .message, in: .own))
    let text = "{{ (value_json.text if value_json is mapping else value)[:255] }}"
    return [
      Entity(
        component: "text", objectID: "message", name: "Message", requiredCommand: "message",
        fields: [
          "command_topic": own, "state_topic": own, "value_template": .string(text), "retain": true, "min": 0,
          "max": 255,
          "icon": "mdi:message-text",
        ]),
      Entity(
        component: "notify", objectID: "notify", name: "Notification", requiredCommand: "message",
        fields: [
          "command_topic": .string(topics.topic(of: "message")),
          "command_template": "{{ [value, '--for', '60s'] | to_json }}",
        ]),
    ]
  }
}
