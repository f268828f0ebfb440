import type { BodyType, Field, ObjectType } from '../../model/dto.ts'
import { allRules, type Rules } from '../../model/rule.ts'
import { type CheckedFields, planChecked } from '../../plan/checked-fields.ts'
import { planDto } from '../../plan/dto-plan.ts'
import { fieldHasRules, isAsyncField } from '../../plan/rules-below.ts'
import { sharesReader, sharesRules } from '../../plan/shared-types.ts'
import { type Code, code, type Statement } from '../text/code.ts'
import { maxColumns } from '../text/code-writer.ts'
import { pureCall } from '../text/exported.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { assign, block } from '../text/statements.ts'
import { fieldVariables, takenApart } from './check-variables.ts'
import type { Checker, RuleScope } from './issues.ts'
import { namesConstant } from './names-constant.ts'
import { ownFunction } from './rule-condition.ts'
import { bodyValue, fieldValue } from './rule-value.ts'
import { valueStatements } from './rules.ts'

/** The function that checks the result of a binder; `undefined` when there is nothing to check. */
export function checkerOf(
  object: ObjectType,
  fields: readonly Field[],
  source: string,
  scope: ModuleScope,
): Checker | undefined {
  const checked = planChecked(object, fields, source, scope)
  return checked && { name: checkFunction(checked, scope), of: checked.name, isAsync: checked.isAsync }
}

function checkFunction(checked: CheckedFields, scope: ModuleScope): Code {
  const { object, name, key, isWhole, isAsync } = checked
  return scope.function(`check${name}`, `check ${key}`, (own) => {
    const isExported = isWhole && scope.shares(object) && sharesReader(object)
    const before = isExported ? scope.exported(own, `check${name}`) : code``
    return checkStatements(
      { start: code`${before}function ${own}`, isAsync, ...bodyOf(checked, scope) },
      scope,
    )
  })
}

/** The function that checks a whole body; `undefined` without rules. */
export function bodyCheckerOf({ name, value }: BodyType, scope: ModuleScope): Checker | undefined {
  const { module } = scope
  if (!fieldHasRules(value, module)) return undefined
  const isAsync = isAsyncField(value, module)
  const check = scope.function(`check${name}`, `check ${name}`, (own) => {
    const statements = valueStatements(bodyValue(value), { scope, checkerOf: checkerBelow(scope) })
    const text = { start: code`function ${own}`, isAsync, type: scope.type(name), apart: [], statements }
    return checkStatements(text, scope)
  })
  return { name: check, of: name, isAsync }
}

interface CheckText {
  /** The text before the parameters. */
  readonly start: Code
  readonly isAsync: boolean
  /** The type of the value. */
  readonly type: Code
  /** The destructured properties; none of a whole body. */
  readonly apart: readonly Code[]
  readonly statements: readonly Statement[]
}

function bodyOf(
  checked: CheckedFields,
  scope: ModuleScope,
): Pick<CheckText, 'type' | 'apart' | 'statements'> {
  const { object, fields, used } = checked
  // Imports come before variables, which must not shadow them.
  for (const { rules } of fields) if (rules !== undefined) useOwnRules(rules, scope)
  const locals = fieldVariables(used, scope)
  const of = { scope, checkerOf: checkerBelow(scope) }
  const found = fields.flatMap((field) => valueStatements(fieldValue(field, { type: object, locals }), of))
  const apart = takenApart(locals, found)
  // Names are unused where no rule can be broken.
  const names = found.length === 0 ? undefined : namesConstant(object, scope)
  const statements = names === undefined ? found : [code`issues.names = ${names}`, ...found]
  const type = takesAll(checked, scope) ? scope.ownType(object.name) : resultType(object, used, scope)
  return { type, apart, statements }
}

/** Whether every value that is checked has all properties: no binder of the object fills only some. */
function takesAll({ object, isWhole }: CheckedFields, scope: ModuleScope): boolean {
  if (!isWhole) return false
  const dto = scope.module.dtos.find((one) => one.name === object.name)
  return (
    dto === undefined ||
    planDto(dto, scope).binders.every(({ fields }) => fields.length === dto.fields.length)
  )
}

/** Destructures the value in the parameters when it fits on one line. */
function checkStatements(
  { start, isAsync, type, apart, statements }: CheckText,
  scope: ModuleScope,
): readonly Statement[] {
  if (statements.length === 0) return [code`${start}(): void {}`]
  const issues = code`issues: ${scope.use(isAsync ? 'PendingIssues' : 'Issues')}`
  const short = code`${start}({ ${code.joined(apart)} }: ${type}, ${issues}): void {`
  if (apart.length > 0 && short.width <= maxColumns) return [block(short, statements)]
  const taken = apart.length === 0 ? [] : [code`const { ${code.filled(apart)} } = value`]
  return [block(code`${start}(${[code`value: ${type}`, issues]}): void {`, [...taken, ...statements])]
}

/** Finds the functions that check nested objects. */
function checkerBelow(scope: ModuleScope): RuleScope['checkerOf'] {
  return (name) => {
    const nested = scope.object(name)
    const inside = planChecked(nested, nested.fields, '', scope)
    if (inside === undefined) return undefined
    const { from } = nested
    const isShared = from !== undefined && sharesRules(nested, scope)
    const check = isShared ? scope.useShared(from, `check${from.name}`) : checkFunction(inside, scope)
    return { name: check, of: inside.name, isAsync: inside.isAsync }
  }
}

function useOwnRules(rules: Rules, scope: ModuleScope): void {
  for (const { name, parameter } of allRules(rules)) {
    if (parameter.kind === 'own') ownFunction(name, parameter.from, scope)
  }
}

/** The validator of a DTO. @param check the function that checks all rules. */
export function validateStatements(
  { name }: Pick<ObjectType, 'name'>,
  check: Checker | undefined,
  scope: ModuleScope,
): readonly Statement[] {
  if (check === undefined) return []
  const type = scope.use(check.isAsync ? 'AsyncValidator' : 'Validator')
  const start = code`export const ${exportedValidator({ name }, check)}: ${type}<${code.types([scope.type(name)])}> =`
  return [assign(start, pureCall(check.isAsync ? 'asyncValidator' : 'validator', [check.name], scope))]
}

/** The name of the validator of {@link validateStatements}. */
export function exportedValidator({ name: dto }: Pick<ObjectType, 'name'>, { isAsync }: Checker): Code {
  return code.word(`validate${dto}${isAsync ? 'Async' : ''}`)
}
