import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type BoundField, boundFields } from '../model/bound-fields.ts'
import { declaredType, type ObjectType } from '../model/dto.ts'
import { nonNull } from '../model/field-type.ts'
import { isTextSource, sources } from '../model/source.ts'

/** An option must fit the type of its property, and nothing is both required and defaulted. */
export function checkOptions(dto: ObjectType): readonly Diagnostic[] {
  return sources.flatMap((source) => boundFields(dto, source).flatMap(checkOne))
}

function checkOne({ field, binding }: BoundField): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  if (binding.required && field.default !== undefined) {
    found.push(diagnose(catalog.requiredWithDefault, binding.span, field.name))
  }
  if (binding.format === undefined) return found
  const fits =
    binding.format === 'json'
      ? isTextSource(binding.source)
      : nonNull(field.type).kind === 'list' && isTextSource(binding.source)
  if (!fits)
    found.push(diagnose(catalog.optionMisfit, binding.span, binding.format, field.name, declaredType(field)))
  return found
}
