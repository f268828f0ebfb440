import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DtoModule } from '../model/dto.ts'
import { functionPrefixes } from '../model/shared-names.ts'

/** A DTO must not be named like a function that is generated for another. */
export function checkExportedNames(module: DtoModule): readonly Diagnostic[] {
  return module.dtos.flatMap((dto) =>
    module.dtos.flatMap((other) => {
      const clashes = functionPrefixes.some((prefix) => `${prefix}${other.name}` === dto.name)
      return clashes ? [diagnose(catalog.nameClash, dto.span, dto.name, other.name)] : []
    }),
  )
}
