import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import { type Unbindable, unsendable } from '../diagnostics/unbindable.ts'
import type { BoundField } from '../model/bound-fields.ts'
import { type BodyType, type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import type { FieldType } from '../model/field-type.ts'
import { sentFields } from '../model/sent-fields.ts'
import { nestedNames, partsOf } from '../model/type-parts.ts'
import { indexField, SourceWalk } from './source-walk.ts'

/** Types in a DTO with `@response` that JSON cannot represent. */
export function checkSentTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  if (!dto.isSent) return []
  return checkFields([...sentFields(dto, 'json'), ...indexField(dto, 'json')], new SourceWalk('json', module))
}

/** {@link checkSentTypes} for a whole body. */
export function checkSentValue({ value, isSent }: BodyType, module: DtoModule): readonly Diagnostic[] {
  return isSent ? checkField(value, new SourceWalk('json', module)) : []
}

function checkFields(fields: readonly BoundField[], walk: SourceWalk): readonly Diagnostic[] {
  return fields.flatMap(({ field }) => checkField(field, walk))
}

function checkField(field: Field, walk: SourceWalk): readonly Diagnostic[] {
  return [
    ...checkType(field.type, field),
    ...nestedNames(field.type).flatMap((name) => checkFields(walk.enter(name), walk)),
  ]
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
