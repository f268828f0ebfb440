import type { DtoModule, Field, ObjectType } from '../../model/dto.ts'
import type { FieldType } from '../../model/field-type.ts'
import type { Rule, RuleStep } from '../../model/rule.ts'
import type { RuleTarget } from '../../model/rule-table.ts'

/** A rule and the value it is about. */
export interface RulePlace {
  readonly rule: Rule
  /** What the value has passed when the rule is asked. */
  readonly before: readonly RuleStep[]
  readonly type: FieldType
  readonly target: RuleTarget
  /** The value in words: `tags: string[]`, `an element of tags: string[]`. */
  readonly words: string
  readonly field: Field
  readonly owner: ObjectType
  readonly module: DtoModule
  /** Whether it is an element, a value or a key of what the property holds. */
  readonly isElement: boolean
}

/** A rule as written: `min=3`. */
export function ruleText({ name, param }: Rule): string {
  return param === undefined ? name : `${name}=${param}`
}
