import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type Unbindable, unsendable } from '../diagnostics/unbindable.ts'
import { type BoundField, sentFields } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import { type FieldType, nestedNames, partsOf } from '../model/field-type.ts'
import { SourceWalk } from './source-walk.ts'

/** Values that JSON has no text for, in whatever a DTO with `@response` sends. */
export function checkSentTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  return dto.isSent ? checkFields(sentFields(dto, 'json'), new SourceWalk('json', module)) : []
}

function checkFields(fields: readonly BoundField[], walk: SourceWalk): readonly Diagnostic[] {
  return fields.flatMap(({ field }) => [
    ...checkType(field.type, field),
    ...nestedNames(field.type).flatMap((name) => checkFields(walk.enter(name), walk)),
  ])
}

function checkType(type: FieldType, field: Field): readonly Diagnostic[] {
  const why = whyNot(type)
  if (why === undefined) return partsOf(type).flatMap((part) => checkType(part, field))
  return [diagnose(catalog.unsendableType, field.span, field.name, declaredType(field), why)]
}

function whyNot(type: FieldType): Unbindable | undefined {
  if (type.kind === 'file') return unsendable.file
  return type.kind === 'class' && !type.hasText ? unsendable.classWithoutText(type.name) : undefined
}
