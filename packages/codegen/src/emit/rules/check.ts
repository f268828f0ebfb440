import type { BodyType, Field, ObjectType } from '../../model/dto.ts'
import { allRules, type RuleStep, type Rules, rulesOfStep, siblingsOf } from '../../model/rule.ts'
import { sharesReader, sharesRules } from '../shared-types.ts'
import { propertyAccess } from '../text/literal.ts'
import { type ModuleScope, pureMark, uncapitalized } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { type Statement, writeStatements } from '../text/statements.ts'
import { fieldVariables, namesIn, takenApart } from './check-variables.ts'
import type { Checker, Gathered, RuleScope } from './issues.ts'
import { namesConstant } from './names-constant.ts'
import { decided, joinRefusals } from './refusals.ts'
import { ownFunction } from './rule-condition.ts'
import { bodyValue, fieldValue } from './rule-value.ts'
import { valueStatements } from './rules.ts'
import { fieldHasRules, hasOwnRules, isAsyncField } from './rules-below.ts'

/*
 * Rules become two functions. Most values are valid, so the first only tests the rules: building issues between them adds
 * up to a third of their time. The second collects the issues. The user's own rules must run only once, so a type with
 * such rules has only the second.
 */

/** The properties of an object that have rules. */
interface Checked {
  readonly object: ObjectType
  readonly fields: readonly Field[]
  /** Whether these are all of its properties with rules. */
  readonly isWhole: boolean
  /** The start of its constant's name. */
  readonly name: string
  readonly key: string
  readonly isAsync: boolean
  readonly isAskedFirst: boolean
}

/** The constant that checks the result of a binder; `undefined` when there is nothing to check. */
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

/** The name of the constant with the rules of a type. */
function rulesName(name: string): string {
  return `${uncapitalized(name)}Rules`
}

function withRules(field: Field, rules: Rules | undefined): Field {
  return rules === field.rules ? field : { ...field, rules }
}

/** Drops rules that read properties which the binder does not fill. */
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
    scope.make(object)
    const isExported = isWhole && scope.shares(object) && sharesReader(object)
    const before = isExported ? scope.exported(own, rulesName(name)) : ''
    const type = resultType(object, usedFields(checked), scope)
    const rules: RulesText = {
      start: `${before}const ${own}`,
      type,
      isAsync,
      isAskedFirst,
      valuesFor: (gathers) => bodyOf(checked, gathers, scope),
      names: () => namesConstant(object, scope),
    }
    writeRules(rules, scope)
  })
}

/** The constant that checks a whole body; `undefined` without rules. */
export function bodyCheckerOf({ name, value }: BodyType, scope: ModuleScope): Checker | undefined {
  const { module } = scope
  if (!fieldHasRules(value, module)) return undefined
  const isAsync = isAsyncField(value, module)
  const rulesOf = rulesBelow(scope)
  const constant = scope.function(rulesName(name), `rules ${name}`, (own) => {
    const rules: RulesText = {
      start: `const ${own}`,
      type: name,
      isAsync,
      isAskedFirst: !hasOwnRules(value, module),
      valuesFor: (gathers) => {
        const values = [valueStatements(bodyValue(value), { scope, rulesOf, gathers })]
        return { apart: [], isWholeUsed: true, values }
      },
      names: () => undefined,
    }
    writeRules(rules, scope)
  })
  return { name: constant, isAsync }
}

/** The parts of a constant with rules. */
interface RulesText extends Pick<Checked, 'isAsync' | 'isAskedFirst'> {
  readonly start: string
  readonly type: string
  readonly valuesFor: (gathers: Gathered) => CheckValues
  /** The constant with the names on the wire. */
  readonly names: () => string | undefined
}

function writeRules(rules: RulesText, scope: ModuleScope): void {
  const { definitions: writer } = scope
  const { type, isAsync, isAskedFirst } = rules
  const start = `${rules.start}: ${scope.use(isAsync ? 'AsyncRules' : 'Rules')}<`
  const end = `> = ${pureMark}${scope.use(isAsync ? 'asyncRulesOf' : 'rulesOf')}({`
  writer.blank()
  if (writer.fits(start + type + end)) writer.line(start + type + end)
  else writer.block(start, () => writer.line(type), end)
  writer.indented(() => {
    if (isAskedFirst) writeKeeps(rules, scope)
    writeBroken(rules, scope)
  })
  writer.line('})')
}

