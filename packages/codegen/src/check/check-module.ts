import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DtoModule } from '../model/dto.ts'
import { checkBodyTypes } from './body-types.ts'
import { checkBoundFields } from './bound-fields.ts'
import { checkDuplicateNames } from './duplicate-names.ts'
import { checkExportedNames } from './exported-names.ts'
import { checkNames } from './names.ts'
import { checkOptions } from './options.ts'
import { checkRules } from './rules/check-rules.ts'
import { checkTextTypes } from './text-types.ts'

/** Everything that can be said of a module before anything is emitted. */
export function checkModule(module: DtoModule): readonly Diagnostic[] {
  const ofDtos = module.dtos.flatMap((dto) => [
    ...checkNames(dto),
    ...checkDuplicateNames(dto),
    ...checkOptions(dto),
    ...checkTextTypes(dto, module),
    ...checkBodyTypes(dto, module),
    ...checkBoundFields(dto),
  ])
  return [...checkExportedNames(module), ...ofDtos, ...checkRules(module)]
}
