import { bodyFormats, boundFields, boundSources, isRead, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isInherited } from '../model/inherited-name.ts'
import { type BindingSource, bodySources, isBodySource, type Source } from '../model/source.ts'
import { checkerOf } from './emit-check.ts'
import { bodyDraft, draftOf } from './emit-draft.ts'
import { isFilledByJson } from './emit-draft-taker.ts'
import { emitDtoObject } from './emit-dto-object.ts'
import {
  emitFilling,
  type Filling,
  fillingOf,
  isSameFilling,
  isSharable,
  sharedFilling,
} from './emit-filling.ts'
import { placesArguments } from './emit-places.ts'
import { emitStringify } from './emit-stringify.ts'
import { emitValidate } from './emit-validate.ts'
import { literal, nameComment } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { isAsyncObject } from './rules-below.ts'
import { keysOf, resultType, sourceWords } from './source-words.ts'

/** An exported binder of a DTO. */
interface Binder {
  readonly name: string
  readonly comment: string
  readonly fields: readonly Field[]
  /** What the checks of its result are called after. */
  readonly words: string
  /** The drafts it reads: a variable, with its type where that must be said, and what fills it. */
  readonly drafts: readonly (readonly [variable: string, reader: string])[]
  readonly filling: Filling
  /** What tells broken rules where properties came from. */
  readonly places: () => readonly string[]
}

/** Emits everything about one DTO that is exported. */
export function emitBinders(dto: ObjectType, scope: ModuleScope): void {
  const fill = isRead(dto) ? emitReading(dto, scope) : undefined
  scope.writer.blank()
  if (isRead(dto)) emitValidate(dto, scope)
  if (dto.isSent) {
    emitStringify(dto, scope)
    scope.writer.blank()
  }
  emitDtoObject(dto, fill, scope)
}

/** Emits the binders, and returns the name of what fills the DTO from JSON. */
function emitReading(dto: ObjectType, scope: ModuleScope): string | undefined {
  const only = onlySource(dto)
  const binders = boundSources(dto).map((source) => sourceBinder(dto, source, scope))
  const body = bodyFormats(dto).length === 0 ? undefined : bodyBinder(dto, binders, scope)
  if (body !== undefined) binders.push(body)
  if (only === undefined) binders.push(allBinder(dto, body, scope))
  const json = jsonFilling(dto, binders)
  // Once more, as a decoded value is filled by it too.
  const fillings = [...binders.map(({ filling }) => filling), ...(json === undefined ? [] : [json])]
  for (const binder of binders) {
    scope.writer.blank()
    emitBinder(dto, binder, sharedIndex(binder.filling, fillings), scope)
  }
  if (only !== undefined) {
    scope.writer.blank()
    emitOnlyBinder(dto, only, scope)
  }
  return json === undefined ? undefined : sharedFilling(json, sharedIndex(json, fillings) ?? 0, scope)
}

/** What fills a DTO from JSON alone, and so from any decoded value. */
function jsonFilling(dto: ObjectType, binders: readonly Binder[]): Filling | undefined {
  const filling = isFilledByJson(dto) ? binders.find(({ words }) => words === 'Json')?.filling : undefined
  return filling !== undefined && isSharable(filling) ? filling : undefined
}

/** The first of several fillings that make the same, where one function can do it for all of them. */
function sharedIndex(filling: Filling, fillings: readonly Filling[]): number | undefined {
  const same = fillings.flatMap((one, i) => (isSameFilling(one, filling) ? [i] : []))
  return same.length > 1 && isSharable(filling) ? same[0] : undefined
}

function sourceBinder(dto: ObjectType, source: Source, scope: ModuleScope): Binder {
  const fields = boundFields(dto, source).map(({ field }) => field)
  const [words, text] = sourceWords[source]
  const variable = isBodySource(source) ? 'body' : source
  const part = { variable, has: (field: Field) => fields.includes(field) }
  return {
    name: `bind${words}${dto.name}`,
    comment: `Binds ${text} of {@link ${dto.name}}: ${fieldNames(fields)}.`,
    fields,
    words,
    drafts: [[variable, draftOf(dto, source, scope)]],
    filling: fillingOf(dto, fields, [part], [source], scope),
    places: () => [literal(source)],
  }
}

