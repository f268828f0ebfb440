// The longest name in DNS.
const maxNameLength = 253

/**
 * A host name in lower-case Unicode: `xn--bcher-kva.example` becomes `bücher.example`. It is unchanged when a browser
 * would read the Unicode form as another name.
 */
export function unicodeName(name: string): string {
  if (!name.includes('xn--') || name.length > maxNameLength) return name
  const labels: string[] = []
  for (const label of name.split('.')) {
    const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label
    if (decoded === undefined) return name
    labels.push(decoded)
  }
  const decoded = labels.join('.')
  // The platform's URL parser knows the valid characters: `xn--admin-` must not become `admin`.
  const url = `http://${decoded}/`
  return URL.canParse(url) && new URL(url).hostname === name ? decoded : name
}

/** RFC 3492 section 6.2; `undefined` for invalid Punycode. */
function decodePunycode(text: string): string | undefined {
  const dash = text.lastIndexOf('-')
  const points = Array.from(text.slice(0, Math.max(dash, 0)), (char) => char.charCodeAt(0))
  let point = 128
  let place = 0
  let bias = 72
  let at = dash + 1
  while (at < text.length) {
    const before = place
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitAt(text, at++)
      if (digit === -1) return undefined
      place += digit * weight
      const threshold = Math.min(Math.max(k - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const count = points.length + 1
    point += Math.floor(place / count)
    // Also rejects NaN.
    if (!(point <= 0x10ffff)) return undefined
    bias = adaptBias(place - before, count, before === 0)
    place %= count
    points.splice(place++, 0, point)
  }
  return String.fromCodePoint(...points)
}

/** The value of a digit, `a` to `z` then `0` to `9`; -1 for anything else, or past the end. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : -1
}

/** RFC 3492 section 6.1. */
function adaptBias(distance: number, count: number, first: boolean): number {
  let delta = Math.floor(distance / (first ? 700 : 2))
  delta += Math.floor(delta / count)
  let k = 0
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
  return k + Math.floor((36 * delta) / (delta + 38))
}
