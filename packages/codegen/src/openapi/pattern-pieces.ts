import type { Schema } from './document/openapi-document.ts'
import { literalForm } from './literal-form.ts'

export interface PathParam {
  /** In the document. */
  readonly name: string
  /** Names by which handlers read it: `*` and `*1` are the first wildcard. */
  readonly names: readonly string[]
  readonly isWildcard: boolean
  /** From constraints such as `<int;min(1)>`; `undefined` without any. */
  readonly schema: Schema | undefined
}

export interface PatternParam extends PathParam {
  readonly isOptional: boolean
  /** As written. */
  readonly text: string
}

/** Literal text of a route pattern in its form, or a parameter. */
export type PatternPiece = string | PatternParam

const nameEnd = /[/\-.:?\\<]/g
const signs = '*+:'

/** The pieces of a route pattern, which is read as the runtime reads it. */
export function piecesOf(text: string): readonly PatternPiece[] {
  const pieces: PatternPiece[] = []
  const wildcards = { '*': 0, '+': 0 }
  let at = 0
  const add = (piece: PatternPiece): void => {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else pieces.push(piece)
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (char === '\\' && next !== '') {
      add(next)
      at += 2
    } else if ((char === '*' || char === '+') && !(char === '+' && next !== '' && signs.includes(next))) {
      wildcards[char]++
      const names = [`${char}${wildcards[char]}`, ...(wildcards[char] === 1 ? [char] : [])]
      add({ name: '', names, isWildcard: true, isOptional: char === '*', schema: undefined, text: char })
      at++
    } else if (char === ':' && endOfName(text, at + 1) > at + 1) {
      const [param, end] = readParam(text, at)
      add(param)
      at = end
    } else {
      add(char)
      at++
    }
  }
  return pieces.map((piece) => (typeof piece === 'string' ? literalForm(piece) : piece))
}

function endOfName(text: string, start: number): number {
  nameEnd.lastIndex = start
  return nameEnd.exec(text)?.index ?? text.length
}

function readParam(text: string, at: number): readonly [PatternParam, number] {
  const end = endOfName(text, at + 1)
  const name = text.slice(at + 1, end)
  const constraints = text[end] === '<' ? readConstraints(text, end) : { schema: undefined, end }
  const isOptional = text[constraints.end] === '?'
  const { schema } = constraints
  const whole = constraints.end + (isOptional ? 1 : 0)
  return [{ name, names: [name], isWildcard: false, isOptional, schema, text: text.slice(at, whole) }, whole]
}

/** `<int;min(1)>` as a schema, beginning at the `<`. */
function readConstraints(text: string, start: number): { readonly schema: Schema; readonly end: number } {
  let schema: Schema = {}
  let at = start
  while (at < text.length && text[at] !== '>') {
    const found = /^[^;>(]*/.exec(text.slice(at + 1))?.[0] ?? ''
    const nameEnds = at + 1 + found.length
    const close = text[nameEnds] === '(' ? closing(text, nameEnds) : nameEnds - 1
    schema = {
      ...schema,
      ...constraintSchema(found.trim(), text.slice(nameEnds + 1, Math.max(nameEnds + 1, close))),
    }
    at = close + 1
    while (text[at] === ' ') at++
  }
  return { schema: { type: 'string', ...schema }, end: at + 1 }
}

function closing(text: string, start: number): number {
  let depth = 0
  let isInClass = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (isInClass) isInClass = char !== ']'
    else if (char === '[') isInClass = true
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at
  }
  return text.length
}

/** Constraints of the app's own, and those that a schema cannot express, say nothing. */
function constraintSchema(name: string, argument: string): Schema {
  const [first = 0, second = 0] = argument.split(',').map(Number)
  switch (name.toLowerCase()) {
    case 'int':
      return { type: 'integer' }
    case 'bool':
      return { type: 'boolean' }
    case 'float':
      return { type: 'number' }
    case 'alpha':
      return { pattern: '^\\p{L}+$' }
    case 'guid':
      return { format: 'uuid' }
    case 'minlen':
      return { minLength: first }
    case 'maxlen':
      return { maxLength: first }
    case 'len':
      return { minLength: first, maxLength: first }
    case 'betweenlen':
      return { minLength: first, maxLength: second }
    case 'min':
      return { type: 'integer', minimum: first }
    case 'max':
      return { type: 'integer', maximum: first }
    case 'range':
      return { type: 'integer', minimum: first, maximum: second }
    case 'regex':
      return { pattern: argument }
    default:
      return {}
  }
}
