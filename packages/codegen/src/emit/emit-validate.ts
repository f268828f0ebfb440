import type { DtoModule, Field, ObjectType } from '../model/dto.ts'
import { nestedNames } from '../model/field-type.ts'
import { type Rule, type RuleStep, type Rules, siblingsOf } from '../model/rule.ts'
import { isAsyncField } from './async-rules.ts'
import { fieldVariables, takenApart } from './check-variables.ts'
import { declarationComment } from './emit-fallback.ts'
import type { Checker, RuleScope } from './emit-issues.ts'
import { valueStatements } from './emit-rules.ts'
import type { ModuleScope } from './module-scope.ts'
import { ownFunction } from './rule-condition.ts'
import { fieldValue } from './rule-value.ts'
import { resultType } from './source-words.ts'
import { writeStatements } from './statements.ts'

/** Whether a type, or what it nests, has rules. */
export function hasRules(object: ObjectType, module: DtoModule): boolean {
  return object.fields.some((field) => fieldHasRules(field, module))
}

/** Each binder of a property asks. */
const known = new WeakMap<Field, boolean>()

function fieldHasRules(field: Field, module: DtoModule): boolean {
  let has = known.get(field)
  if (has === undefined) {
    has = findsRules(field, module, new Set())
    known.set(field, has)
  }
  return has
}

function findsRules({ rules, type }: Field, module: DtoModule, seen: Set<ObjectType>): boolean {
  if (rules !== undefined) return !rules.skipped && (saysSomething(rules) || nests(type, module, seen))
  return nests(type, module, seen)
}

function nests(type: Field['type'], module: DtoModule, seen: Set<ObjectType>): boolean {
  return nestedNames(type).some((name) => {
    const object = [...module.objects, ...module.dtos].find((one) => one.name === name)
    if (object === undefined || seen.has(object)) return false
    seen.add(object)
    return object.fields.some((field) => findsRules(field, module, seen))
  })
}

function saysSomething({ steps, keys, elements }: Rules): boolean {
  if (steps.some(({ kind }) => kind !== 'omitempty')) return true
  return [keys, elements].some((below) => below !== undefined && saysSomething(below))
}

/** Emits the function that checks a value of a DTO, whoever made it. */
export function emitValidate(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const check = checkerOf(dto, dto.fields, '', scope)
  if (check === undefined) return
  const found = 'what breaks them, in order of declaration; the empty list is frozen'
  writer.line(`/** Checks the rules of {@link ${dto.name}}: ${found}. */`)
  const issues = `${scope.use('ValidationIssue')}[]`
  const none = scope.use('noIssues')
  if (check.isAsync) {
    const context = `context: ${scope.use('RuleContext')} = ${scope.use('noRequest')}`
    const items = [`value: ${dto.name}`, context]
    writer.list(`export async function validate${dto.name}Async(`, items, `): Promise<${issues}> {`)
    writer.indented(() => writer.line(`return (await ${check.name}(value, context).settled()) ?? ${none}`))
    writer.line('}')
  } else {
    writer.block(`export function validate${dto.name}(value: ${dto.name}): ${issues} {`, () =>
      writer.line(`return ${check.name}(value) ?? ${none}`),
    )
  }
  writer.blank()
}

/** The function that checks what a binder fills; `undefined` when there is nothing to check. */
export function checkerOf(
  object: ObjectType,
  fields: readonly Field[],
  source: string,
  scope: ModuleScope,
): Checker | undefined {
  const names = fields.map(({ name }) => name)
  const isChecked = (field: Field): boolean => fieldHasRules(field, scope.module)
  const isAll = fields.length === object.fields.length
  const within = fields.map((field) => (isAll ? field : withRules(field, withinReach(field.rules, names))))
  const checked = within.filter(isChecked)
  if (checked.length === 0) return undefined
  const all = object.fields.filter(isChecked)
  const isWhole = checked.length === all.length && checked.every(({ rules }, i) => rules === all[i]?.rules)
  const key = `check ${object.name} ${isWhole ? '' : names.join()}`
  const isAsync = checked.some((field) => isAsyncField(field, scope.module))
  const name = scope.function(`check${isWhole ? '' : source}${object.name}`, key, (own) =>
    emitChecker({ name: own, isAsync }, object, checked, scope),
  )
  return { name, isAsync }
}

