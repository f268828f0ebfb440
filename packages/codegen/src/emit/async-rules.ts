import type { DtoModule, Field, ObjectType } from '../model/dto.ts'
import { nestedNames } from '../model/field-type.ts'
import { type RuleStep, type Rules, rulesOf } from '../model/rule.ts'

/** Whether an object type, or what it nests, has asynchronous rules: then everything that checks it is waited for. */
export function isAsyncObject(object: ObjectType, module: DtoModule): boolean {
  return object.fields.some((field) => isAsyncField(field, module))
}

/** Each binder of a property asks. */
const known = new WeakMap<Field, boolean>()

export function isAsyncField(field: Field, module: DtoModule): boolean {
  let isAsync = known.get(field)
  if (isAsync === undefined) {
    isAsync = isAsyncIn(field, module, new Set())
    known.set(field, isAsync)
  }
  return isAsync
}

function isAsyncIn({ rules, type }: Field, module: DtoModule, seen: Set<ObjectType>): boolean {
  if (rules?.skipped) return false
  if (rules !== undefined && isAsync(rules)) return true
  return nestedNames(type).some((name) => {
    const object = [...module.objects, ...module.dtos].find((one) => one.name === name)
    if (object === undefined || seen.has(object)) return false
    seen.add(object)
    return object.fields.some((field) => isAsyncIn(field, module, seen))
  })
}

function isAsync(rules: Rules): boolean {
  if (rules.steps.some(isAsyncStep)) return true
  return [rules.keys, rules.elements].some((below) => below !== undefined && isAsync(below))
}

/** Whether one of the rules of a step is asynchronous: then the step is taken after all that are not. */
export function isAsyncStep(step: RuleStep): boolean {
  const steps = { steps: [step], keys: undefined, elements: undefined, skipped: false }
  return rulesOf(steps).some(({ parameter }) => parameter.kind === 'own' && parameter.isAsync)
}
