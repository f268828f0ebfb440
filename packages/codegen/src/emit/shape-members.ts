import { type BoundField, isFile } from '../model/bound-fields.ts'
import { type DefaultValue, mayBeUndefined, type ObjectType } from '../model/dto.ts'
import type { LiteralValue } from '../model/field-type.ts'
import { isInherited } from '../model/inherited-name.ts'
import { targetOf } from '../model/rule-target.ts'
import { hasZero as hasZeroValue } from './emit-fallback.ts'
import { type HeldScope, heldOf, heldText } from './held-text.ts'
import { literal, propertyKey } from './literal.ts'
import { presenceSchemas } from './presence-schema.ts'
import { asksForPresence, hasZero, type Member } from './rule-schema.ts'
import { shapeFields } from './shape-kind.ts'

/** The members of a shape, each as the text of a property: `'birth_date?': 'date'`. */
export function membersText(object: ObjectType, of: HeldScope): readonly string[] {
  return shapeFields(object, of).map(
    (one) => `${memberKey(one.binding.key, mustBeThere(one, of))}: ${memberText(one, of)}`,
  )
}

/** Schemas that hold of the whole object: which of its members others ask for. */
export function wholeSchemas(object: ObjectType, of: HeldScope): readonly string[] {
  if (!of.isChecked) return []
  const fields = shapeFields(object, of).filter(({ field }) => !isFile(field))
  return presenceSchemas({ fields, zero: of.zero })
}

/** A `!` says what is so without, of names that end with a mark, or that objects have already, or would put first. */
function memberKey(key: string, isRequired: boolean): string {
  if (!isRequired) return propertyKey(`${key}?`)
  return propertyKey(/[?!]$|^\d+$/.test(key) || isInherited(key) ? `${key}!` : key)
}

/** Whether a body without the property is refused: nothing fills it, or what does breaks the rule `required`. */
function mustBeThere(
  { field, binding }: BoundField,
  { source, zero, isChecked, isOutput, scope }: HeldScope,
): boolean {
  if (isOutput) return !mayBeUndefined(field)
  const { type, optional, madeOptional, rules } = field
  if (field.default !== undefined) return false
  if (binding.required) return true
  const isAsked = isChecked && rules?.skipped !== true && asksForPresence(rules)
  if (optional) return isAsked && !madeOptional
  if (!zero || !hasZeroValue(type, source, scope)) return true
  return isAsked && (type.kind === 'nullable' || hasZero(targetOf(type)))
}

function memberText({ field }: BoundField, of: HeldScope): string {
  if (isFile(field)) return literal('file')
  const { base, says } = heldOf({ ...field, optional: field.optional && !field.madeOptional }, of)
  const more: Member[] = []
  if (field.description !== '') more.push(['description', literal(field.description)])
  if (field.default !== undefined) more.push(['default', defaultText(field.default)])
  return heldText({ base, says: [...says, ...more] })
}

/** A default as JSON has it. */
function defaultText(value: DefaultValue): string {
  return value.kind === 'one' ? jsonLiteral(value.value) : `[${value.values.map(jsonLiteral).join(', ')}]`
}

function jsonLiteral(value: LiteralValue | Date | null): string {
  if (value instanceof Date) return literal(value.toISOString())
  return typeof value === 'bigint' ? String(Number(value)) : literal(value)
}
