import { type ConstraintText, readConstraints } from './constraint-text.ts'

/** A parameter of a route pattern. */
export interface ParamPiece {
  readonly kind: 'param'
  /** Wildcards are numbered, `*1`, `*2`, `+1`. */
  readonly name: string
  /** As written. */
  readonly text: string
  /** `*` and `+` also match slashes. */
  readonly greedy: boolean
  readonly optional: boolean
  readonly constraints: readonly ConstraintText[]
}

/** Literal text of a route pattern, without backslashes, or a parameter. */
type PatternPiece = { readonly kind: 'literal'; readonly text: string } | ParamPiece

const noConstraints: readonly ConstraintText[] = []

const signs: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set(['*', '+', ':'])
const nameEnd = /[/\-.:?\\<]/g

/**
 * The pieces of a pattern: `/user/:name`, `/files/*`, `/a/:x?`, `/n/:id<int;min(1)>`, `/verb\:literal`.
 * @throws TypeError when a constraint is not closed.
 */
export function patternPieces(text: string): PatternPiece[] {
  const pieces: PatternPiece[] = []
  const wildcards = { '*': 0, '+': 0 }
  let literal = ''
  let at = 0
  const add = (piece: PatternPiece): void => {
    if (literal !== '') pieces.push({ kind: 'literal', text: literal })
    literal = ''
    pieces.push(piece)
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\\' && at + 1 < text.length) {
      literal += text[at + 1]
      at += 2
    } else if ((char === '+' || char === ':') && signs.has(text[at + 1])) {
      // Of adjacent signs the last begins a parameter: `/color::color`, `/call/+:number`.
      literal += char
      at++
    } else if (char === '*' || char === '+') {
      wildcards[char]++
      const name = char + wildcards[char]
      add({
        kind: 'param',
        name,
        text: char,
        greedy: true,
        optional: char === '*',
        constraints: noConstraints,
      })
      at++
    } else if (char === ':' && endOfName(text, at + 1) > at + 1) {
      const piece = readParam(text, at)
      add(piece.param)
      at = piece.end
    } else {
      literal += char
      at++
    }
  }
  if (literal !== '') pieces.push({ kind: 'literal', text: literal })
  return pieces
}

/** Reads a named parameter, beginning at its colon. */
function readParam(text: string, at: number): { readonly param: ParamPiece; readonly end: number } {
  const nameEnd = endOfName(text, at + 1)
  const { constraints, end } =
    text[nameEnd] === '<' ? readConstraints(text, nameEnd) : { constraints: noConstraints, end: nameEnd }
  const optional = text[end] === '?'
  const last = optional ? end + 1 : end
  const name = text.slice(at + 1, nameEnd)
  return {
    param: { kind: 'param', name, text: text.slice(at, last), greedy: false, optional, constraints },
    end: last,
  }
}

function endOfName(text: string, start: number): number {
  nameEnd.lastIndex = start
  return nameEnd.exec(text)?.index ?? text.length
}
