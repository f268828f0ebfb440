import type { ObjectType } from '../../model/dto.ts'
import {
  type FieldType,
  holdsNull,
  isOnlyNull,
  type LiteralValue,
  type NamedEnum,
  type ScalarName,
} from '../../model/field-type.ts'
import { isAbout, type Rules } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import { branchMembers } from '../read/branch-members.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { type Member, objectText, type UseName } from './member.ts'
import { asksForPresence, keyMembers, ruleMembers } from './rule-schema.ts'
import { nestedKind, type ShapeKind } from './shape-kind.ts'

/** Names for references from the text of a shape. */
export interface ShapeNames {
  readonly use: UseName
  readonly shape: (object: ObjectType, kind: ShapeKind) => string
  readonly literals: (values: readonly LiteralValue[], named: NamedEnum | undefined) => string
  readonly template: (pattern: string) => string
  /** A recursive type; `text` makes its definition. */
  readonly recursive: (name: string, kind: ShapeKind, text: () => string) => string
}

export interface HeldScope extends ShapeKind {
  readonly scope: ModuleScope
  readonly names: ShapeNames
}

/** The type of a member as the text of an expression, and the schema keywords from its rules. */
export interface Held {
  readonly base: string
  readonly says: readonly Member[]
}

/** A value, with the rules that its schema includes. */
export interface HeldValue {
  readonly type: FieldType
  readonly rules: Rules | undefined
  readonly optional: boolean
}

export function heldText({ base, says }: Held): string {
  return says.length === 0 ? base : `[${base}, ${objectText(says)}]`
}

export function heldOf({ type, rules: all, optional }: HeldValue, scope: HeldScope): Held {
  const of = all?.skipped ? { ...scope, isChecked: false } : scope
  const rules = of.isChecked ? all : undefined
  if (isOnlyNull(type)) return { base: "'null'", says: [] }
  if (type.kind === 'nullable') {
    const present: HeldValue = { type: type.of, rules, optional: true }
    if (asksForPresence(rules)) return heldOf(present, of)
    return anyOf([...alternatives(present, of), "'null'"])
  }
  if (type.kind === 'anyOf') return anyOf(alternatives({ type, rules, optional }, of))
  const { use } = of.names
  if (type.kind === 'unknown')
    return { base: baseText(type, rules, of), says: asksForPresence(rules) ? [notNull] : [] }
  return {
    base: baseText(type, rules, of),
    says: ruleMembers({ rules, target: targetOf(type), isPlain: !optional, use }),
  }
}

const notNull: Member = ['not', "{ type: 'null' }"]

function anyOf(alternatives: readonly string[]): Held {
  return { base: `{ anyOf: [${alternatives.join(', ')}] }`, says: [] }
}

/** The types of a union, each with its own rules; any other type alone. */
function alternatives({ type, rules, optional }: HeldValue, of: HeldScope): readonly string[] {
  if (type.kind !== 'anyOf') return [heldText(heldOf({ type, rules, optional }, of))]
  return type.members.map((one) => {
    const steps = rules?.steps.filter((step) => isAbout(step, targetOf(one))) ?? []
    return heldText(heldOf({ type: one, rules: rules && { ...rules, steps }, optional }, of))
  })
}

/** Their names in the runtime. */
export const scalarWords: Readonly<Record<ScalarName, string>> = {
  string: "'string'",
  boolean: "'bool'",
  bigint: "'bigint'",
  int: "'int'",
  int8: "'int8'",
  int16: "'int16'",
  int32: "'int32'",
  int64: "'int64'",
  uint: "'uint'",
  uint8: "'uint8'",
  uint16: "'uint16'",
  uint32: "'uint32'",
  uint64: "'uint64'",
  float32: "'float32'",
  float64: "'number'",
  Date: "'date'",
  'number | bigint': "'number'",
  undefined: "'nothing'",
}

function baseText(type: FieldType, rules: Rules | undefined, of: HeldScope): string {
  switch (type.kind) {
    case 'scalar':
      return scalarWords[type.scalar]
    case 'literals':
      return of.names.literals(type.values, type.named)
    case 'nullable':
    case 'anyOf':
      return heldText(heldOf({ type, rules, optional: false }, of))
    case 'list':
      return `[${elementText(type.element, rules, of, type.hasHoles)}]`
    case 'object':
      return nestedText(type.name, of)
    case 'record': {
      const record = `record: ${elementText(type.value, rules, of)}`
      if (type.keys !== undefined) return `{ ${record}${keysWord(type)} }`
      const keys = rules?.keys === undefined ? [] : keyMembers(rules.keys, of.names.use)
      return `{ ${record}${keys.length === 0 ? '' : `, keys: ${objectText(keys)}`} }`
    }
    case 'tuple':
      return heldTuple(type, (element, i) => elementText(element, undefined, of, type.holes?.includes(i)))
    case 'union':
    case 'byMember': {
      const others = branchMembers(type, of.source, of.scope)
      const branches = type.branches.map(({ object }, i) =>
        heldText({ base: nestedText(object, of), says: others[i] ?? [] }),
      )
      return `{ oneOf: [${branches.join(', ')}] }`
    }
    case 'recursive': {
      const kind = { ...of, isChecked: false }
      return of.names.recursive(type.name, kind, () =>
        baseText(of.scope.recursive(type.name), undefined, kind),
      )
    }
    case 'choice':
      return `{ anyOf: [${type.branches.map((one) => baseText(one, undefined, of)).join(', ')}] }`
    case 'bytes':
      return "'bytes'"
    case 'class':
      return "'string'"
    case 'file':
      return "'file'"
    case 'template':
      return of.names.template(type.pattern)
    case 'unknown':
      return type.isObject ? "'object'" : "'unknown'"
  }
}

/** `, keys: 'int'`, for keys that are numbers; no schema has their rules. */
export function keysWord({ keys }: FieldType & { kind: 'record' }): string {
  return keys === undefined ? '' : `, keys: ${scalarWords[keys]}`
}

/** `{ tuple: ['string', 'int'], min: 1, rest: 'bool' }` */
export function heldTuple(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  textOf: (type: FieldType, index: number) => string,
): string {
  const min = required === elements.length ? '' : `, min: ${required}`
  const others = rest === undefined ? '' : `, rest: ${textOf(rest, elements.length)}`
  return `{ tuple: [${elements.map(textOf).join(', ')}]${min}${others} }`
}

/** The elements of a list or a record, with the rules after `dive`. */
function elementText(
  type: FieldType,
  rules: Rules | undefined,
  of: HeldScope,
  mayBeUndefined = false,
): string {
  const text = heldText(heldOf({ type, rules: rules?.elements, optional: false }, of))
  // JSON.stringify writes `null` for `undefined`.
  return mayBeUndefined && of.isOutput && !holdsNull(type) ? `{ anyOf: [${text}, 'null'] }` : text
}

function nestedText(name: string, of: HeldScope): string {
  const object = of.scope.object(name)
  return of.names.shape(object, nestedKind(object, of))
}
