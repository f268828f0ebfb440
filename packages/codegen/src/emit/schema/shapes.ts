import { isRead } from '../../model/bound-fields.ts'
import { heldTypes, type ObjectType, type TypeOrigin } from '../../model/dto.ts'
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
import { uncapitalized } from '../../plan/words.ts'
import { sharesReader } from '../shared-types.ts'
import { CodeWriter, maxColumns } from '../text/code-writer.ts'
import { flat, type Item, prefixed } from '../text/item.ts'
import { literal } from '../text/literal.ts'
import { type FunctionText, type ModuleScope, pureMark } from '../text/module-scope.ts'
import { aboutText } from './about-text.ts'
import { lazyText, memberItems, type ShapeNames, shapeItem, shapeText } from './shape-text.ts'

/** The reader of objects of a shape. */
export interface ShapeReader {
  /** Its identity among the readers of a shape. */
  readonly key: string
  /** @param margin columns before its body */
  readonly emit: (margin: number) => FunctionText
  /** The type of its result. */
  readonly type: string
  /** More options of the shape, each as the text of a property. */
  readonly options: readonly string[]
  /** The name of the constant, where the members alone would not make it unique. */
  readonly wanted?: string
}

interface ShapeText {
  readonly object: ObjectType
  readonly kind: ShapeKind
  readonly type: string | undefined
  readonly options: readonly string[] | undefined
  /** Whether other generated files may import it. */
  readonly isExported: boolean
}

/** The constant with the shape of an object; kinds with the same members share one. */
export function shapeConstant(
  object: ObjectType,
  wanted: ShapeKind,
  scope: ModuleScope,
  reader?: ShapeReader,
): string {
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
      emit: (name) => reader.emit(writesBelow(name, text, scope) ? 4 : 2),
    },
  )
}

/** Whether the shape of another file says what the object's own setting for unknown keys is here. */
export function isShareable(object: ObjectType, { module }: ModuleScope): boolean {
  return ownUnknown(object, module) === object.unknown
}

/** The shape of a DTO of another source, which its generated file exports. */
export function sharedShape(object: ObjectType, from: TypeOrigin, scope: ModuleScope): string {
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
    if (isSame(object, simpler, wanted, scope)) kind = simpler
  }
  return kind
}

function shapeStatement(
  name: string,
  read: FunctionText | undefined,
  { object, kind, type, options, isExported }: ShapeText,
  scope: ModuleScope,
): string {
  const of = { ...kind, types: scope }
  const names = namesIn(scope)
  const writer = new CodeWriter()
  const members = memberItems(shapeMembers(object, of), names)
  const { start, open } = shapeStart(
    name,
    { object, kind, type, options, isExported },
    read !== undefined,
    scope,
  )
  const isDto = scope.module.dtos.some((one) => one.name === object.name)
  const schemas = wholeSchemas(object, of).map((one) => shapeItem(one, names))
  const others = othersType(object, of)
  const unknown = ownUnknown(object, scope.module)
  const hidden = shapeFields(object, kind).flatMap((one) =>
    one.field.hidden ? [literal(one.binding.key)] : [],
  )
  const all = [
    ...(unknown === undefined ? [] : [`unknown: ${literal(unknown)}`]),
    ...(hidden.length === 0 || read === undefined ? [] : [`hidden: [${hidden.join(', ')}]`]),
    ...aboutText(isDto ? object : { ...object, description: '' }),
    ...(others === undefined ? [] : [`others: ${lazyText(others, names)}`]),
    ...(read === undefined ? [] : (options ?? [])),
  ]
  const isShort = schemas.length === 0 && writer.fits(`}, { ${all.join(', ')} })`)
  const after = !isShort ? ', {' : all.length === 0 ? ')' : `, { ${all.join(', ')} })`
  writer.assigned(start, open, (first) => {
    if (read === undefined) writer.filled(first, members, `})${after}`, ' ')
    else writeReader(first, members, read, after, writer)
    if (isShort) return
    writer.indented(() => {
      writer.lines(all.map((one) => `${one},`))
      if (schemas.length > 0) writer.list('allOf: () => [', schemas, '],')
    })
    writer.line('})')
  })
  return String(writer).trimEnd()
}

