import { bodyFormats, boundFields, boundSources, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { type BindingSource, bodySources, isBodySource, type Source } from '../model/source.ts'
import { isAsyncObject } from './async-rules.ts'
import { binderFallback } from './binder-fallback.ts'
import { bodyReader, draftReader } from './emit-draft.ts'
import { emitDtoObject } from './emit-dto-object.ts'
import { declarationComment, fallback } from './emit-fallback.ts'
import { emitResult, type LocalField } from './emit-object.ts'
import { emitStringify } from './emit-stringify.ts'
import { checkerOf, emitValidate } from './emit-validate.ts'
import { isInherited, literal, nameComment, propertyAccess } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'
import { resultType, sourceWords } from './source-words.ts'

/** Emits everything about one DTO that is exported. */
export function emitBinders(dto: ObjectType, scope: ModuleScope): void {
  for (const source of boundSources(dto)) {
    scope.writer.blank()
    emitBinder(dto, source, scope)
  }
  if (bodyFormats(dto).length > 0) {
    scope.writer.blank()
    emitBodyBinder(dto, scope)
  }
  scope.writer.blank()
  emitAllBinder(dto, scope)
  scope.writer.blank()
  emitValidate(dto, scope)
  emitStringify(dto, scope)
  scope.writer.blank()
  emitDtoObject(dto, scope)
}

function emitBinder(dto: ObjectType, source: Source, scope: ModuleScope): void {
  const fields = boundFields(dto, source)
  const [name, words] = sourceWords[source]
  const from = isBodySource(source) ? 'body' : source
  scope.writer.line(
    `/** Binds ${words} of {@link ${dto.name}}: ${fieldNames(fields.map(({ field }) => field))}. */`,
  )
  emitSignature(
    `bind${name}${dto.name}`,
    dto,
    fields.map(({ field }) => field),
    scope,
  )
  scope.writer.indented(() => {
    scope.writer.line(`const faults = new ${scope.use('Faults')}()`)
    scope.writer.line(`const ${from} = ${draftReader(dto, source, scope)}(c, faults)`)
    const part: Part = {
      variable: from,
      maybe: false,
      has: (field) => fields.some((one) => one.field === field),
    }
    emitFilling(
      dto,
      fields.map(({ field }) => field),
      [part],
      { words: name, sources: [source] },
      scope,
    )
  })
  scope.writer.line('}')
}

function emitBodyBinder(dto: ObjectType, scope: ModuleScope): void {
  const formats = bodyFormats(dto)
  const fields = dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource))
  const words = formats.map((format) => (format === 'json' ? 'JSON' : format)).join(' or ')
  scope.writer.line(`/** Binds the body of {@link ${dto.name}}, ${words} by its Content-Type. */`)
  emitSignature(`bindBody${dto.name}`, dto, fields, scope)
  scope.writer.indented(() => {
    scope.writer.line(`const faults = new ${scope.use('Faults')}()`)
    scope.writer.line(`const body = ${bodyReader(dto, scope)}(c, faults)`)
    const part: Part = { variable: 'body', maybe: false, has: () => true }
    emitFilling(dto, fields, [part], { words: 'Body', sources: formats }, scope)
  })
  scope.writer.line('}')
}

function emitAllBinder(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const order = dto.order.filter((source) => formatsOf(dto, source).length > 0)
  const [only] = order
  writer.line(
    `/** Binds every source of {@link ${dto.name}}${order.length === 0 ? '' : `: ${order.join(', ')}`}. */`,
  )
  emitSignature(`bindAll${dto.name}`, dto, dto.fields, scope)
  writer.indented(() => {
    const fills = only === undefined ? [] : dto.fields.filter((field) => isReadFrom(dto, field, only))
    if (order.length === 1 && only !== undefined && only !== 'body' && fills.length === dto.fields.length) {
      writer.line(`return bind${sourceWords[only][0]}${dto.name}(c, out)`)
      return
    }
    writer.line(`const faults = new ${scope.use('Faults')}()`)
    for (const source of order) writer.line(`const ${source} = ${allReader(dto, source, scope)}`)
    const parts = order.map(
      (source): Part => ({
        variable: source,
        maybe: source === 'body',
        has: (field) => isReadFrom(dto, field, source),
      }),
    )
    const sources = dto.order.flatMap((source) => formatsOf(dto, source))
    emitFilling(dto, dto.fields, parts, { words: '', sources }, scope, customOrder(dto))
  })
  writer.line('}')
}

/** One source's draft in a binder. */
interface Part {
  readonly variable: string
  /** Whether it is `undefined` when the source was not there. */
  readonly maybe: boolean
  readonly has: (field: Field) => boolean
}

/** What a binder reads, and how its name says so. */
interface Reach {
  readonly words: string
  readonly sources: readonly Source[]
}

