import ControlProtocol

enum OpenAPI {
  static func document(_ forms: [CommandForm], cookie: String) -> JSON {
    var paths = fixedPaths
    for form in forms where Rights.offers(form.name) {
      paths["/commands/\(form.name.split(separator: " ").joined(separator: "/"))"] = .object(["post": operation(form)])
    }
    return .object([
      "openapi": "3.1.0",
      "info": .object([
        "title": "Colour Clock", "version": .string(Release.version),
        "description": "A wall display of the time: its state, its events and its commands.",
        "license": .object(["name": "MIT", "identifier": "MIT"]),
      ]),
      "servers": .array([.object(["url": "/api/v1"])]),
      "security": .array([.object(["token": []]), .object(["session": []])]),
      "paths": .object(paths),
      "components": components(cookie: cookie),
    ])
  }

  private static func components(cookie: String) -> JSON {
    .object([
      "securitySchemes": .object([
        "token": .object([
          "type": "http", "scheme": "bearer", "description": "Printed by colourclock-web --new-token NAME.",
        ]),
        "session": .object([
          "type": "apiKey", "in": "cookie", "name": .string(cookie), "description": "Set by POST /pair.",
        ]),
      ]),
      "schemas": .object(["Problem": problem]),
      "responses": .object([
        "Problem": .object([
          "description": "Why it was refused (RFC 9457).",
          "content": .object([
            "application/problem+json": .object(["schema": .object(["$ref": "#/components/schemas/Problem"])])
          ]),
        ])
      ]),
    ])
  }

  private static let problem = JSON.object([
    "type": "object", "required": ["title", "status", "detail"],
    "properties": .object([
      "title": .object(["type": "string"]), "status": .object(["type": "integer"]),
      "detail": .object(["type": "string"]),
    ]),
  ])

  private static let refusal = JSON.object(["$ref": "#/components/responses/Problem"])

  private static func answers(_ own: [String: JSON], _ problems: [String]) -> JSON {
    .object(own.merging(problems.map { ($0, refusal) }) { first, _ in first })
  }

  private static func content(_ type: String, _ schema: JSON) -> JSON {
    .object([type: .object(["schema": schema])])
  }

  private static func operation(_ form: CommandForm) -> JSON {
    .object([
      "operationId": .string(form.name.split(separator: " ").joined(separator: "_")), "summary": .string(form.meaning),
      "tags": .array([.string(String(form.name.prefix { $0 != " " }))]),
      "requestBody": .object([
        "required": .bool(form.fields.contains(where: \.isRequired)),
        "content": content("application/json", form.schema),
      ]),
      "responses": answers(
        [
          "200": .object([
            "description": "Done. The body holds the command's result.",
            "content": content("application/json", .object([:])),
          ]),
          "204": .object(["description": "Done."]),
        ], ["400", "401", "403", "409", "413", "415", "421", "503"]),
    ])
  }

  private static func question(
    _ id: String, _ summary: String, _ type: String, _ schema: JSON, parameters: [JSON] = []
  ) -> JSON {
    .object([
      "get": .object([
        "operationId": .string(id), "summary": .string(summary), "parameters": .array(parameters),
        "responses": answers(
          ["200": .object(["description": .string(summary), "content": content(type, schema)])],
          ["401", "403", "409", "421", "503"]),
      ])
    ])
  }

  private static let object = JSON.object(["type": "object"])

  private static let lastEventID = JSON.object([
    "name": "Last-Event-ID", "in": "header", "description": "The ID of the last event that the client has received.",
    "schema": .object(["type": "string"]),
  ])

  private static let fixedPaths: [String: JSON] = [
    "/status": question("getStatus", "The complete status of the clock.", "application/json", object),
    "/health": question("getHealth", "The clock's health: problems and measurements.", "application/json", object),
    "/openapi.json": question("getDescription", "This document.", "application/json", object),
    "/events": question(
      "getEvents", "The wall's events, as server-sent events. With Last-Event-ID, the stream goes on after that event.",
      "text/event-stream", .object(["type": "string"]), parameters: [lastEventID]),
    "/snapshot.png": question(
      "getSnapshot", "A picture of what the wall shows.", "image/png",
      .object(["type": "string", "contentMediaType": "image/png"])),
    "/pair": .object([
      "post": .object([
        "operationId": "pairDevice", "summary": "Exchanges a code that the wall shows for a session cookie.",
        "security": [],
        "requestBody": .object([
          "required": true,
          "content": content(
            "application/json",
            .object([
              "type": "object", "required": ["code"],
              "properties": .object([
                "code": .object(["type": "string", "pattern": "^[0-9]{6}$"]),
                "name": .object(["type": "string", "maxLength": 64]),
              ]),
            ])),
        ]),
        "responses": answers(
          ["204": .object(["description": "Paired; the cookie is set."])],
          ["400", "403", "413", "415", "421", "429", "503"]),
      ])
    ]),
  ]
}
