import { type BoundField, leftOutFields } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import type { Source } from '../model/source.ts'
import { fallback, missingMember } from './emit-fallback.ts'
import type { LocalField } from './emit-object.ts'
import { literal } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'

/** Where the member of a nested object comes from. */
interface MemberSource {
  /** The name of the object's type. */
  readonly owner: string
  readonly source: Source
  readonly zero: boolean
}

/** Emits the line of a nested object's member: its value, else what stands for it when it is absent. */
export function emitMember(
  { field, binding }: BoundField,
  { owner, source, zero }: MemberSource,
  local: string,
  value: () => string,
  scope: ModuleScope,
): LocalField {
  const missing = missingMember(binding.key)
  const rule = { owner, zero, sources: [source], required: binding.required, missing }
  const otherwise = fallback(field, rule, scope)
  const read = value()
  // JSON in text may hold the `null` of a nullable type, which `??` would pass over.
  const isNullRead = binding.format === 'json' && field.type.kind === 'nullable'
  const filled = isNullRead ? `${read} !== undefined ? ${read} : ${otherwise}` : `${read} ?? ${otherwise}`
  scope.writer.assign(`const ${local} =`, otherwise === undefined ? read : filled)
  return { field, local, mayBeAbsent: otherwise === undefined }
}

/** The names of the variables of an object's members, of those too that its source leaves out. */
export function memberLocals(
  fields: readonly BoundField[],
  object: ObjectType,
  source: Source,
  scope: ModuleScope,
): ReadonlyMap<string, string> {
  const all = [...fields.map(({ field }) => field), ...leftOutFields(object, source)]
  return localNames(
    all.map(({ name }) => name),
    (local) => scope.isTaken(local),
  )
}

/** Emits the lines of the members that the source leaves out, whatever it holds. */
export function emitLeftOut(
  object: ObjectType,
  { source, zero }: Pick<MemberSource, 'source' | 'zero'>,
  locals: ReadonlyMap<string, string>,
  scope: ModuleScope,
): readonly LocalField[] {
  return leftOutFields(object, source).map((field) => {
    const local = locals.get(field.name) ?? ''
    // Nothing that is read says what an empty list is one of.
    scope.writer.assign(
      `const ${local}: ${object.name}[${literal(field.name)}] =`,
      leftOutValue(field, object, { source, zero }, scope),
    )
    return { field, local, mayBeAbsent: false }
  })
}

function leftOutValue(
  field: Field,
  { name: owner }: ObjectType,
  { source, zero }: Pick<MemberSource, 'source' | 'zero'>,
  scope: ModuleScope,
): string {
  const missing = missingMember(field.name)
  return fallback(field, { owner, zero, sources: [source], required: false, missing }, scope) ?? 'undefined'
}
