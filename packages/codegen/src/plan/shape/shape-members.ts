import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import { type BoundField, isFile, readsIndex } from '../../model/bound-fields.ts'
import { type DefaultItem, type DefaultValue, mayBeUndefined, type ObjectType } from '../../model/dto.ts'
import { holdsNull, isNothing, isOnlyNull, nonNull } from '../../model/field-type.ts'
import { targetOf } from '../../model/rule-target.ts'
import { isTextSource } from '../../model/source.ts'
import { hasZero as hasZeroValue } from '../zero-value.ts'
import { presenceSchemas } from './presence-schema.ts'
import { asksForPresence, hasZero } from './rule-schema.ts'
import { shapeFields } from './shape-kind.ts'
import {
  describedType,
  type ShapeMember,
  type ShapeScope,
  type ShapeType,
  shapeType,
  withKeywords,
} from './shape-type.ts'

/** The members of a shape, by the keys of its source. */
export function shapeMembers(object: ObjectType, of: ShapeScope): readonly ShapeMember[] {
  return shapeFields(object, of).map((one) => {
    const type = memberType(one, of, { ...sentList(one, of), ...nullMark(one, of) })
    return { key: one.binding.key, isRequired: mustBeThere(one, of), type }
  })
}

/**
 * {@link shapeMembers} of a source without a notation for an empty list, where absent lists are empty. A property may have
 * another name than its key.
 */
export function textMembers(object: ObjectType, of: ShapeScope): readonly ShapeMember[] {
  return shapeFields(object, of).map((one) => {
    const { field, binding } = one
    const { key, format } = binding
    const own = {
      ...(field.name !== key && { property: field.name }),
      ...(format && { as: format }),
      ...sentList(one, of),
    }
    const inText: ShapeScope = format === 'json' ? { ...of, source: 'json' } : of
    return { key, isRequired: mustBeInText(one, of), type: memberType(one, inText, own) }
  })
}

/** Marks a list that must be in a text, where others may be absent. */
function sentList({ field, binding }: BoundField, { source }: ShapeScope): JsonSchema {
  const isSent = binding.required && isTextSource(source) && nonNull(field.type).kind === 'list'
  return isSent ? { isSent } : {}
}

/** Marks a member whose type has a `null` that its rules refuse: reading it is no issue. */
function nullMark({ field: { type, rules } }: BoundField, { isChecked }: ShapeScope): JsonSchema {
  const isRefused = isChecked && rules?.skipped !== true && asksForPresence(rules)
  return isRefused && type.kind === 'nullable' && !isOnlyNull(type) ? { takesNull: true } : {}
}

/** {@link mustBeThere} in a source where absent lists are empty. */
export function mustBeInText(one: BoundField, of: Omit<ShapeScope, 'isStrict'>): boolean {
  const isEmpty = nonNull(one.field.type).kind === 'list' && !one.binding.required
  return !isEmpty && mustBeThere(one, of)
}

/** The type of the values under undeclared keys; `undefined` where these are not read. */
export function othersType(object: ObjectType, of: ShapeScope): ShapeType | undefined {
  const { index } = object
  if (index === undefined || (of.part === 'bound' && !readsIndex(object, of.source))) return undefined
  return shapeType({ ...index, optional: false }, of)
}

/** Schemas for the whole object: its members that depend on one another. */
export function wholeSchemas(object: ObjectType, of: ShapeScope): readonly JsonSchema[] {
  if (!of.isChecked) return []
  const fields = shapeFields(object, of).filter(({ field }) => !isFile(field))
  return presenceSchemas({ fields, zero: of.zero })
}

/** Whether a body without the property is refused: it has no fallback, or the fallback breaks the rule `required`. */
function mustBeThere(
  { field, binding }: BoundField,
  { source, zero, isChecked, isOutput, types }: Omit<ShapeScope, 'isStrict'>,
): boolean {
  if (isOutput) return !mayBeUndefined(field)
  const { type, optional, madeOptional, rules } = field
  if (isNothing(type)) return false
  if (field.default !== undefined) return false
  if (binding.required) return true
  const isAsked = isChecked && rules?.skipped !== true && asksForPresence(rules)
  if (optional) return isAsked && !madeOptional
  if (!zero || !hasZeroValue(type, source, types)) return true
  return isAsked && (holdsNull(type) || hasZero(targetOf(type)))
}

function memberType({ field }: BoundField, of: ShapeScope, own: JsonSchema): ShapeType {
  if (isFile(field)) return 'file'
  const { description, notes = [], default: fallback } = field
  const value = { ...field, optional: field.optional && !field.madeOptional }
  const { type, keywords } = describedType(value, of)
  const examples = (field.examples ?? []).filter((one) => isExact(one.value))
  return withKeywords(type, {
    ...keywords,
    ...(description !== '' && { description }),
    ...Object.fromEntries(notes),
    ...(examples.length > 0 && { examples: examples.map((one) => jsonValue(one.value)) }),
    ...(fallback !== undefined && isExact(fallback) && { default: jsonValue(fallback) }),
    ...own,
  })
}

/** Whether JSON numbers hold a default: most readers of a schema know no larger integers. */
function isExact(value: DefaultValue): boolean {
  const values = value.kind === 'one' ? [value.value] : value.values
  return values.every((one) => typeof one !== 'bigint' || Number.isSafeInteger(Number(one)))
}

/** A default in its JSON form. */
function jsonValue(value: DefaultValue): unknown {
  return value.kind === 'one' ? jsonItem(value.value) : value.values.map(jsonItem)
}

function jsonItem(value: DefaultItem): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? Number(value) : value
}
