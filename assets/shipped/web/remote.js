// The remote: what the wall shows, and its commands. The state is `wall`, as the status has it, kept by events.
import { colourOf, dimmed, inkOn, plateOn } from './colours.js'
import { dayName, quantity, say, spanInWords, translate } from './words.js'

const $ = (selector, root = document) => root.querySelector(selector)
const all = (selector, root = document) => [...root.querySelectorAll(selector)]
/** An element with properties and contents. */
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
/** When the countdown and the stopwatch were told, and the last second. */
const told = { countdown: 0, stopwatch: 0, second: 0, day: 0 }

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

/** Sends a command of the control protocol. Its effect comes back as an event. */
async function order(command, fields = {}) {
  try {
    await request('commands/' + command.replaceAll(' ', '/'), fields)
    return true
  } catch (error) {
    if (error.status === 401) return false
    toast(error instanceof Refusal ? error.message : say('That did not arrive'))
    if (!(error instanceof Refusal)) probe()
    return false
  }
}

let toastEnd
function toast(text) {
  clearTimeout(toastEnd)
  $('#toast').textContent = text
  toastEnd = setTimeout(() => ($('#toast').textContent = ''), 6000)
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
  countdown: (countdown) => {
    told.countdown = now()
    wall.countdown = countdown
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
  options: () => refresh(),
  health: (trouble) => (health = { ...health, trouble: trouble ?? undefined }),
  quit: () => lose('The wall does not answer. Trying again…'),
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

/** Finds out what is gone, and says so. */
async function probe() {
  if (!navigator.onLine && location.hostname !== 'localhost' && !location.hostname.startsWith('127.')) {
    return lose('No network. Trying again…')
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
    lose(error instanceof Refusal ? 'The wall does not answer. Trying again…' : 'No network. Trying again…')
    return false
  }
}

function take(status) {
  ;({ wall, faces } = status)
  told.countdown = told.stopwatch = told.second = now()
  told.day = secondOfDay(wall.time)
  presets = (status.options.find((option) => option.name === 'presets')?.value ?? usual).split(',')
  health = { ...health, uptime: status.uptime, version: status.version }
  $('#pairing').hidden = true
  $('#remote').hidden = false
  show()
  showWall()
}

/** Says what is gone. The controls rest until it is back. */
function lose(what) {
  reach(what)
  if (!source || source.readyState === EventSource.CLOSED) again()
}

function reach(what) {
  gone = what
  $('#link').textContent = what && say(what)
  // Before a wall was ever there, there is nothing to operate.
  if ($('#pairing').hidden) $('#remote').hidden = false
  document.body.classList.toggle('is-gone', Boolean(gone))
  document.body.classList.toggle('is-new', !wall)
  for (const fieldset of all('#remote fieldset')) fieldset.disabled = Boolean(gone)
}

async function readHealth() {
  try {
    health = { uptime: health.uptime, version: health.version, ...(await request('health')) }
    showHealth()
  } catch {}
}

addEventListener('offline', () => wall && lose('No network. Trying again…'))
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
    $('#pair-error').textContent = error instanceof Refusal ? error.message : say('That did not arrive')
    $('#code').select()
  } finally {
    button.disabled = false
  }
}

