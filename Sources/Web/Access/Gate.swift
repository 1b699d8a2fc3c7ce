import ColourClock
import CompanionSupport
import ControlProtocol
import System

/// Which requests may come in at all, and who has sent them.
struct Gate {
  private let accounts: Accounts
  private let rights: Rights
  /// Names under which this machine is called; addresses need none.
  private let names: Set<String>
  let cookie: String
  private let isEncrypted: Bool

  init(_ options: Options, _ accounts: Accounts) {
    (self.accounts, rights) = (accounts, options.rights)
    let own = HostName.ofMachine
    let label = own.split(separator: ".").first.map(String.init) ?? own
    var names: Set = ["localhost", own, label, "\(label).local"]
    names.formUnion(options.hosts)
    if let proxy = options.proxy { names.insert(proxy.host.name) }
    self.names = names
    cookie = "colourclock" + (options.name.map { "-\($0)" } ?? "")
    isEncrypted = options.proxy?.isEncrypted ?? (options.certificate != nil)
  }

  /// Another site must neither reach the wall through a browser (CSRF) nor make itself seem to be it (DNS rebinding).
  /// - Returns: why the request is refused; `nil` if it is not.
  func refusal(of exchange: Exchange) -> Response? {
    guard let host = exchange.header("Host").flatMap(HostName.init), host.isAddress || names.contains(host.name) else {
      return .problem(421, "this server has another name: see '--host' of colourclock-web")
    }
    if let origin = exchange.header("Origin"), Gate.host(of: origin) != host {
      return .problem(403, "requests of other sites are refused")
    }
    if let site = exchange.header("Sec-Fetch-Site"), ["cross-site", "same-site"].contains(site),
      exchange.path.hasPrefix("/api/")
    {
      return .problem(403, "requests of other sites are refused")
    }
    return nil
  }

  private static func host(of origin: String) -> HostName? {
    guard let scheme = ["https://", "http://"].first(where: { origin.hasPrefix($0) }) else { return nil }
    return HostName(String(origin.dropFirst(scheme.count)))
  }

  /// Who has sent it; `nil` if that is not known.
  func caller(of exchange: Exchange) -> Caller? {
    if let header = exchange.header("Authorization") {
      let scheme = "bearer "
      guard header.lowercased().hasPrefix(scheme) else { return nil }
      return accounts.token(String(header.dropFirst(scheme.count)))
    }
    return exchange.cookie(cookie).flatMap { accounts.session($0, at: .now, rights) }
  }

  /// The header that gives a phone its session.
  func setCookie(_ secret: String) -> (String, String) {
    let secure = isEncrypted ? "; Secure" : ""
    return (
      "Set-Cookie", "\(cookie)=\(secret); Path=/; Max-Age=\(Accounts.sessionLength); HttpOnly; SameSite=Strict\(secure)"
    )
  }
}
