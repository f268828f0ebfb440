/** Pseudo-random numbers below a bound, the same in every run. */
export function pickerOf(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** The form of a path, byte by byte. */
export function slowForm(path: string): string {
  const bytes: number[] = []
  for (let at = 0; at < path.length; ) {
    const character = String.fromCodePoint(path.codePointAt(at) ?? 0)
    const digits = /^%([0-9a-fA-F]{2})/.exec(path.slice(at))?.[1]
    if (digits !== undefined) {
      const code = Number.parseInt(digits, 16)
      if (isKept(code) || code === 0x2f) bytes.push(...escapeOf(code))
      else bytes.push(code)
      at += 3
    } else {
      const code = character.codePointAt(0) ?? 0
      if (isKept(code)) bytes.push(...escapeOf(code))
      else bytes.push(...new TextEncoder().encode(character))
      at += character.length
    }
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes))
}

function isKept(code: number): boolean {
  return code < 0x20 || code === 0x7f || [...'\\%?#'].some((one) => one.charCodeAt(0) === code)
}

function escapeOf(code: number): Uint8Array {
  return new TextEncoder().encode(`%${code.toString(16).toUpperCase().padStart(2, '0')}`)
}

/** A path in other spelling: bare or escaped characters, in either case when `cases` is set. */
export function spelled(path: string, pick: (bound: number) => number, cases: boolean): string {
  let text = ''
  for (const character of path) {
    const one = cases && pick(4) === 0 ? otherCase(character) : character
    if (one === '/' || (one.charCodeAt(0) < 128 && pick(2) === 0)) text += one
    else for (const byte of new TextEncoder().encode(one)) text += escaped(byte, pick)
  }
  return text
}

function escaped(byte: number, pick: (bound: number) => number): string {
  const digits = byte.toString(16).padStart(2, '0')
  return `%${pick(2) === 0 ? digits : digits.toUpperCase()}`
}

/** Only a letter whose other case is its only one. */
function otherCase(character: string): string {
  const upper = character.toUpperCase()
  const other = upper === character ? character.toLowerCase() : upper
  return other.length === character.length && other.toLowerCase() === character.toLowerCase()
    ? other
    : character
}
