import { bindingsOf, bodyFormats, boundFields, boundSources, sourcesOf } from '../../model/bound-fields.ts'
import type { Binding, Field, ObjectType } from '../../model/dto.ts'
import { holdsNull } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import {
  type BindingSource,
  bodySources,
  defaultOrder,
  isBodySource,
  type Source,
} from '../../model/source.ts'
import { literal, propertyAccess } from '../text/literal.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { type Fallback, fallback, keysText, type RequiredBelow } from './fallback.ts'
import { isSparse } from './object-reader.ts'
import { placesArguments } from './places.ts'
import { emitOpenResult, emitResult, openCopy, type ResultMember } from './result.ts'
import { sourceReader } from './source-reader.ts'

/** The sources that `All` reads, in its order. */
export function allSources(dto: ObjectType): readonly BindingSource[] {
  const bound = boundSources(dto)
  return dto.order.filter((source) =>
    bound.some((one) => (source === 'body' ? isBodySource(one) : one === source)),
  )
}

/** The single source that fills a whole DTO. Never the body, which may be absent in `all`. */
export function onlySource(dto: ObjectType): Exclude<BindingSource, 'body'> | undefined {
  const [only, ...others] = allSources(dto)
  if (only === undefined || only === 'body' || others.length > 0) return undefined
  return dto.fields.every((field) => isReadFrom(dto, field, only)) ? only : undefined
}

function isReadFrom(dto: ObjectType, field: Field, source: BindingSource): boolean {
  return sourcesOf(dto, field).some((one) => (source === 'body' ? isBodySource(one) : one === source))
}

/** The function that reads every source of a DTO. `body` holds the readers of each body format. */
export function allReader(dto: ObjectType, body: string | undefined, scope: ModuleScope): string {
  return scope.function(`readAll${dto.name}`, `all ${dto.name}`, (name) => {
    const { writer } = scope
    // A property without a source may still be missing.
    const isRead =
      allSources(dto).length > 0 ||
      dto.fields.some((field) => absenceIn(dto, field, [], scope).kind !== 'nothing')
    writer.list(
      `function ${name}(`,
      [`${isRead ? 'at' : '_at'}: ${scope.use('Reading')}`],
      `): ${dto.name} {`,
    )
    writer.indented(() => emitSources(dto, body, scope))
    writer.line('}')
  })
}

function emitSources(dto: ObjectType, body: string | undefined, scope: ModuleScope): void {
  const { writer } = scope
  const order = allSources(dto)
  const shared = dto.fields.filter(
    (field) => order.filter((source) => isReadFrom(dto, field, source)).length > 1,
  )
  const usual = defaultOrder.filter((source) => dto.order.includes(source))
  if (order.length > 0 && usual.join() !== dto.order.join())
    writer.line(`at.order = [${dto.order.map(literal).join(', ')}]`)
  if (shared.length > 0)
    writer.filled(
      'at.shared = [',
      shared.map(({ name }) => literal(name)),
      ']',
    )
  for (const source of order) {
    const read =
      source === 'body'
        ? `${scope.use('readAnyBody')}${bodyType(dto, scope)}(at, ${body ?? '{}'})`
        : `${sourceReader(dto, source, scope)}(at)`
    writer.line(`const ${source} = ${read}`)
  }
  if (shared.length > 0) writer.line('at.shared = undefined')
  const [, ...drafts] = placesArguments(dto, dto.fields, dto.order, scope)
  const told = drafts.filter((one) => one !== 'undefined')
  if (told.length > 0) writer.line(`at.drafts = { ${told.join(', ')} }`)
  emitAll(dto, order, scope)
}

/** The type argument for the joint properties of all body formats, where no single format has all of them. */
export function bodyType(dto: ObjectType, scope: ModuleScope): string {
  const all = dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource))
  const isSame = bodyFormats(dto).every((format) => boundFields(dto, format).length === all.length)
  return isSame ? '' : `<${resultType(dto, all, scope)}>`
}

function emitAll(dto: ObjectType, order: readonly BindingSource[], scope: ModuleScope): void {
  const locals = localNames(
    dto.fields.map(({ name }) => name),
    (name) => scope.isTaken(name),
  )
  // Undeclared keys come with the properties that only the body has.
  const isOpen = dto.index !== undefined && order.includes('body')
  const members = dto.fields.flatMap((field): readonly ResultMember[] => {
    const parts = order.filter((source) => isReadFrom(dto, field, source))
    const read = parts.flatMap((source) => sourcesIn(dto, field, source))
    const of = absenceIn(dto, field, read, scope)
    const [only = 'body'] = parts
    if (isOpen && parts.length === 1 && only === 'body') return []
    if (of.kind === 'nothing' || (of.kind === 'fault' && mayLack(dto, field, parts))) {
      if (isSparse(dto) || parts.length === 0) return []
      if (parts.length === 1 && !isInherited(field.name)) {
        const value = propertyAccess(only, field.name)
        return [{ field, value, onlyIf: `${value} !== undefined` }]
      }
      const local = locals.get(field.name) ?? ''
      scope.writer.assign(`const ${local} =`, firstOf(parts, field, undefined, scope))
      return [{ field, value: local, onlyIf: `${local} !== undefined` }]
    }
    // The source always sets it, although the type of an optional property allows `undefined`.
    if (parts.length === 1)
      return [{ field, value: `${propertyAccess(only, field.name)}${field.optional ? '!' : ''}` }]
    const otherwise =
      of.kind === 'value'
        ? `at.fallback(${literal(field.name)}, ${of.text})`
        : missingText(dto, field, read, of, scope)
    return [{ field, value: firstOf(parts, field, otherwise, scope) }]
  })
  const others = isSparse(dto)
    ? `${scope.use('present')}<${dto.name}, keyof ${dto.name}>(${order.join(', ')})`
    : undefined
  if (isOpen) emitOpenResult(members, dto.name, { start: openCopy('body'), result: 'result' }, scope)
  else emitResult(members, dto.name, scope, others)
}