/** Emits, for each property, the line that takes it from the drafts, from `out`, or from its fallback; then the result. */
function emitFilling(
  dto: ObjectType,
  fields: readonly Field[],
  parts: readonly Part[],
  { words, sources }: Reach,
  scope: ModuleScope,
  order = '',
): void {
  const { writer } = scope
  const locals = localNames(
    fields.map(({ name }) => name),
    (name) => scope.isTaken(name),
  )
  writer.blank()
  const filled = fields.flatMap((field): readonly LocalField[] => {
    const local = locals.get(field.name) ?? ''
    const otherwise = fallback(field, binderFallback(dto, field, sources, scope), scope)
    const held = parts
      .filter((part) => part.has(field))
      .map((part) => heldValue(part.variable, field.name, part.maybe, scope))
    if (held.length === 0 && otherwise === undefined) return []
    const out = otherwise === undefined ? [] : [heldValue('out', field.name, true, scope)]
    const value = firstOf([...held, ...out], otherwise, field)
    writer.line(declarationComment(field))
    writer.assign(`const ${local} =`, value)
    return [{ field, local, mayBeAbsent: otherwise === undefined }]
  })
  writer.blank()
  writer.line(`faults.check(${order})`)
  const into = scope.use('into')
  emitResult(
    filled.filter(({ local }) => local !== ''),
    resultType(dto, fields),
    (open) => [`${into}(out, ${open}`, ')'],
    scope,
    validatedCall(dto, fields, words, scope),
  )
}

/** What is around the result that a binder returns: its check. */
function validatedCall(
  dto: ObjectType,
  fields: readonly Field[],
  words: string,
  scope: ModuleScope,
): readonly [before: string, after: string] {
  const check = checkerOf(dto, fields, words, scope)
  const validated = scope.use(check?.isAsync ? 'validatedAsync' : 'validated')
  return [`${validated}(c, ${dto.name}, `, check === undefined ? ')' : `, ${check.name})`]
}

/** What a draft or `out` has of a property: how to ask for it, and how to take it when it is there and may be null. */
interface HeldValue {
  readonly asked: string
  readonly taken: string
}

function heldValue(object: string, name: string, maybe: boolean, scope: ModuleScope): HeldValue {
  const asked = ownAccess(object, name, maybe, scope)
  // The compiler does not know that a second call gives the same; what is taken is there, or null.
  return { asked, taken: isInherited(name) ? `${asked} ?? null` : propertyAccess(object, name) }
}

/** A property of a draft or of `out`, which may lack it, and must not be taken from the prototype then. */
function ownAccess(object: string, name: string, maybe: boolean, scope: ModuleScope): string {
  if (isInherited(name)) return `${scope.use('own')}(${object}, ${literal(name)})`
  return propertyAccess(object, name, maybe ? '?.' : '.')
}

/** The first value that is there. `null` is one for a type that has it, so `??` will not do there. */
function firstOf(values: readonly HeldValue[], otherwise: string | undefined, field: Field): string {
  const [only] = values
  if (otherwise === undefined && values.length === 1 && only !== undefined) return only.asked
  if (field.type.kind !== 'nullable') {
    const asked = values.map((value) => value.asked)
    return [...asked, ...(otherwise === undefined ? [] : [otherwise])].join(' ?? ') || 'undefined'
  }
  return [
    ...values.map(({ asked, taken }) => `${asked} !== undefined ? ${taken} : `),
    otherwise ?? 'undefined',
  ].join('')
}

function emitSignature(name: string, dto: ObjectType, fields: readonly Field[], scope: ModuleScope): void {
  const { writer } = scope
  const result = resultType(dto, fields)
  const isAsync = isAsyncObject(dto, scope.module)
  writer.list(
    `export ${isAsync ? 'async ' : ''}function ${name}(`,
    [`c: ${scope.use('BindInput')}`, `out?: Partial<${dto.name}>`],
    `): ${isAsync ? `Promise<${result}>` : result} {`,
  )
}

/** The names of properties for a comment, as many as fit on its line. */
function fieldNames(fields: readonly Field[]): string {
  const names = fields.map(({ name }) => `\`${nameComment(name)}\``)
  let count = names.length
  while (count > 1 && names.slice(0, count).join(', ').length > 60) count--
  return count === names.length
    ? names.join(', ')
    : `${names.slice(0, count).join(', ')} and ${names.length - count} more`
}

function allReader(dto: ObjectType, source: BindingSource, scope: ModuleScope): string {
  if (source !== 'body') return `${draftReader(dto, source, scope)}(c, faults)`
  return `${scope.use('hasBody')}(c) ? ${bodyReader(dto, scope)}(c, faults) : undefined`
}

/** What `All` reads of one of its sources: of the body every format of the DTO. */
function formatsOf(dto: ObjectType, source: BindingSource): readonly Source[] {
  const bound = boundSources(dto)
  return (source === 'body' ? bodySources : [source]).filter((one) => bound.includes(one))
}

function isReadFrom(dto: ObjectType, field: Field, source: BindingSource): boolean {
  const own = sourcesOf(dto, field)
  return formatsOf(dto, source).some((one) => own.includes(one))
}

/** The order of faults, where `@bindingSource` makes it another than the usual one. */
function customOrder(dto: ObjectType): string {
  const usual = ['uri', 'body', 'query', 'header', 'cookie'].filter((source) =>
    dto.order.some((one) => one === source),
  )
  return usual.join() === dto.order.join() ? '' : `[${dto.order.map(literal).join(', ')}]`
}
