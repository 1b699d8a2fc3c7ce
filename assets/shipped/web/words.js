// The words of the page in the languages of the wall, in the order of the English ones.
const english = [
	'Start', 'Pause', 'Resume', 'Reset', 'Clear', 'Dismiss', 'Stop', 'Lap', 'Show', 'Remove', 'Add alarm', 'Pair',
	'Countdown', 'Exact time', 'Title', 'Message', 'Text', 'Priority', 'Info', 'Notice', 'Urgent', 'Stays for',
	'until removed', 'On the wall', 'Stopwatch', 'Running order', 'Round %s', 'Back', 'Next', 'Faces', 'Light and sound', 'Brightness',
	'Blank wall', 'Sound', 'Alarms', 'Time', 'Days; none means every day', 'Health', 'The wall now', 'The wall is blank',
	'1 minute less', '1 minute more', 'Ring again in %s',
	'time is up', 'none', 'sound off', 'All walls', 'All walls of %s', 'As another countdown',
	'Classic', 'Full range', 'Night shades', 'Flowing', 'Rainbow', 'Analogue', 'rings', 'rings again at %s', 'waits',
	'All is well', 'System clock synchronised',
	'System clock not synchronised', 'Running for %s', 'Version %s',
	'No network.', 'The wall does not answer.', 'Trying again…', 'That did not arrive',
	'No answer yet. The wall may still do it.', 'Undo', 'Removed: %s', 'Replaced: %s', 'Steps with lengths', 'Ends at %s',
	'Pair this device', 'In the wall’s settings choose Remote. Scan the code, or type its six figures here.',
	'Six figures', 'Name of this device', 'Phone',
]