function bodyBinder(dto: ObjectType, binders: readonly Binder[], scope: ModuleScope): Binder {
  const formats = bodyFormats(dto)
  const fields = dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource))
  const words = formats.map((format) => (format === 'json' ? 'JSON' : format)).join(' or ')
  const [only = 'json', ...others] = formats
  const same = others.length === 0 ? binders.find((one) => one.words === sourceWords[only][0]) : undefined
  return {
    name: `bindBody${dto.name}`,
    comment: `Binds the body of {@link ${dto.name}}, ${words} by its Content-Type.`,
    fields,
    words: 'Body',
    drafts: [['body', bodyDraft(dto, scope)]],
    filling: same?.filling ?? fillingOf(dto, fields, [{ variable: 'body', has: () => true }], formats, scope),
    places: () => placesArguments(dto, fields, ['body'], scope),
  }
}

function allBinder(dto: ObjectType, body: Binder | undefined, scope: ModuleScope): Binder {
  const order = allSources(dto)
  const faultOrder = customOrder(dto)
  const isBody = order.join() === 'body' && body?.fields.length === dto.fields.length && faultOrder === ''
  const parts = order.map((source) => ({
    variable: source,
    has: (field: Field) => isReadFrom(dto, field, source),
  }))
  const sources = dto.order.flatMap((source) => formatsOf(dto, source))
  return {
    name: `bindAll${dto.name}`,
    comment: allComment(dto),
    fields: dto.fields,
    words: '',
    drafts: order.map((source) => allDraft(dto, source, scope)),
    filling:
      isBody && body !== undefined
        ? body.filling
        : fillingOf(dto, dto.fields, parts, sources, scope, faultOrder),
    places: () => placesArguments(dto, dto.fields, dto.order, scope),
  }
}

/** The source that alone fills all of a DTO, and is not the body, which need not be there for `all`. */
function onlySource(dto: ObjectType): Exclude<BindingSource, 'body'> | undefined {
  const [only, ...others] = allSources(dto)
  if (only === undefined || only === 'body' || others.length > 0) return undefined
  return dto.fields.every((field) => isReadFrom(dto, field, only)) ? only : undefined
}

/** @param shared is the {@link sharedIndex} of its filling. */
function emitBinder(dto: ObjectType, binder: Binder, shared: number | undefined, scope: ModuleScope): void {
  const { writer } = scope
  const { name, comment, drafts, filling } = binder
  writer.line(`/** ${comment} */`)
  emitFunction(name, dto, binder.fields, scope, () => {
    writer.line(`const faults = new ${scope.use('Faults')}()`)
    for (const [variable, reader] of drafts) writer.assign(`const ${variable} =`, reader)
    const { before, after, isChecked } = validatedCall(dto, binder, scope)
    if (shared !== undefined) {
      const filled = [...filling.drafts, 'out', 'faults'].join(', ')
      writer.line(`return ${before}${sharedFilling(filling, shared, scope)}(${filled})${after}`)
    } else {
      writer.blank()
      emitFilling(filling, scope, { finish: [before, after], isChecked })
    }
  })
}

function emitOnlyBinder(dto: ObjectType, only: Source, scope: ModuleScope): void {
  scope.writer.line(`/** ${allComment(dto)} */`)
  emitSignature(`bindAll${dto.name}`, dto, dto.fields, scope)
  scope.writer.indented(() => scope.writer.line(`return bind${sourceWords[only][0]}${dto.name}(c, out)`))
  scope.writer.line('}')
}

function allComment(dto: ObjectType): string {
  const order = allSources(dto)
  return `Binds every source of {@link ${dto.name}}${order.length === 0 ? '' : `: ${order.join(', ')}`}.`
}

