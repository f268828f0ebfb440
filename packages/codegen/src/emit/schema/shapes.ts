import { isRead } from '../../model/bound-fields.ts'
import { memberTypes, type ObjectType, type TypeOrigin } from '../../model/dto.ts'
import type { ModuleTypes } from '../../model/module-types.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { ownUnknown } from '../../model/unknown-keys.ts'
import {
  kindKey,
  type ShapeKind,
  sentKind,
  shapeFields,
  shapeName,
  usualKind,
  usualTraits,
} from '../../plan/shape/shape-kind.ts'
import { othersType, shapeMembers, wholeSchemas } from '../../plan/shape/shape-members.ts'
import {
  type RecursiveReference,
  recursiveType,
  type ShapeReference,
  type ShapeScope,
  shapeKey,
  templateType,
} from '../../plan/shape/shape-type.ts'
import { sharesReader } from '../../plan/shared-types.ts'
import { isSameFields } from '../../plan/source-plan.ts'
import { uncapitalized } from '../../plan/words.ts'
import { type Code, code, List, type Name, type Statement } from '../text/code.ts'
import { maxColumns } from '../text/code-writer.ts'
import { type FunctionText, type ModuleScope, pureMark } from '../text/module-scope.ts'
import { literalsKey, templateKey } from '../text-readers.ts'
import { aboutText } from './about-text.ts'
import { lazyText, memberItems, type ShapeNames, shapeText } from './shape-text.ts'

/** The reader of objects of a shape. */
interface ShapeReader {
  /** Its identity among the readers of a shape. */
  readonly key: string
  readonly emit: () => FunctionText
  /** The type of its result. */
  readonly type: Code
  /** More options of the shape. */
  readonly options: readonly Code[]
  /** The name of the constant, where the members alone would not make it unique. */
  readonly wanted?: string
}

interface ShapeText {
  readonly object: ObjectType
  readonly kind: ShapeKind
  readonly type: Code | undefined
  readonly options: readonly Code[] | undefined
  /** Whether other generated files may import it. */
  readonly isExported: boolean
}

/** The constant with the shape of an object; kinds with the same members share one. */
export function shapeConstant(
  object: ObjectType,
  wanted: ShapeKind,
  scope: ModuleScope,
  reader?: ShapeReader,
): Code {
  const kind = simplest(object, wanted, scope)
  const key = `${object.name} ${kindKey(kind)}`
  const isOwn = reader !== undefined || scope.hasShape(key)
  if (object.from !== undefined && !isOwn && isShared(object, kind, scope) && isShareable(object, scope))
    return sharedShape(object, object.from, scope)
  // A format may have the same members and a reader of its own.
  const isUsual = reader === undefined || wanted.source === kind.source
  const exported =
    isUsual && reader?.wanted === undefined && scope.shares(object) && isShared(object, kind, scope)
  const text = { object, kind, type: reader?.type, options: reader?.options, isExported: exported }
  return scope.shape(
    reader?.wanted ?? shapeName(object, kind),
    key,
    (name, read) => shapeStatement(name, read, text, scope),
    reader && {
      key: reader.key,
      other: reader.wanted ?? shapeName(object, wanted),
      emit: reader.emit,
    },
  )
}

/** Whether the shape of another file says what the object's own setting for unknown keys is here. */
export function isShareable(object: ObjectType, { module }: ModuleScope): boolean {
  return ownUnknown(object, module) === object.unknown
}

/** The shape of a DTO of another source, which its generated file exports. */
export function sharedShape(object: ObjectType, from: TypeOrigin, scope: ModuleScope): Code {
  const kind = sharedKind(object, scope) ?? usualKind(object)
  return scope.useShared(from, shapeName({ ...object, name: from.name }, kind))
}

function isShared(object: ObjectType, kind: ShapeKind, scope: ModuleScope): boolean {
  const shared = sharedKind(object, scope)
  return shared !== undefined && kindKey(shared) === kindKey(kind)
}