const others = {
	de: `Start|Pause|Fortsetzen|Von vorn|Entfernen|Stoppen|Stopp|Runde|Zeigen|Entfernen|Wecker stellen|Koppeln|
Countdown|Genaue Zeit|Titel|Nachricht|Text|Wichtigkeit|Info|Hinweis|Dringend|Bleibt|
bis entfernt|An der Wand|Stoppuhr|Ablauf|Runde %s|Zurück|Weiter|Zifferblätter|Licht und Ton|Helligkeit|
Wand dunkel|Ton|Wecker|Zeit|Tage; keiner heißt jeden Tag|Zustand|Die Wand jetzt|Die Wand ist dunkel|
1 Minute weniger|1 Minute mehr|In %s wieder klingeln|
die Zeit ist um|keine|Ton aus|Alle Wände|Alle Wände von %s|Als weiterer Countdown|
Klassisch|Volle Spanne|Nachttöne|Fließend|Regenbogen|Analog|klingelt|klingelt wieder um %s|wartet|
Alles in Ordnung|Systemuhr synchronisiert|
Systemuhr nicht synchronisiert|Läuft seit %s|Version %s|
Kein Netz.|Die Wand antwortet nicht.|Neuer Versuch…|Das kam nicht an|
Noch keine Antwort. Die Wand führt es vielleicht noch aus.|Rückgängig|Entfernt: %s|Ersetzt: %s|Schritte mit Längen|Endet um %s|
Dieses Gerät koppeln|Wähle in den Einstellungen der Wand „Fernbedienung“. Scanne den Code oder tippe hier seine sechs Ziffern ein.|
Sechs Ziffern|Name dieses Geräts|Telefon`,
	fr: `Démarrer|Pause|Reprendre|Zéro|Retirer|Arrêter|Arrêter|Tour|Afficher|Retirer|Ajouter l’alarme|Associer|
Minuteur|Durée exacte|Titre|Message|Texte|Priorité|Info|Avis|Urgent|Reste|
jusqu’au retrait|Sur le mur|Chrono|Déroulé|Tour %s|Précédent|Suivant|Cadrans|Lumière et son|Luminosité|
Mur éteint|Son|Alarmes|Heure|Jours ; aucun veut dire tous|État|Le mur maintenant|Le mur est éteint|
1 minute de moins|1 minute de plus|Sonner à nouveau dans %s|
c’est fini|aucun|son coupé|Tous les murs|Tous les murs de %s|Comme minuteur de plus|
Classique|Gamme complète|Teintes nocturnes|Fluide|Arc-en-ciel|Analogique|sonne|sonne à nouveau à %s|attend|
Tout va bien|Horloge système synchronisée|
Horloge système non synchronisée|En marche depuis %s|Version %s|
Pas de réseau.|Le mur ne répond pas.|Nouvel essai…|Cela n’est pas arrivé|
Pas encore de réponse. Le mur peut encore le faire.|Annuler|Retiré : %s|Remplacé : %s|Étapes avec durées|Fin à %s|
Associer cet appareil|Dans les réglages du mur, choisissez Télécommande. Scannez le code, ou tapez ici ses six chiffres.|
Six chiffres|Nom de cet appareil|Téléphone`,
	es: `Empezar|Pausa|Reanudar|A cero|Quitar|Detener|Parar|Vuelta|Mostrar|Quitar|Añadir alarma|Emparejar|
Cuenta atrás|Tiempo exacto|Título|Mensaje|Texto|Prioridad|Info|Aviso|Urgente|Dura|
hasta quitarlo|En la pared|Cronómetro|Programa|Ronda %s|Anterior|Siguiente|Esferas|Luz y sonido|Brillo|
Pared apagada|Sonido|Alarmas|Hora|Días; ninguno significa todos|Estado|La pared ahora|La pared está apagada|
1 minuto menos|1 minuto más|Sonar de nuevo en %s|
se acabó el tiempo|ninguna|sin sonido|Todas las paredes|Todas las paredes de %s|Como otra cuenta atrás|
Clásica|Gama completa|Tonos nocturnos|Fluida|Arcoíris|Analógico|suena|suena de nuevo a las %s|espera|
Todo va bien|Reloj del sistema sincronizado|
Reloj del sistema no sincronizado|En marcha desde hace %s|Versión %s|
Sin red.|La pared no responde.|Nuevo intento…|Eso no llegó|
Aún sin respuesta. La pared puede hacerlo todavía.|Deshacer|Quitado: %s|Sustituido: %s|Pasos con duraciones|Termina a las %s|
Emparejar este dispositivo|En los ajustes de la pared elige Mando. Escanea el código o escribe aquí sus seis cifras.|
Seis cifras|Nombre de este dispositivo|Teléfono`,
	pt: `Começar|Pausar|Retomar|Zerar|Remover|Parar|Parar|Volta|Mostrar|Remover|Adicionar alarme|Emparelhar|
Temporizador|Tempo exato|Título|Mensagem|Texto|Prioridade|Info|Aviso|Urgente|Fica|
até remover|Na parede|Cronômetro|Programa|Rodada %s|Anterior|Próximo|Mostradores|Luz e som|Brilho|
Parede apagada|Som|Alarmes|Hora|Dias; nenhum significa todos|Estado|A parede agora|A parede está apagada|
1 minuto a menos|1 minuto a mais|Tocar de novo em %s|
acabou o tempo|nenhum|sem som|Todas as paredes|Todas as paredes de %s|Como outro temporizador|
Clássica|Gama completa|Tons noturnos|Fluida|Arco-íris|Analógico|toca|toca de novo às %s|espera|
Tudo está bem|Relógio do sistema sincronizado|
Relógio do sistema não sincronizado|Em funcionamento há %s|Versão %s|
Sem rede.|A parede não responde.|Nova tentativa…|Isso não chegou|
Ainda sem resposta. A parede ainda pode fazê-lo.|Desfazer|Removido: %s|Substituído: %s|Passos com durações|Termina às %s|
Emparelhar este aparelho|Nas definições da parede escolha Controle remoto. Leia o código ou digite aqui os seis algarismos.|
Seis algarismos|Nome deste aparelho|Telefone`,
	ja: `開始|一時停止|再開|リセット|消す|停止|停止|ラップ|表示|消す|アラームを追加|ペアリング|
タイマー|時間を入力|タイトル|メッセージ|本文|優先度|お知らせ|注意|緊急|表示時間|
消すまで|壁に表示中|計時|進行|ラウンド %s|前へ|次へ|文字盤|明るさと音|明るさ|
壁を消灯|音|アラーム|時刻|曜日（なしは毎日）|状態|今の壁|壁は消灯中です|
1分減らす|1分増やす|%s後にもう一度鳴らす|
時間です|なし|消音中|すべての壁|%sのすべての壁|別のタイマーとして|
クラシック|全域|夜の色合い|なめらか|虹|アナログ|鳴っています|%sにもう一度鳴る|待機中|
すべて正常です|システム時計：同期済み|
システム時計：未同期|稼働時間 %s|バージョン %s|
ネットワークがありません。|壁が応答しません。|再試行中…|届きませんでした|
まだ応答がありません。あとで実行されることがあります。|元に戻す|消しました：%s|置き換えました：%s|ステップと長さ|%sに終了|
この端末をペアリング|壁の設定で「リモコン」を選び、コードを読み取るか、6桁の数字をここに入力してください。|
6桁の数字|この端末の名前|電話`,
	ar: `ابدأ|إيقاف مؤقت|استئناف|إعادة الضبط|إزالة|إيقاف|إيقاف|لفة|اعرض|إزالة|أضف منبّهًا|اقتران|
المؤقت|وقت محدد|العنوان|رسالة|النص|الأولوية|معلومة|تنبيه|عاجل|تبقى|
حتى تُزال|على الحائط|ساعة إيقاف|البرنامج|جولة %s|السابق|التالي|الواجهات|الضوء والصوت|السطوع|
إطفاء الحائط|الصوت|المنبّهات|الوقت|الأيام؛ بلا اختيار تعني كل يوم|الحالة|الحائط الآن|الحائط مطفأ|
دقيقة أقل|دقيقة أكثر|رنّ مجددًا بعد %s|
انتهى الوقت|بلا|الصوت متوقف|كل الحوائط|كل حوائط %s|كمؤقت آخر|
كلاسيكي|المدى الكامل|ظلال الليل|انسيابي|قوس قزح|عقارب|يرنّ|يرنّ مجددًا في %s|ينتظر|
كل شيء على ما يرام|ساعة النظام متزامنة|
ساعة النظام غير متزامنة|يعمل منذ %s|الإصدار %s|
لا توجد شبكة.|الحائط لا يجيب.|تُعاد المحاولة…|لم يصل ذلك|
لا ردّ بعد. قد ينفّذه الحائط لاحقًا.|تراجع|أُزيل: %s|استُبدل: %s|خطوات مع مددها|ينتهي في %s|
إقران هذا الجهاز|في إعدادات الحائط اختر «جهاز التحكم». امسح الرمز، أو اكتب أرقامه الستة هنا.|
ستة أرقام|اسم هذا الجهاز|هاتف`,
}

