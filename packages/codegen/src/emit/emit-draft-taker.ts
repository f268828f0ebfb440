import {
  type BoundField,
  bodyFormats,
  boundFields,
  boundSources,
  memberFields,
} from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { isBodySource } from '../model/source.ts'
import { emitMembers, objectTaker, parameterList } from './emit-take.ts'
import { propertyKey } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'
import { keysOf } from './source-words.ts'
import { isSparse } from './sparse.ts'
import { isTaken, isTakenObject } from './taken-types.ts'

/** The expression that takes what a JSON body fills of a DTO, whose other properties may come from elsewhere. */
export function draftTaken(dto: ObjectType, scope: ModuleScope): string | undefined {
  if (isTakenWhole(dto, scope)) {
    const levels = hasDefaults(dto) ? 'out === undefined ? faults.levels : 0' : 'faults.levels'
    return `${objectTaker(dto, scope)}(json, ${levels})`
  }
  if (!isTakenDraft(dto, scope)) return undefined
  const fields = boundFields(dto, 'json')
  const taker = scope.function(`takeJson${dto.name}`, `take draft ${dto.name}`, (name) =>
    emitDraftTaker(name, dto, fields, scope),
  )
  return `${taker}(json, faults.levels)`
}

/** Whether takers are asked for what a JSON body fills of a DTO. */
export function isTakenDraft(dto: ObjectType, scope: ModuleScope): boolean {
  if (isTakenWhole(dto, scope)) return true
  return !isSparse(dto) && boundFields(dto, 'json').every(({ field }) => isTaken(field.type, scope))
}

/** Whether the draft of a body depends on whether there is an `out`, whose values come before defaults. */
export function asksForOut(dto: ObjectType, scope: ModuleScope): boolean {
  return hasDefaults(dto) && isTakenWhole(dto, scope)
}

/** Whether a DTO may have values of its own in place of what it lacks. */
function hasDefaults(dto: ObjectType): boolean {
  return dto.missing === 'zero' || dto.fields.some((field) => field.default !== undefined)
}

/** Whether a JSON body fills all of a DTO, under the keys that a nested object of the type has. */
export function isFilledByJson(dto: ObjectType): boolean {
  const bound = boundFields(dto, 'json')
  const members = memberFields(dto, 'json')
  return (
    bound.length === dto.fields.length &&
    members.length === dto.fields.length &&
    bound.every(({ binding }, i) => {
      const other = members[i]?.binding
      return binding.key === other?.key && binding.required === other.required
    })
  )
}

/** Whether a body without fault makes the DTO itself; of one with defaults, that no other source may come before. */
export function isTakenWhole(dto: ObjectType, scope: ModuleScope): boolean {
  if (!isFilledByJson(dto) || !isTakenObject(dto, scope)) return false
  if (!hasDefaults(dto)) return true
  // Formats may not agree on what has a zero value.
  const agree = dto.missing !== 'zero' || bodyFormats(dto).length === 1
  return agree && boundSources(dto).every(isBodySource)
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
  const filled = fields.map(({ field, binding }) => {
    return { field, binding, local: locals.get(field.name) ?? '', required: false }
  })
  const keys = keysOf(
    dto,
    fields.map(({ field }) => field),
  )
  const result = `${scope.use('Draft')}<${dto.name}, ${keys}> | undefined`
  writer.line(
    `/** Takes a {@link ${dto.name}} that is as declared, or parts of one; of any other it takes nothing. */`,
  )
  writer.list(`function ${name}(`, parameterList(['levels']), `): ${result} {`)
  writer.indented(() => {
    emitMembers(filled, dto, dto.missing === 'zero', scope)
    const members = filled.map(({ field, local }) =>
      field.name === local ? local : `${propertyKey(field.name)}: ${local}`,
    )
    writer.filled('return {', members, '}', ' ')
  })
  writer.line('}')
}
