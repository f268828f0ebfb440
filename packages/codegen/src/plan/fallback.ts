import { memberFields } from '../model/bound-fields.ts'
import type { DefaultValue, Field } from '../model/dto.ts'
import { type FieldType, isNothing, nonNull } from '../model/field-type.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { lacksEmptyLists, type Source } from '../model/source.ts'
import { hasZero } from './zero-value.ts'

/** The facts that decide the result of an absent property. */
interface Absence {
  readonly zero: boolean
  /** The sources it may come from. */
  readonly sources: readonly Source[]
  /** `,required` on one of its tags. */
  readonly required: boolean
}

/** The result of an absent property: nothing, a value, or an issue of the property or of required members below it. */
export type Fallback =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'value'; readonly value: FallbackValue }
  | { readonly kind: 'issue'; readonly below: readonly RequiredBelow[] }

export type FallbackValue =
  | { readonly kind: 'default'; readonly value: DefaultValue }
  | { readonly kind: 'undefined' }
  | { readonly kind: 'emptyList' }
  /** Go's zero value. Its members have the keys of the source. */
  | { readonly kind: 'zero'; readonly source: Source }

/** A `,required` member of an object or of a nested object. */
export interface RequiredBelow {
  /** The source that requires it. */
  readonly source: Source
  /** The path, starting below the object. */
  readonly keys: readonly string[]
  /** Identifies the member across sources, whose keys may differ. */
  readonly member: string
}

export function fallbackOf(field: Field, absence: Absence, types: ModuleTypes): Fallback {
  const value = valueFor(field, absence, types)
  if (value !== undefined) return { kind: 'value', value }
  if (field.optional && !absence.required) return { kind: 'nothing' }
  const isWhole = absence.required || !absence.zero
  return { kind: 'issue', below: isWhole ? [] : allRequiredBelow(field, absence, types) }
}

function valueFor(
  { type, default: value, optional }: Field,
  { zero, sources, required }: Absence,
  types: ModuleTypes,
): FallbackValue | undefined {
  if (value !== undefined) return { kind: 'default', value }
  if (isNothing(type)) return { kind: 'undefined' }
  if (required || optional) return undefined
  // Text sources have no notation for an empty list: absence is one.
  if (nonNull(type).kind === 'list' && sources.some(lacksEmptyLists)) return { kind: 'emptyList' }
  return zero && sources.every((source) => hasZero(type, source, types))
    ? { kind: 'zero', source: sources[0] ?? 'json' }
    : undefined
}

/** Whether a reader of the type may take the value in place of an absent one: it needs no code of its own. */
export function isPlainFallback(value: FallbackValue, type: FieldType): boolean {
  if (value.kind === 'zero') return type.kind === 'scalar' && type.scalar !== 'Date'
  return value.kind === 'default' && value.value.kind === 'one' && typeof value.value.value !== 'object'
}

/** The members that an absent object lacks under zero values: those that are `,required`, for each source. */
function allRequiredBelow(
  { type }: Field,
  { sources }: Absence,
  types: ModuleTypes,
): readonly RequiredBelow[] {
  const asking = sources.flatMap((source) => requiredBelow(type, source, types))
  // A member that two sources require is reported once, in the first.
  return asking.filter(({ member }, i) => asking.findIndex((one) => one.member === member) === i)
}

function requiredBelow(
  type: FieldType,
  source: Source,
  types: ModuleTypes,
  above: readonly string[] = [],
): readonly RequiredBelow[] {
  if (type.kind !== 'object' || above.includes(type.name)) return []
  return memberFields(types.object(type.name), source).flatMap(({ field, binding }) => {
    const member = `${type.name}.${field.name}`
    if (binding.required) return [{ source, keys: [binding.key], member }]
    if (field.optional || field.default !== undefined) return []
    return requiredBelow(field.type, source, types, [...above, type.name]).map((one) => ({
      source,
      keys: [binding.key, ...one.keys],
      member: `${member} ${one.member}`,
    }))
  })
}
