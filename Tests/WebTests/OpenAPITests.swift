import ControlProtocol
import Testing

@testable import Web

/// The parts of the API's description that do not come from the wall's commands.
@Suite struct OpenAPITests {
  /// With `--name`, a server has a cookie of its own.
  @Test func theCookieHasTheNameThatTheServerUses() {
    let schemes = OpenAPI.document([], cookie: "colourclock-desk")["components"]?["securitySchemes"]
    #expect(schemes?["session"]?["name"] == "colourclock-desk")
  }

  @Test func aStreamOfEventsCanGoOn() {
    let paths = OpenAPI.document([], cookie: "colourclock")["paths"]
    guard case .array(let parameters)? = paths?["/events"]?["get"]?["parameters"] else {
      Issue.record("no parameters")
      return
    }
    #expect(parameters.map { $0["name"] } == ["Last-Event-ID"] && parameters.map { $0["in"] } == ["header"])
  }
}