$('.pair').addEventListener('submit', (event) => {
  event.preventDefault()
  pair()
})
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
  const tail = rest < 3600 ? `${Math.floor(rest / 60)}:${two(rest % 60)}` : `${Math.floor(rest / 3600)}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
  return (isOver ? '+' : '') + tail
}

const remaining = () => {
  const { state, remaining } = wall.countdown
  return state === 'running' || state === 'over' ? remaining - (now() - told.countdown) : remaining
}
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
  const { countdown, stopwatch } = wall
  const hasRing = countdown || ringing
  place.classList.toggle('has-ring', Boolean(hasRing))
  place.classList.toggle('has-watch', Boolean(!hasRing && stopwatch))
  place.classList.toggle('is-urgent', Boolean(urgent))
  place.classList.toggle('is-blank', wall.isBlank)
  put('.corner', urgent ? clock(second) : code)
  let phase = ''
  if (ringing) {
    phase = 'over'
    put('.title', say('rings'))
    number(ringing.join(', ') || say('time is up'))
  } else if (countdown) {
    phase = countdown.phase
    put('.title', countdown.title)
    $('.texts').style.setProperty('--letters', countdown.title.length || 1)
    number(figures(Math.ceil(remaining())))
    ring(countdown.state === 'over' ? 0 : Math.min(1, Math.max(0, remaining() / (countdown.length || 1))), phase)
  } else if (stopwatch) {
    put('.title', '')
    number(tenths(elapsed()))
  } else {
    put('.title', '')
    number('')
  }
  for (const name of ['soon', 'last', 'over']) place.classList.toggle(name, phase === name)

  const minute = clock(second)
  if (minute !== showWall.second) {
    showWall.second = minute
    showCards(second)
  }
  put('#stopwatch .state', stopwatch ? tenths(elapsed()) : '')
}

function number(text) {
  put('.number', text)
  $('.texts').style.setProperty('--figures', Math.max(2, text.length))
}

/** A share of the ring, from twelve o'clock. */
function ring(share, phase) {
  $('.arc').setAttribute('stroke-dasharray', `${share * 1000} 1000`)
  const angle = share * 2 * Math.PI
  $('.knob').setAttribute('cx', 46.5 * Math.sin(angle))
  $('.knob').setAttribute('cy', -46.5 * Math.cos(angle))
  // A dash for each second of the last phase.
  const left = Math.ceil(remaining())
  const beats = Math.max(1, Math.min(10, Math.ceil(wall.countdown.length / 10)))
  const turn = (2 * Math.PI * 41) / beats
  const dashes = Array.from({ length: Math.max(0, left) }, () => `${0.7 * turn} ${0.3 * turn}`)
  if (phase === 'last') $('.marks').setAttribute('stroke-dasharray', `${dashes.join(' ')} 0 400`)
  else $('.marks').removeAttribute('stroke-dasharray')
}

const isStill = matchMedia('(prefers-reduced-motion: reduce)')
function animate() {
  const isMoving = wall && !gone && (wall.countdown?.state === 'running' || wall.countdown?.state === 'over' || wall.stopwatch?.isRunning)
  if (!document.hidden && !gone) showWall()
  setTimeout(animate, isMoving ? (isStill.matches && !wall.stopwatch?.isRunning ? 250 : 100) : 500)
}

// MARK: Controls

const isRinging = () => wall.ringing.length > 0 || wall.countdown?.state === 'over'

function show() {
  if (!wall) return
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

function showCountdown() {
  const { countdown } = wall
  put('#go', say(isRinging() ? 'Dismiss' : { running: 'Pause', paused: 'Resume' }[countdown?.state] ?? 'Start'))
  const [snooze, minute] = [quantity(5, 'minute'), quantity(1, 'minute')]
  put('#less', `− ${minute}`)
  put('#more', `+ ${isRinging() ? snooze : minute}`)
  $('#more').ariaLabel = isRinging() ? say('Ring again in %s', quantity(5, 'minute', 'long')) : say('1 minute more')
  enable('#less', countdown && !isRinging())
  enable('#more', countdown || isRinging())
  enable('#reset', countdown && countdown.state !== 'idle')
  enable('#clear', countdown)
  const group = $('#presets')
  if (group.dataset.of === presets.join()) return
  group.dataset.of = presets.join()
  group.replaceChildren(...presets.map((span) => button(spanInWords(seconds(span)), () => start(span))))
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

async function start(span) {
  const title = $('#exact-title').value.trim()
  if (await order('countdown start', title ? { span, title } : { span })) $('#exact').reset()
}

const press = (selector, act) => $(selector).addEventListener('click', act)
press('#go', () => order(isRinging() ? 'dismiss' : 'countdown toggle'))
press('#less', () => order('countdown add', { span: '-1m' }))
press('#more', () => (isRinging() ? order('snooze', { minutes: 5 }) : order('countdown add', { span: '1m' })))
press('#reset', () => order('countdown reset'))
press('#clear', () => order('countdown clear'))

function submit(selector, act) {
  $(selector).addEventListener('submit', (event) => {
    event.preventDefault()
    act(event.target)
  })
}

// Figures are filled in from the right, as on the wall: 7 3 0 is 7:30.
$('#exact-time').addEventListener('input', ({ target }) => {
  const digits = target.value.replace(/\D/g, '').replace(/^0+/, '').slice(-6)
  const padded = digits.padStart(digits.length > 4 ? 6 : 4, '0')
  target.value = digits && padded.match(/../g).join(':').replace(/^0(?=\d)/, '')
})
submit('#exact', () => start(String(secondOfDay($('#exact-time').value))))

function showMessages() {
  const list = $('#message .list')
  const items = wall.messages.map((message) => {
    const words = message.lines.join(' ')
    const priority = say({ info: 'Info', notice: 'Notice', urgent: 'Urgent' }[message.priority])
    const small = make('small', {}, message.isShown ? priority : `${priority} · ${say('waits')}`)
    const item = make('li', {}, make('span', { dir: 'auto' }, words, small))
    // One without a name can only be dismissed as the most urgent of all.
    if (message.id || (message === wall.messages[0] && !isRinging())) {
      item.append(button('✕', () => order('dismiss', message.id ? { id: message.id } : {}), `${say('Remove')}: ${words}`))
    }
    return item
  })
  replace(list, items, JSON.stringify([wall.messages.map(({ left, ...rest }) => rest), isRinging()]))
  put('#message .state', wall.messages[0]?.lines.join(' ') ?? say('none'))
}

/** Replaces the items of a list if they are others, so that a focus in it stays. */
function replace(list, items, version) {
  if (list.dataset.version === version) return
  list.dataset.version = version
  list.replaceChildren(...items)
}

const spans = ['10s', '30s', '1m', '5m', '15m', '1h', '']
submit('#message form', async (form) => {
  const fields = { text: $('#text').value, priority: form.elements.priority.value, id: `remote-${Date.now().toString(36)}` }
  if ($('#span').value) fields.for = $('#span').value
  if (await order('message', fields)) $('#text').value = ''
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
  replace($('#stopwatch .list'), items, JSON.stringify(laps))
}
const hundredths = (seconds) => `${tenths(seconds)}${Math.floor(seconds * 100) % 10}`

press('#watch-go', () => order(wall.stopwatch?.isRunning ? 'stopwatch stop' : 'stopwatch start'))
press('#lap', () => order('stopwatch lap'))
press('#watch-reset', () => order('stopwatch reset'))
press('#watch-clear', () => order('stopwatch clear'))

const titles = { scaled: 'Classic', full: 'Full range', literal: 'Night shades', carry: 'Flowing', hue: 'Rainbow' }
const faceTitle = (face) => (titles[face] ? say(titles[face]) : face)

function showFaces() {
  put('#faces .state', faceTitle(wall.face))
  const cards = faces.map((face) => {
    const card = button('', () => order('face', { name: face }))
    card.dataset.face = face
    card.append(make('b', { ariaHidden: 'true' }), make('span', {}, faceTitle(face)))
    return card
  })
  replace($('#faces .cards'), cards, faces.join())
  for (const card of $('#faces .cards').children) card.ariaPressed = String(card.dataset.face === wall.face)
  showCards(presentSecond())
}

/** The cards show the present second, each in its colour. */
function showCards(second) {
  if (!$('#faces').open) return
  for (const card of $('#faces .cards').children) {
    const colour = colourOf(card.dataset.face, second) ?? (card.dataset.face === wall.face ? wall.colour : '#808080')
    Object.assign(card.firstChild.style, { backgroundColor: colour, color: inkOn(colour) })
    card.firstChild.textContent = clock(second)
  }
}

function showLight() {
  const { dim, sound, isBlank } = wall
  const slider = $('#dim')
  if (document.activeElement !== slider || !slider.matches(':active')) slider.value = Math.round(dim * 100)
  slider.ariaValueText = `${Math.round(slider.value)} %`
  $('#blank').checked = isBlank
  $('#sound-row').hidden = !sound
  $('#sound').checked = Boolean(sound && !sound.isMuted)
  const states = [isBlank && say('blank'), `${Math.round(dim * 100)} %`, sound?.isMuted && say('sound off')]
  put('#light .state', states.filter(Boolean).join(' · '))
}

// While the slider moves one request is under way, and the last value follows.
let isDimming = false
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
for (const [id, command, field] of [['#blank', 'blank', 'state'], ['#sound', 'sound', 'state']]) {
  $(id).addEventListener('change', async ({ target }) => {
    if (!(await order(command, { [field]: target.checked ? 'on' : 'off' }))) target.checked = !target.checked
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
    return make('li', {}, text, button('✕', remove, `${say('Remove')}: ${time} ${title}`))
  })
  replace($('#alarms .list'), items, JSON.stringify([wall.alarms, wall.snoozed]))
  put('#alarms .state', wall.ringing.length ? say('rings') : wall.alarms.length ? wall.alarms.map((alarm) => alarmParts(alarm).time).join(', ') : say('none'))
}

submit('#alarms form', async (form) => {
  const days = all('.days input', form).filter((box) => box.checked).map((box) => box.value)
  const title = $('#alarm-title').value.trim()
  const alarm = $('#alarm-time').value + (title && `=${title}`) + (days.length ? `@${days.join()}` : '')
  if (!(await order('alarm add', { alarm }))) return
  form.reset()
  refresh()
})

/** The running order, where the wall has one. */
function showProgram() {
  const { program } = wall
  $('#program').hidden = !program
  if (!program) return
  const { step, steps, title, next } = program
  put('#program .state', `${step}/${steps} ${title}`)
  put('#program .list', next ? `${say('Next')}: ${next.title} ${figures(next.length)}` : '')
  enable('#next', next)
}
press('#back', () => order('program back'))
press('#next', () => order('program next'))

function showHealth() {
  const { trouble, sent, clock, uptime, version } = health
  const state = $('#health .state')
  state.classList.toggle('bad', Boolean(trouble))
  put('#health .state', trouble ?? say('All is well'))
  const lines = [
    trouble,
    sent?.p99 !== undefined && say('In 99 of 100 seconds the wall is less than %s late', quantity(Math.max(0.1, Math.ceil(sent.p99 * 10000) / 10), 'millisecond')),
    clock && say(clock.synchronised ? 'The system clock is synchronised' : 'The system clock is not synchronised'),
    uptime && say('Running for %s', spanInWords(uptime)),
    version && say('Version %s', version),
  ].filter(Boolean)
  const items = lines.map((line) => make('li', {}, make('span', { dir: 'auto' }, line)))
  replace($('#health .list'), items, JSON.stringify(lines))
}
setInterval(() => !document.hidden && !gone && $('#health').open && readHealth(), 30000)
// Alarms of others come without an event.
setInterval(() => !document.hidden && !gone && source && $('#alarms').open && refresh(), 20000)

// MARK: Beginning

const kept = {
  get(id) {
    try {
      return localStorage.getItem(id)
    } catch {}
  },
  set(id, value) {
    try {
      localStorage.setItem(id, value)
    } catch {}
  },
}

function prepare() {
  translate(document)
  $('#span').replaceChildren(...spans.map((span) => new Option(span ? spanInWords(seconds(span)) : say('until removed'), span, span === '1m', span === '1m')))
  $('.days').replaceChildren(
    ...dayKeys.map((key, day) =>
      make('label', {}, make('input', { type: 'checkbox', value: key }), make('span', {}, dayName(day)))))
  const isWide = matchMedia('(min-width: 700px)').matches
  for (const part of all('details')) {
    part.open = isWide || kept.get(part.id) === 'open'
    part.addEventListener('toggle', () => {
      if (!isWide) kept.set(part.id, part.open ? 'open' : '')
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
