import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { notNamedAlike } from '../diagnostics/unbindable.ts'
import { discriminantKey } from '../model/bound-fields.ts'
import { type DtoModule, declaredType } from '../model/dto.ts'
import { type FieldType, partsOf } from '../model/field-type.ts'
import type { BoundPlace } from './bound-places.ts'

/** The member that tells objects apart is read before it is known which of them it is, so it has one name in all. */
export function checkUnions({ source, fields }: BoundPlace, module: DtoModule): readonly Diagnostic[] {
  return fields.flatMap(({ field, binding }) => {
    const inside = binding.format === 'json' ? 'json' : source
    return unionsIn(field.type).flatMap(({ discriminant, branches }) => {
      const objects = module.objects.filter(({ name }) => branches.some(({ object }) => object === name))
      if (discriminantKey(objects, discriminant, inside) !== undefined) return []
      const why = notNamedAlike(discriminant, inside)
      return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), why)]
    })
  })
}

/** The unions that a type is or holds, but for those in objects. */
function unionsIn(type: FieldType): readonly (FieldType & { kind: 'union' })[] {
  return type.kind === 'union' ? [type] : partsOf(type).flatMap(unionsIn)
}
