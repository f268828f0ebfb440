import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { BoundField } from '../model/bound-fields.ts'
import { declaredType } from '../model/dto.ts'
import { type FieldType, isSingle, nonNull } from '../model/field-type.ts'
import { isTextSource } from '../model/source.ts'
import type { BoundPlace } from './bound-places.ts'

/** An option must apply to the type of its property; `required` excludes a default. */
export function checkOptions({ fields }: BoundPlace): readonly Diagnostic[] {
  return fields.flatMap(checkOne)
}

function checkOne({ field, binding }: BoundField): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  if (binding.required && field.default !== undefined) {
    found.push(diagnose(catalog.requiredWithDefault, binding.span, field.name))
  }
  if (binding.format === undefined) return found
  const fits = isTextSource(binding.source) && (binding.format === 'json' || isListOfSingles(field.type))
  if (!fits)
    found.push(diagnose(catalog.optionMisfit, binding.span, binding.format, field.name, declaredType(field)))
  return found
}

/** Only these lists can be split; the elements of other lists have their own keys. */
function isListOfSingles(type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind === 'list' && isSingle(target.element)
}
