import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { DtoModule } from '../model/dto.ts'
import { checkBodyTypes, checkBodyValue } from './body-types.ts'
import { bodyPlaces, boundPlaces } from './bound-places.ts'
import { checkBoundFields } from './bound-sources.ts'
import { checkDuplicateNames } from './duplicate-names.ts'
import { checkExportedNames } from './exported-names.ts'
import { checkIdleTags } from './idle-tags.ts'
import { checkNames } from './names.ts'
import { checkOptions } from './options.ts'
import { checkRuledIndexes } from './ruled-indexes.ts'
import { checkRules } from './rules/check-rules.ts'
import { checkSentTypes, checkSentValue } from './sent-types.ts'
import { checkStreams } from './streams.ts'
import { checkTextTypes } from './text-types.ts'
import { checkUnions } from './unions.ts'

/** All diagnostics of a parsed module. */
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
  const ofBodies = [
    // A whole body has no name to check.
    ...bodyPlaces(module).flatMap((place) => [...checkOptions(place), ...checkUnions(place, module)]),
    ...module.bodies.flatMap((body) => [...checkBodyValue(body, module), ...checkSentValue(body, module)]),
  ]
  const all = [
    ...checkExportedNames(module),
    ...ofPlaces,
    ...ofDtos,
    ...ofBodies,
    ...checkStreams(module),
    ...checkIdleTags(places, module),
  ]
  return withoutRepeats([...all, ...checkRuledIndexes(module), ...checkRules(module)])
}

/** Drops the duplicates of a tag that binds several sources. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>()
  return diagnostics.filter(({ message, span }) => {
    const key = JSON.stringify([message, span])
    return !seen.has(key) && seen.add(key)
  })
}
