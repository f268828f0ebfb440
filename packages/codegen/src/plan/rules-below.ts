import type { DtoModule, Field, ObjectType } from '../model/dto.ts'
import { allRules, type Rule, type RuleStep, type Rules, rulesOfStep } from '../model/rule.ts'
import { nestedNames } from '../model/type-parts.ts'

/** Tests the rules of a property and of the types nested in it. */
type AskField = (field: Field, module: DtoModule) => boolean

/** Whether there is anything to check. */
export const fieldHasRules: AskField = inSomeRules(saysSomething)

/** Whether there are asynchronous rules, so that every check of the property is awaited. */
export const isAsyncField: AskField = inSomeRules((rules) => allRules(rules).some(isAsync))

export function hasRules(object: ObjectType, module: DtoModule): boolean {
  return object.fields.some((field) => fieldHasRules(field, module))
}

export function isAsyncObject(object: ObjectType, module: DtoModule): boolean {
  return object.fields.some((field) => isAsyncField(field, module))
}

/** Whether a rule of a step is asynchronous; the step then runs after all synchronous ones. */
export function isAsyncStep(step: RuleStep): boolean {
  return rulesOfStep(step).some(isAsync)
}

function isAsync({ parameter }: Rule): boolean {
  return parameter.kind === 'own' && parameter.isAsync
}

/** Caches its results for all binders of a property. */
function inSomeRules(test: (rules: Rules) => boolean): AskField {
  const known = new WeakMap<Field, boolean>()
  return (field, module) => {
    const found = known.get(field) ?? isInSome(test, field, module, new Set())
    known.set(field, found)
    return found
  }
}

function isInSome(
  test: (rules: Rules) => boolean,
  { rules, type }: Field,
  module: DtoModule,
  seen: Set<ObjectType>,
): boolean {
  if (rules?.skipped) return false
  if (rules !== undefined && test(rules)) return true
  return nestedNames(type).some((name) => {
    const object = [...module.objects, ...module.dtos].find((one) => one.name === name)
    if (object === undefined || seen.has(object)) return false
    seen.add(object)
    return object.fields.some((field) => isInSome(test, field, module, seen))
  })
}

function saysSomething({ steps, keys, elements }: Rules): boolean {
  if (steps.some(({ kind }) => kind !== 'omitempty')) return true
  return [keys, elements].some((below) => below !== undefined && saysSomething(below))
}
