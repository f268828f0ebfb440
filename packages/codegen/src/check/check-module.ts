import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DtoModule } from '../model/dto.ts'
import { checkBodyTypes } from './body-types.ts'
import { checkBoundFields } from './bound-fields.ts'
import { boundPlaces } from './bound-places.ts'
import { checkDuplicateNames } from './duplicate-names.ts'
import { checkExportedNames } from './exported-names.ts'
import { checkIdleTags } from './idle-tags.ts'
import { checkNames } from './names.ts'
import { checkOptions } from './options.ts'
import { checkRules } from './rules/check-rules.ts'
import { checkSentTypes } from './sent-types.ts'
import { checkTextTypes } from './text-types.ts'
import { checkUnions } from './unions.ts'

/** Everything that can be said of a module before anything is emitted. */
export function checkModule(module: DtoModule): readonly Diagnostic[] {
  const places = boundPlaces(module)
  const ofPlaces = places.flatMap((place) => [
    ...checkNames(place),
    ...checkDuplicateNames(place),
    ...checkOptions(place),
    ...checkUnions(place, module),
  ])
  const ofDtos = module.dtos.flatMap((dto) => [
    ...checkTextTypes(dto, module),
    ...checkBodyTypes(dto, module),
    ...checkBoundFields(dto),
    ...checkSentTypes(dto, module),
  ])
  const all = [...checkExportedNames(module), ...ofPlaces, ...ofDtos, ...checkIdleTags(places, module)]
  return withoutRepeats([...all, ...checkRules(module)])
}

/** One tag binds from several sources, and says what is wrong with it once. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>()
  return diagnostics.filter(({ message, span }) => {
    const key = JSON.stringify([message, span])
    return !seen.has(key) && seen.add(key)
  })
}
