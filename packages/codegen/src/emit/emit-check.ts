import type { Field, ObjectType } from '../model/dto.ts'
import { allRules, type RuleStep, type Rules, rulesOfStep, siblingsOf } from '../model/rule.ts'
import { fieldVariables, namesIn, takenApart } from './check-variables.ts'
import type { Checker, Gathered } from './emit-issues.ts'
import { namesConstant } from './emit-names.ts'
import { valueStatements } from './emit-rules.ts'
import { propertyAccess } from './literal.ts'
import { type ModuleScope, pureMark, uncapitalized } from './module-scope.ts'
import { decided, joinRefusals } from './refusals.ts'
import { ownFunction } from './rule-condition.ts'
import { fieldValue } from './rule-value.ts'
import { fieldHasRules, hasOwnRules, isAsyncField } from './rules-below.ts'
import { sharesReader, sharesRules } from './shared-types.ts'
import { resultType } from './source-words.ts'
import { type Statement, writeStatements } from './statements.ts'

/*
 * Rules are two functions. Most values keep all rules, so that is asked first, by one that knows nothing of issues: what
 * makes up an issue, between the rules, takes as long as a third of them. The other one says what is broken.
 * Rules of the user's own are asked once, so what has some is checked by the second alone.
 */

/** The properties of an object that have rules. */
interface Checked {
  readonly object: ObjectType
  readonly fields: readonly Field[]
  /** Whether that is all of its properties that have some. */
  readonly isWhole: boolean
  /** What the name of its constant begins with. */
  readonly name: string
  readonly key: string
  readonly isAsync: boolean
  readonly isAskedFirst: boolean
}

/** The constant that checks what a binder fills; `undefined` when there is nothing to check. */
export function checkerOf(
  object: ObjectType,
  fields: readonly Field[],
  source: string,
  scope: ModuleScope,
): Checker | undefined {
  const checked = checkedOf(object, fields, source, scope)
  return checked && { name: rulesConstant(checked, scope), isAsync: checked.isAsync }
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
    isWhole,
    name: `${isWhole ? '' : source}${object.name}`,
    key: `${object.name} ${isWhole ? '' : names.join()}`,
    isAsync: checked.some((field) => isAsyncField(field, module)),
    isAskedFirst: !checked.some((field) => hasOwnRules(field, module)),
  }
}

/** What the constant with the rules of a type is called. */
function rulesName(name: string): string {
  return `${uncapitalized(name)}Rules`
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

function rulesConstant(checked: Checked, scope: ModuleScope): string {
  const { object, name, key, isWhole, isAsync, isAskedFirst } = checked
  return scope.function(rulesName(name), `rules ${key}`, (own) => {
    const { definitions: writer } = scope
    scope.make(object)
    const isExported = isWhole && scope.shares(object) && sharesReader(object)
    const before = isExported ? scope.exported(own, rulesName(name)) : ''
    const start = `${before}const ${own}: ${scope.use(isAsync ? 'AsyncRules' : 'Rules')}<`
    const type = resultType(object, usedFields(checked), scope)
    const end = `> = ${pureMark}${scope.use(isAsync ? 'asyncRulesOf' : 'rulesOf')}({`
    writer.blank()
    if (writer.fits(start + type + end)) writer.line(start + type + end)
    else writer.block(start, () => writer.line(type), end)
    writer.indented(() => {
      if (isAskedFirst) writeKeeps(checked, scope)
      writeBroken(checked, scope)
    })
    writer.line('})')
  })
}

/** The function that tells whether all rules are kept. */
function writeKeeps(checked: Checked, scope: ModuleScope): void {
  const { values, ...body } = bodyOf(checked, 'nothing', scope)
  // One at a time: a condition for each property is easier to read than one for all.
  const statements = decided(values.flatMap(joinRefusals))
  const [only] = statements
  const result = only?.kind === 'line' ? only.text.replace('return ', '') : undefined
  writeFunction('keeps', { ...body, statements, result }, scope)
}

/** The function that collects what is broken. */
function writeBroken(checked: Checked, scope: ModuleScope): void {
  const { values, ...body } = bodyOf(checked, 'issues', scope)
  const told = values.flat()
  // Rules that every value keeps have nobody to tell.
  const names = told.length === 0 ? undefined : namesConstant(checked.object, scope)
  const named: Statement = { kind: 'line', text: `no.named(${names})` }
  const statements = [...(names === undefined ? [] : [named]), ...told]
  const [only] = statements
  const isExpression = only?.kind === 'call' && !checked.isAsync
  const result = isExpression ? `${only.open}${only.items.join(', ')})` : undefined
  writeFunction(checked.isAsync ? '*broken' : 'broken', { ...body, statements, result }, scope)
}

/** What a function that checks consists of. */
interface CheckBody {
  /** What takes the value apart. */
  readonly apart: readonly string[]
  /** Whether it is used besides. */
  readonly isWholeUsed: boolean
}

interface CheckValues extends CheckBody {
  /** The statements of each property. */
  readonly values: readonly (readonly Statement[])[]
}

function bodyOf(checked: Checked, gathers: Gathered, scope: ModuleScope): CheckValues {
  const { object, fields } = checked
  const used = usedFields(checked)
  // Before variables are named: they must not hide a function or a constant.
  for (const { rules } of fields) if (rules !== undefined) useOwnRules(rules, scope)
  const locals = fieldVariables(used, scope)
  // Behind a refusal TypeScript takes a variable for what was not refused, and refuses to compare it with anything else.
  const inPlace = new Map(used.map(({ name }) => [name, propertyAccess('value', name)]))
  const owner = { type: object, locals, siblings: gathers === 'nothing' ? inPlace : locals }
  const rulesOf = (name: string): Checker | undefined => {
    const nested = scope.object(name)
    const inside = checkedOf(nested, nested.fields, '', scope)
    if (inside === undefined) return undefined
    const { from } = nested
    const isShared = from !== undefined && sharesRules(nested, scope)
    const rules = isShared ? scope.useShared(from, rulesName(from.name)) : rulesConstant(inside, scope)
    return { name: rules, isAsync: inside.isAsync }
  }
  const values = fields.map((field) => valueStatements(fieldValue(field, owner), { scope, rulesOf, gathers }))
  const names = namesIn(values.flat())
  return { apart: takenApart(locals, names), isWholeUsed: names.has('value'), values }
}

interface FunctionBody extends CheckBody {
  readonly statements: readonly Statement[]
  /** The expression that it comes to, if the one statement is nothing else. */
  readonly result: string | undefined
}

/** The value is taken apart where it is declared, when that is one line and nothing else asks for it. */
function writeFunction(
  name: 'keeps' | 'broken' | '*broken',
  { apart, isWholeUsed, statements, result }: FunctionBody,
  { definitions: writer }: ModuleScope,
): void {
  const others = name === 'keeps' ? '' : ', no'
  const short = apart.length === 0 ? '' : `{ ${apart.join(', ')} }${others}`
  const isShort = !isWholeUsed && writer.fits(`${name}(${short}) {`)
  const oneLine = `${name}: (${short}) => ${result},`
  if (isShort && result !== undefined && statements.length === 1 && writer.fits(oneLine)) {
    writer.line(oneLine)
    return
  }
  if (statements.length === 0) {
    writer.line(`${name}() {},`)
    return
  }
  const write = (): void => {
    if (!isShort && apart.length > 0) writer.filled('const {', apart, '} = value', ' ')
    writeStatements(statements, writer)
  }
  writer.block(`${name}(${isShort ? short : `value${others}`}) {`, write, '},')
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