/** Whether a body may leave out a property that only another format requires. */
function mayLack(dto: ObjectType, field: Field, parts: readonly BindingSource[]): boolean {
  if (!field.optional || parts.length !== 1 || parts[0] !== 'body') return false
  const asking = bindingsOf(dto, field).filter(({ required }) => required)
  return !bodyFormats(dto).every((format) => asking.some(({ source }) => source === format))
}

/** The sources of a property within one source of `All`; the body covers all its formats. */
function sourcesIn(dto: ObjectType, field: Field, source: BindingSource): readonly Source[] {
  const bound = sourcesOf(dto, field)
  return (source === 'body' ? bodySources : [source]).filter((one) => bound.includes(one))
}

function absenceIn(dto: ObjectType, field: Field, read: readonly Source[], scope: ModuleScope): Fallback {
  const bindings = boundIn(dto, field, read)
  return fallback(
    field,
    {
      owner: dto.name,
      zero: dto.missing === 'zero',
      sources: bindings.map(({ source }) => source),
      required: bindings.some(({ required }) => required),
    },
    scope,
  )
}

/** A property that `All` never reads (a response header) is reported under its own sources. */
function boundIn(dto: ObjectType, field: Field, read: readonly Source[]): readonly Binding[] {
  const all = bindingsOf(dto, field)
  return read.length === 0 ? all : read.flatMap((source) => all.find((one) => one.source === source) ?? [])
}

function missingText(
  dto: ObjectType,
  field: Field,
  read: readonly Source[],
  of: Fallback & { kind: 'fault' },
  scope: ModuleScope,
): string {
  const bindings = boundIn(dto, field, read)
  const asked = of.below.length === 0 ? [undefined] : of.below
  const faults = asked.map((below) => missingCall(field, bindings, scope, below))
  return [`at.existing(${literal(field.name)})`, ...faults].join(' ?? ')
}

/** Reports a missing property, in the source that requires it, else in the first, under its key there. */
function missingCall(
  field: Field,
  bindings: readonly Binding[],
  scope: ModuleScope,
  below: RequiredBelow | undefined,
): string {
  const asking = bindings.find((one) => (below === undefined ? one.required : one.source === below.source))
  const first = asking ?? bindings[0]
  const under = below?.keys ?? []
  if (first === undefined) return `at.missing(${literal(field.name)}, 'body')`
  const source = reportedSource(first)
  const ofBody = bindings.filter((one) => source === 'body' && isBodySource(one.source))
  const isNamedAlike = ofBody.every(({ key }) => key === first.key)
  const others = bindings.filter((one) => reportedSource(one) !== source)
  const places = [...new Set(others.map((one) => `${reportedSource(one)} ${one.key}`))]
  const name = isNamedAlike ? keysText([first.key, ...under]) : sentName(ofBody, first.key, under, scope)
  const items = [name, literal(source)]
  if (places.length > 0) items.push(`[${places.map(literal).join(', ')}]`)
  return `at.missing(${items.join(', ')})`
}

/** The key in the format of the request, which is the name that the client knows. */
function sentName(
  bindings: readonly Binding[],
  usual: string,
  under: readonly string[],
  scope: ModuleScope,
): string {
  const others = bindings.filter(({ key }) => key !== usual)
  const names = others.map(({ source, key }) => `${source}: ${keysText([key, ...under])}`)
  return `${scope.use('sentName')}(at.c, { ${names.join(', ')} }, ${keysText([usual, ...under])})`
}

/** The name of the source in faults. */
function reportedSource({ source }: Binding): string {
  return isBodySource(source) ? 'body' : source
}

/** The first present value. `null` counts as present for a nullable type, so `??` is not enough there. */
function firstOf(
  parts: readonly BindingSource[],
  field: Field,
  otherwise: string | undefined,
  scope: ModuleScope,
): string {
  const isOwn = isInherited(field.name)
  const values = parts.map((part) =>
    isOwn ? `${scope.use('own')}(${part}, ${literal(field.name)})` : propertyAccess(part, field.name),
  )
  if (!holdsNull(field.type) || (otherwise === undefined && values.length === 1))
    return [...values, ...(otherwise === undefined ? [] : [otherwise])].join(' ?? ')
  const last = otherwise ?? values.pop() ?? 'undefined'
  // The compiler does not narrow the second call, although its value is present or null.
  const taken = (value: string): string => (isOwn ? `${value} ?? null` : value)
  return [...values.map((value) => `${value} !== undefined ? ${taken(value)} : `), last].join('')
}
