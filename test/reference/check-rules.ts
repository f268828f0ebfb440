import { elementOf, type FieldModel, nonNull, type RuleModel, type TypeModel } from './model.ts'

/** RULES.md: what breaks the rules of these fields, each as `path rule` or `path rule=parameter`, depth first. */
export function brokenRules(fields: readonly FieldModel[], object: unknown, above = ''): readonly string[] {
  return fields.flatMap((field) => {
    const value = memberOf(object, field.name)
    const path = above === '' ? field.name : `${above}.${field.name}`
    const own = firstBroken(field.rules ?? [], value, field.type, path, field.optional)
    // A list that is wrong itself has its one issue.
    return own.length > 0 ? own : brokenBelow(nonNull(field.type), value, path)
  })
}

function memberOf(object: unknown, name: string): unknown {
  const isObject = typeof object === 'object' && object !== null
  return isObject && Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined
}

/** Nested objects, wherever they are, and the branch of a union that a value is. */
function brokenBelow(type: TypeModel, value: unknown, path: string): readonly string[] {
  if (value === undefined || value === null) return []
  if (type.kind === 'object') return brokenRules(type.fields, value, path)
  if (type.kind === 'union') {
    const branch = type.of.find(({ fields }) => {
      const kind = fields.find(({ name }) => name === type.discriminant)?.type
      return (
        kind?.kind === 'literals' && kind.values.some((one) => one === memberOf(value, type.discriminant))
      )
    })
    return branch === undefined ? [] : brokenRules(branch.fields, value, path)
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((one, i) => brokenBelow(nonNull(type.of), one, `${path}.${i}`))
  }
  if (type.kind === 'tuple' && Array.isArray(value)) {
    return value.flatMap((one, i) => {
      const of = elementOf(type, i)
      return of === undefined ? [] : brokenBelow(nonNull(of), one, `${path}.${i}`)
    })
  }
  if (type.kind !== 'record') return []
  return Object.entries(value).flatMap(([key, one]) => brokenBelow(nonNull(type.of), one, `${path}.${key}`))
}

/** The first rule that fails is the one issue of a value; behind `dive` each element has one of its own. */
function firstBroken(
  rules: readonly RuleModel[],
  value: unknown,
  type: TypeModel,
  path: string,
  isOptional: boolean,
): readonly string[] {
  const isThere = value !== undefined && value !== null
  const mayLack = isOptional || type.kind === 'nullable'
  for (const [i, { name, parameter }] of rules.entries()) {
    if (name === 'dive') return brokenElements(rules.slice(i + 1), value, type, path)
    if (name === 'omitempty') {
      if (!isThere || (!mayLack && isZero(value))) return []
      continue
    }
    const holds =
      name === 'required'
        ? isThere && (mayLack || !isZero(value))
        : !isThere || keeps(name, parameter?.replaceAll('0x2C', ',') ?? '', value)
    if (!holds) {
      const told = parameter?.replaceAll('0x2C', ',')
      return [told === undefined ? `${path} ${name}` : `${path} ${name}=${told}`]
    }
  }
  return []
}

function brokenElements(
  rules: readonly RuleModel[],
  value: unknown,
  type: TypeModel,
  path: string,
): readonly string[] {
  const list = nonNull(type)
  if (!Array.isArray(value) || list.kind !== 'list') return []
  return value.flatMap((element, i) => firstBroken(rules, element, list.of, `${path}.${i}`, false))
}

/** Lists are there when they are empty, too. */
function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === 0n || value === false
}

function keeps(rule: string, parameter: string, value: unknown): boolean {
  switch (rule) {
    case 'oneof':
      return parameter.split(' ').includes(String(value))
    case 'noneof':
      return !parameter.split(' ').includes(String(value))
    case 'alpha':
      return /^[a-zA-Z]+$/.test(String(value))
    case 'printascii':
      return /^[\x20-\x7e]*$/.test(String(value))
    case 'numeric':
      return /^[-+]?[0-9]+(\.[0-9]+)?$/.test(String(value))
    case 'contains':
      return String(value).includes(parameter)
    case 'startswith':
      return String(value).startsWith(parameter)
    case 'excludesall':
      return ![...String(value)].some((character) => parameter.includes(character))
    case 'eq':
      return typeof value === 'string' ? value === parameter : sizeOf(value) === Number(parameter)
    case 'ne':
      return typeof value === 'string' ? value !== parameter : sizeOf(value) !== Number(parameter)
    case 'len':
      return sizeOf(value) === Number(parameter)
    case 'min':
    case 'gte':
      return sizeOf(value) >= Number(parameter)
    case 'max':
    case 'lte':
      return sizeOf(value) <= Number(parameter)
    case 'gt':
      return sizeOf(value) > Number(parameter)
    case 'lt':
      return sizeOf(value) < Number(parameter)
    default:
      throw new Error(`${rule} is not known here`)
  }
}

/** Code points, elements, keys, or the number itself. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : Number(value)
}
