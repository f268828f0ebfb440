import { rules } from '@ctxgen/core/rules/rules'
import type { LiteralValue } from '../../model/field-type.ts'
import { memberName } from '../../plan/shape/member-name.ts'
import type { ShapeMember, ShapeReference, ShapeType } from '../../plan/shape/shape-type.ts'
import { type Code, code, Name } from '../text/code.ts'
import { type RuntimeName, runtimeName } from '../text/runtime-names.ts'

/** Names for what a shape refers to. */
export interface ShapeNames<R = ShapeReference> {
  /** Returns the local name of a runtime export. */
  readonly use: (name: RuntimeName) => Name
  readonly refer: (reference: R) => Code
}

/** Patterns that the runtime exports, by their text. */
const longPatterns: ReadonlyMap<string, RuntimeName> = new Map(
  [...rules.values()].flatMap(({ pattern, constant }) =>
    pattern === undefined || constant === undefined ? [] : [[pattern, runtimeName(constant)]],
  ),
)

/** The type of a member, or a value in it, as an expression. */
export function shapeText<R>(value: unknown, names: ShapeNames<R>): Code {
  if (typeof value === 'string') {
    const pattern = longPatterns.get(value)
    return pattern === undefined ? code`${value}` : names.use(pattern)
  }
  if (Array.isArray(value)) return code`[${value.map((one) => shapeText(one, names))}]`
  if (typeof value !== 'object' || value === null) return code`${value as LiteralValue | null}`
  if ('ref' in value) return names.refer(value as R)
  return code`{ ${Object.entries(value).map(([name, one]) => code`${code.key(name)}: ${shapeText(one, names)}`)} }`
}

/** `() => …`: braces would be taken for a block. */
export function lazyText(type: ShapeType, names: ShapeNames): Code {
  const text = shapeText(type, names)
  return isObject(type, text) ? code`() => (${text})` : code`() => ${text}`
}

function isObject(type: ShapeType, text: Code): boolean {
  if (typeof type !== 'object' || Array.isArray(type)) return false
  return !('ref' in type) || (type.ref === 'literals' && !(text instanceof Name))
}

/** Members as properties: `'birth_date?': 'date'`. */
export function memberItems(members: readonly ShapeMember[], names: ShapeNames): readonly Code[] {
  return members.map((one) => code`${code.key(memberName(one))}: ${shapeText(one.type, names)}`)
}