/** The kind of the shape that a DTO exports to other files. */
function sharedKind(object: ObjectType, scope: ModuleScope): ShapeKind | undefined {
  if (sharesReader(object)) return usualKind(object)
  if (isRead(object)) return undefined
  const sent = simplest(object, sentKind(object), scope)
  return sent.part === undefined ? sent : undefined
}

/** The most usual kind that has the same members. */
function simplest(object: ObjectType, wanted: ShapeKind, scope: ModuleScope): ShapeKind {
  let kind = wanted
  for (const trait of usualTraits(object)) {
    const simpler = { ...kind, ...trait }
    if (kindKey(simpler) !== kindKey(kind) && isSame(object, simpler, wanted, scope)) kind = simpler
  }
  return kind
}

function shapeStatement(
  name: Name,
  read: FunctionText | undefined,
  { object, kind, type, options, isExported }: ShapeText,
  scope: ModuleScope,
): Statement {
  const of = { ...kind, types: scope }
  const names = namesIn(scope)
  const members = memberItems(shapeMembers(object, of), names)
  const isDto = scope.module.dtos.some((one) => one.name === object.name)
  const schemas = wholeSchemas(object, of).map((one) => shapeText(one, names))
  const others = othersType(object, of)
  const unknown = ownUnknown(object, scope.module)
  const hidden = shapeFields(object, kind).flatMap((one) => (one.field.hidden ? [one.binding.key] : []))
  const all = [
    ...(unknown === undefined ? [] : [code`unknown: ${unknown}`]),
    ...(hidden.length === 0 || read === undefined ? [] : [code`hidden: [${hidden}]`]),
    ...aboutText(isDto ? object : { ...object, description: '' }),
    ...(others === undefined ? [] : [code`others: ${lazyText(others, names)}`]),
    ...(read === undefined ? [] : (options ?? [])),
  ]
  const end = optionsEnd(
    schemas.length === 0 ? all : [...all, code`allOf: () => [${schemas}]`],
    schemas.length > 0,
  )
  // The type of a shape that is long, exported or in itself stands before it.
  const received = read === undefined ? code`never` : (type ?? scope.ownType(object.name))
  const isLong =
    read !== undefined && code`  ${pureMark}shape<${received}>(${object.name}, () => ({`.width > maxColumns
  const isTyped = isExported || isLong || (read !== undefined && holdsItself(object, scope))
  const annotation = isTyped ? code`: ${scope.use('Shape')}<${code.types([received])}>` : code``
  const argument = isTyped || read === undefined ? code`` : code`<${code.types([received])}>`
  const make = code`${scope.use(read === undefined ? 'sentShape' : 'shape')}${argument}`
  const before = isExported ? scope.exported(name, shapeName(object, kind)) : code``
  const isFirst =
    read !== undefined && 'members' in read.body && read.body.members.length === 1 ? 'ifLong' : undefined
  const reader = read === undefined ? code`` : code.part(code`, ${code.arrow(read.parameters, read.body)}`)
  const value = code`${pureMark}${make}(${object.name}, () => ({ ${code.filled(members, { isFirst })} })${reader}${end})`
  return { kind: 'assign', start: code`${before}const ${name}${annotation} =`, value, isBehind: 'always' }
}

/** The options of a shape, with a line each where they are long or have schemas. */
function optionsEnd(options: readonly Code[], isTall: boolean): Code {
  if (options.length === 0) return code``
  const short = code`, { ${code.joined(options)} }`
  return isTall || short.width + 2 > maxColumns
    ? code.part(code`, { ${new List(options, { isTall: true })} }`)
    : short
}

