import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { BinderUse, Operation } from '../model/operation.ts'
import { piecesOf } from '../pattern-pieces.ts'
import { requiredNames } from './uri-names.ts'

/** A route parameter that a binder needs and that the path of its handler lacks. */
interface MissingParameter {
  readonly use: BinderUse
  readonly name: string
}

export function missingParameters({ binders }: Operation): readonly MissingParameter[] {
  return binders.flatMap((use) => {
    const dto = use.module.dtos.find(({ name }) => name === use.name)
    if (dto === undefined) return []
    const given = paramNames(use.pattern)
    const missing = requiredNames(use.module, dto, use.source).filter((name) => !given.includes(name))
    return missing.map((name) => ({ use, name }))
  })
}

/** The names under which handlers read the parameters of a pattern. */
export function paramNames(pattern: string): readonly string[] {
  return piecesOf(pattern).flatMap((piece) => (typeof piece === 'string' ? [] : piece.names))
}

export function diagnoseMissing({ use, name }: MissingParameter): Diagnostic {
  return diagnose(openApiCatalog.missingParameter, use.span, name, use.pattern)
}
