import { formUrl } from '@ctxgen/core/path-form'
import { type PathParam, type PatternPiece, piecesOf } from '../pattern-pieces.ts'

/** A path of the document. */
export interface PathForm {
  /** `/cars/{id}`. */
  readonly path: string
  readonly params: readonly PathParam[]
}

/**
 * The paths of a route pattern: with and without each optional parameter, and for `*` without its value. Literal text is
 * written as clients send it: `/créer` is `/cr%C3%A9er`.
 */
export function pathForms(pattern: string): readonly PathForm[] {
  const pieces = withNames(piecesOf(pattern))
  const optional = pieces.flatMap((piece, i) => (typeof piece !== 'string' && piece.isOptional ? [i] : []))
  const forms = [formOf(pieces)]
  for (const from of optional.toReversed())
    forms.push(formOf(pieces.filter((_, i) => i < from || !optional.includes(i))))
  return [...new Map(forms.map((form) => [form.path, form])).values()]
}

function formOf(pieces: readonly PatternPiece[]): PathForm {
  const text = pieces
    .map((piece) => (typeof piece === 'string' ? formUrl(piece) : `{${piece.name}}`))
    .join('')
  const path = `/${text}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  return { path, params: pieces.filter((piece) => typeof piece !== 'string') }
}

/** The only wildcard of a path is `wildcard`, others have numbers. */
function withNames(pieces: readonly PatternPiece[]): readonly PatternPiece[] {
  const wildcards = pieces.filter((piece) => typeof piece !== 'string' && piece.isWildcard).length
  let number = 0
  return pieces.map((piece) => {
    if (typeof piece === 'string' || !piece.isWildcard) return piece
    number++
    return { ...piece, name: wildcards === 1 ? 'wildcard' : `wildcard${number}` }
  })
}
