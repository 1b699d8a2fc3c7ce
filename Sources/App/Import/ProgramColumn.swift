enum ProgramColumn: CaseIterable {
  case title, length, start, end, hold, warn, danger

  var names: Set<String> {
    switch self {
    case .title:
      [
        "title", "name", "step", "item", "event", "what", "titel", "bezeichnung", "programmpunkt", "punkt", "thema",
        "was", "titre", "intitulé", "intitule", "nom", "étape", "etape", "sujet", "título", "titulo", "nombre", "paso",
        "tema", "nome", "etapa", "العنوان", "عنوان", "الاسم", "タイトル", "題名", "項目", "内容",
      ]
    case .length:
      [
        "length", "duration", "dauer", "länge", "laenge", "durée", "duree", "longueur", "duración", "duracion",
        "duração", "duracao", "المدة", "مدة", "長さ", "所要時間", "時間",
      ]
    case .start:
      [
        "start", "starts", "start time", "time start", "timestart", "scheduled start", "begin", "begins", "from",
        "beginn", "anfang", "startzeit", "uhrzeit", "ab", "von", "début", "debut", "départ", "depart", "heure",
        "inicio", "comienzo", "hora", "início", "começo", "comeco", "البداية", "بداية", "開始", "開始時刻", "開始時間",
        "時刻",
      ]
    case .end:
      [
        "end", "ends", "end time", "time end", "timeend", "scheduled end", "finish", "until", "ende", "endzeit", "bis",
        "schluss", "fin", "final", "fim", "término", "termino", "النهاية", "نهاية", "終了", "終了時刻", "終了時間",
      ]
    case .warn:
      [
        "warn", "warning", "warning time", "time warning", "timewarning", "warnung", "vorwarnung", "avertissement",
        "aviso", "تنبيه", "警告",
      ]
    case .danger:
      [
        "danger", "danger time", "time danger", "timedanger", "gefahr", "letzte warnung", "peligro", "perigo", "خطر",
        "危険",
      ]
    case .hold: ["hold", "wait", "halten", "warten", "attendre", "attente", "esperar", "espera", "انتظار", "待機"]
    }
  }

  /// A column with such a name has starts or lengths.
  static let times: Set<String> = ["time", "zeit", "temps", "tiempo", "tempo", "الوقت", "وقت"]

  /// The units in seconds.
  static let units: [String: Int64] = [
    "seconds": 1, "sekunden": 1, "secondes": 1, "segundos": 1, "ثوان": 1, "秒": 1, "sec": 1, "s": 1,
    "minutes": 60, "minuten": 60, "minutos": 60, "min": 60, "دقائق": 60, "分": 60,
    "hours": 3600, "stunden": 3600, "heures": 3600, "horas": 3600, "ساعات": 3600, "h": 3600,
  ]

  /// Unnamed columns, and those of `send program list --csv` that no step needs.
  static let ignored: Set<String> = ["", "number", "expected start", "state"]

  static let no: Set<String> = ["", "no", "false", "0", "nein", "non", "não", "nao"]

  static let needed =
    "its first row must name a column for the title (title, name or step), and one for the length (length, duration "
    + "or minutes) or the start (start or time)"
}
