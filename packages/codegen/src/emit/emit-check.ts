import type { Field, ObjectType } from '../model/dto.ts'
import { allRules, type RuleStep, type Rules, rulesOfStep, siblingsOf } from '../model/rule.ts'
import { fieldVariables, namesIn, takenApart } from './check-variables.ts'
import type { CodeWriter } from './code-writer.ts'
import type { Checker, Gathered } from './emit-issues.ts'
import { namesConstant } from './emit-names.ts'
import { valueStatements } from './emit-rules.ts'
import { propertyAccess } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { joinRefusals, refusal } from './refusals.ts'
import { ownFunction } from './rule-condition.ts'
import { fieldValue } from './rule-value.ts'
import { fieldHasRules, hasOwnRules, isAsyncField } from './rules-below.ts'
import { resultType } from './source-words.ts'
import { type Statement, writeStatements } from './statements.ts'

/*
 * A check is two functions. Most values keep all rules, so that is asked first, by one that knows nothing of issues: what
 * makes up an issue, between the rules, takes as long as a third of them. The other one says what is broken.
 * Rules of the user's own are asked once, so what has some is checked by the second alone.
 */

/** The properties of an object that have rules. */
interface Checked {
  readonly object: ObjectType
  readonly fields: readonly Field[]
  /** What the names of its functions end with. */
  readonly name: string
  readonly key: string
  readonly isAsync: boolean
  readonly isAskedFirst: boolean
}

/** Finds the function for an object type that is nested in the one being checked. */
type FindChecker = (checked: Checked, scope: ModuleScope) => Checker

/** The function that checks what a binder fills; `undefined` when there is nothing to check. */
export function checkerOf(
  object: ObjectType,
  fields: readonly Field[],
  source: string,
  scope: ModuleScope,
): Checker | undefined {
  const checked = checkedOf(object, fields, source, scope)
  return checked === undefined ? undefined : checkerFor(checked, scope)
}

function checkedOf(
  object: ObjectType,
  fields: readonly Field[],
  source: string,
  { module }: ModuleScope,
): Checked | undefined {
  const names = fields.map(({ name }) => name)
  const isChecked = (field: Field): boolean => fieldHasRules(field, module)
  const isAll = fields.length === object.fields.length
  const within = fields.map((field) => (isAll ? field : withRules(field, withinReach(field.rules, names))))
  const checked = within.filter(isChecked)
  if (checked.length === 0) return undefined
  const all = object.fields.filter(isChecked)
  const isWhole = checked.length === all.length && checked.every(({ rules }, i) => rules === all[i]?.rules)
  return {
    object,
    fields: checked,
    name: `${isWhole ? '' : source}${object.name}`,
    key: `${object.name} ${isWhole ? '' : names.join()}`,
    isAsync: checked.some((field) => isAsyncField(field, module)),
    isAskedFirst: !checked.some((field) => hasOwnRules(field, module)),
  }
}

function withRules(field: Field, rules: Rules | undefined): Field {
  return rules === field.rules ? field : { ...field, rules }
}

/** A rule that looks at other properties is checked only where they are filled too. */
function withinReach(rules: Rules | undefined, names: readonly string[]): Rules | undefined {
  if (rules === undefined || siblingsIn(rules).every((name) => names.includes(name))) return rules
  const isReachable = (step: RuleStep): boolean =>
    rulesOfStep(step).every((rule) => siblingsOf(rule).every((sibling) => names.includes(sibling)))
  return {
    ...rules,
    steps: rules.steps.filter(isReachable),
    keys: withinReach(rules.keys, names),
    elements: withinReach(rules.elements, names),
  }
}

function siblingsIn(rules: Rules): readonly string[] {
  return allRules(rules).flatMap(siblingsOf)
}

function checkerFor(checked: Checked, scope: ModuleScope): Checker {
  const { object, name, key, isAskedFirst } = checked
  if (!isAskedFirst) return gathererOf(checked, scope)
  const own = scope.function(`check${name}`, `check ${key}`, (own) => {
    const { writer } = scope
    const value = `value: ${resultType(object, usedFields(checked))}`
    writer.line(`/** Checks the rules of a {@link ${object.name}}. */`)
    writer.list(`function ${own}(`, [value], `): ${scope.use('Issues')} {`)
    const keeps = keeperOf(checked, scope).name
    const broken = gathererOf(checked, scope).name
    writer.indented(() => writer.line(`return ${keeps}(value) ? undefined : ${broken}(value)`))
    writer.line('}')
  })
  return { name: own, isAsync: false }
}

