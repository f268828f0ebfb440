import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import type { DtoModule, Field, ObjectType } from '../../model/dto.ts'
import type { FieldType } from '../../model/field-type.ts'
import type { Rule, RuleStep } from '../../model/rule.ts'

/** The type whose properties a rule may name; a whole body has none. */
export type RuleOwner = Pick<ObjectType, 'name' | 'fields'>

/** A rule and its value. */
export interface RulePlace {
  readonly rule: Rule
  /** The steps before the rule, which the value has passed. */
  readonly before: readonly RuleStep[]
  readonly type: FieldType
  readonly target: RuleTarget
  /** The value in words: `tags: string[]`, `an element of tags: string[]`. */
  readonly words: string
  readonly field: Field
  readonly owner: RuleOwner
  readonly module: DtoModule
  /** Whether the value is an element or key inside the property. */
  readonly isElement: boolean
}

/** A rule as written: `min=3`. */
export function ruleText({ name, param }: Rule): string {
  return param === undefined ? name : `${name}=${param}`
}