/** The names that the constants of a file refer to. */
export function namesIn(scope: ModuleScope): ShapeNames {
  const names: ShapeNames = {
    use: (one) => scope.use(one),
    refer: (one) => {
      switch (one.ref) {
        case 'shape':
          return shapeConstant(scope.object(one.name), one.kind, scope)
        case 'recursive':
          return recursiveConstant(one, names, scope)
        case 'literals':
          return scope.known(literalsKey(one.values)) ?? shapeText({ enum: one.values }, names)
        case 'template':
          return scope.known(templateKey(one.pattern)) ?? shapeText(templateType(one.pattern), names)
      }
    },
  }
  return names
}

/** Whether the shape contains itself, so that the compiler could not infer the type of the constant. */
function holdsItself(object: ObjectType, scope: ModuleScope): boolean {
  const seen = new Set(nestedIn(object))
  // A set visits what is added on the way.
  for (const name of seen) {
    if (name === object.name) return true
    for (const one of nestedIn(scope.object(name))) seen.add(one)
  }
  return false
}

const names = new WeakMap<ObjectType, ReadonlySet<string>>()

/** The objects that an object names, computed once: in a web of types each is asked about by all others. */
function nestedIn(object: ObjectType): ReadonlySet<string> {
  const known = names.get(object) ?? new Set(memberTypes(object).flatMap(nestedNames))
  names.set(object, known)
  return known
}

/** The constant for a recursive type. */
export function recursiveConstant(of: RecursiveReference, names: ShapeNames, scope: ModuleScope): Code {
  const { name, kind } = of
  return scope.shape(`${uncapitalized(name)}Type`, `recursive ${name} ${kindKey(kind)}`, (own) => ({
    kind: 'assign',
    start: code`const ${own}: ${scope.use('RecursiveShape')} =`,
    value: code`${pureMark}${scope.use('recursive')}(${name}, () => (${shapeText(recursiveType(of, scope), names)}))`,
    isBehind: 'always',
  }))
}

/** Whether two kinds of an object have the same members at every level. */
function isSame(
  object: ObjectType,
  a: ShapeKind,
  b: ShapeKind,
  scope: ModuleScope,
  seen: Set<string> = new Set(),
): boolean {
  if (kindKey(a) === kindKey(b) || haveSameFields(object, a, b)) return true
  const key = `${object.name} ${kindKey(a)} ${kindKey(b)}`
  if (seen.has(key)) return true
  seen.add(key)
  const [one, other] = [outlineOf(object, a, scope), outlineOf(object, b, scope)]
  return (
    one.text === other.text &&
    one.nested.every(({ name, kind }, i) =>
      isSame(scope.object(name), kind, other.nested[i]?.kind ?? kind, scope, seen),
    )
  )
}

/** Whether kinds differ in their part alone, and it has the same fields: no outlines are compared then, as in most DTOs. */
function haveSameFields(object: ObjectType, a: ShapeKind, b: ShapeKind): boolean {
  const isLike = object.index === undefined && kindKey({ ...a, part: b.part }) === kindKey(b)
  return isLike && isSameFields(shapeFields(object, a), shapeFields(object, b))
}

/** A shape without the shapes nested in it, which are listed beside it. */
interface Outline {
  readonly text: string
  readonly nested: readonly (ShapeReference & { ref: 'shape' })[]
}

/** A cache: each shape that references another looks it up again. */
const outlines = new WeakMap<ModuleTypes, Map<string, Outline>>()

function outlineOf(object: ObjectType, kind: ShapeKind, types: ModuleTypes): Outline {
  const known = outlines.get(types) ?? new Map<string, Outline>()
  outlines.set(types, known)
  const key = `${object.name} ${kindKey(kind)}`
  const found = known.get(key) ?? outline(object, { ...kind, types })
  known.set(key, found)
  return found
}

function outline(object: ObjectType, of: ShapeScope): Outline {
  const nested: (ShapeReference & { ref: 'shape' })[] = []
  const parts = [shapeMembers(object, of), wholeSchemas(object, of), othersType(object, of)]
  const text = shapeKey(parts, (one) => {
    if (one.ref === 'shape') nested.push(one)
  })
  return { text, nested }
}
