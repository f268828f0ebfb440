import { ts } from 'ts-morph'
import { capitalized } from '../plan/words.ts'
import { withoutStep } from './lost-parts.ts'
import { type MigratedMember, type MigratedObject, type MigratedValue, plain } from './migrated.ts'
import { literalType, type Step, unwrapped } from './syntax.ts'
import type { Draft } from './type-draft.ts'

/** Reads a schema in an object. @param name of an object in it */
export type Inner = (node: ts.Expression | undefined, name: string) => MigratedValue

export function objectOf(
  node: ts.Expression | undefined,
  name: string,
  draft: Draft,
  kind: string,
  inner: Inner,
): MigratedValue {
  const others = kind === 'looseObject' ? 'unknown' : undefined
  const { members, heritage } = shapeOf(node, name, draft, inner)
  return { ...plain(name), object: { members, heritage, refusesUnknown: kind === 'strictObject', others } }
}

/** A member of an object, also of what it extends if that is known. */
export function memberOf(value: MigratedValue | undefined, name: string): MigratedValue | undefined {
  return value?.object?.members.find((one) => one.name === name)?.value
}

interface Shape {
  readonly members: readonly MigratedMember[]
  /** The types whose shapes are spread in it. */
  readonly heritage: readonly string[]
}

/** `{ name: z.string(), ...Address.shape }`, also in a constant. */
function shapeOf(node: ts.Expression | undefined, name: string, draft: Draft, inner: Inner): Shape {
  const at = node && unwrapped(node)
  if (at === undefined) return { members: [], heritage: [] }
  const whole = wholeOf(at)
  if (whole !== undefined) {
    const type = inner(whole, `${name}Base`).type
    const object = draft.wholeOf(type)
    // A shape has the members alone, an interface would inherit the index signature.
    if (object?.others !== undefined) return { members: object.members, heritage: [] }
    if (type !== 'unknown') return { members: [], heritage: [type] }
  }
  if (ts.isObjectLiteralExpression(at)) return literalShape(at, name, draft, inner)
  const argument = draft.argumentOf(at)
  if (argument !== undefined) return shapeOf(argument, name, draft, inner)
  const declaration = draft.declarationOf(at)
  const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  // Names in another file mean nothing here.
  if (value !== undefined && value.getSourceFile() === at.getSourceFile())
    return shapeOf(value, name, draft, inner)
  draft.lose(at, 'a shape in a variable', 'Write its properties by hand.')
  return { members: [], heritage: [] }
}

/** The schema of `Address.shape`. */
function wholeOf(at: ts.Expression): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(at) && at.name.text === 'shape' ? at.expression : undefined
}

function literalShape(node: ts.ObjectLiteralExpression, name: string, draft: Draft, inner: Inner): Shape {
  const parts = node.properties.flatMap((one) =>
    ts.isSpreadAssignment(one) ? [shapeOf(one.expression, name, draft, inner)] : [],
  )
  const own = draft.propertiesOf(node).map(([key, value]) => ({
    name: key,
    value: inner(value, name + capitalized(key.replace(/\W+/g, ''))),
  }))
  const spread = parts.flatMap(({ members }) => members)
  return {
    members: [...without(spread, own), ...own],
    heritage: parts.flatMap(({ heritage }) => heritage.map((type) => omitted(type, own, draft))),
  }
}

function without(
  members: readonly MigratedMember[],
  others: readonly MigratedMember[],
): readonly MigratedMember[] {
  return members.filter((one) => others.every((other) => other.name !== one.name))
}

/** A type without the members that are declared anew: an interface cannot change the types of what it extends. */
function omitted(type: string, members: readonly MigratedMember[], draft: Draft): string {
  // Of `Omit<User, 'id'>` the members of User.
  const [word = ''] = type.split('<').at(-1)?.split(/[,>]/) ?? []
  const known = draft.membersOf(word)
  const keys = members.map((one) => one.name).filter((one) => known?.includes(one) ?? true)
  return keys.length === 0 ? type : `Omit<${type}, ${keys.map(literalType).join(' | ')}>`
}

/** Whether an object inherits an index signature. */
function isOpen(object: MigratedObject, draft: Draft): boolean {
  return object.heritage.some((type) => draft.wholeOf(type)?.others !== undefined)
}

/** Whether a schema of zod that begins with these refuses unknown keys; an interface does not inherit the tag. */
function isStrict(types: readonly string[], draft: Draft): boolean {
  return types.some((type) => draft.wholeOf(type)?.refusesUnknown === true)
}

/** An object without an index signature, as after `.merge()` with one that has none. */
function closed(object: MigratedObject, draft: Draft): MigratedObject {
  const base = isOpen(object, draft) ? (draft.flat(object) ?? object) : object
  return { ...base, others: undefined }
}

/** An object without members that are declared anew. `Omit` would drop the others, too, beside an index signature. */
function overridden(
  object: MigratedObject,
  members: readonly MigratedMember[],
  draft: Draft,
): MigratedObject {
  const isCut = object.heritage.some((type) => omitted(type, members, draft) !== type)
  const base = isCut && isOpen(object, draft) ? (draft.flat(object) ?? object) : object
  return {
    ...base,
    members: without(base.members, members),
    heritage: base.heritage.map((type) => omitted(type, members, draft)),
  }
}