/** The function that tells whether all rules are kept. */
function keeperOf(checked: Checked, scope: ModuleScope): Checker {
  const { object, name, key } = checked
  const own = scope.function(`keepsRulesOf${name}`, `keeps ${key}`, (own) => {
    const { writer } = scope
    const { parameter, apart, values } = bodyOf(checked, 'nothing', keeperOf, scope)
    writer.line(`/** Whether a {@link ${object.name}} keeps all its rules. */`)
    writer.list(`function ${own}(`, [parameter], '): boolean {')
    writer.indented(() => {
      writeApart(apart, writer)
      // One at a time: a condition for each property is easier to read than one for all.
      const statements = values.flatMap((value) => joinRefusals(value.statements))
      const end = statements.indexOf(refusal)
      if (end === -1) writeStatements([...statements, { kind: 'line', text: 'return true' }], writer)
      else writeStatements(statements.slice(0, end + 1), writer)
    })
    writer.line('}')
  })
  return { name: own, isAsync: false }
}

/** The function that tells what is broken. */
function gathererOf(checked: Checked, scope: ModuleScope): Checker {
  const { object, name, key, isAsync, isAskedFirst } = checked
  const own = scope.function(`${isAskedFirst ? 'brokenRulesOf' : 'check'}${name}`, `broken ${key}`, (own) => {
    const { writer } = scope
    const gathers = isAsync ? 'PendingIssues' : 'Issues'
    const find = isAskedFirst ? gathererOf : checkerFor
    const { parameter, apart, values } = bodyOf(checked, gathers, find, scope)
    const issues = scope.use(gathers)
    const type = isAsync ? scope.use('Answers') : issues
    const parameters = isAsync ? [parameter, `context: ${scope.use('RuleContext')}`] : [parameter]
    const names = namesConstant(object, scope)
    const does = isAskedFirst ? 'What breaks the rules of a' : 'Checks the rules of a'
    writer.line(`/** ${does} {@link ${object.name}}. */`)
    writer.list(`function${isAsync ? '*' : ''} ${own}(`, parameters, `): ${type} {`)
    writer.indented(() => {
      writeApart(apart, writer)
      writer.line(isAsync ? `const issues = new ${issues}(${names ?? ''})` : `let issues: ${issues}`)
      writer.blank()
      for (const { statements } of values) writeStatements(statements, writer)
      if (isAsync) return
      writer.blank()
      writer.line(
        names === undefined ? 'return issues' : `return ${scope.use('withNames')}(issues, ${names})`,
      )
    })
    writer.line('}')
  })
  return { name: own, isAsync }
}

/** What a function that checks consists of. */
interface CheckBody {
  readonly parameter: string
  /** What takes the value apart. */
  readonly apart: readonly string[]
  readonly values: readonly { readonly field: Field; readonly statements: readonly Statement[] }[]
}

function bodyOf(checked: Checked, gathers: Gathered, find: FindChecker, scope: ModuleScope): CheckBody {
  const { object, fields } = checked
  const used = usedFields(checked)
  // Before variables are named: they must not hide a function.
  for (const { rules } of fields) if (rules !== undefined) useOwnRules(rules, scope)
  const locals = fieldVariables(used, scope)
  // Behind a refusal TypeScript takes a variable for what was not refused, and refuses to compare it with anything else.
  const inPlace = new Map(used.map(({ name }) => [name, propertyAccess('value', name)]))
  const owner = { type: object, locals, siblings: gathers === 'nothing' ? inPlace : locals }
  const checker = (name: string): Checker | undefined => {
    const nested = scope.object(name)
    const inside = checkedOf(nested, nested.fields, '', scope)
    return inside === undefined ? undefined : find(inside, scope)
  }
  const values = fields.map((field) => ({
    field,
    statements: valueStatements(fieldValue(field, owner), { scope, checker, gathers }),
  }))
  const names = namesIn(values.flatMap(({ statements }) => statements))
  const apart = takenApart(locals, names)
  // Rules that every value keeps, or none, look at nothing.
  const value = apart.length > 0 || names.has('value') ? 'value' : '_value'
  return { parameter: `${value}: ${resultType(object, used)}`, apart, values }
}

function writeApart(apart: readonly string[], writer: CodeWriter): void {
  if (apart.length > 0) writer.filled('const {', apart, '} = value', ' ')
}

/** The properties that a check looks at: those with rules, and those that rules compare with. */
function usedFields({ object, fields }: Checked): readonly Field[] {
  const names = new Set(fields.map(({ name }) => name))
  for (const { rules } of fields)
    for (const name of rules === undefined ? [] : siblingsIn(rules)) names.add(name)
  return object.fields.filter(({ name }) => names.has(name))
}

function useOwnRules(rules: Rules, scope: ModuleScope): void {
  for (const { name, parameter } of allRules(rules)) {
    if (parameter.kind === 'own') ownFunction(name, parameter.from, scope)
  }
}
