import { boundFields, readsDecoded } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { CodeWriter } from './code-writer.ts'
import { checkerOf } from './emit-check.ts'
import { decodedReader } from './emit-decoded.ts'
import { draftFunction } from './emit-decoded-draft.ts'
import { objectTaker } from './emit-take.ts'
import type { ShapeNames } from './held-text.ts'
import { literal } from './literal.ts'
import { type ModuleScope, pureMark } from './module-scope.ts'
import { kindKey, type ShapeKind, shapeName, usualTraits } from './shape-kind.ts'
import { membersText, wholeSchemas } from './shape-members.ts'
import { isTakenObject } from './taken-types.ts'

/** Emits the Standard Schema member of a DTO's object. `filling` is what its JSON binder makes of a body. */
export function emitStandardMember(dto: ObjectType, filling: string | undefined, scope: ModuleScope): void {
  if (!readsDecoded(dto)) {
    if (dto.isSent)
      scope.writer.line(`'~standard': ${pureMark}${scope.use('sentSchema')}(${standardShape(dto, scope)}),`)
    return
  }
  const check = checkerOf(dto, dto.fields, '', scope)
  const isJson = boundFields(dto, 'json').length > 0
  const taker = isJson && isTakenObject(dto, scope) ? objectTaker(dto, scope) : undefined
  const parts = [decodedObject(dto, filling, scope), standardShape(dto, scope)]
  if (check !== undefined || taker !== undefined) parts.push(check?.name ?? 'undefined')
  if (taker !== undefined) parts.push(taker)
  const standard = scope.use(check?.isAsync ? 'standardSchemaAsync' : 'standardSchema')
  scope.writer.list(`'~standard': ${pureMark}${standard}(`, parts, '),')
}

/** The expression for what reads a decoded value: as a binder does behind the decoding, or as a nested object. */
function decodedObject(dto: ObjectType, filling: string | undefined, scope: ModuleScope): string {
  if (filling !== undefined) {
    const { name, keys } = draftFunction(dto, 'json', scope)
    return `${pureMark}${scope.use('readerOf')}(${keys}, ${name}, ${filling})`
  }
  const place = { field: dto.name, access: dto.name, source: 'json', zero: dto.missing === 'zero' } as const
  return decodedReader({ kind: 'object', name: dto.name }, place, scope)
}

/** The shape that the JSON Schema of a DTO is made from. */
function standardShape(dto: ObjectType, scope: ModuleScope): string {
  const kind = { source: 'json', zero: dto.missing === 'zero', isChecked: true } as const
  if (readsDecoded(dto)) return shapeConstant(dto, { ...kind, isOutput: false }, scope)
  return shapeConstant(dto, { ...kind, isOutput: true, part: 'sent' }, scope)
}

/** The constant with the shape of an object; kinds with the same members are one. */
export function shapeConstant(object: ObjectType, wanted: ShapeKind, scope: ModuleScope): string {
  const kind = simplest(object, wanted, scope)
  return scope.shape(shapeName(object, kind), `${object.name} ${kindKey(kind)}`, (name) =>
    shapeStatement(name, object, kind, scope),
  )
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

function shapeStatement(name: string, object: ObjectType, kind: ShapeKind, scope: ModuleScope): string {
  const names: ShapeNames = {
    use: (one) => scope.use(one),
    shape: (nested, of) => shapeConstant(nested, of, scope),
    literals: (values) => scope.knownLiterals(values) ?? literalsText(values),
  }
  const of = { ...kind, scope, names }
  const writer = new CodeWriter()
  const start = `const ${name} = ${pureMark}${scope.use('shape')}(${literal(object.name)}, () => ({`
  const isDto = scope.module.dtos.includes(object)
  const description = isDto && object.description !== '' ? `description: ${literal(object.description)}` : ''
  const schemas = wholeSchemas(object, of)
  const members = membersText(object, of)
  if (schemas.length === 0) {
    writer.list(start, members, description === '' ? '}))' : `}), { ${description} })`, ' ')
    return String(writer).trimEnd()
  }
  writer.list(start, members, '}), {', ' ')
  writer.indented(() => {
    if (description !== '') writer.line(`${description},`)
    writer.list('allOf: () => [', schemas, '],')
  })
  writer.line('})')
  return String(writer).trimEnd()
}

function literalsText(values: Parameters<ShapeNames['literals']>[0]): string {
  return `{ enum: [${values.map(literal).join(', ')}] }`
}

/** Whether two kinds of an object have the same members, and so on below them. */
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
    one.nested.every(({ object: nested, kind }, i) =>
      isSame(nested, kind, other.nested[i]?.kind ?? kind, scope, seen),
    )
  )
}

/** What a shape says itself, and what it nests. */
interface Outline {
  readonly text: string
  readonly nested: readonly { readonly object: ObjectType; readonly kind: ShapeKind }[]
}

/** Each shape that names another asks for it again. */
const outlines = new WeakMap<ModuleScope, Map<string, Outline>>()

function outlineOf(object: ObjectType, kind: ShapeKind, scope: ModuleScope): Outline {
  const known = outlines.get(scope) ?? new Map<string, Outline>()
  outlines.set(scope, known)
  const key = `${object.name} ${kindKey(kind)}`
  const found = known.get(key) ?? outline(object, kind, scope)
  known.set(key, found)
  return found
}

function outline(object: ObjectType, kind: ShapeKind, scope: ModuleScope): Outline {
  const nested: { readonly object: ObjectType; readonly kind: ShapeKind }[] = []
  const names: ShapeNames = {
    use: (name) => name,
    shape: (one, of) => {
      nested.push({ object: one, kind: of })
      return one.name
    },
    literals: literalsText,
  }
  const of = { ...kind, scope, names }
  return { text: [...membersText(object, of), ...wholeSchemas(object, of)].join('\n'), nested }
}
