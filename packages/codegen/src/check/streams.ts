import { catalog } from '../diagnostics/catalog.ts'
import { type Diagnostic, diagnose } from '../diagnostics/diagnose.ts'
import type { Unbindable } from '../diagnostics/unbindable.ts'
import { bodyFormats, isFile, isStream } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import { nestedNames, partsOf } from '../model/type-parts.ts'

const wayOut = 'Write FileHeader, which is held in memory, or read the parts with c.parts().'
const nested: Unbindable = { reason: 'a FileStream is a member of the DTO itself', wayOut }
const mixed: Unbindable = {
  reason: 'a form with a FileStream is read piece by piece',
  wayOut: 'Write FileStream for each file.',
}
const others: Unbindable = {
  reason: 'a FileStream comes only from a form, and the DTO has other bodies',
  wayOut: 'Write @form as the only tag of a body.',
}

/** Files that are streams, where they cannot be read: below a member, beside files in memory, and beside other bodies. */
export function checkStreams({ dtos, objects }: DtoModule): readonly Diagnostic[] {
  const isDto = ({ name }: ObjectType): boolean => dtos.some((dto) => dto.name === name)
  const below = objects.filter((object) => !isDto(object)).flatMap(({ fields }) => fields.filter(hasStream))
  const streaming = dtos.filter(({ fields }) => fields.some(isStream)).map(({ name }) => name)
  const holding = [...dtos, ...objects].flatMap(({ fields }) =>
    fields.filter(({ type }) => namesIn(type).some((name) => streaming.includes(name))),
  )
  const deep = dtos.flatMap(({ fields }) => fields.filter((field) => hasStream(field) && !isStream(field)))
  return [
    ...[...below, ...holding, ...deep].map((field) => refuse(field, nested)),
    ...dtos.flatMap((dto) => ofDto(dto)),
  ]
}

function ofDto(dto: ObjectType): readonly Diagnostic[] {
  const streams = dto.fields.filter(isStream)
  const [first] = streams
  if (first === undefined) return []
  const inMemory = dto.fields.filter((field) => isFile(field) && !isStream(field))
  const isOnlyForm = bodyFormats(dto).every((format) => format === 'form')
  return [...inMemory.map((field) => refuse(field, mixed)), ...(isOnlyForm ? [] : [refuse(first, others)])]
}

function refuse(field: Field, why: Unbindable): Diagnostic {
  return diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), why)
}

function hasStream({ type }: Field): boolean {
  return holdsStream(type)
}

function holdsStream(type: FieldType): boolean {
  const present = nonNull(type)
  if (present.kind === 'file') return present.isStream === true
  return partsOf(present).some(holdsStream)
}

function namesIn(type: FieldType): readonly string[] {
  const present = nonNull(type)
  return [...nestedNames(present), ...partsOf(present).flatMap(namesIn)]
}
