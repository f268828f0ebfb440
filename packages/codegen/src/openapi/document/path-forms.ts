import type { Schema } from './openapi-document.ts'

/** A path of the document. */
export interface PathForm {
  /** `/cars/{id}`. */
  readonly path: string
  readonly params: readonly PathParam[]
}

export interface PathParam {
  /** In the document. */
  readonly name: string
  /** Names by which handlers read it: `*` and `*1` are the first wildcard. */
  readonly names: readonly string[]
  readonly isWildcard: boolean
  /** From constraints such as `<int;min(1)>`; `undefined` without any. */
  readonly schema: Schema | undefined
}

interface Param extends PathParam {
  readonly isOptional: boolean
}

type Piece = string | Param

/**
 * The paths of a route pattern: with and without each optional parameter, and for `*` without its value. Patterns are read as
 * the runtime reads them.
 */
export function pathForms(pattern: string): readonly PathForm[] {
  const pieces = withNames(piecesOf(pattern))
  const optional = pieces.flatMap((piece, i) => (typeof piece !== 'string' && piece.isOptional ? [i] : []))
  const forms = [formOf(pieces)]
  for (const from of optional.toReversed())
    forms.push(formOf(pieces.filter((_, i) => i < from || !optional.includes(i))))
  return [...new Map(forms.map((form) => [form.path, form])).values()]
}

function formOf(pieces: readonly Piece[]): PathForm {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('')
  const path = `/${text}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  return { path, params: pieces.filter((piece) => typeof piece !== 'string') }
}

/** The only wildcard of a path is `wildcard`, others have numbers. */
function withNames(pieces: readonly Piece[]): readonly Piece[] {
  const wildcards = pieces.filter((piece) => typeof piece !== 'string' && piece.isWildcard).length
  let number = 0
  return pieces.map((piece) => {
    if (typeof piece === 'string' || !piece.isWildcard) return piece
    number++
    return { ...piece, name: wildcards === 1 ? 'wildcard' : `wildcard${number}` }
  })
}

const nameEnd = /[/\-.:?\\<]/g
const signs = '*+:'

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  const wildcards = { '*': 0, '+': 0 }
  let at = 0
  const add = (piece: Piece): void => {
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
      add({ name: '', names, isWildcard: true, isOptional: char === '*', schema: undefined })
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
  return pieces
}

function endOfName(text: string, start: number): number {
  nameEnd.lastIndex = start
  return nameEnd.exec(text)?.index ?? text.length
}

function readParam(text: string, at: number): readonly [Param, number] {
  const end = endOfName(text, at + 1)
  const name = text.slice(at + 1, end)
  const constraints = text[end] === '<' ? readConstraints(text, end) : { schema: undefined, end }
  const isOptional = text[constraints.end] === '?'
  const { schema } = constraints
  return [
    { name, names: [name], isWildcard: false, isOptional, schema },
    constraints.end + (isOptional ? 1 : 0),
  ]
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
