import type { BoundField } from '../model/bound-fields.ts'
import { mayBeUndefined } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import { nil, type Rule } from '../model/rule.ts'
import { isAboutPresence } from '../model/rule-table.ts'
import { targetOf } from '../model/rule-target.ts'
import { literal, propertyKey } from './literal.ts'
import { equalityMembers, hasZero, notZero, objectText } from './rule-schema.ts'

/** The properties of an object that a JSON body holds. */
export interface PresenceScope {
  readonly fields: readonly BoundField[]
  /** Whether absent ones become zero values. */
  readonly zero: boolean
}

/** Schemas of an object that say which properties must, or must not, be there because of others. */
export function presenceSchemas(of: PresenceScope): readonly string[] {
  return of.fields.flatMap((one) => presenceRules(one).flatMap((rule) => presenceSchema(rule, one, of) ?? []))
}

/** Those that are asked about an absent value too. */
function presenceRules({ field }: BoundField): readonly Rule[] {
  const { rules } = field
  if (rules === undefined || rules.skipped) return []
  const end = rules.steps.findIndex(({ kind }) => kind === 'omitempty')
  const isAsked = (i: number, name: string): boolean => end === -1 || i < end || name.startsWith('excluded_')
  return rules.steps.flatMap((step, i) => {
    if (step.kind !== 'rule' || step.rule.name === 'required') return []
    return isAboutPresence(step.rule.name) && isAsked(i, step.rule.name) ? [step.rule] : []
  })
}

function presenceSchema(rule: Rule, { field }: BoundField, of: PresenceScope): string | undefined {
  const exception = exceptionOf(rule, of)
  const present = presentSchema(field.name, of)
  if (exception === undefined || present === undefined) return undefined
  const asked = rule.name.startsWith('required_') ? present : not(present)
  return `{ anyOf: [${exception}, ${asked}] }`
}

/** When the rule asks for nothing; `undefined` when that cannot be said. */
function exceptionOf({ name, parameter }: Rule, of: PresenceScope): string | undefined {
  const [, how = ''] = /^(?:required|excluded)_(.+)$/.exec(name) ?? []
  const parts =
    parameter.kind === 'conditions'
      ? parameter.conditions.map(({ property, value }) => equalSchema(property, value, of))
      : parameter.kind === 'properties'
        ? parameter.names.map((sibling) => presentSchema(sibling, of))
        : []
  const said = parts.flatMap((part) => part ?? [])
  if (said.length === 0 || said.length < parts.length) return undefined
  switch (how) {
    case 'if':
    case 'with_all':
      return not(joined('allOf', said))
    case 'unless':
      return joined('anyOf', said)
    case 'with':
      return not(joined('anyOf', said))
    case 'without':
      return joined('allOf', said)
    default:
      return joined('anyOf', said)
  }
}

function presentSchema(name: string, of: PresenceScope): string | undefined {
  const found = saidField(name, of)
  if (found === undefined) return undefined
  const { type, optional } = found.field
  const target = targetOf(type)
  if (type.kind === 'nullable') return withMember(found, "{ not: { type: 'null' } }")
  // Not said of a union, of which each type has another zero value.
  if (!optional && type.kind === 'anyOf') return undefined
  if (optional || !hasZero(target)) return withMember(found)
  // The zero of dates can be written in many ways.
  const filled = notZero(target)
  return filled.length === 0 ? undefined : withMember(found, objectText(filled))
}

function equalSchema(name: string, value: string, of: PresenceScope): string | undefined {
  const found = saidField(name, of)
  if (found === undefined) return undefined
  const { type } = found.field
  const maybe = mayBeUndefined(found.field) || type.kind === 'nullable'
  if (maybe && value === nil) {
    const present = presentSchema(name, of)
    return present && not(present)
  }
  const members = equalityMembers('eq', value, targetOf(nonNull(type)))
  if (members.length === 0) return undefined
  return maybe && isNone(value, type)
    ? whereThere(found, objectText(members))
    : withMember(found, objectText(members))
}

/** An absent list or record has as many elements as an empty one. */
function isNone(value: string, type: FieldType): boolean {
  return Number(value) === 0 && ['list', 'record'].includes(targetOf(type))
}

/** A property that has the value that the body gives it, if any. */
function saidField(name: string, { fields, zero }: PresenceScope): BoundField | undefined {
  const found = fields.find(({ field }) => field.name === name)
  if (found === undefined || found.field.default !== undefined) return undefined
  return zero && !found.field.optional ? undefined : found
}

function withMember({ binding }: BoundField, schema?: string): string {
  const required = `required: [${literal(binding.key)}]`
  if (schema === undefined) return `{ ${required} }`
  return `{ ${required}, properties: { ${propertyKey(binding.key)}: ${schema} } }`
}

/** What a property is where it is there. */
function whereThere({ binding }: BoundField, schema: string): string {
  return `{ properties: { ${propertyKey(binding.key)}: ${schema} } }`
}

function joined(word: 'allOf' | 'anyOf', schemas: readonly string[]): string {
  const [only] = schemas
  return schemas.length === 1 && only !== undefined ? only : `{ ${word}: [${schemas.join(', ')}] }`
}

function not(schema: string): string {
  return `{ not: ${schema} }`
}
