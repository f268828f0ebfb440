import { type FieldModel, nonNull, type RuleModel, type TypeModel } from './model.ts'

/** Rules that fit the type of a field, chosen by a number; most fields get none. */
export function rulesFor({ type, optional }: FieldModel, pick: number): readonly RuleModel[] | undefined {
  if (pick % 4 !== 0) return undefined
  const rules = valueRules(nonNull(type), pick >> 2)
  if (rules === undefined) return undefined
  const before = [[], [], [{ name: 'required' }], [{ name: 'omitempty' }]][(pick >> 5) % 4] ?? []
  // `required` on an optional field is kept rare, as most requests would fail.
  return [...before.filter(({ name }) => name !== 'required' || !optional || pick % 8 === 0), ...rules]
}

function valueRules(type: TypeModel, pick: number): readonly RuleModel[] | undefined {
  if (type.kind === 'list') {
    if (pick % 7 === 0 && isScalar(nonNull(type.of))) return [rule('unique')]
    const below = valueRules(nonNull(type.of), pick >> 1)
    const size = sizeRules[pick % sizeRules.length] ?? []
    return below === undefined || pick % 2 === 0 ? size : [...size, { name: 'dive' }, ...below]
  }
  if (type.kind === 'record') {
    return pick % 5 === 0 && isScalar(nonNull(type.of))
      ? [rule('unique')]
      : sizeRules[pick % sizeRules.length]
  }
  if (type.kind === 'lists') return sizeRules[pick % sizeRules.length]
  if (type.kind === 'anyOf') return type.of.every(isSized) ? sizeRules[pick % sizeRules.length] : undefined
  if (type.kind !== 'scalar' || type.scalar === 'boolean' || type.scalar === 'Date') return undefined
  if (type.scalar === 'string') return textRules[pick % textRules.length]
  const isWhole = !['number', 'float32', 'float64'].includes(type.scalar)
  const rules = isWhole ? [...numberRules, ...wholeRules] : numberRules
  return rules[pick % rules.length]
}

/** Whether a size rule fits. */
function isSized(type: TypeModel): boolean {
  if (type.kind === 'scalar') return type.scalar !== 'boolean' && type.scalar !== 'Date'
  return type.kind === 'list' || type.kind === 'record' || type.kind === 'tuple'
}

function isScalar({ kind }: TypeModel): boolean {
  return kind === 'scalar'
}

function rule(name: string, parameter?: string): RuleModel {
  return parameter === undefined ? { name } : { name, parameter }
}

const sizeRules = [
  [rule('min', '1')],
  [rule('max', '2')],
  [rule('len', '2')],
  [rule('gt', '0'), rule('lt', '3')],
]

const textRules = [
  [rule('min', '2')],
  [rule('max', '3')],
  [rule('len', '1')],
  [rule('oneof', 'x ab 5')],
  [rule('eq', 'x')],
  [rule('ne', 'x'), rule('lte', '4')],
  [rule('gte', '1'), rule('lt', '6')],
  [rule('alpha')],
  [rule('printascii'), rule('max', '5')],
  [rule('contains', 'a')],
  [rule('startswith', 'x')],
  [rule('excludesall', '0x2C a')],
  [rule('noneof', 'x ab 5')],
  [rule('numeric')],
  [rule('number')],
  [rule('alphanum')],
  [rule('alphaspace')],
  [rule('lowercase')],
  [rule('uppercase')],
  [rule('boolean')],
  [rule('hexadecimal')],
  [rule('ascii'), rule('containsany', 'xa1')],
  [rule('excludes', 'a'), rule('endswith', 'x')],
  [rule('startsnotwith', 'x'), rule('endsnotwith', 'b')],
  [rule('alpha|numeric')],
  [rule('eq=x|min=3')],
  [rule('pattern', '/^[a0x2C]+$0x7C^x/')],
  [rule('pattern', '/^.$/')],
  [rule('format', 'date')],
  [rule('format', 'ipv4')],
  [rule('format', 'json-pointer')],
]

const numberRules = [
  [rule('min', '1')],
  [rule('max', '100')],
  [rule('gt', '0'), rule('lte', '50')],
  [rule('gte', '5')],
  [rule('lt', '64')],
  [rule('eq', '7')],
  [rule('ne', '0')],
]

const wholeRules = [
  [rule('multipleOf', '5')],
  [rule('oneof', '1 5 7')],
  [rule('noneof', '0 1 2')],
  [rule('eq=5|gt=50')],
]
