import type { FormatName } from '@ctxgen/core/rules/formats'
import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import type { ClassOrigin } from './field-type.ts'
import type { SourceSpan } from './source-span.ts'

/*
 * `@validate` as data.
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

/** The rules of one value, its keys and its elements. */
export interface Rules {
  /** In order: only the first failure is reported. */
  readonly steps: readonly RuleStep[]
  /** `dive,keys,…,endkeys`: rules of a record's keys. */
  readonly keys: Rules | undefined
  /** After `dive`: rules of every element. */
  readonly elements: Rules | undefined
  /** `-`: no checks of the value or of anything below it. */
  readonly skipped: boolean
}

export type RuleStep =
  | { readonly kind: 'rule'; readonly rule: Rule; readonly message: string | undefined }
  /** Alternatives, `hexcolor|rgb`: one must pass. */
  | {
      readonly kind: 'either'
      /** As written. */
      readonly text: string
      readonly rules: readonly Rule[]
      readonly message: string | undefined
    }
  /** An empty value skips the steps after it. */
  | { readonly kind: 'omitempty' }

export interface Rule {
  readonly name: string
  /** The parameter in issues, with `0x2C` and `0x7C` replaced. */
  readonly param: string | undefined
  readonly parameter: RuleParameter
  /** The only targets in a union of kinds; `undefined` if the rule applies to all its types. */
  readonly about?: readonly RuleTarget[] | undefined
  readonly span: SourceSpan
}

/** A parameter, parsed without knowledge of the property's type. */
export type RuleParameter =
  | { readonly kind: 'none' }
  /** `-?digits[.digits][e±digits]` */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `red 'light green'` */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'properties'; readonly names: readonly string[] }
  /** `required_if=kind card n 5`: pairs of a property and a value. */
  | { readonly kind: 'conditions'; readonly conditions: readonly Condition[] }
  /** A format of JSON Schema. */
  | { readonly kind: 'format'; readonly format: FormatName }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  /** In bytes. */
  | { readonly kind: 'bytes'; readonly bytes: number }
  /** A custom rule. */
  | ({ readonly kind: 'own'; readonly text: string | undefined } & OwnRule)

/** The function of a custom rule. */
export interface OwnRule {
  readonly from: ClassOrigin
  /** Whether it returns a promise. */
  readonly isAsync: boolean
}

export interface Condition {
  readonly property: string
  readonly value: string
}

/** In a condition, the value of an absent property. */
export const nil = 'nil'

/** Every rule of a value, including alternatives. */
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

/** Whether a step applies to this type of a union of kinds. */
export function isAbout(step: RuleStep, target: RuleTarget): boolean {
  return rulesOfStep(step).every(({ about }) => about === undefined || about.includes(target))
}

/** The sibling properties that a rule refers to. */
export function siblingsOf({ parameter, name }: Rule): readonly string[] {
  if (parameter.kind === 'conditions') return parameter.conditions.map(({ property }) => property)
  // The parameter of `unique` names a property of the elements.
  return parameter.kind === 'properties' && name !== 'unique' ? parameter.names : []
}
