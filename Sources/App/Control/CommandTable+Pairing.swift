import ColourClock
import ControlProtocol

extension CommandTable {
  static let pairing = [
    CommandRow(
      name: "pair", arguments: "[--list] [--revoke ID]",
      meaning: "Shows a code for two minutes, with which a phone becomes a remote. --list lists the paired devices, "
        + "--revoke unpairs one. Needs colourclock-web."
    ) { (words) throws(Refusal) in
      if let id = try words.option("revoke") { return .scene(.pair(.revoke(id))) }
      return words.flag("list") ? .pairedDevices : .scene(.pair(.begin))
    },
    CommandRow(
      name: "pairing announce", arguments: "",
      meaning: "For companions: this client pairs phones until it disconnects. It must also observe the topic named "
        + "pair."
    ) { _ in .offerPairing },
    CommandRow(
      name: "pairing show", arguments: "CODE ADDRESS SPAN ROW…",
      meaning: "For the client that pairs: shows six digits, an address and a QR code. Each ROW is a row of the QR "
        + "code, with 1 for dark and 0 for light.",
      read: show),
    CommandRow(
      name: "pairing end", arguments: "",
      meaning: "For the client that pairs: removes the code, because it was used or has expired."
    ) { _ in .scene(.pair(.end)) },
    CommandRow(
      name: "pairing devices", arguments: "LIST",
      meaning: "For the client that pairs: sets the list of paired devices. LIST is a JSON list of objects with id, "
        + "name and since.",
      read: devices),
  ]

  private static func show(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    let code = try words.next("a code of six digits")
    let address = try words.next("an address")
    let span = try Value.span(words.next("a span, such as 2m"))
    var rows: [String] = []
    while let row = words.next() { rows.append(row) }
    let offer = try PairingOffer(code: code, address: address, modules: QRModules(rows: rows), span: span)
    return .scene(.pair(.show(offer)))
  }

  private static func devices(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    guard case .array(let values)? = JSON(Array(try words.text("a list").utf8)) else {
      throw Refusal("it takes a JSON list of objects")
    }
    guard values.count <= PairedDevice.most else { throw Refusal("there is room for \(PairedDevice.most) devices") }
    var devices: [PairedDevice] = []
    for value in values {
      guard let id = value["id"]?.word, let name = value["name"]?.word, let since = value["since"]?.word,
        let device = PairedDevice(id: id, name: name, since: since)
      else { throw Refusal("a device has id, name and since") }
      devices.append(device)
    }
    return .scene(.pair(.devices(devices)))
  }
}

extension PairingRequest: Encodable {
  private enum Key: String, CodingKey {
    case request, id
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    switch self {
    case .begin: try fields.encode("begin", forKey: .request)
    case .cancel: try fields.encode("cancel", forKey: .request)
    case .revoke(let id):
      try fields.encode("revoke", forKey: .request)
      try fields.encode(id, forKey: .id)
    }
  }
}
