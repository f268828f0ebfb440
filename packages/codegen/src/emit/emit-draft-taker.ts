import { type BoundField, boundFields, memberFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { emitMembers, isTaken, missing, objectTaker, otherwiseOf } from './emit-take.ts'
import { propertyKey } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'
import { keysOf } from './source-words.ts'
import { isSparse } from './sparse.ts'

/** The taker of what a JSON body fills of a DTO, whose other properties may come from elsewhere. */
export function draftTaker(dto: ObjectType, scope: ModuleScope): string | undefined {
  const fields = boundFields(dto, 'json')
  if (isSparse(dto) || !fields.every(({ field }) => isTaken(field.type, scope))) return undefined
  if (isWhole(dto, fields, scope)) return objectTaker(dto, false, scope)
  return scope.function(`takeJson${dto.name}`, `take draft ${dto.name}`, (name) =>
    emitDraftTaker(name, dto, fields, scope),
  )
}

/** Whether what a JSON body fills is the DTO itself: nothing comes from elsewhere, neither another source nor a default. */
function isWhole(dto: ObjectType, fields: readonly BoundField[], scope: ModuleScope): boolean {
  const members = memberFields(dto, 'json')
  return (
    members.length === dto.fields.length &&
    fields.length === dto.fields.length &&
    fields.every((one, i) => {
      const member = members[i]
      if (member === undefined || member.binding.key !== one.binding.key) return false
      const otherwise = otherwiseOf(member, dto, dto.missing === 'zero', scope)
      return otherwise === (one.field.optional && !one.binding.required ? undefined : missing)
    })
  )
}

function emitDraftTaker(
  name: string,
  dto: ObjectType,
  fields: readonly BoundField[],
  scope: ModuleScope,
): void {
  const { writer } = scope
  const locals = localNames(
    fields.map(({ field }) => field.name),
    (local) => scope.isTaken(local),
  )
  const filled = fields.map((one) => ({
    ...one,
    local: locals.get(one.field.name) ?? '',
    required: false,
  }))
  const keys = keysOf(
    dto,
    fields.map(({ field }) => field),
  )
  const result = `${scope.use('Draft')}<${dto.name}, ${keys}> | undefined`
  writer.line(
    `/** Takes a {@link ${dto.name}} that is as declared, or parts of one; of any other it takes nothing. */`,
  )
  writer.list(`function ${name}(`, ['value: unknown', 'levels: number'], `): ${result} {`)
  writer.indented(() => {
    emitMembers(filled, dto, dto.missing === 'zero', scope)
    const members = filled.map(({ field, local }) =>
      field.name === local ? local : `${propertyKey(field.name)}: ${local}`,
    )
    writer.list('return {', members, '}', ' ')
  })
  writer.line('}')
}
