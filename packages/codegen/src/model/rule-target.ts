import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import { byKind } from './by-kind.ts'
import { type FieldType, kindTypes, nonNull } from './field-type.ts'
import { kindOf } from './value-kind.ts'

/** The rule target of a type. Literals of mixed kinds count as objects: only presence rules apply. */
export const targetOf: (type: FieldType) => RuleTarget = byKind({
  scalar: ({ scalar }) => scalarTarget(scalar),
  literals: ({ values }) => literalsTarget(values),
  nullable: ({ of }) => targetOf(of),
  list: 'list',
  tuple: 'list',
  template: 'string',
  union: (type) => (kindOf(type) === 'array' ? 'list' : 'object'),
  recursive: 'object',
  unknown: 'object',
  object: 'object',
  record: 'record',
  class: 'class',
  bytes: 'bytes',
  file: 'file',
})

/** The rule targets of each type in a union, or of the only type. */
export function targetsOf(type: FieldType): readonly RuleTarget[] {
  return kindTypes(nonNull(type)).map(targetOf)
}

function scalarTarget(scalar: (FieldType & { kind: 'scalar' })['scalar']): RuleTarget {
  switch (scalar) {
    case 'string':
    case 'boolean':
      return scalar
    case 'Date':
      return 'date'
    case 'undefined':
      return 'object'
    case 'float32':
    case 'float64':
    case 'number | bigint':
      return 'float'
    case 'bigint':
    case 'int64':
    case 'uint64':
      return 'bigint'
    default:
      return 'integer'
  }
}

function literalsTarget(values: readonly unknown[]): RuleTarget {
  const [first] = values
  if (first === undefined || values.some((value) => typeof value !== typeof first)) return 'object'
  switch (typeof first) {
    case 'number':
      return values.every(Number.isInteger) ? 'integer' : 'float'
    case 'bigint':
      return 'bigint'
    case 'boolean':
      return 'boolean'
    default:
      return 'string'
  }
}

function decimal(text: string): number | undefined {
  const isDecimal = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)
  return isDecimal && Number.isFinite(Number(text)) ? Number(text) : undefined
}

/** A parameter as a value of the target; `undefined` if it is invalid. Sizes are whole numbers. */
export function ruleValue(text: string, target: RuleTarget): string | number | bigint | boolean | undefined {
  switch (target) {
    case 'string':
      return text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'bigint':
      return /^-?\d+$/.test(text) ? BigInt(text) : undefined
    case 'float':
      return decimal(text)
    case 'integer':
      return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    case 'list':
    case 'record':
    case 'bytes':
      return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    default:
      return undefined
  }
}
