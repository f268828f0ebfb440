import {
  type FieldModel,
  type Literal,
  nonNull,
  type RuleModel,
  type ScalarName,
  type TypeModel,
} from './model.ts'

/** The same fields, some with rules about others, each chosen by a number. */
export function withSiblingRules(
  fields: readonly FieldModel[],
  picks: readonly number[],
): readonly FieldModel[] {
  return fields.map((field, i) => {
    const pick = picks[i] ?? 0
    const others = fields.filter((other) => other !== field && /^[A-Za-z_$][\w$]*$/.test(other.name))
    if (pick % 5 !== 0 || others.length === 0) return field
    const rule = siblingRule(field, others, Math.floor(pick / 5))
    return rule === undefined ? field : { ...field, rules: [rule, ...(field.rules ?? [])] }
  })
}

function siblingRule(field: FieldModel, others: readonly FieldModel[], pick: number): RuleModel | undefined {
  const [kind, rest] = [pick % 3, Math.floor(pick / 3)]
  const sibling = others[rest % others.length]
  if (sibling === undefined) return undefined
  const turn = Math.floor(rest / others.length)
  if (kind === 0) return comparison(field, others, turn)
  if (kind === 1) return condition(sibling, turn)
  // A property that must always be absent is an unrealistic rule.
  const named = (turn % 2 === 0 ? [sibling] : others.slice(0, 2)).filter(mayBeEmpty)
  const word = presenceWords[turn % presenceWords.length]
  if (word === undefined || named.length === 0) return undefined
  return { name: word, parameter: named.map(({ name }) => name).join(' ') }
}

function mayBeEmpty({ type, optional }: FieldModel): boolean {
  if (type.kind === 'anyOf') return optional || type.of.some(({ kind }) => kind === 'scalar')
  return optional || type.kind === 'nullable' || type.kind === 'scalar'
}

const presenceWords = ['required', 'excluded'].flatMap((what) =>
  ['with', 'with_all', 'without', 'without_all'].map((how) => `${what}_${how}`),
)

/** A rule with a property of the same kind. */
function comparison(field: FieldModel, others: readonly FieldModel[], turn: number): RuleModel | undefined {
  const kind = kindOf(field.type)
  const sibling = others.find((other) => kind !== undefined && kindOf(other.type) === kind)
  if (kind === undefined || sibling === undefined) return undefined
  const names = kind === 'string' || kind === 'boolean' ? ['eqfield', 'nefield'] : comparisons
  return { name: names[turn % names.length] ?? 'eqfield', parameter: sibling.name }
}

const comparisons = ['gtfield', 'gtefield', 'ltfield', 'ltefield', 'eqfield', 'nefield']

/** A condition on a possible value of another property. */
function condition({ name, type, optional }: FieldModel, turn: number): RuleModel | undefined {
  const mayBeAbsent = optional || type.kind === 'nullable'
  const value = mayBeAbsent && turn % 3 === 0 ? 'nil' : possibleValue(nonNull(type), turn)
  const word = ['required_if', 'required_unless', 'excluded_if', 'excluded_unless'][turn % 4]
  if (value === undefined || word === undefined) return undefined
  return { name: word, parameter: `${name} ${value}` }
}

function possibleValue(type: TypeModel, turn: number): string | undefined {
  if (type.kind === 'literals') return type.values.map(String).find((value) => /^[\w.-]+$/.test(value))
  if (type.kind === 'list' || type.kind === 'record') return String(turn % 2)
  if (type.kind !== 'scalar' || type.scalar === 'Date') return undefined
  return type.scalar === 'string' ? 'x' : type.scalar === 'boolean' ? 'true' : '5'
}

/** Types with an order. */
function kindOf(type: TypeModel): string | undefined {
  const of = nonNull(type)
  if (of.kind === 'literals') return literalKind(of.values)
  return of.kind === 'scalar' ? scalarKind(of.scalar) : undefined
}

function literalKind(values: readonly Literal[]): string | undefined {
  const kinds = new Set(values.map((value) => typeof value))
  return kinds.size === 1 ? typeof values[0] : undefined
}

function scalarKind(scalar: ScalarName): string {
  switch (scalar) {
    case 'string':
    case 'boolean':
    case 'Date':
      return scalar
    case 'int64':
    case 'uint64':
    case 'bigint':
      return 'bigint'
    default:
      return 'number'
  }
}

/** Drops rules about a property that has been replaced. */
export function withoutRulesOf(field: FieldModel, name: string): FieldModel {
  if (field.rules === undefined) return field
  const rules = field.rules.filter(({ parameter = '' }) => !parameter.split(' ').includes(name))
  const { rules: _, ...bare } = field
  return rules.length === 0 ? bare : { ...field, rules }
}
