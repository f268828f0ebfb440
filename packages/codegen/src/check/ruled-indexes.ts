import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import { ruledIndex } from '../diagnostics/unbindable.ts'
import { type DtoModule, declaredType, memberTypes, type ObjectType } from '../model/dto.ts'
import type { FieldType } from '../model/field-type.ts'
import { nestedNames } from '../model/type-parts.ts'

/** Reports objects with rules under an index signature, where the rules would silently not run. */
export function checkRuledIndexes(module: DtoModule): readonly Diagnostic[] {
  const objects = new Set([...module.dtos, ...module.objects])
  return [...objects].flatMap(({ index }) => {
    if (index === undefined || !hasRules(index.type, module)) return []
    return [diagnose(catalog.unbindableType, index.span, index.name, declaredType(index), ruledIndex)]
  })
}

function hasRules(type: FieldType, module: DtoModule, seen: Set<ObjectType> = new Set()): boolean {
  return nestedNames(type).some((name) => {
    const object = [...module.objects, ...module.dtos].find((one) => one.name === name)
    if (object === undefined || seen.has(object)) return false
    seen.add(object)
    const isRuled = object.fields.some(({ rules }) => rules !== undefined && !rules.skipped)
    return isRuled || memberTypes(object).some((member) => hasRules(member, module, seen))
  })
}
