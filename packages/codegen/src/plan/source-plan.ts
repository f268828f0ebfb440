import {
  type BoundField,
  bindingsOf,
  bodyFormats,
  boundFields,
  leftOutFields,
  memberFields,
  readsIndex,
} from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { nonNull } from '../model/field-type.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { isBodySource, isDecoded, lacksEmptyLists, type Source } from '../model/source.ts'
import { type Fallback, type FallbackValue, fallbackOf } from './fallback.ts'
import { hasOtherReader } from './source-keys.ts'

/** The part of a DTO or of a nested object that is in a source. */
export interface SourcePlan<S extends Source = Source> {
  readonly object: ObjectType
  readonly source: S
  /** Whether it is the DTO, rather than a nested object. */
  readonly isDto: boolean
  /** Whether absent members become zero values. */
  readonly zero: boolean
  readonly fields: readonly FieldPlan[]
  /** Properties of the result that the source does not contain. */
  readonly absent: readonly AbsentPlan[]
  /** Its undeclared keys, if the source has them. */
  readonly index: Field | undefined
}

/** A property in a source. */
export interface FieldPlan extends BoundField {
  readonly fallback: Fallback
  /** Whether it is a list that must be in a decoded body, although its reader takes an absent one for empty. */
  readonly isListAsked: boolean
}

/** A property that a source does not contain, and the key under which its absence is reported. */
export interface AbsentPlan {
  readonly field: Field
  readonly key: string
  readonly fallback: Fallback
}

/** A DTO in one of its sources. */
export function planSource<S extends Source>(dto: ObjectType, source: S, types: ModuleTypes): SourcePlan<S> {
  const hasTexts = bodyFormats(dto).some(lacksEmptyLists)
  const isDecodedAlone = (field: Field): boolean =>
    hasTexts && !bindingsOf(dto, field).some((one) => lacksEmptyLists(one.source))
  const zero = dto.missing === 'zero'
  return {
    object: dto,
    source,
    isDto: true,
    zero,
    fields: boundFields(dto, source).map((one) => planField(one, { source, zero }, isDecodedAlone, types)),
    absent: [],
    index: readsIndex(dto, source) ? dto.index : undefined,
  }
}

/** A nested object in a source. @param zero whether absent members of the object around it become zero values */
export function planNested<S extends Source>(
  object: ObjectType,
  source: S,
  zero: boolean,
  types: ModuleTypes,
): SourcePlan<S> {
  const from = { source, zero: zero || object.missing === 'zero' }
  const absence = { zero: from.zero, sources: [source], required: false }
  return {
    object,
    ...from,
    isDto: false,
    fields: memberFields(object, source).map((one) => planField(one, from, () => false, types)),
    absent: leftOutFields(object, source).map((field) => {
      return { field, key: field.name, fallback: fallbackOf(field, absence, types) }
    }),
    index: object.index,
  }
}

function planField(
  one: BoundField,
  { source, zero }: Pick<SourcePlan, 'source' | 'zero'>,
  isDecodedAlone: (field: Field) => boolean,
  types: ModuleTypes,
): FieldPlan {
  const { field, binding } = one
  const { required } = binding
  const isList = nonNull(field.type).kind === 'list'
  return {
    ...one,
    fallback: fallbackOf(field, { zero, sources: [source], required }, types),
    isListAsked: isList && (required || isDecodedAlone(field)),
  }
}

/** The source whose reader reads another: JSON's, unless keys or the notation differ. */
export function readAs<S extends Source>(object: ObjectType, source: S, types: ModuleTypes): S | 'json' {
  return hasOtherReader(object, source, types) ? source : 'json'
}

/** {@link readAs} for a DTO, whose sources may have other properties. */
export function dtoReadAs<S extends Source>(dto: ObjectType, source: S, types: ModuleTypes): S | 'json' {
  return isDecoded(source) && isSameFields(boundFields(dto, source), boundFields(dto, 'json'))
    ? readAs(dto, source, types)
    : source
}

/** Whether the properties, their keys and `,required` are the same. */
export function isSameFields(own: readonly BoundField[], others: readonly BoundField[]): boolean {
  return (
    own.length === others.length &&
    own.every(({ field, binding }, i) => {
      const other = others[i]
      return (
        field === other?.field &&
        binding.key === other.binding.key &&
        binding.required === other.binding.required
      )
    })
  )
}

/** The properties that a body format does not contain but others do. */
export function planMissed(
  dto: ObjectType,
  format: Source,
  others: readonly Field[],
  types: ModuleTypes,
): readonly AbsentPlan[] {
  const zero = dto.missing === 'zero'
  return others.map((field) => {
    const bindings = bindingsOf(dto, field).filter(({ source }) => isBodySource(source))
    const own = bindings.map(({ source }) => source)
    // The request could have contained an empty list, so absence is an issue.
    const isListMissing = !zero && isDecoded(format) && !own.every(lacksEmptyLists)
    const sources = isListMissing ? [format] : own
    // The name of a property from other formats, for a client that sent this one.
    const asking = bindings.find((one) => one.required)
    const named = bindings.find(({ source }) => source === format) ?? asking ?? bindings[0]
    const absence = { zero, sources, required: asking !== undefined }
    return { field, key: named?.key ?? field.name, fallback: fallbackOf(field, absence, types) }
  })
}

/** The members of an object's zero value. */
export function planZero(
  object: ObjectType,
  source: Source,
  types: ModuleTypes,
): readonly { readonly field: Field; readonly value: FallbackValue }[] {
  const { fields, absent } = planNested(object, source, true, types)
  return [...fields.map(({ field }) => field), ...absent.map(({ field }) => field)].flatMap((field) => {
    const of = fallbackOf(field, { zero: true, sources: [source], required: false }, types)
    return of.kind === 'value' ? [{ field, value: of.value }] : []
  })
}
