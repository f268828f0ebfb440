import { type FieldModel, nonNull, type RuleModel, type TypeModel } from './model.ts'

/** The object around a value. */
export interface Around {
  readonly fields: readonly FieldModel[]
  readonly object: unknown
}

/** The sibling properties named by a rule. */
export function namedFields({ name, parameter = '' }: RuleModel): readonly string[] {
  if (name.endsWith('field')) return [parameter]
  const words = parameter.split(' ')
  if (/^(required|excluded)_(if|unless)$/.test(name)) return words.filter((_, i) => i % 2 === 0)
  return /^(required|excluded)_/.test(name) ? words : []
}

/** Whether a presence rule requires or excludes the property. */
export function isAsked(rule: string, parameter: string, around: Around | undefined): boolean {
  if (rule === 'required') return true
  if (around === undefined) throw new Error(`${rule} of an element`)
  const words = parameter.split(' ')
  const pairs = words.flatMap((name, i) => (i % 2 === 0 ? [holds(name, words[i + 1] ?? '', around)] : []))
  const empties = words.map((name) => isEmptySibling(name, around))
  switch (rule.replace(/^(required|excluded)_/, '')) {
    case 'if':
      return pairs.every((one) => one)
    case 'unless':
      return !pairs.some((one) => one)
    case 'with':
      return empties.some((isEmpty) => !isEmpty)
    case 'with_all':
      return empties.every((isEmpty) => !isEmpty)
    case 'without':
      return empties.some((isEmpty) => isEmpty)
    case 'without_all':
      return empties.every((isEmpty) => isEmpty)
    default:
      throw new Error(`${rule} is not known here`)
  }
}

/** An absent property is `nil`; an absent list or record has no elements. */
function holds(name: string, text: string, { fields, object }: Around): boolean {
  const value = memberOf(object, name)
  if (value === undefined || value === null) {
    const type = fields.find((one) => one.name === name)?.type
    const isCounted = type !== undefined && ['list', 'record'].includes(nonNull(type).kind)
    return text === 'nil' || (isCounted && text === '0')
  }
  return typeof value === 'object' ? Object.keys(value).length === Number(text) : String(value) === text
}

function isEmptySibling(name: string, { fields, object }: Around): boolean {
  const field = fields.find((one) => one.name === name)
  return field === undefined || isEmptyValue(memberOf(object, name), field.optional, field.type)
}

/**
 * Values that `required` refuses: an absent one if it may be absent, else a zero value. An empty list is
 * present.
 */
export function isEmptyValue(value: unknown, isOptional: boolean, type: TypeModel): boolean {
  if (value === undefined || value === null) return true
  // `unknown` has no zero value.
  return !isOptional && type === nonNull(type) && type.kind !== 'unknown' && isZero(value)
}

function isZero(value: unknown): boolean {
  if (value instanceof Date) return value.getTime() === Date.parse('0001-01-01T00:00:00Z')
  return value === '' || value === 0 || value === 0n || value === false
}

/** An absent sibling equals nothing but another absent value, and is not ordered. */
export function compares(rule: string, sibling: string, value: unknown, around: Around | undefined): boolean {
  const other = comparable(memberOf(around?.object, sibling))
  const own = comparable(value)
  if (rule === 'eqfield') return own === other
  if (rule === 'nefield') return own !== other
  if (own === undefined || other === undefined) return true
  switch (rule) {
    case 'gtfield':
      return own > other
    case 'gtefield':
      return own >= other
    case 'ltfield':
      return own < other
    case 'ltefield':
      return own <= other
    default:
      throw new Error(`${rule} is not known here`)
  }
}

function comparable(value: unknown): string | number | bigint | boolean | undefined {
  if (value instanceof Date) return value.getTime()
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    default:
      return undefined
  }
}

export function memberOf(object: unknown, name: string): unknown {
  const isObject = typeof object === 'object' && object !== null
  return isObject && Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined
}
