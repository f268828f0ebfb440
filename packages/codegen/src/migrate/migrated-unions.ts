import type { ts } from 'ts-morph'
import { type MigratedValue, parameter, plain } from './migrated.ts'
import type { Draft } from './type-draft.ts'

/** A union of types, in which a branch with rules has a name. `null` among them makes it nullable. @param node for losses */
export function unionOf(
  branches: readonly MigratedValue[],
  name: string,
  draft: Draft,
  node: ts.Node,
): MigratedValue {
  const isNothing = ({ type }: MigratedValue): boolean => type === 'null' || type === 'undefined'
  const some = merged(
    branches.filter((one) => !isNothing(one)),
    draft,
    node,
  )
  const isNullable = branches.some((one) => one.type === 'null' || one.isNullable)
  const isOptional = branches.some((one) => one.type === 'undefined' || one.isOptional)
  const [first, ...others] = some
  if (first === undefined) return { ...plain('null'), isOptional }
  if (others.length === 0) return { ...first, isNullable, isOptional }
  const types = some.map((one, i) => draft.aliased(`${name}${i + 1}`, one).type)
  const tags = some.flatMap((one) => one.tags).filter((tag) => tag.startsWith('@default '))
  return { ...plain([...new Set(types)].join(' | ')), isNullable, isOptional, tags: tags.slice(0, 1) }
}

/** Texts of several forms are one text of either form. */
function merged(branches: readonly MigratedValue[], draft: Draft, node: ts.Node): readonly MigratedValue[] {
  const isText = ({ type }: MigratedValue): boolean => type === 'string'
  // Two names of texts are one type to the compiler, which then has no name and no rules.
  const opened = branches.map((one) => ({ ...one, ...draft.textBehind(one.type) }))
  const texts = opened.filter(isText)
  const literals = branches.filter(({ type }) => /^'[^']*'$/.test(type))
  const isAlone = texts.length === 1 && literals.length === 0
  if (texts.length === 0 || isAlone) return branches
  const rest = branches.filter((one, i) => !texts.includes(opened[i] ?? one) && !literals.includes(one))
  const rules = eitherOf(texts, literals)
  if (rules === undefined)
    draft.lose(
      node,
      'a union of texts with several rules each',
      'Write a rule of your own, or check it in the handler.',
    )
  return [...rest, { ...plain('string'), rules: rules ?? [] }]
}

/** One rule for all; `undefined` where a branch has several, which no rule joins. */
function eitherOf(texts: readonly MigratedValue[], literals: readonly MigratedValue[]): string[] | undefined {
  if (texts.some(({ rules }) => rules.length === 0)) return []
  const values = literals.map(({ type }) => type.slice(1, -1))
  const [only] = texts
  if (texts.length === 1 && only !== undefined && values.every((value) => value === ''))
    return ['omitempty', ...only.rules]
  if (texts.some(({ rules }) => rules.length > 1 || / "/.test(rules[0] ?? ''))) return undefined
  const words = values.filter((value) => value !== '').map((value) => `eq=${parameter(value)}`)
  const either = [...texts.flatMap(({ rules }) => rules), ...words].join('|')
  return values.includes('') ? ['omitempty', either] : [either]
}
