import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { DtoModule } from '../model/dto.ts'
import { functionPrefixes } from '../model/shared-names.ts'

/** A DTO must not have the name of a function generated for another. */
export function checkExportedNames(module: DtoModule): readonly Diagnostic[] {
  const all = [...module.dtos, ...module.bodies]
  return all.flatMap((dto) =>
    all.flatMap((other) => {
      const clashes = functionPrefixes.some((prefix) => `${prefix}${other.name}` === dto.name)
      return clashes ? [diagnose(catalog.nameClash, dto.span, dto.name, other.name)] : []
    }),
  )
}
