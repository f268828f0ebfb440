const quote = 0x22
const backslash = 0x5c

/**
 * Whether a valid JSON text nests more than `most` lists and objects in one another. What no property takes counts too:
 * nobody else looks at it before the application does.
 */
export function isDeeperThan(text: string, most: number): boolean {
  return hasMore(text, most) && depthPasses(text, most)
}

/** Whether there are so many brackets at all: for most bodies all that is to be asked, at the speed of `indexOf`. */
function hasMore(text: string, most: number): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++count > most) return true
    }
  }
  return false
}

function depthPasses(text: string, most: number): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = stringEnd(text, i)
    // [ and { differ in one bit, and so do ] and }.
    else if ((code | 0x20) === 0x7b) {
      if (++depth > most) return true
    } else if ((code | 0x20) === 0x7d) depth--
  }
  return false
}

/** Where the string that starts at `start` ends: the index of its closing quote. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}
