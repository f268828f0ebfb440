const separators: Readonly<Record<string, string>> = { '\u2028': '\\u2028', '\u2029': '\\u2029' }

// No legitimate name is longer.
const maxName = 256

/** A script that calls a function with the JSON, valid in every edition of JavaScript. */
export function jsonpScript(json: string, callback: string | undefined): string {
  const text = json.replace(/[\u2028\u2029]/g, (char) => separators[char] ?? char)
  return `${callbackName(callback ?? '')}(${text});`
}

/** The name without disallowed characters if the rest is a member expression, otherwise `callback`. */
function callbackName(wanted: string): string {
  const name = wanted.replace(/[^\w$.[\]]/g, '')
  return name.length <= maxName && isMemberExpression(name) ? name : 'callback'
}

const identifier = /^[A-Za-z_$][\w$]*/

// Words that are not expressions. `this`, `true`, `null`, `let`, `await` and `yield` are, in sloppy mode.
const reserved = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends finally for ' +
    'function if import in instanceof new return super switch throw try typeof var void while with'
  ).split(' '),
)

/** `identifier(.identifier | [expression or digits])*`, the whole text. */
function isMemberExpression(text: string): boolean {
  // A statement that begins with `let[` is a declaration.
  return !text.startsWith('let[') && endOfExpression(text, 0) === text.length
}

/** The end of the expression that begins at `start`; -1 when there is none. */
function endOfExpression(text: string, start: number): number {
  const head = identifier.exec(text.slice(start))?.[0]
  if (head === undefined || reserved.has(head)) return -1
  let at = start + head.length
  while (at < text.length && (text[at] === '.' || text[at] === '[')) {
    const next = text[at] === '.' ? endOfProperty(text, at + 1) : endOfIndex(text, at + 1)
    if (next === -1) return -1
    at = next
  }
  return at
}

function endOfProperty(text: string, start: number): number {
  const name = identifier.exec(text.slice(start))?.[0]
  return name === undefined ? -1 : start + name.length
}

function endOfIndex(text: string, start: number): number {
  const digits = /^\d+/.exec(text.slice(start))?.[0]
  const end = digits === undefined ? endOfExpression(text, start) : start + digits.length
  return end !== -1 && text[end] === ']' ? end + 1 : -1
}
