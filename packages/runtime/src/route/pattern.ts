import { pathForm } from '@ctxgen/core/path-form'
import { type ParamPiece, patternPieces } from '@ctxgen/core/route-pattern'

/** Literal text of the path's form; in lower case when the app ignores case. */
export interface LiteralPart {
  readonly kind: 'literal'
  readonly text: string
  /** `text` ends in a `/` that the end of a path may omit. */
  readonly optionalSlash: boolean
}

/** A parameter. */
export interface ParamPart extends ParamPiece {
  /** The literal that ends the value, without trailing slashes; `""` when none follows. */
  readonly until: string
  /** How often `until` occurs in the literals that follow: a greedy value must leave as many. */
  readonly untilCount: number
  /** Adjacent parameters take one character each, the last one the rest. */
  readonly single: boolean
  readonly last: boolean
}

type PatternPart = LiteralPart | ParamPart

/** A route pattern, parsed at registration. */
export interface Pattern {
  readonly parts: readonly PatternPart[]
  /** The names of the parameters in order, as written. */
  readonly params: readonly string[]
}

interface PatternOptions {
  readonly caseSensitive: boolean
  readonly strictRouting: boolean
}

type Piece = { kind: 'literal'; text: string } | ParamPiece

/**
 * Parses a pattern: `/user/:name`, `/files/*`, `/a/:x?`, `/n/:id<int;min(1)>`, `/verb\:literal`.
 * @throws TypeError when a constraint is not closed.
 */
export function parsePattern(text: string, options: PatternOptions): Pattern {
  const pieces = patternPieces(text).map(
    (piece): Piece => (piece.kind === 'literal' ? { kind: 'literal', text: pathForm(piece.text) } : piece),
  )
  if (!options.strictRouting) trimLastSlashes(pieces)
  if (!options.caseSensitive) {
    for (const piece of pieces) if (piece.kind === 'literal') piece.text = foldCase(piece.text)
  }
  const parts = pieces.map((piece, at) =>
    piece.kind === 'literal' ? literalPart(pieces, at, piece.text) : paramPart(pieces, at, piece),
  )
  return { parts, params: parts.flatMap((part) => (part.kind === 'param' ? [part.name] : [])) }
}

/**
 * Lower case of each character alone: the lower case of a whole text depends on its end (`Σ`). Positions in the folded
 * path are also valid in the path.
 */
export function foldCase(text: string): string {
  return beyondAscii.test(text) ? Array.from(text, foldCharacter).join('') : text.toLowerCase()
}

const beyondAscii = /[\u0080-\uffff]/

/** The few characters that would become longer, such as `İ`, are kept. */
function foldCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

function trimLastSlashes(pieces: Piece[]): void {
  const last = pieces.at(-1)
  if (last?.kind !== 'literal') return
  last.text = trimSlashes(last.text)
  if (last.text === '') pieces.pop()
}

/** Without its last slashes. */
export function trimSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}

function literalPart(pieces: readonly Piece[], at: number, text: string): LiteralPart {
  const next = pieces[at + 1]
  return {
    kind: 'literal',
    text,
    optionalSlash: text.endsWith('/') && next?.kind === 'param' && next.optional,
  }
}

function paramPart(pieces: readonly Piece[], at: number, piece: ParamPiece): ParamPart {
  const next = pieces[at + 1]
  const following = pieces.slice(at + 1).flatMap((other) => (other.kind === 'literal' ? [other.text] : []))
  const first = following[0] ?? ''
  const until = trimSlashes(first) || first.charAt(0)
  return {
    ...piece,
    until,
    untilCount: until === '' ? 0 : following.reduce((sum, text) => sum + text.split(until).length - 1, 0),
    single: next?.kind === 'param' && !piece.greedy && !next.greedy,
    last: next === undefined,
  }
}

/** How paths are compared. */
export interface RouterOptions extends PatternOptions {
  /** A GET route does not answer HEAD. */
  readonly disableHeadAutoRegister: boolean
}