/** What is around the result that a binder returns: its check. */
function validatedCall(
  dto: ObjectType,
  { fields, words, places }: Binder,
  scope: ModuleScope,
): { readonly before: string; readonly after: string; readonly isChecked: boolean } {
  const check = checkerOf(dto, fields, words, scope)
  const validated = scope.use(check?.isAsync ? 'validatedAsync' : 'validated')
  return {
    before: `${validated}(c, ${dto.name}, `,
    after: check === undefined ? ')' : `, ${[check.name, ...places()].join(', ')})`,
    isChecked: check !== undefined,
  }
}

/** Emits a binder: one with asynchronous rules rejects where others throw. */
function emitFunction(
  name: string,
  dto: ObjectType,
  fields: readonly Field[],
  scope: ModuleScope,
  emitBody: () => void,
): void {
  const { writer } = scope
  emitSignature(name, dto, fields, scope)
  writer.indented(() => {
    if (!isAsyncObject(dto, scope.module)) {
      emitBody()
      return
    }
    writer.line(`return ${scope.use('bindLater')}(c, ${literal(name)}, async () => {`)
    writer.indented(emitBody)
    writer.line('})')
  })
  writer.line('}')
}

function emitSignature(name: string, dto: ObjectType, fields: readonly Field[], scope: ModuleScope): void {
  const { writer } = scope
  const result = resultType(dto, fields)
  const isAsync = isAsyncObject(dto, scope.module)
  writer.list(
    `export function ${name}(`,
    [`c: ${scope.use('BindInput')}`, `out?: Partial<${dto.name}>`],
    `): ${isAsync ? `Promise<${result}>` : result} {`,
  )
}

/** The names of properties for a comment, as many as fit on its line. */
function fieldNames(fields: readonly Field[]): string {
  let text = ''
  for (const [i, { name }] of fields.entries()) {
    const longer = `${text}${i === 0 ? '' : ', '}\`${nameComment(name)}\``
    if (i > 0 && longer.length > 60) return `${text} and ${fields.length - i} more`
    text = longer
  }
  return text
}

function allDraft(dto: ObjectType, source: BindingSource, scope: ModuleScope): Binder['drafts'][number] {
  if (source !== 'body') return [source, draftOf(dto, source, scope)]
  const read = dto.fields.filter((field) => isReadFrom(dto, field, source))
  // What every object inherits would have to fit, where it is no property of the draft.
  const isInheritedLeft = dto.fields.some((field) => isInherited(field.name) && !read.includes(field))
  const fields = isInheritedLeft ? read : dto.fields
  const draft = `${scope.use('Draft')}<${dto.name}, ${keysOf(dto, fields)}>`
  return [`body: ${draft}`, `${scope.use('hasBody')}(c) ? ${bodyDraft(dto, scope)} : {}`]
}

/** The sources that `All` reads, in its order. */
function allSources(dto: ObjectType): readonly BindingSource[] {
  return dto.order.filter((source) => formatsOf(dto, source).length > 0)
}

/** What `All` reads of one of its sources: of the body every format of the DTO. */
function formatsOf(dto: ObjectType, source: BindingSource): readonly Source[] {
  const bound = boundSources(dto)
  return (source === 'body' ? bodySources : [source]).filter((one) => bound.includes(one))
}

function isReadFrom(dto: ObjectType, field: Field, source: BindingSource): boolean {
  return sourcesOf(dto, field).some((one) => (source === 'body' ? isBodySource(one) : one === source))
}

/** The order of faults, where `@bindingSource` makes it another than the usual one. */
function customOrder(dto: ObjectType): string {
  const usual = ['uri', 'body', 'query', 'header', 'cookie'].filter((source) =>
    dto.order.some((one) => one === source),
  )
  return usual.join() === dto.order.join() ? '' : `[${dto.order.map(literal).join(', ')}]`
}
