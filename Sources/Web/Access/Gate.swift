import ColourClock
import CompanionSupport
import ControlProtocol
import System

struct Gate {
  private let accounts: Accounts
  private let rights: Rights
  /// The allowed host names, besides all IP addresses.
  private let names: Set<String>
  var announcedHost: () -> HostName? = { nil }
  private let proxy: PublicAddress?
  let cookie: String
  private let isEncrypted: Bool

  init(_ options: Options, _ accounts: Accounts) {
    (self.accounts, rights) = (accounts, options.rights)
    let label = HostName.labelOfMachine
    var names: Set = ["localhost", HostName.ofMachine, label, "\(label).local"]
    names.formUnion(options.hosts)
    proxy = options.proxy
    if let proxy { names.insert(proxy.host.name) }
    self.names = names
    cookie = "colourclock" + (options.name.map { "-\($0)" } ?? "")
    isEncrypted = options.proxy?.isEncrypted ?? (options.certificate != nil)
  }

  /// Protects against CSRF and DNS rebinding.
  func refusal(of exchange: Exchange) -> Response? {
    guard let host = exchange.header("Host").flatMap(HostName.init), isOwn(host) else {
      return .problem(421, "this server has another name: see '--host' of colourclock-web")
    }
    if let origin = exchange.header("Origin"), !isOwn(origin, at: host) {
      return .problem(403, "requests of other sites are refused")
    }
    if let site = exchange.header("Sec-Fetch-Site"), ["cross-site", "same-site"].contains(site),
      exchange.path.hasPrefix("/api/")
    {
      return .problem(403, "requests of other sites are refused")
    }
    return nil
  }

  private func isOwn(_ host: HostName) -> Bool {
    host.isAddress || names.contains(host.name) || host.name == announcedHost()?.name
  }

  /// A proxy may replace `Host`, so the proxy's own address is always accepted.
  private func isOwn(_ origin: String, at host: HostName) -> Bool {
    guard let address = try? PublicAddress(origin) else { return false }
    return address == proxy || address.host == host && (address.isEncrypted || !isEncrypted)
  }

  func caller(of exchange: Exchange) -> Caller? {
    caller(authorization: exchange.header("Authorization"), session: exchange.cookie(cookie))
  }

  /// - Parameter authorization: schemes other than Bearer, such as a proxy's Basic, are ignored.
  func caller(authorization: String?, session: String?) -> Caller? {
    let scheme = "bearer "
    if let authorization, authorization.lowercased().hasPrefix(scheme) {
      return accounts.token(String(authorization.dropFirst(scheme.count)))
    }
    return session.flatMap { accounts.session($0, at: .now, rights) }
  }

  func setCookie(_ secret: String) -> (String, String) {
    let secure = isEncrypted ? "; Secure" : ""
    return (
      "Set-Cookie", "\(cookie)=\(secret); Path=/; Max-Age=\(Accounts.sessionLength); HttpOnly; SameSite=Strict\(secure)"
    )
  }
}
