// The remote: what the wall shows, and its commands. The state is `wall`, as the status has it, kept by events.
import { colourOf, dimmed, inkOn, plateOn } from './colours.js'
import { dayName, quantity, say, spanInWords, translate } from './words.js'

const $ = (selector, root = document) => root.querySelector(selector)
const all = (selector, root = document) => [...root.querySelectorAll(selector)]
const make = (tag, properties, ...contents) => {
	const made = Object.assign(document.createElement(tag), properties)
	made.append(...contents)
	return made
}
const now = () => performance.now() / 1000

let wall = null
let faces = []
const usual = '1m,5m,10m,15m,25m,45m'
let presets
let health = {}
/** When these were told. */
const told = { countdowns: 0, stopwatch: 0, second: 0, day: 0 }

// MARK: Requests

class Refusal extends Error {}

async function request(path, body) {
	const init = { signal: AbortSignal.timeout(6000), cache: 'no-store' }
	if (body) Object.assign(init, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
	const answer = await fetch('api/v1/' + path, init)
	if (answer.ok) return answer.headers.get('Content-Type')?.includes('json') ? answer.json() : null
	if (answer.status === 401 && path !== 'pair') showPairing()
	const problem = await answer.json().catch(() => ({}))
	const refusal = new Refusal(problem.detail ?? problem.title ?? `HTTP ${answer.status}`)
	refusal.status = answer.status
	throw refusal
}

/** The commands that can be for all walls of the group. */
const shareable = ['countdown start', 'countdown clear', 'message', 'dismiss', 'face', 'dim']
const isForAll = () => wall.sharing != null && $('#all').checked

/** Sends a command of the control protocol. Its effect comes back as an event. `loss` says what Undo brings back. */
async function order(command, fields = {}, loss) {
	const isShared = isForAll() && shareable.includes(command)
	try {
		await request('commands/' + (isShared ? 'share/' : '') + command.replaceAll(' ', '/'), fields)
		// Each wall undoes only its own changes.
		if (loss && !isShared) toast(loss, true)
		return true
	} catch (error) {
		if (error.status === 401) return false
		toast(reason(error))
		if (!(error instanceof Refusal)) probe()
		return false
	}
}

const isLate = (error) => error.name === 'TimeoutError'
/** What a person may read about a request that failed. */
const reason = (error) =>
	error instanceof Refusal ? error.message.replace(/^./u, (first) => first.toUpperCase())
	: say(isLate(error) ? 'No answer yet. The wall may still do it.' : 'That did not arrive')

let toastEnd
/** The wall can undo for ten seconds. */
function toast(text, canUndo = false) {
	clearTimeout(toastEnd)
	const undo = button(say('Undo'), () => order('undo').then((isDone) => isDone && toast('')))
	$('#toast').replaceChildren(...[text, canUndo && undo].filter(Boolean))
	toastEnd = setTimeout(() => toast(''), canUndo ? 9500 : 6000)
}

// MARK: Connection

let source = null
let retry = null
let pause = 0.5
let lastNews = 0
let gone = ''

const topics = {
	tick: (tick) => {
		told.second = now()
		told.day = secondOfDay(tick.time)
		Object.assign(wall, { time: tick.time, colour: tick.colour })
	},
	countdowns: (countdowns) => {
		told.countdowns = now()
		wall.countdowns = countdowns ?? []
	},
	stopwatch: (stopwatch) => {
		told.stopwatch = now()
		wall.stopwatch = stopwatch
	},
	alarm: () => refresh(),
	message: (messages) => (wall.messages = messages ?? []),
	face: (face) => (wall.face = face),
	blank: (isBlank) => (wall.isBlank = isBlank),
	dim: (dim) => (wall.dim = dim),
	sound: (sound) => (wall.sound = sound),
	program: (program) => (wall.program = program),
	sharing: (group) => (wall.sharing = group),
	options: () => refresh(),
	health: (trouble) => (health = { ...health, trouble: trouble ?? undefined }),
	quit: () => lose('The wall does not answer.'),
}

function connect() {
	clearTimeout(retry)
	source?.close()
	source = new EventSource('api/v1/events')
	source.onopen = async () => {
		lastNews = now()
		if (!(await refresh())) return
		pause = 0.5
		reach('')
		readHealth()
	}
	source.onerror = () => {
		source.close()
		probe()
		again()
	}
	for (const [topic, take] of Object.entries(topics)) {
		source.addEventListener(topic, (event) => {
			lastNews = now()
			if (!wall) return
			take(JSON.parse(event.data || 'null'))
			if (topic !== 'tick') show()
			showWall()
		})
	}
}

function again() {
	clearTimeout(retry)
	retry = setTimeout(connect, pause * 1000)
	pause = Math.min(4, pause * 1.6)
}

async function probe() {
	if (!navigator.onLine && location.hostname !== 'localhost' && !location.hostname.startsWith('127.')) {
		return lose('No network.')
	}
	if (await refresh()) {
		if (source.readyState !== EventSource.CLOSED) reach('')
		lastNews = now()
	}
}

async function refresh() {
	try {
		take(await request('status'))
		return true
	} catch (error) {
		if (error.status === 401) return false
		lose(error instanceof Refusal || isLate(error) ? 'The wall does not answer.' : 'No network.')
		return false
	}
}

function take(status) {
	;({ wall, faces } = status)
	wall.sharing = status.sharing
	told.countdowns = told.stopwatch = told.second = now()
	told.day = secondOfDay(wall.time)
	presets = (status.options.find((option) => option.name === 'presets')?.value ?? usual).split(',')
	health = { ...health, uptime: status.uptime, version: status.version }
	$('#pairing').hidden = true
	$('#remote').hidden = false
	show()
	showWall()
}

function lose(what) {
	reach(what)
	if (!source || source.readyState === EventSource.CLOSED) again()
}

function reach(what) {
	gone = what
	$('#link').textContent = what && `${say(what)} ${say('Trying again…')}`
	// Before a wall was ever there, there is nothing to operate.
	if ($('#pairing').hidden) $('#remote').hidden = false
	document.body.classList.toggle('is-gone', Boolean(gone))
	document.body.classList.toggle('is-new', !wall)
	for (const fieldset of all('#remote fieldset')) fieldset.disabled = Boolean(gone)
}

async function readHealth() {
	try {
		health = { version: health.version, ...(await request('health')) }
		showHealth()
	} catch {}
}

addEventListener('offline', () => wall && lose('No network.'))
for (const event of ['online', 'pageshow']) addEventListener(event, () => source && gone && connect())
document.addEventListener('visibilitychange', () => {
	if (document.hidden || !source) return
	pause = 0.5
	gone ? connect() : probe()
})
// A network that goes without a word.
setInterval(() => {
	if (source && !gone && !document.hidden && now() - lastNews > (now() - told.second < 6 ? 3.5 : 15)) probe()
}, 1000)

// MARK: Pairing

function showPairing() {
	source?.close()
	clearTimeout(retry)
	source = null
	$('#remote').hidden = true
	$('#pairing').hidden = false
	$('#device').value ||= /iPhone|iPad|Android|Windows|Mac|Linux/.exec(navigator.userAgent)?.[0] ?? say('Phone')
	if (!$('#code').value) $('#code').focus()
}

async function pair() {
	$('#pair-error').textContent = ''
	const button = $('.pair button')
	button.disabled = true
	try {
		await request('pair', { code: $('#code').value, name: $('#device').value.trim() || say('Phone') })
		$('#code').value = ''
		connect()
	} catch (error) {
		$('#pair-error').textContent = reason(error)
		$('#code').select()
	} finally {
		button.disabled = false
	}
}

$('#code').addEventListener('input', ({ target }) => (target.value = target.value.replace(/\D/g, '').slice(0, 6)))

/** The code of the address, which the address then forgets. */
function codeOfAddress() {
	const code = /^#(\d{6})$/.exec(location.hash)?.[1]
	if (code) history.replaceState(null, '', location.pathname)
	return code
}
addEventListener('hashchange', () => begin())

// MARK: The small wall

const secondOfDay = (time) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
const two = (number) => String(number).padStart(2, '0')
const clock = (second) => `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`

/** Whole seconds as the wall writes them: 59, 4:59, 1:02:03; overtime behind a plus and never without minutes. */
function figures(seconds) {
	const [isOver, rest] = [seconds < 0, Math.abs(seconds)]
	if (rest < 60 && !isOver) return String(rest)
	return (isOver ? '+' : '') + clock(rest).replace(/^(00:)?0?/, '')
}

/** One that has ended counts on only in overtime, which is below zero. */
const isCounting = ({ state, remaining }) => state === 'running' || (state === 'over' && remaining < 0)
const isAtZero = (countdown) => countdown.state === 'over' && !isCounting(countdown)
const left = (countdown) => countdown.remaining - (isCounting(countdown) ? now() - told.countdowns : 0)
const leftInFigures = (countdown) => figures(Math.ceil(left(countdown)))
const elapsed = () => wall.stopwatch.elapsed + (wall.stopwatch.isRunning ? now() - told.stopwatch : 0)
const tenths = (seconds) => {
	const text = figures(Math.floor(seconds))
	return `${text.includes(':') ? text : '0:' + two(text)}.${Math.floor(seconds * 10) % 10}`
}

/** The second shown: that of the last tick. Without ticks, as on a wall that cannot be seen, it is counted on here. */
const presentSecond = () => {
	const age = now() - told.second
	return (told.day + (age > 1.6 ? Math.floor(age) : 0)) % 86400
}

function put(selector, text) {
	const place = $(selector)
	if (place.textContent !== text) place.textContent = text
}

function showWall() {
	if (!wall) return
	const second = presentSecond()
	const isFresh = clock(second) === wall.time
	const code = (isFresh ? null : colourOf(wall.face, second)) ?? wall.colour
	const shown = wall.messages.filter((message) => message.isShown)
	const text = (priority) => shown.find((message) => message.priority === priority)?.lines.join(' ') ?? ''
	const urgent = text('urgent')
	let colour = dimmed(code, wall.dim)
	let ink = inkOn(colour)
	// An urgent message inverts the wall.
	if (urgent) [colour, ink] = [ink, inkOn(ink)]
	const place = $('#wall')
	place.style.setProperty('--ground', wall.isBlank ? '#000000' : colour)
	place.style.setProperty('--on', wall.isBlank ? '#ffffff' : ink)
	place.style.setProperty('--behind', plateOn(colour, ink))
	$('[name=theme-color]').content = wall.isBlank ? '#000000' : colour
	put('.time', clock(second))
	put('.code', code)

	put('.urgent', urgent)
	put('.notice', text('notice'))
	put('.info', text('info'))

	const ringing = wall.ringing.length ? wall.ringing : null
	const { countdowns, stopwatch } = wall
	// As on the wall, the nearest to its end has the ring.
	const [countdown] = countdowns
	const hasRing = countdown || ringing
	put('.corner', urgent ? clock(second) : code)
	const phase = ringing ? 'over' : countdown?.phase
	if (ringing) number(ringing.join(', ') || say('time is up'), say('rings'))
	else if (countdown) number(isAtZero(countdown) ? say('time is up') : leftInFigures(countdown), countdown.title)
	else number(stopwatch ? tenths(elapsed()) : '')
	if (countdown && !ringing) ring(countdown, phase)
	const classes = {
		'has-ring': hasRing, 'has-watch': !hasRing && stopwatch, 'is-urgent': urgent, 'is-blank': wall.isBlank,
		paused: !ringing && countdown?.state === 'paused', soon: phase === 'soon', last: phase === 'last', over: phase === 'over',
	}
	for (const [name, isOn] of Object.entries(classes)) place.classList.toggle(name, Boolean(isOn))

	if (second !== showWall.second) showCards((showWall.second = second))
	put('#stopwatch .state', stopwatch ? tenths(elapsed()) : '')
	for (const place of all('#timers .left')) place.textContent = leftInFigures(countdowns.find(({ id }) => id === place.countdown))
}

function number(text, title = '') {
	put('.number', text)
	put('.title', title)
	const { style } = $('.texts')
	style.setProperty('--figures', Math.max(2, text.length))
	style.setProperty('--letters', title.length || 1)
}

/** The share of the ring that is left, from twelve o'clock. */
function ring(countdown, phase) {
	const share = countdown.state === 'over' ? 0 : Math.min(1, Math.max(0, left(countdown) / (countdown.length || 1)))
	$('.arc').setAttribute('stroke-dasharray', `${share * 1000} 1000`)
	const angle = share * 2 * Math.PI
	$('.knob').setAttribute('cx', 46.5 * Math.sin(angle))
	$('.knob').setAttribute('cy', -46.5 * Math.cos(angle))
	// A dash for each second of the last phase.
	const seconds = Math.ceil(left(countdown))
	const beats = Math.max(1, Math.min(10, Math.ceil(countdown.length / 10)))
	const turn = (2 * Math.PI * 41) / beats
	const dashes = Array.from({ length: Math.max(0, seconds) }, () => `${0.7 * turn} ${0.3 * turn}`)
	if (phase === 'last') $('.marks').setAttribute('stroke-dasharray', `${dashes.join(' ')} 0 400`)
	else $('.marks').removeAttribute('stroke-dasharray')
}

function animate() {
	const isMoving = wall && !gone && (wall.countdowns.some(isCounting) || wall.stopwatch?.isRunning)
	if (!document.hidden && !gone) showWall()
	setTimeout(animate, isMoving ? 100 : 500)
}

// MARK: Controls

const isRinging = () => wall.ringing.length > 0 || wall.countdowns.some(({ state }) => state === 'over')

function show() {
	if (!wall) return
	showScope()
	showCountdown()
	showMessages()
	showStopwatch()
	showFaces()
	showLight()
	showAlarms()
	showProgram()
	showHealth()
}

const enable = (selector, isEnabled) => ($(selector).disabled = !isEnabled)

/** The switch for all walls, where a broker reaches them. */
function showScope() {
	const group = wall.sharing
	if (($('#scope').hidden = group == null)) $('#all').checked = false
	put('#scope span', group ? say('All walls of %s', group) : say('All walls'))
	document.body.classList.toggle('is-for-all', isForAll())
}
$('#all').addEventListener('change', show)

/** The ID of the countdown that was tapped here. */
let picked
/** The countdown that the controls act on: the one tapped here, else the wall's. */
const chosen = () => wall.countdowns.find(({ id }) => id === picked) ?? wall.countdowns.find(({ isChosen }) => isChosen)
const byID = () => (chosen() && !isForAll() ? { id: chosen().id } : {})
const act = (state) => say({ running: 'Pause', paused: 'Resume' }[state] ?? 'Start')

function timer(countdown) {
	const { id, state } = countdown
	const name = nameOf(countdown)
	const pick = button('', () => show((picked = id)))
	pick.append(make('span', {}, make('bdi', {}, name)), ' ', make('span', { className: `left ${state}`, countdown: id }))
	pick.ariaPressed = String(countdown === chosen())
	const toggle = button(state === 'running' ? '‖' : '►', () => order('countdown toggle', { id }), `${act(state)}: ${name}`)
	toggle.disabled = state === 'over'
	return make('li', {}, pick, toggle, remover(name, () => remove(countdown)))
}
const nameOf = ({ title, length }) => title || spanInWords(length)
const remove = (countdown) => order('countdown clear', { id: countdown.id }, say('Removed: %s', nameOf(countdown)))

function showCountdown() {
	const { countdowns } = wall
	const countdown = chosen()
	const isEmpty = !countdown
	// What rings has its controls under the small wall.
	const isOver = countdown?.state === 'over'
	$('#countdown').classList.toggle('is-empty', isEmpty || isOver)
	$('#countdown legend').classList.toggle('unseen', !isEmpty)
	$('#another-row').hidden = isEmpty
	// A line keeps its place, wherever the end of its countdown moves.
	const listed = countdowns.length > 1 || wall.ringing.length ? countdowns.toSorted((one, other) => one.id - other.id) : []
	const version = listed.map(({ id, title, state, length }) => [id, title, state, length])
	replace($('#timers'), listed.map(timer), [version, countdown?.id])
	guard([isEmpty, isOver, listed.length])
	put('#go', act(countdown?.state))
	$('#go').dataset.name = listed.length && countdown ? nameOf(countdown) : ''
	const minute = quantity(1, 'minute')
	put('#less', `− ${minute}`)
	put('#more', `+ ${minute}`)
	enable('#reset', countdown && countdown.state !== 'idle')
	showRinging()
	replace($('#presets'), presets.map((span) => button(spanInWords(seconds(span)), () => start(span))), presets)
}

/** Taps do nothing for a moment after controls have moved, for the finger may be on its way to another one. */
function guard(arrangement) {
	const version = JSON.stringify(arrangement)
	const hasMoved = guard.version && guard.version !== version
	guard.version = version
	if (!hasMoved) return
	clearTimeout(guard.end)
	$('.first').classList.add('is-moving')
	guard.end = setTimeout(() => $('.first').classList.remove('is-moving'), 600)
}

/** What rings, the first one that ended or an alarm, can be dismissed wherever the page is scrolled to. */
function showRinging() {
	$('#ringing').hidden = !isRinging()
	if (!isRinging()) return
	const over = wall.countdowns.find(({ state }) => state === 'over')
	put('#dismiss', say('Dismiss'))
	$('#dismiss').dataset.name = wall.ringing[0] ?? nameOf(over)
	put('#snooze', `+ ${quantity(5, 'minute')}`)
	$('#snooze').ariaLabel = say('Ring again in %s', quantity(5, 'minute', 'long'))
}

/** A span as options have it: 90, 5m, 1h30m, 12:30. */
function seconds(span) {
	if (span.includes(':')) return secondOfDay(span)
	const units = { h: 3600, m: 60, s: 1 }
	return [...span.matchAll(/(\d+)([hms]?)/g)].reduce((sum, [, value, unit]) => sum + value * units[unit || 's'], 0)
}

function button(text, press, label) {
	const made = make('button', { type: 'button', textContent: text })
	if (label) made.ariaLabel = label
	made.addEventListener('click', press)
	return made
}

const remover = (name, act) => button('✕', act, `${say('Remove')}: ${name}`)

async function start(span) {
	const title = $('#exact-title').value.trim() || undefined
	const isAnother = chosen() && $('#another').checked && !isForAll()
	const old = chosen()
	const loss = old && old.state !== 'idle' && say('Replaced: %s', nameOf(old))
	const isStarted = await (isAnother ? order('countdown new', { span, title })
		: order('countdown start', { span, title, ...byID() }, loss))
	if (!isStarted) return
	// The wall chooses the new one.
	if (isAnother) picked = undefined
	$('#exact').reset()
}

/** So many minutes more. All walls begin a countdown of what is left then. */
function add(minutes) {
	if (!isForAll()) return order('countdown add', { span: `${minutes}m`, ...byID() })
	const span = Math.max(1, Math.round((chosen() ? left(chosen()) : 0) + 60 * minutes))
	return order('countdown start', { span, title: chosen()?.title || undefined })
}

const press = (selector, act) => $(selector).addEventListener('click', act)
press('#go', () => order('countdown toggle', byID()))
press('#less', () => add(-1))
press('#more', () => add(1))
press('#reset', () => order('countdown reset', byID(), `${say('Reset')}: ${nameOf(chosen())}`))
press('#clear', () => (isForAll() ? order('countdown clear') : remove(chosen())))
press('#dismiss', () => order('dismiss', {}, `${say('Dismiss')}: ${$('#dismiss').dataset.name}`))
press('#snooze', () => (isForAll() ? add(5) : order('snooze', { minutes: 5 })))
$('#another').checked = kept('another') === 'on'
$('#another').addEventListener('change', ({ target }) => kept('another', target.checked ? 'on' : ''))

function submit(selector, act) {
	$(selector).addEventListener('submit', (event) => {
		event.preventDefault()
		act(event.target)
	})
}
submit('.pair', () => pair())

// Figures are filled in from the right, as on the wall: 7 3 0 is 7:30.
$('#exact-time').addEventListener('input', ({ target }) => {
	const digits = target.value.replace(/\D/g, '').replace(/^0+/, '').slice(-6)
	const padded = digits.padStart(digits.length > 4 ? 6 : 4, '0')
	target.value = digits && padded.match(/../g).join(':').replace(/^0(?=\d)/, '')
})
submit('#exact', () => start(String(secondOfDay($('#exact-time').value))))

function showMessages() {
	// What all walls have in common is named so.
	const messages = wall.messages.filter(({ id }) => !isForAll() || id === 'shared')
	const items = messages.map((message) => {
		const words = message.lines.join(' ')
		const priority = say(message.priority[0].toUpperCase() + message.priority.slice(1))
		const small = make('small', {}, message.isShown ? priority : `${priority} · ${say('waits')}`)
		const item = make('li', {}, make('span', { dir: 'auto' }, words, small))
		// One without a name can only be dismissed as the most urgent of all.
		if (message.id || (message === wall.messages[0] && !isRinging())) {
			item.append(remover(words, () => order('dismiss', { id: message.id }, say('Removed: %s', words))))
		}
		return item
	})
	replace($('#message .list'), items, [messages.map(({ left, ...rest }) => rest), isRinging()])
	put('#message .state', messages[0]?.lines.join(' ') ?? say('none'))
}

/** Replaces the items of a list if they are others, so that a focus in it stays. */
function replace(list, items, version) {
	version = JSON.stringify(version)
	if (list.dataset.version === version) return
	list.dataset.version = version
	const focused = all('button', list).indexOf(document.activeElement)
	list.replaceChildren(...items)
	if (focused >= 0) all('button', list)[focused]?.focus()
}

const spans = ['10s', '30s', '1m', '5m', '15m', '1h', '']
submit('#message form', async (form) => {
	const fields = { text: $('#text').value, priority: form.elements.priority.value }
	// Walls share one message, which has no ID.
	if (!isForAll()) fields.id = `remote-${Date.now().toString(36)}`
	if ($('#span').value) fields.for = $('#span').value
	if (!(await order('message', fields))) return
	$('#text').value = ''
	// The next one is urgent only if that is chosen again.
	form.elements.priority.value = 'info'
})

function showStopwatch() {
	const { stopwatch } = wall
	put('#watch-go', say(stopwatch?.isRunning ? 'Stop' : stopwatch?.elapsed ? 'Resume' : 'Start'))
	enable('#lap', stopwatch?.isRunning)
	enable('#watch-reset', stopwatch && (stopwatch.isRunning || stopwatch.elapsed > 0))
	enable('#watch-clear', stopwatch)
	const laps = [...(stopwatch?.lapTimes ?? [])].reverse()
	const items = laps.map((lap) =>
		make('li', {}, ...[lap.number, hundredths(lap.split), hundredths(lap.total)].map((text) => make('span', {}, text))))
	replace($('#stopwatch .list'), items, laps)
}
const hundredths = (seconds) => `${tenths(seconds)}${Math.floor(seconds * 100) % 10}`

const watchLoss = (word) => `${say(word)}: ${tenths(elapsed())}`
press('#watch-go', () => (wall.stopwatch?.isRunning ? order('stopwatch stop', {}, watchLoss('Stop')) : order('stopwatch start')))
press('#lap', () => order('stopwatch lap'))
press('#watch-reset', () => order('stopwatch reset', {}, watchLoss('Reset')))
press('#watch-clear', () => order('stopwatch clear', {}, watchLoss('Clear')))

const titles = { scaled: 'Classic', full: 'Full range', literal: 'Night shades', carry: 'Flowing', hue: 'Rainbow', analogue: 'Analogue' }
const faceTitle = (face) => (titles[face] ? say(titles[face]) : face)

function showFaces() {
	put('#faces .state', faceTitle(wall.face))
	const cards = faces.map((face) => {
		const card = button('', () => order('face', { name: face }))
		card.dataset.face = face
		card.append(make('b', { ariaHidden: 'true' }), make('span', {}, faceTitle(face)))
		return card
	})
	replace($('#faces .cards'), cards, faces)
	for (const card of $('#faces .cards').children) card.ariaPressed = String(card.dataset.face === wall.face)
	showCards(presentSecond())
}

/** Three hands: their angles in degrees, and their lengths. */
const dial = (second) => `<svg viewBox="-50 -50 100 100">${
	[[second / 120, 20], [second / 10, 34], [second * 6, 38]].map(([angle, length]) =>
		`<line y2="${-length}" transform="rotate(${angle})"/>`).join('')}</svg>`

function showCards(second) {
	if (!$('#faces').open) return
	for (const card of $('#faces .cards').children) {
		const colour = colourOf(card.dataset.face, second) ?? (card.dataset.face === wall.face ? wall.colour : '#808080')
		Object.assign(card.firstChild.style, { backgroundColor: colour, color: inkOn(colour) })
		if (card.dataset.face === 'analogue') card.firstChild.innerHTML = dial(second)
		else card.firstChild.textContent = clock(second)
	}
}

// While one request is under way, no status moves the slider. The last value follows.
let isDimming = false

function showLight() {
	const { dim, sound, isBlank } = wall
	const slider = $('#dim')
	if (!isDimming && !slider.matches(':active')) slider.value = Math.round(dim * 100)
	slider.ariaValueText = `${Math.round(slider.value)} %`
	$('#blank').checked = isBlank
	$('#sound-row').hidden = !sound
	$('#sound').checked = Boolean(sound && !sound.isMuted)
	const states = [isBlank && say('The wall is blank'), `${Math.round(dim * 100)} %`, sound?.isMuted && say('sound off')]
	put('#light .state', states.filter(Boolean).join(' · '))
}

$('#dim').addEventListener('input', async ({ target }) => {
	target.ariaValueText = `${target.value} %`
	if (isDimming) return
	isDimming = true
	let sent
	while (sent !== target.value) {
		sent = target.value
		if (!(await order('dim', { share: sent / 100 }))) break
	}
	isDimming = false
})
for (const command of ['blank', 'sound']) {
	$('#' + command).addEventListener('change', async ({ target }) => {
		if (!(await order(command, { state: target.checked ? 'on' : 'off' }))) target.checked = !target.checked
	})
}

const dayKeys = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** An alarm as the option has it, TIME[=TITLE][@DAYS], for people. */
function alarmParts(alarm) {
	const [, time, title = '', days = ''] = /^([\d:]+)(?:=(.*?))?(?:@([a-z,-]+))?$/s.exec(alarm) ?? [null, alarm]
	const names = days.replace(/[a-z]+/g, (day) => (dayKeys.includes(day) ? dayName(dayKeys.indexOf(day)) : day))
	return { time: time.replace(/^(..:..):00$/, '$1'), title, days: names.replaceAll('-', '–').replaceAll(',', ', ') }
}

function showAlarms() {
	const items = wall.alarms.map((alarm) => {
		const { time, title, days } = alarmParts(alarm)
		const text = make('span', { dir: 'auto' }, [time, title].filter(Boolean).join('  '))
		const snoozed = wall.snoozed.find((one) => one.alarm === alarm)
		const rest = [days, snoozed && say('rings again at %s', snoozed.time.slice(0, 5))].filter(Boolean).join(' · ')
		if (rest) text.append(make('small', {}, rest))
		const remove = async () => (await order('alarm remove', { alarm: title || time })) && refresh()
		return make('li', {}, text, remover(`${time} ${title}`, remove))
	})
	replace($('#alarms .list'), items, [wall.alarms, wall.snoozed])
	const times = wall.alarms.map((alarm) => alarmParts(alarm).time).join(', ')
	put('#alarms .state', wall.ringing.length ? say('rings') : times || say('none'))
}

submit('#alarms form', async (form) => {
	const days = all('.days input', form).filter((box) => box.checked).map((box) => box.value)
	const title = $('#alarm-title').value.trim()
	const alarm = $('#alarm-time').value + (title && `=${title}`) + (days.length ? `@${days.join()}` : '')
	if (!(await order('alarm add', { alarm }))) return
	form.reset()
	refresh()
})

function showProgram() {
	const { program } = wall
	const part = $('#program')
	// A running order that somebody has begun opens by itself.
	if (program && !showProgram.had) part.open = true
	showProgram.had = Boolean(program)
	$('#program form').hidden = Boolean(program)
	$('#steps').hidden = !program
	if (!program) return put('#program .state', say('none'))
	const { step, steps, round, rounds, title, next, end } = program
	put('#program .state', `${round ? say('Round %s', `${round}/${rounds}`) : `${step}/${steps}`} ${title}`)
	const lines = [next && `${say('Next')}: ${next.title}, ${spanInWords(next.length)}`, end && say('Ends at %s', end)]
	put('#program .list', lines.filter(Boolean).join(' · '))
	enable('#next', next)
}
const stepLoss = (word) => `${say(word)}: ${wall.program.title}`
press('#back', () => order('program back', {}, stepLoss('Back')))
press('#next', () => order('program next', {}, stepLoss('Next')))
press('#end', () => order('program stop', {}, say('Removed: %s', say('Running order'))))
submit('#program form', async (form) => {
	if (await order('program start', { steps: $('#order').value })) form.reset()
})

function showHealth() {
	const { trouble, clock, uptime, version } = health
	$('#health .state').classList.toggle('bad', Boolean(trouble))
	put('#health .state', trouble ?? say('All is well'))
	const lines = [
		trouble,
		clock && say(clock.synchronised ? 'System clock synchronised' : 'System clock not synchronised'),
		uptime && say('Running for %s', spanInWords(uptime)),
		version && say('Version %s', version),
	].filter(Boolean)
	const items = lines.map((line) => make('li', {}, make('span', { dir: 'auto' }, line)))
	replace($('#health .list'), items, lines)
}
setInterval(() => !document.hidden && !gone && $('#health').open && readHealth(), 30000)
// Alarms of others come without an event.
setInterval(() => !document.hidden && !gone && source && $('#alarms').open && refresh(), 20000)

// MARK: Beginning

/** A setting of this browser. */
function kept(id, value) {
	try {
		if (value === undefined) return localStorage.getItem(id)
		localStorage.setItem(id, value)
	} catch {}
}

function prepare() {
	translate(document)
	$('#span').replaceChildren(...spans.map((span) => new Option(span ? spanInWords(seconds(span)) : say('until removed'), span, span === '1m', span === '1m')))
	$('.days').replaceChildren(
		...dayKeys.map((key, day) =>
			make('label', {}, make('input', { type: 'checkbox', value: key }), make('span', {}, dayName(day)))))
	const isWide = matchMedia('(min-width: 700px)').matches
	for (const part of all('details')) {
		part.open = isWide || kept(part.id) === 'open'
		// What is opened comes into view.
		part.firstElementChild.addEventListener('click', () => setTimeout(() => part.scrollIntoView({ block: 'nearest' })))
		part.addEventListener('toggle', () => {
			if (!isWide) kept(part.id, part.open ? 'open' : '')
			if (!part.open || !wall) return
			show()
			if (part.id === 'health') readHealth()
		})
	}
	animate()
}

async function begin() {
	const code = codeOfAddress()
	if (code) {
		showPairing()
		$('#code').value = code
		return pair()
	}
	if (await refresh()) connect()
	else if (gone) again()
}

prepare()
begin()
