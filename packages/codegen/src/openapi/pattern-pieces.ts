import type { ConstraintText } from '@ctxgen/core/constraint-text'
import { pathForm } from '@ctxgen/core/path-form'
import { type ParamPiece, patternPieces } from '@ctxgen/core/route-pattern'
import type { Schema } from './document/openapi-document.ts'

export interface PathParam {
  /** In the document. */
  readonly name: string
  /** Names by which handlers read it: `*` and `*1` are the first wildcard. */
  readonly names: readonly string[]
  readonly isWildcard: boolean
  /** From constraints such as `<int;min(1)>`; `undefined` without any. */
  readonly schema: Schema | undefined
}

interface PatternParam extends PathParam {
  readonly isOptional: boolean
  /** As written. */
  readonly text: string
}

/** Literal text of a route pattern in its form, or a parameter. */
export type PatternPiece = string | PatternParam

/** The pieces of a route pattern, which is read as the runtime reads it. */
export function piecesOf(pattern: string): readonly PatternPiece[] {
  return readable(pattern).map((piece) =>
    piece.kind === 'literal' ? pathForm(piece.text) : patternParam(piece),
  )
}

/** An app with an unclosed constraint does not start, so that its document may have any path. */
function readable(pattern: string): ReturnType<typeof patternPieces> {
  try {
    return patternPieces(pattern)
  } catch {
    return [{ kind: 'literal', text: pattern }]
  }
}

function patternParam({ name, text, greedy, optional, constraints }: ParamPiece): PatternParam {
  // The first wildcard has two names.
  const names = greedy && name.endsWith('1') && name.length === 2 ? [name, text] : [name]
  const schema = constraints.length === 0 ? undefined : schemaOf(constraints)
  return { name: greedy ? '' : name, names, isWildcard: greedy, isOptional: optional, schema, text }
}

/** `<int;min(1)>` as a schema. */
function schemaOf(constraints: readonly ConstraintText[]): Schema {
  const parts = constraints.map(({ name, argument = '' }) => constraintSchema(name, argument))
  return Object.assign({ type: 'string' }, ...parts)
}

/** Constraints of the app's own, and those that a schema cannot express, are left out. */
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
