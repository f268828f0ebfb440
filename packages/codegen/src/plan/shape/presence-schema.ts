import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import { isAboutPresence } from '@ctxgen/core/rules/rule-names'
import type { BoundField } from '../../model/bound-fields.ts'
import { mayBeUndefined } from '../../model/dto.ts'
import { type FieldType, holdsNull, isKindUnion, nonNull } from '../../model/field-type.ts'
import { nil, type Rule } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import { equalityKeywords, hasZero, notZero } from './rule-schema.ts'

/** The properties of an object in a JSON body. */
interface PresenceScope {
  readonly fields: readonly BoundField[]
  /** Whether absent properties become zero values. */
  readonly zero: boolean
}

/** Schemas that require or forbid properties of an object depending on other properties. */
export function presenceSchemas(of: PresenceScope): readonly JsonSchema[] {
  return of.fields
    .flatMap((one) => presenceRules(one).map((rule) => presenceSchema(rule, one, of)))
    .filter((schema) => schema !== undefined)
}

/** The rules that also apply to an absent value. */
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

function presenceSchema(rule: Rule, { field }: BoundField, of: PresenceScope): JsonSchema | undefined {
  const exception = exceptionOf(rule, of)
  const present = presentSchema(field.name, of)
  if (exception === undefined || present === undefined) return undefined
  const asked = rule.name.startsWith('required_') ? present : not(present)
  return { anyOf: [exception, asked] }
}

/** The schema of the cases in which the rule requires nothing; `undefined` when a schema cannot express them. */
function exceptionOf({ name, parameter }: Rule, of: PresenceScope): JsonSchema | undefined {
  const [, how = ''] = /^(?:required|excluded)_(.+)$/.exec(name) ?? []
  const parts =
    parameter.kind === 'conditions'
      ? parameter.conditions.map(({ property, value }) => equalSchema(property, value, of))
      : parameter.kind === 'properties'
        ? parameter.names.map((sibling) => presentSchema(sibling, of))
        : []
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0 || known.length < parts.length) return undefined
  switch (how) {
    case 'if':
    case 'with_all':
      return not(joined('allOf', known))
    case 'unless':
      return joined('anyOf', known)
    case 'with':
      return not(joined('anyOf', known))
    case 'without':
      return joined('allOf', known)
    default:
      return joined('anyOf', known)
  }
}

function presentSchema(name: string, of: PresenceScope): JsonSchema | undefined {
  const found = fieldOf(name, of)
  if (found === undefined) return undefined
  const { type, optional } = found.field
  const target = targetOf(type)
  if (holdsNull(type)) return withMember(found, { not: { type: 'null' } })
  // Skip unions: their types have different zero values.
  if (!optional && isKindUnion(type)) return undefined
  if (optional || !hasZero(target)) return withMember(found)
  // A zero date has many spellings.
  const filled = notZero(target)
  return filled.length === 0 ? undefined : withMember(found, Object.fromEntries(filled))
}

function equalSchema(name: string, value: string, of: PresenceScope): JsonSchema | undefined {
  const found = fieldOf(name, of)
  if (found === undefined) return undefined
  const { type } = found.field
  const maybe = mayBeUndefined(found.field) || holdsNull(type)
  if (maybe && value === nil) {
    const present = presentSchema(name, of)
    return present && not(present)
  }
  const keywords = equalityKeywords('eq', value, targetOf(nonNull(type)))
  if (keywords.length === 0) return undefined
  const equal = Object.fromEntries(keywords)
  return maybe && isNone(value, type) ? whereThere(found, equal) : withMember(found, equal)
}

/** An absent list or record has as many elements as an empty one. */
function isNone(value: string, type: FieldType): boolean {
  return Number(value) === 0 && ['list', 'record'].includes(targetOf(type))
}

/** A property by name; `undefined` where a default or a zero value replaces an absent one. */
function fieldOf(name: string, { fields, zero }: PresenceScope): BoundField | undefined {
  const found = fields.find(({ field }) => field.name === name)
  if (found === undefined || found.field.default !== undefined) return undefined
  return zero && !found.field.optional ? undefined : found
}

function withMember({ binding }: BoundField, schema?: JsonSchema): JsonSchema {
  const required = [binding.key]
  return schema === undefined ? { required } : { required, properties: { [binding.key]: schema } }
}

/** A schema for a property that applies only when it is present. */
function whereThere({ binding }: BoundField, schema: JsonSchema): JsonSchema {
  return { properties: { [binding.key]: schema } }
}

function joined(word: 'allOf' | 'anyOf', schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas
  return schemas.length === 1 && only !== undefined ? only : { [word]: schemas }
}

function not(schema: JsonSchema): JsonSchema {
  return { not: schema }
}
