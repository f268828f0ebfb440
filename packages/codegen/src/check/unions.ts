import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { notNamedAlike, notNamedApart, type Unbindable } from '../diagnostics/unbindable.ts'
import { discriminantKey, memberKeys } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type ObjectType } from '../model/dto.ts'
import { type FieldType, partsOf } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import type { BoundPlace } from './bound-places.ts'

/** The member that tells objects apart is read before it is known which of them it is, so it has one name in all. */
export function checkUnions({ source, fields }: BoundPlace, module: DtoModule): readonly Diagnostic[] {
  return fields.flatMap(({ field, binding }) => {
    const inside = binding.format === 'json' ? 'json' : source
    return unionsIn(field.type).flatMap((union) => {
      const { branches } = union
      const objects = module.objects.filter(({ name }) => branches.some(({ object }) => object === name))
      const why =
        union.kind === 'union'
          ? whyNoDiscriminant(objects, union.discriminant, inside)
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
  const isNamed = discriminantKey(objects, discriminant, source) !== undefined
  return isNamed ? undefined : notNamedAlike(discriminant, source)
}

function whyNoMembers(
  objects: readonly ObjectType[],
  { branches }: ByMember,
  source: Source,
): Unbindable | undefined {
  const known = branches.flatMap(({ member, object }) => {
    const found = objects.find(({ name }) => name === object)
    return found === undefined ? [] : [{ member, object: found }]
  })
  // A member that cannot be bound has its own diagnostic.
  const isWhole = known.every(
    ({ member, object }) => member === undefined || object.fields.some(({ name }) => name === member),
  )
  return isWhole && memberKeys(known, source) === undefined ? notNamedApart(source) : undefined
}

type ByMember = FieldType & { kind: 'byMember' }

/** The unions that a type is or holds, but for those in objects. */
function unionsIn(type: FieldType): readonly (ByMember | (FieldType & { kind: 'union' }))[] {
  return type.kind === 'union' || type.kind === 'byMember' ? [type] : partsOf(type).flatMap(unionsIn)
}
