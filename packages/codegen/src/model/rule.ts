import type { ClassOrigin } from './field-type.ts'
import type { FormatName } from './formats.ts'
import type { RuleTarget } from './rule-table.ts'
import type { SourceSpan } from './source-span.ts'

/*
 * What `@validate` says, as data.
 *
 *   /** @validate min=1,dive,hexcolor|rgb * / colours: string[]
 *
 * becomes
 *
 *   { skipped: false,
 *     steps: [{ kind: 'rule', rule: { name: 'min', param: '1', parameter: { kind: 'number', text: '1' }, … } }],
 *     keys: undefined,
 *     elements: { steps: [{ kind: 'either', text: 'hexcolor|rgb', rules: [{ name: 'hexcolor', … }, …] }], … } }
 */

/** The rules of one value, and of what it holds. */
export interface Rules {
  /** In order: the first that fails is the value's one issue. */
  readonly steps: readonly RuleStep[]
  /** `dive,keys,…,endkeys`: the rules of a record's keys. */
  readonly keys: Rules | undefined
  /** Behind `dive`: the rules of every element. */
  readonly elements: Rules | undefined
  /** `-`: neither the value is checked nor what is below it. */
  readonly skipped: boolean
}

export type RuleStep =
  | { readonly kind: 'rule'; readonly rule: Rule; readonly message: string | undefined }
  /** Alternatives, `hexcolor|rgb`, of which one must pass. */
  | {
      readonly kind: 'either'
      /** The group as written. */
      readonly text: string
      readonly rules: readonly Rule[]
      readonly message: string | undefined
    }
  /** The steps behind it are passed over for an empty value. */
  | { readonly kind: 'omitempty' }

export interface Rule {
  readonly name: string
  /** The parameter as an issue tells it, `0x2C` and `0x7C` replaced. */
  readonly param: string | undefined
  readonly parameter: RuleParameter
  /** What alone it is about in a union by kind; `undefined` when it is about each of the types. */
  readonly about?: readonly RuleTarget[] | undefined
  /** Where the rule stands. */
  readonly span: SourceSpan
}

/** A parameter as far as it can be read without the property's type. */
export type RuleParameter =
  | { readonly kind: 'none' }
  /** `-?digits[.digits][e±digits]` */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `red 'light green'` */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** The names of properties. */
  | { readonly kind: 'properties'; readonly names: readonly string[] }
  /** `required_if=kind card n 5`: pairs of a property and a value. */
  | { readonly kind: 'conditions'; readonly conditions: readonly Condition[] }
  /** A format of JSON Schema. */
  | { readonly kind: 'format'; readonly format: FormatName }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  /** In bytes. */
  | { readonly kind: 'bytes'; readonly bytes: number }
  /** A rule of the user's own. */
  | ({ readonly kind: 'own'; readonly text: string | undefined } & OwnRule)

/** The function that is a rule of the user's own. */
export interface OwnRule {
  readonly from: ClassOrigin
  /** Whether it returns a promise. */
  readonly isAsync: boolean
}

export interface Condition {
  readonly property: string
  readonly value: string
}

/** The value of a condition that a property has when it is absent. */
export const nil = 'nil'

/** Every rule of a value, those of alternatives among them. */
export function rulesOf(rules: Rules): readonly Rule[] {
  return rules.steps.flatMap(rulesOfStep)
}

export function rulesOfStep(step: RuleStep): readonly Rule[] {
  if (step.kind === 'omitempty') return []
  return step.kind === 'rule' ? [step.rule] : step.rules
}

/** Every rule of a value, of its keys and of its elements. */
export function allRules(rules: Rules): readonly Rule[] {
  const below = [rules.keys, rules.elements].flatMap((one) => (one === undefined ? [] : allRules(one)))
  return [...rulesOf(rules), ...below]
}

/** Whether a step says something of what is a type of a union by kind. */
export function isAbout(step: RuleStep, target: RuleTarget): boolean {
  return step.kind !== 'rule' || step.rule.about === undefined || step.rule.about.includes(target)
}

/** The properties beside its own that a rule looks at. */
export function siblingsOf({ parameter, name }: Rule): readonly string[] {
  if (parameter.kind === 'conditions') return parameter.conditions.map(({ property }) => property)
  // The parameter of `unique` names a property of the elements.
  return parameter.kind === 'properties' && name !== 'unique' ? parameter.names : []
}