function withRules(field: Field, rules: Rules | undefined): Field {
  return rules === field.rules ? field : { ...field, rules }
}

function emitChecker(
  { name, isAsync }: Checker,
  object: ObjectType,
  checked: readonly Field[],
  scope: ModuleScope,
): void {
  const { writer } = scope
  const used = usedFields(object, checked)
  // Before variables are named: they must not hide a function.
  for (const { rules } of checked) if (rules !== undefined) useOwnRules(rules, scope)
  const of: RuleScope = { scope, checker: (nested) => objectChecker(nested, scope), isAsync }
  const owner = { type: object, locals: fieldVariables(used, scope) }
  const values = checked.map((field) => ({
    field,
    statements: valueStatements(fieldValue(field, owner), of),
  }))
  writer.line(`/** Checks the rules of a {@link ${object.name}}. */`)
  const apart = takenApart(
    owner.locals,
    values.flatMap(({ statements }) => statements),
  )
  // Rules that every value keeps, or none, look at nothing.
  const value = `${apart.length > 0 ? 'value' : '_value'}: ${resultType(object, used)}`
  const type = scope.use(isAsync ? 'PendingIssues' : 'Issues')
  const parameters = isAsync ? [value, `context: ${scope.use('RuleContext')}`] : [value]
  writer.list(`function ${name}(`, parameters, `): ${type} {`)
  writer.indented(() => {
    if (apart.length > 0) writer.list('const {', apart, '} = value', ' ')
    writer.line(isAsync ? `const issues = new ${type}()` : `let issues: ${type}`)
    writer.blank()
    for (const { field, statements } of values.filter((one) => one.statements.length > 0)) {
      writer.line(declarationComment(field))
      writeStatements(statements, writer)
    }
    writer.blank()
    writer.line('return issues')
  })
  writer.line('}')
}

function objectChecker(name: string, scope: ModuleScope): Checker | undefined {
  const object = scope.object(name)
  return checkerOf(object, object.fields, '', scope)
}

/** The properties that a check looks at: those with rules, and those that rules compare with. */
function usedFields(object: ObjectType, checked: readonly Field[]): readonly Field[] {
  const names = new Set(checked.map(({ name }) => name))
  for (const { rules } of checked)
    for (const name of rules === undefined ? [] : allSiblings(rules)) names.add(name)
  return object.fields.filter(({ name }) => names.has(name))
}

function useOwnRules(rules: Rules, scope: ModuleScope): void {
  for (const { name, parameter } of allRules(rules)) {
    if (parameter.kind === 'own') ownFunction(name, parameter.from, scope)
  }
}

function allRules({ steps, keys, elements }: Rules): readonly Rule[] {
  const below = [keys, elements].flatMap((one) => (one === undefined ? [] : allRules(one)))
  return [...steps.flatMap(rulesOfStep), ...below]
}

function allSiblings(rules: Rules): readonly string[] {
  return allRules(rules).flatMap(siblingsOf)
}

function rulesOfStep(step: RuleStep): readonly Rule[] {
  if (step.kind === 'omitempty') return []
  return step.kind === 'rule' ? [step.rule] : step.rules
}

/** A rule that looks at other properties is checked only where they are filled too. */
function withinReach(rules: Rules | undefined, names: readonly string[]): Rules | undefined {
  if (rules === undefined || allSiblings(rules).every((name) => names.includes(name))) return rules
  const isReachable = (step: RuleStep): boolean =>
    rulesOfStep(step).every((rule) => siblingsOf(rule).every((sibling) => names.includes(sibling)))
  return {
    ...rules,
    steps: rules.steps.filter(isReachable),
    keys: withinReach(rules.keys, names),
    elements: withinReach(rules.elements, names),
  }
}