/** The text up to the members. */
function shapeStart(
  name: string,
  { object, kind, type, isExported }: ShapeText,
  isRead: boolean,
  scope: ModuleScope,
): { readonly start: string; readonly open: string } {
  const held = isRead ? (type ?? object.name) : 'never'
  const isLong = isRead && `  ${pureMark}shape<${held}>(${literal(object.name)}, () => ({`.length > maxColumns
  const isTyped = isExported || isLong || (isRead && holdsItself(object, scope))
  const annotation = isTyped ? `: ${scope.use('Shape')}<${held}>` : ''
  const make = scope.use(isRead ? 'shape' : 'sentShape') + (isTyped || !isRead ? '' : `<${held}>`)
  const before = isExported ? scope.exported(name, shapeName(object, kind)) : ''
  return {
    start: `${before}const ${name}${annotation} =`,
    open: `${pureMark}${make}(${literal(object.name)}, () => ({`,
  }
}

/** Whether a shape begins below its name. */
function writesBelow(name: string, text: ShapeText, scope: ModuleScope): boolean {
  const { start, open } = shapeStart(name, text, true, scope)
  return !new CodeWriter().fits(`${start} ${open}`)
}

/** Writes members and reader of a shape, up to the text `after` the reader. */
function writeReader(
  start: string,
  members: readonly Item[],
  { parameters, body }: FunctionText,
  after: string,
  writer: CodeWriter,
): void {
  const open = `}), (${parameters}) => `
  const short = flat({ open: start, items: members, close: open, space: ' ' })
  if ('lines' in body) {
    if (writer.fits(`${short}{`)) writer.line(`${short}{`)
    else writer.filled(start, members, `${open}{`, ' ')
    writer.indented(() => writer.lines(body.lines))
    writer.line(`}${after}`)
    return
  }
  const { items } = body
  const whole = open + flat({ open: '({', items, close: '})', space: ' ' }) + after
  if (writer.fits(`${short}({`)) writer.list(`${short}({`, items, `})${after}`, ' ')
  else if (items.length === 1 && writer.fits(whole)) writer.filled(start, members, whole, ' ')
  else {
    writer.filled(start, members, `${open}({`, ' ')
    writer.indented(() => {
      for (const one of items) writer.item(one, ',')
    })
    writer.line(`})${after}`)
  }
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
          return scope.knownLiterals(one.values) ?? shapeText({ enum: one.values }, names)
        case 'template':
          return scope.knownTemplate(one.pattern) ?? shapeText(templateType(one.pattern), names)
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
  const known = names.get(object) ?? new Set(heldTypes(object).flatMap(nestedNames))
  names.set(object, known)
  return known
}

/** The constant for a recursive type. */
export function recursiveConstant(of: RecursiveReference, names: ShapeNames, scope: ModuleScope): string {
  const { name, kind } = of
  return scope.shape(`${uncapitalized(name)}Type`, `recursive ${name} ${kindKey(kind)}`, (own) => {
    const writer = new CodeWriter()
    const open = `${pureMark}${scope.use('recursive')}(${literal(name)}, () => (`
    writer.assigned(`const ${own}: ${scope.use('RecursiveShape')} =`, open, (first) =>
      writer.item(prefixed(first, shapeItem(recursiveType(of, scope), names)), '))'),
    )
    return String(writer).trimEnd()
  })
}

/** Whether two kinds of an object have the same members at every level. */
function isSame(
  object: ObjectType,
  a: ShapeKind,
  b: ShapeKind,
  scope: ModuleScope,
  seen: Set<string> = new Set(),
): boolean {
  const key = `${object.name} ${kindKey(a)} ${kindKey(b)}`
  if (kindKey(a) === kindKey(b) || seen.has(key)) return true
  seen.add(key)
  const [one, other] = [outlineOf(object, a, scope), outlineOf(object, b, scope)]
  return (
    one.text === other.text &&
    one.nested.every(({ name, kind }, i) =>
      isSame(scope.object(name), kind, other.nested[i]?.kind ?? kind, scope, seen),
    )
  )
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