/** Writes the predicate that tests all rules. */
function writeKeeps({ valuesFor }: RulesText, scope: ModuleScope): void {
  const { values, ...body } = valuesFor('nothing')
  // Joined per property, since one condition for all would be hard to read.
  const statements = decided(values.flatMap(joinRefusals))
  const [only] = statements
  const result = only?.kind === 'line' ? only.text.replace('return ', '') : undefined
  writeFunction('keeps', { ...body, statements, result }, scope)
}

/** Writes the function that collects the broken rules. */
function writeBroken(rules: RulesText, scope: ModuleScope): void {
  const { values, ...body } = rules.valuesFor('issues')
  const told = values.flat()
  // Names are unused where no rule can be broken.
  const names = told.length === 0 ? undefined : rules.names()
  const named: Statement = { kind: 'line', text: `no.named(${names})` }
  const statements = [...(names === undefined ? [] : [named]), ...told]
  const [only] = statements
  const isExpression = only?.kind === 'call' && !rules.isAsync
  const result = isExpression ? `${only.open}${only.items.join(', ')})` : undefined
  writeFunction(rules.isAsync ? '*broken' : 'broken', { ...body, statements, result }, scope)
}

/** The parts of a checking function. */
interface CheckBody {
  /** The destructured properties. */
  readonly apart: readonly string[]
  /** Whether the value itself is used too. */
  readonly isWholeUsed: boolean
}

interface CheckValues extends CheckBody {
  /** The statements of each property. */
  readonly values: readonly (readonly Statement[])[]
}

function bodyOf(checked: Checked, gathers: Gathered, scope: ModuleScope): CheckValues {
  const { object, fields } = checked
  const used = usedFields(checked)
  // Imports come before variables, which must not shadow them.
  for (const { rules } of fields) if (rules !== undefined) useOwnRules(rules, scope)
  const locals = fieldVariables(used, scope)
  // After a refusal TypeScript narrows a variable, and then rejects comparing it with another property.
  const inPlace = new Map(used.map(({ name }) => [name, propertyAccess('value', name)]))
  const owner = { type: object, locals, siblings: gathers === 'nothing' ? inPlace : locals }
  const rulesOf = rulesBelow(scope)
  const values = fields.map((field) => valueStatements(fieldValue(field, owner), { scope, rulesOf, gathers }))
  const names = namesIn(values.flat())
  return { apart: takenApart(locals, names), isWholeUsed: names.has('value'), values }
}

/** Finds the constants with the rules of nested objects. */
function rulesBelow(scope: ModuleScope): RuleScope['rulesOf'] {
  return (name) => {
    const nested = scope.object(name)
    const inside = checkedOf(nested, nested.fields, '', scope)
    if (inside === undefined) return undefined
    const { from } = nested
    const isShared = from !== undefined && sharesRules(nested, scope)
    const rules = isShared ? scope.useShared(from, rulesName(from.name)) : rulesConstant(inside, scope)
    return { name: rules, isAsync: inside.isAsync }
  }
}

interface FunctionBody extends CheckBody {
  readonly statements: readonly Statement[]
  /** The returned expression of a body that is a single return statement. */
  readonly result: string | undefined
}

/** Destructures the value in the parameter list when it fits on one line and nothing else uses the value. */
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

/** The properties that a check reads: those with rules, and those that rules compare with. */
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

/** Emits the function that checks any value of a DTO. @param check the constant with all rules. */
export function emitValidate(
  dto: Pick<ObjectType, 'name'>,
  check: Checker | undefined,
  scope: ModuleScope,
): void {
  const { writer } = scope
  if (check === undefined) return
  const name = `validate${dto.name}${check.isAsync ? 'Async' : ''}`
  const type = scope.use(check.isAsync ? 'AsyncValidator' : 'Validator')
  const validator = scope.use(check.isAsync ? 'asyncValidator' : 'validator')
  writer.assign(`export const ${name}: ${type}<${dto.name}> =`, `${pureMark}${validator}(${check.name})`)
  writer.blank()
}