/** The first language of the browser that the wall has, else English. */
export const language = navigator.languages.map((tag) => tag.split('-')[0]).find((tag) => tag === 'en' || others[tag]) ?? 'en'
export const isFromRight = language === 'ar'

const present = others[language]?.split('|').map((word) => word.trim()) ?? english
const words = new Map(english.map((word, index) => [word, present[index] ?? word]))

/** The word in this language; `%s` in it is the value. */
export const say = (word, value) => (words.get(word) ?? word).replace('%s', value)

// The wall writes Latin figures in every language.
const locale = `${language}-u-nu-latn`
export const quantity = (value, unit, unitDisplay = 'short') =>
	new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(value)

/** A span of seconds in its largest fitting units, such as '1 hr 30 min'. */
export function spanInWords(seconds) {
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
	if (hours >= 48) return quantity(Math.floor(hours / 24), 'day', 'long')
	const parts = [hours && quantity(hours, 'hour'), minutes && quantity(minutes, 'minute'), !hours && rest && quantity(rest, 'second')]
	return parts.filter(Boolean).join(' ') || quantity(0, 'second')
}

/** The short name of a day, 0 being Monday. */
export const dayName = (day) =>
	new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + day)))

/** Translates the page. */
export function translate(page) {
	page.documentElement.lang = language
	page.documentElement.dir = isFromRight ? 'rtl' : 'ltr'
	for (const place of page.querySelectorAll('[data-t]')) place.textContent = say(place.textContent)
	for (const place of page.querySelectorAll('[data-t-label]')) place.ariaLabel = say(place.ariaLabel)
}
