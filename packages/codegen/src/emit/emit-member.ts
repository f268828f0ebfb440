import type { BoundField } from '../model/bound-fields.ts'
import type { Source } from '../model/source.ts'
import { declarationComment, fallback, missingMember } from './emit-fallback.ts'
import type { LocalField } from './emit-object.ts'
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
  scope.writer.line(declarationComment(field))
  // JSON in text may hold the `null` of a nullable type, which `??` would pass over.
  const isNullRead = binding.format === 'json' && field.type.kind === 'nullable'
  const filled = isNullRead ? `${read} !== undefined ? ${read} : ${otherwise}` : `${read} ?? ${otherwise}`
  scope.writer.assign(`const ${local} =`, otherwise === undefined ? read : filled)
  return { field, local, mayBeAbsent: otherwise === undefined }
}
