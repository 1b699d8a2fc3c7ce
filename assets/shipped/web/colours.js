// The colours of the faces, by the rules of Sources/ColourClock/Faces and Colour.

/** What part is of a whole in 0…255, rounded half up. */
const channel = (part, whole) => Math.min(255, Math.floor((part * 510 + whole) / (whole * 2)))
const digits = (value) => Math.floor(value / 10) * 16 + (value % 10)
const share = (part, whole) => Math.min(255, Math.floor((part * 255) / whole))

const faces = {
	scaled: (h, m, s) => [channel(h, 24), channel(m, 60), channel(s, 60)],
	full: (h, m, s) => [channel(h, 23), channel(m, 59), channel(s, 59)],
	literal: (h, m, s) => [digits(h), digits(m), digits(s)],
	carry: (h, m, s) => [share(h * 3600 + m * 60 + s, 86400), share(m * 60 + s, 3600), share(s, 60)],
	hue: (h, m, s) => {
		const hour = (m * 60 + s) / 3600
		const lightness = 0.26 + (0.955 - 0.26) * (1 - Math.abs(2 * hour - 1))
		const angle = (264 * Math.PI) / 180 - (2 * Math.PI * (h * 3600 + m * 60 + s)) / 86400
		const wave = Math.sin(2 * Math.PI * hour)
		const richness = 0.65 + 0.3 * Math.sign(wave) * Math.sqrt(Math.abs(wave))
		const chroma = Math.min(0.17, gamutChroma(lightness, angle)) * richness
		return light(lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)).map(encode)
	},
}

/** The greatest chroma that sRGB has there, by bisection. */
function gamutChroma(lightness, angle) {
	let [inside, outside] = [0, 0.4]
	const slack = 0.5 / 255 / 12.92
	for (let step = 0; step < 14; step++) {
		const middle = (inside + outside) / 2
		const isIn = light(lightness, middle * Math.cos(angle), middle * Math.sin(angle)).every((v) => v >= -slack && v <= 1 + slack)
		if (isIn) inside = middle
		else outside = middle
	}
	return inside
}

/** OKLab to linear light. */
function light(lightness, a, b) {
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
	return [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	]
}

const decode = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const encode = (value) =>
	Math.round(Math.min(1, Math.max(0, value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)) * 255)

faces.analogue = faces.carry

const hex = (parts) => '#' + parts.map((part) => part.toString(16).padStart(2, '0')).join('')
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))

/** The colour of a face at a second of the day; undefined for a card of one's own. */
export const colourOf = (face, second) =>
	faces[face] && hex(faces[face](Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60))

/** A colour with a share of its light. */
export const dimmed = (colour, share) => (share < 1 ? hex(parts(colour).map((part) => encode(decode(part) * share))) : colour)

const luminance = (colour) => {
	const [red, green, blue] = parts(colour).map(decode)
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** What lies behind small letters of an ink: a darker or lighter tone of the ground where the contrast is under 4.5:1. */
export function plateOn(colour, ink) {
	const contrast = (one, two) => (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
	const [letters, far] = [luminance(ink), ink === '#ffffff' ? 0 : 255]
	for (let step = 0; step <= 64; step++) {
		const plate = hex(parts(colour).map((part) => Math.round(part + ((far - part) * step) / 64)))
		if (contrast(luminance(plate), letters) >= 4.5) return step ? plate : 'transparent'
	}
}

/** Black or white, whichever is read better: by the lesser of WCAG 2.2 over 3 and APCA over 45. */
export function inkOn(colour) {
	const [red, green, blue] = parts(colour)
	const light = luminance(colour)
	const sum = 0.2126729 * (red / 255) ** 2.4 + 0.7151522 * (green / 255) ** 2.4 + 0.072175 * (blue / 255) ** 2.4
	const soft = (value) => (value < 0.022 ? value + (0.022 - value) ** 1.414 : value)
	const ground = soft(sum)
	const white = Math.min(1.05 / (light + 0.05) / 3, Math.abs((ground ** 0.65 - 1) * 1.14 + 0.027) / 0.45)
	const black = Math.min((light + 0.05) / 0.05 / 3, Math.abs((ground ** 0.56 - soft(0) ** 0.57) * 1.14 - 0.027) / 0.45)
	return white >= black ? '#ffffff' : '#000000'
}
