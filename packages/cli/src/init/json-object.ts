import { lineEnd } from './line-end.ts'

/** Offsets of an object member in JSON text. */
interface Member {
  readonly key: string
  readonly start: number
  readonly valueStart: number
  readonly valueEnd: number
}

/** Offsets of an object in JSON text, of its opening and closing brace. */
interface JsonObject {
  readonly start: number
  readonly end: number
  readonly members: readonly Member[]
}

/** Finds the object at the first brace after `from`, with its members. The text must be valid JSON. */
export function readObject(text: string, from = 0): JsonObject {
  const start = text.indexOf('{', from)
  const members: Member[] = []
  let at = start + 1
  while (true) {
    at = skipBlank(text, at)
    if (at >= text.length || text[at] === '}') return { start, end: at, members }
    const keyEnd = skipValue(text, at)
    const valueStart = skipBlank(text, skipBlank(text, keyEnd) + 1)
    const valueEnd = skipValue(text, valueStart)
    members.push({ key: String(JSON.parse(text.slice(at, keyEnd))), start: at, valueStart, valueEnd })
    at = skipBlank(text, valueEnd)
    if (text[at] === ',') at++
  }
}

/** Appends a member in the style of the existing ones, and keeps all other text byte for byte. */
export function addMember(text: string, object: JsonObject, member: string): string {
  const last = object.members.at(-1)
  if (last === undefined) {
    const outer = indentOf(text, object.start)
    const eol = lineEnd(text)
    const isFlat = !text.includes('\n')
    const body = isFlat ? member : `${eol}${outer}${indentUnit(text)}${member}${eol}${outer}`
    return `${text.slice(0, object.start + 1)}${body}${text.slice(object.end)}`
  }
  const before = text.slice(object.start + 1, object.members[0]?.start)
  const gap = before.includes('\n') ? `${lineEnd(text)}${indentOf(text, last.start)}` : before
  return `${text.slice(0, last.valueEnd)},${gap}${member}${text.slice(last.valueEnd)}`
}

/** One level of indentation. */
function indentUnit(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
}

function indentOf(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at) + 1
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? ''
}

function skipBlank(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  return at
}

function skipValue(text: string, from: number): number {
  const open = text[from]
  if (open === '"') return skipString(text, from)
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '"') at = skipString(text, at) - 1
    else if ('{['.includes(char)) depth++
    else if ('}],'.includes(char) && depth === 0) return at
    else if ('}]'.includes(char) && --depth === 0) return at + 1
    else if (depth === 0 && /\s/.test(char)) return at
  }
  return text.length
}

function skipString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
