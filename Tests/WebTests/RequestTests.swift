import Glibc
import System
import Testing

@testable import Web

/// The headers of requests.
@Suite struct RequestTests {
  @Test(
    arguments: [
      ([:], nil), (["Content-Length": "0"], nil), (["Content-Length": "2", "Content-Type": "application/json"], nil),
      (["Transfer-Encoding": "chunked", "Content-Type": "Application/JSON; charset=utf-8"], nil),
      (["Content-Length": "2"], 415), (["Transfer-Encoding": "chunked"], 415), (["Content-Type": "text/plain"], 415),
      (["Content-Length": "65537", "Content-Type": "application/json"], 413),
    ] as [([String: String], UInt32?)])
  func bodies(headers: [String: String], status: UInt32?) {
    let refusal = Router.bodyRefusal { headers[$0] }
    #expect(refusal?.status == status)
  }

  @Test func pagesThatTheClientHas() throws {
    var template = Array("/tmp/colourclock-page-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer {
      unlink("\(folder)/index.html")
      rmdir(folder)
    }
    try File.replace("\(folder)/index.html", with: Array("<p>".utf8))
    let page = PageFiles(folder)
    let headers = try #require(page.response("/", known: nil)).headers
    let tag = try #require(headers.first { $0.0 == "ETag" }).1
    let rows: [(String?, UInt32)] = [
      (nil, 200), ("*", 304), (tag, 304), ("W/\(tag)", 304), ("\"a\", \(tag)", 304), ("\"a\"", 200),
    ]
    for (known, status) in rows {
      let response = page.response("/", known: known)
      #expect(response?.status == status, "\(known ?? "")")
    }
  }
}
