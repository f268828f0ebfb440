import type { TypeWord } from '@ctxgen/core/json-schema/member-type'
import type { RuleIssue } from '../../validate/rule-issue.ts'
import type { BinderParts } from '../parsers/binder-parts.ts'
import { isList } from '../shape/json-object.ts'
import { propertiesOf, RecursiveShape, Shape, type ShapeMember, type ShapeType } from '../shape/shape.ts'
import type { WholeShape } from '../shape/value-shape.ts'
import type { StandardFailure, StandardIssue, StandardOptions, StandardResult } from './standard-schema.ts'
import { valueCheck } from './value-check.ts'
import type { ValueSource } from './value-input.ts'

/** A member of a shape. @throws TypeError when it has no such property. */
export function memberOf(
  shape: WholeShape<unknown>,
  property: string,
): ShapeMember & { readonly property: string } {
  const found = shape instanceof Shape ? shape.members()[propertiesOf(shape).indexOf(property)] : undefined
  if (found === undefined) throw new TypeError(`there is no property ${JSON.stringify(property)}`)
  return { ...found, property }
}

/** Checks one property of a text source. The rules that look at other properties do not apply. */
export function validateProperty(
  parts: BinderParts,
  source: ValueSource,
  { key, property }: ReturnType<typeof memberOf>,
  shape: () => WholeShape<unknown>,
): (value: unknown, options?: StandardOptions) => StandardResult<unknown> | Promise<StandardResult<unknown>> {
  const read: BinderParts['read'] = (at) => completed(parts.read(at), shape())
  const asked = { issue: ({ path }: StandardIssue) => path[0] === key, rule: isOwnRule }
  const validate = valueCheck({ ...parts, read }, source, asked)
  const onlyOf = (result: StandardResult<object>): StandardResult<unknown> =>
    result.issues === undefined ? { value: Reflect.get(result.value, property) } : below(result)
  return (value, options) => {
    const result = validate({ [key]: value }, options)
    return result instanceof Promise ? result.then(onlyOf) : onlyOf(result)
  }
}

/** Whether a rule reads no other property. */
function isOwnRule({ rule }: RuleIssue): boolean {
  return !/field|_(?:if|unless|with)/.test(String(rule.name))
}

/** The issues with paths from the property on. */
function below({ issues }: StandardFailure): StandardFailure {
  return { issues: issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })) }
}

/** Fills in other required properties, so that rules find values of their types. */
function completed(made: object, shape: WholeShape<unknown>): object {
  if (!(shape instanceof Shape)) return made
  const names = propertiesOf(shape)
  for (const [i, { isRequired, type }] of shape.members().entries()) {
    const name = names[i] ?? ''
    if (isRequired && Reflect.get(made, name) === undefined) Object.assign(made, { [name]: zeroOf(type) })
  }
  return made
}

function zeroOf(type: ShapeType): unknown {
  if (type instanceof RecursiveShape) return zeroOf(type.of())
  if (type instanceof Shape) return completed({}, type)
  if (typeof type === 'string') return zeroOfWord(type)
  if (isList(type)) return type.length === 1 ? [] : zeroOf(type[0])
  if ('pattern' in type) return ''
  if ('values' in type) return type.values[0]
  if ('enum' in type) return type.enum[0]
  if ('anyOf' in type) return zeroOf(type.anyOf[0] ?? 'null')
  if ('oneOf' in type) return zeroOf(type.oneOf[0] ?? 'null')
  return 'tuple' in type ? type.tuple.map(zeroOf) : {}
}

function zeroOfWord(word: TypeWord): unknown {
  switch (word) {
    case 'string':
      return ''
    case 'bool':
      return false
    case 'date':
      return new Date(0)
    case 'bytes':
      return new Uint8Array()
    case 'int64':
    case 'uint64':
    case 'bigint':
      return 0n
    case 'null':
    case 'unknown':
      return null
    case 'nothing':
    case 'file':
      return undefined
    case 'object':
      return {}
    default:
      return 0
  }
}
