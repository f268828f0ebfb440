import { type BoundField, isFile, readsIndex } from '../../model/bound-fields.ts'
import { type DefaultValue, mayBeUndefined, type ObjectType } from '../../model/dto.ts'
import { type FieldType, holdsNull, isNothing, type LiteralValue, nonNull } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import { targetOf } from '../../model/rule-target.ts'
import { elementPlace, itemPlace, type Place, placeOf, textReader, valuePlace } from '../emit-types.ts'
import { hasZero as hasZeroValue } from '../read/fallback.ts'
import { literal, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { type HeldScope, heldOf, heldText } from './held-text.ts'
import type { Member } from './member.ts'
import { presenceSchemas } from './presence-schema.ts'
import { asksForPresence, hasZero } from './rule-schema.ts'
import { shapeFields } from './shape-kind.ts'

/** The members of a shape, each as the text of a property: `'birth_date?': 'date'`. */
export function membersText(object: ObjectType, of: HeldScope): readonly string[] {
  return shapeFields(object, of).map(
    (one) => `${memberKey(one.binding.key, mustBeThere(one, of))}: ${memberText(one, of)}`,
  )
}

/** {@link membersText} of a text source, where absent lists are empty and a property has another name than its key. */
export function textMembers(object: ObjectType, of: HeldScope): readonly string[] {
  return shapeFields(object, of).map((one) => {
    const { field, binding } = one
    if (binding.format !== 'json') nameReaders(field.type, placeOf(object.name, field), of.scope)
    const isEmpty = nonNull(field.type).kind === 'list' && !binding.required
    const own: Member[] = []
    if (field.name !== binding.key) own.push(['property', literal(field.name)])
    if (binding.format !== undefined) own.push(['as', literal(binding.format)])
    const inText: HeldScope = binding.format === 'json' ? { ...of, source: 'json' } : of
    const key = memberKey(binding.key, !isEmpty && mustBeThere(one, of))
    return `${key}: ${memberText(one, inText, own)}`
  })
}

/** Requests the constants of literals and templates that the reader of a text uses. */
function nameReaders(type: FieldType, place: Place, scope: ModuleScope): void {
  const present = nonNull(type)
  if (present.kind === 'list') nameReaders(present.element, elementPlace(place), scope)
  else if (present.kind === 'record') nameReaders(present.value, valuePlace(present, place), scope)
  else if (present.kind === 'tuple')
    present.elements.forEach((one, i) => {
      nameReaders(one, itemPlace(place, i), scope)
    })
  else if (present.kind === 'literals' || present.kind === 'template') textReader(present, place, scope)
}

/** The type of the values under undeclared keys; `undefined` where these are not read. */
export function othersText(object: ObjectType, of: HeldScope): string | undefined {
  const { index } = object
  if (index === undefined || (of.part === 'bound' && !readsIndex(object, of.source))) return undefined
  return heldText(heldOf({ ...index, optional: false }, of))
}

/** Schemas for the whole object: its members that depend on one another. */
export function wholeSchemas(object: ObjectType, of: HeldScope): readonly string[] {
  if (!of.isChecked) return []
  const fields = shapeFields(object, of).filter(({ field }) => !isFile(field))
  return presenceSchemas({ fields, zero: of.zero })
}

/** A trailing `!` marks a required key that ends with a mark, is inherited by objects, or would be sorted first. */
export function memberKey(key: string, isRequired: boolean): string {
  if (!isRequired) return propertyKey(`${key}?`)
  return propertyKey(/[?!]$|^\d+$/.test(key) || isInherited(key) ? `${key}!` : key)
}

/** Whether a body without the property is refused: it has no fallback, or the fallback breaks the rule `required`. */
export function mustBeThere(
  { field, binding }: BoundField,
  {
    source,
    zero,
    isChecked,
    isOutput,
    scope,
  }: Pick<HeldScope, 'source' | 'zero' | 'isChecked' | 'isOutput' | 'scope'>,
): boolean {
  if (isOutput) return !mayBeUndefined(field)
  const { type, optional, madeOptional, rules } = field
  if (isNothing(type)) return false
  if (field.default !== undefined) return false
  if (binding.required) return true
  const isAsked = isChecked && rules?.skipped !== true && asksForPresence(rules)
  if (optional) return isAsked && !madeOptional
  if (!zero || !hasZeroValue(type, source, scope)) return true
  return isAsked && (holdsNull(type) || hasZero(targetOf(type)))
}

function memberText({ field }: BoundField, of: HeldScope, own: readonly Member[] = []): string {
  if (isFile(field)) return literal('file')
  const { base, says } = heldOf({ ...field, optional: field.optional && !field.madeOptional }, of)
  const more: Member[] = []
  if (field.description !== '') more.push(['description', literal(field.description)])
  for (const [keyword, value] of field.notes ?? []) more.push([keyword, literal(value)])
  const examples = (field.examples ?? []).filter(({ value }) => isExact(value))
  if (examples.length > 0)
    more.push(['examples', `[${examples.map(({ value }) => defaultText(value)).join(', ')}]`])
  if (field.default !== undefined && isExact(field.default))
    more.push(['default', defaultText(field.default)])
  return heldText({ base, says: [...says, ...more, ...own] })
}

/** The comment of a DTO as options of its shape. */
export function aboutText({
  description,
  notes = [],
}: Pick<ObjectType, 'description' | 'notes'>): readonly string[] {
  const texts = notes.map(([keyword, value]) => `${keyword}: ${literal(value)}`)
  return description === '' ? texts : [`description: ${literal(description)}`, ...texts]
}

/** Whether JSON numbers hold a default: most readers of a schema know no larger integers. */
function isExact(value: DefaultValue): boolean {
  const values = value.kind === 'one' ? [value.value] : value.values
  return values.every((one) => typeof one !== 'bigint' || Number.isSafeInteger(Number(one)))
}

/** A default in its JSON form. */
function defaultText(value: DefaultValue): string {
  return value.kind === 'one' ? jsonLiteral(value.value) : `[${value.values.map(jsonLiteral).join(', ')}]`
}

function jsonLiteral(value: LiteralValue | Date | null): string {
  if (value instanceof Date) return literal(value.toISOString())
  return typeof value === 'bigint' ? String(Number(value)) : literal(value)
}
