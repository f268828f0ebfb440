import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import {
  notNamedAlike,
  notNamedApart,
  severalDefaults,
  type Unbindable,
  unbindable,
} from '../diagnostics/unbindable.ts'
import { discriminantKey, hasDefaultTag, memberKeys } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type ObjectType } from '../model/dto.ts'
import type { FieldType, LiteralUnion, MemberUnion, RecursiveType } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import { nestedNames, partsOf } from '../model/type-parts.ts'
import type { BoundPlace } from './bound-places.ts'

/**
 * Checks the keys of the members that distinguish objects. A discriminant is read before the object type is known, so it
 * needs one key in all of them.
 */
export function checkUnions({ source, fields }: BoundPlace, module: DtoModule): readonly Diagnostic[] {
  return fields.flatMap(({ field, binding }) => {
    const inside = binding.format === 'json' ? 'json' : source
    return unionsIn(field.type).flatMap((union) => {
      if (union.kind === 'recursive')
        return hasRules(union.objects, module)
          ? [
              diagnose(
                catalog.unbindableType,
                field.span,
                field.name,
                declaredType(field),
                unbindable.ruledRecursion,
              ),
            ]
          : []
      const names = nestedNames(union)
      const objects = module.objects.filter(({ name }) => names.includes(name))
      const why =
        union.tag === 'literal'
          ? whyNoDiscriminant(objects, union.member, inside)
          : whyNoMembers(objects, union, inside)
      if (why === undefined) return []
      return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), why)]
    })
  })
}

function whyNoDiscriminant(
  objects: readonly ObjectType[],
  discriminant: string,
  source: Source,
): Unbindable | undefined {
  if (discriminantKey(objects, discriminant, source) === undefined) return notNamedAlike(discriminant, source)
  const defaults = objects.filter((one) => hasDefaultTag(one, discriminant))
  return defaults.length > 1 ? severalDefaults(discriminant) : undefined
}

function whyNoMembers(
  objects: readonly ObjectType[],
  { branches }: MemberUnion,
  source: Source,
): Unbindable | undefined {
  const known = branches.flatMap(({ member, type }) => {
    const found = objects.find(({ name }) => name === type.name)
    return found === undefined ? [] : [{ member, object: found }]
  })
  // A member that cannot be bound has its own diagnostic.
  const isWhole = known.every(
    ({ member, object }) => member === undefined || object.fields.some(({ name }) => name === member),
  )
  return isWhole && memberKeys(known, source) === undefined ? notNamedApart(source) : undefined
}

/** Whether object types, or objects nested in them, have rules. */
function hasRules(names: readonly string[], module: DtoModule, seen: Set<string> = new Set()): boolean {
  return names.some((name) => {
    if (seen.has(name)) return false
    seen.add(name)
    const object = [...module.objects, ...module.dtos].find((one) => one.name === name)
    const fields = object?.fields ?? []
    return fields.some(({ rules, type }) => rules !== undefined || hasRules(nestedNames(type), module, seen))
  })
}

/** The unions in a type, without those in objects. */
function unionsIn(type: FieldType): readonly (LiteralUnion | MemberUnion | RecursiveType)[] {
  if (type.kind === 'recursive') return [type]
  if (type.kind === 'union' && (type.tag === 'literal' || type.tag === 'member')) return [type]
  return partsOf(type).flatMap(unionsIn)
}