/** Steps of an object; `undefined` for others. */
export function ofObject(
  value: MigratedValue,
  step: Step,
  name: string,
  draft: Draft,
  inner: Inner,
): MigratedValue | undefined {
  const { name: kind, args = [] } = step
  const [first] = args
  switch (kind) {
    case 'strict':
    case 'passthrough':
    case 'loose':
    case 'catchall':
      return { ...value, ...changed(value, step, name, draft, inner) }
    case 'extend':
    case 'safeExtend':
    case 'merge':
    case 'augment': {
      const { members, heritage } =
        kind === 'merge' ? mergedShape(first, name, inner) : shapeOf(first, name, draft, inner)
      const own = value.object ?? { ...empty, heritage: value.type === 'unknown' ? [] : [value.type] }
      const base = kind === 'merge' ? closed(own, draft) : overridden(own, members, draft)
      // Of two that are merged the second decides.
      const decides = kind === 'merge' ? heritage : own.heritage
      const refusesUnknown = (kind !== 'merge' && own.refusesUnknown) || isStrict(decides, draft)
      return {
        ...(value.object === undefined ? plain(name) : value),
        object: {
          ...base,
          refusesUnknown,
          members: [...base.members, ...members],
          heritage: [...base.heritage, ...heritage],
        },
      }
    }
    case 'pick':
    case 'omit':
    case 'partial':
    case 'deepPartial':
    case 'required':
      return mapped(value, step, name, draft)
    case 'keyof':
      return plain(`keyof ${draft.named(name, value).type}`)
    default:
      return undefined
  }
}

const empty: MigratedObject = { members: [], heritage: [], refusesUnknown: false, others: undefined }

function changed(
  value: MigratedValue,
  { name: kind, args: [first] = [] }: Step,
  name: string,
  draft: Draft,
  inner: Inner,
): MigratedValue {
  const own = value.object ?? { ...empty, heritage: [value.type] }
  const object = isOpen(own, draft) ? (draft.flat(own) ?? own) : own
  const base = value.object === undefined ? plain(name) : value
  switch (kind) {
    case 'strict':
      return { ...base, object: { ...object, refusesUnknown: true, others: undefined } }
    case 'catchall':
      return {
        ...base,
        object: { ...object, refusesUnknown: false, others: inner(first, `${name}Value`).type },
      }
    default:
      return { ...base, object: { ...object, refusesUnknown: false, others: 'unknown' } }
  }
}

function mergedShape(node: ts.Expression | undefined, name: string, inner: Inner): Shape {
  return { members: [], heritage: [inner(node, `${name}Part`).type] }
}

/** `Partial`, `Pick` and their like of a type with a name. The members of one without are changed themselves. */
function mapped(value: MigratedValue, step: Step, name: string, draft: Draft): MigratedValue {
  const { name: kind, args: [first] = [] } = step
  if (kind === 'deepPartial')
    draft.lose(step.node, '.deepPartial() below the first level', 'Write Partial by hand.')
  const mask = first === undefined ? undefined : maskOf(first, draft)
  if (first !== undefined && mask === undefined) return withoutStep(value, step, draft)
  const own = value.object ?? { ...empty, heritage: [value.type] }
  const object = isOpen(own, draft) ? draft.flat(own) : value.object
  if (object !== undefined && object.heritage.length === 0) {
    const isChosen = ({ name }: MigratedMember): boolean => mask?.includes(name) ?? true
    const base = value.object === undefined ? plain(name) : value
    return { ...base, object: { ...object, members: mappedMembers(kind, object.members, isChosen) } }
  }
  const whole = draft.named(`${name}Whole`, value).type
  const keys = (mask ?? []).map(literalType).join(' | ') || 'never'
  const word = kind === 'required' ? 'Required' : 'Partial'
  if (whole === 'unknown') return plain(whole)
  const parts =
    kind === 'pick' || kind === 'omit'
      ? [`${capitalized(kind)}<${whole}, ${keys}>`]
      : mask === undefined
        ? [`${word}<${whole}>`]
        : [`Omit<${whole}, ${keys}>`, `${word}<Pick<${whole}, ${keys}>>`]
  if (!isStrict([whole], draft)) return plain(parts.join(' & '))
  return { ...plain(name), object: { ...empty, heritage: parts, refusesUnknown: true } }
}

function mappedMembers(
  kind: string,
  members: readonly MigratedMember[],
  isChosen: (one: MigratedMember) => boolean,
): readonly MigratedMember[] {
  if (kind === 'pick') return members.filter(isChosen)
  if (kind === 'omit') return members.filter((one) => !isChosen(one))
  const isOptional = kind !== 'required'
  return members.map((one) => (isChosen(one) ? { ...one, value: { ...one.value, isOptional } } : one))
}

/** The names of `{ id: true }`. */
function maskOf(node: ts.Expression, draft: Draft): readonly string[] | undefined {
  return ts.isObjectLiteralExpression(node) ? draft.propertiesOf(node).map(([key]) => key) : undefined
}
