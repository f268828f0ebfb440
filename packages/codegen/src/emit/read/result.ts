import type { Field } from '../../model/dto.ts'
import { type Code, code, type FunctionBody, type Statement } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { assign } from '../text/statements.ts'

/** A property of a result. */
export interface ResultMember {
  readonly field: Field
  /** The expression for its value. */
  readonly value: Code
  /** The condition for an optional property. */
  readonly onlyIf?: Code
}

/**
 * The construction of a result: one literal with the required properties, then the optional ones, so that an absent property
 * has no key. `others` is an object whose properties are merged in.
 */
export function resultOf(
  members: readonly ResultMember[],
  type: Code,
  scope: ModuleScope,
  others?: Code,
): FunctionBody {
  if (others !== undefined && members.length === 0) return [code`return ${others}`]
  const maybe = members.filter(({ onlyIf }) => onlyIf !== undefined)
  const always = members.filter(({ onlyIf }) => onlyIf === undefined)
  const items = always.map((one) =>
    isShort(one) ? one.value : code`${code.key(one.field.name)}: ${one.value}`,
  )
  if (others !== undefined) items.unshift(code`...${others}`)
  const isNames = others === undefined && always.every(isShort)
  if (maybe.length === 0) return { members: items, isNames }
  const written = maybe.some(({ field }) => field.readonly) ? code`${scope.use('Writable')}<${type}>` : type
  return [
    code`const result: ${written} = { ${isNames ? code.filled(items) : items} }`,
    ...maybe.map(setStatement),
    code`return result`,
  ]
}

/** Whether it is written as `name`. */
function isShort({ field, value }: ResultMember): boolean {
  return field.name === value.flat
}

function setStatement({ field, value, onlyIf }: ResultMember): Statement {
  const target = code.member(code`result`, field.name)
  return onlyIf === undefined
    ? assign(code`${target} =`, value)
    : assign(code`if (${onlyIf})`, code`${target} = ${value}`)
}

/** A body with statements before it. */
export function withBefore(before: readonly Statement[], body: FunctionBody): FunctionBody {
  return before.length === 0 ? body : [...before, ...statementsOf(body)]
}

/** The body of a function declaration. */
export function statementsOf(body: FunctionBody): readonly Statement[] {
  if (!('members' in body)) return body
  const { members, isNames } = body
  return [code`return { ${isNames ? code.filled(members) : members} }`]
}

/** The result of an object with an index signature. */
export interface OpenResult {
  /** The expression for the initial object, without a prototype, so that no key is special. */
  readonly start: Code
  /** The expression for the complete result. */
  readonly result: Code
}

/** A copy of an object, for an {@link OpenResult}. */
export function openCopy(value: Code): Code {
  return code`Object.assign(Object.create(null), ${value})`
}

/** Like {@link resultOf}, for an object that may have undeclared keys. */
export function openResult(
  members: readonly ResultMember[],
  type: Code,
  { start, result }: OpenResult,
  scope: ModuleScope,
): readonly Statement[] {
  return [
    assign(code`const result: ${scope.use('Writable')}<${type}> =`, start),
    ...members.map(setStatement),
    code`return ${result}`,
  ]
}

/** The member of a decoded object. */
export function memberText(object: Code, property: string, isOwn: boolean, scope: ModuleScope): Code {
  return isOwn ? code`${scope.use('ownMember')}(${[object, property]})` : code`${object}[${property}]`
}
