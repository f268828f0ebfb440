import { boundFields } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { nonNull } from '../../model/field-type.ts'
import { isDecoded, type Source } from '../../model/source.ts'
import { type BinderPlan, type BodyPlan, type DtoPlan, planDto } from '../../plan/dto-plan.ts'
import { capitalized, uncapitalized } from '../../plan/words.ts'
import { emitDtoObject } from '../emit-dto-object.ts'
import { emitSentDto, emitStringify } from '../emit-stringify.ts'
import { checkerOf, emitValidate, exportedValidator, partValidator } from '../rules/check.ts'
import { sentShape } from '../schema/schema.ts'
import { namedDto, writeExported, writeSummary } from '../text/exported.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import type { RuntimeName } from '../text/runtime-names.ts'
import { keysOf } from '../text/source-words.ts'
import { allReader, bodyType } from './all-reader.ts'
import { valueReaders } from './decoded.ts'
import { bodyShape, dtoShape } from './object-reader.ts'
import { placesArgument } from './places-argument.ts'
import { bodyReader, type PieceSource, sourceReader } from './source-reader.ts'

/** The code of a binder. */
interface BinderText {
  /** The function that makes it, where its rules are synchronous, with its type arguments, and its argument. */
  readonly make: RuntimeName
  readonly types?: string
  readonly from: string
  /** The reader, for a binder that needs nothing else. */
  readonly read: () => string
  /** The sources of its properties, unless the function that makes it knows them. */
  readonly place?: () => string
}

/** Emits all exports of one DTO. */
export function emitBinders(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const plan = planDto(dto, scope)
  writer.blank()
  if (plan.isRead) {
    if (plan.streams.length === 0) emitValidate(dto, checkerOf(dto, dto.fields, '', scope), scope)
    // The readers of sources come first in the file.
    const texts = textsOf(plan, scope)
    plan.binders.forEach((binder, i) => {
      emitBinder(plan, binder, texts[i], scope)
    })
  }
  if (dto.isSent) emitStringify(dto, scope)
  writer.blank()
  if (plan.isRead) emitDtoObject(plan, scope)
  else emitSentDto(dto, sentShape(dto, scope), scope)
}

function textsOf(plan: DtoPlan, scope: ModuleScope): readonly (BinderText | undefined)[] {
  const { dto } = plan
  let body = '{}'
  return plan.binders.map(({ fields, reads }) => {
    if (typeof reads === 'object') return undefined
    if (reads === 'body') {
      body = plan.body === undefined ? body : bodyText(dto, plan.body, scope)
      const place = (): string => placesArgument(dto, fields, ['body'], scope)
      return ofBody('bodyBinder', 'readBody', body, place, plan, scope)
    }
    const place = (): string => placesArgument(dto, fields, dto.order, scope)
    if (reads === 'anyBody') return ofBody('allBinder', 'readAnyBody', body, place, plan, scope)
    if (reads !== 'all') return sourceText(plan, reads, scope)
    const read = allReader(plan, body, scope)
    return { make: 'binder', from: read, read: () => read, place }
  })
}

function ofBody(
  make: RuntimeName,
  reader: RuntimeName,
  body: string,
  place: () => string,
  plan: DtoPlan,
  scope: ModuleScope,
): BinderText {
  const types = bodyType(plan, scope)
  return { make, types, from: body, read: () => `(at) => ${scope.use(reader)}${types}(at, ${body})`, place }
}

function sourceText({ dto, isAsync }: DtoPlan, source: Source, scope: ModuleScope): BinderText {
  if (!isDecoded(source)) {
    const read = sourceReader(dto, source as PieceSource, scope)
    return { make: 'binder', from: read, read: () => read, place: () => literal(source) }
  }
  const shape = dtoShape(dto, source, valueReaders, scope)
  const read = (): string => `(at) => ${scope.use(decodedNames[source].read)}(at, ${shape})`
  const text = { make: decodedNames[source].make, from: shape, read }
  return isAsync ? { ...text, place: () => literal(source) } : text
}

/** The runtime's functions for a decoded format. */
export const decodedNames = {
  json: { make: 'jsonBinder', read: 'readJson' },
  msgpack: { make: 'msgPackBinder', read: 'readMsgPack' },
  cbor: { make: 'cborBinder', read: 'readCbor' },
} as const

/** The readers of each body format; properties that only other formats have are absent. */
function bodyText(dto: ObjectType, { formats, optional }: BodyPlan, scope: ModuleScope): string {
  const members = formats.map(({ format, others }) => {
    const reader = isDecoded(format)
      ? bodyShape(dto, format, others, valueReaders, scope)
      : bodyReader(dto, format === 'xml' ? 'xml' : 'form', others, scope)
    return `${format}: ${reader}`
  })
  if (optional.length > 0)
    members.push(
      `optional: ${scope.constant(`optional${dto.name}`, { kind: 'list', items: optional.map(literal) })}`,
    )
  if (members.length === 1) return `{ ${members.join()} }`
  return scope.constant(`${uncapitalized(dto.name)}Body`, { kind: 'object', items: members })
}

function emitBinder(
  plan: DtoPlan,
  { name, words, fields, reads }: BinderPlan,
  text: BinderText | undefined,
  scope: ModuleScope,
): void {
  const { dto, isAsync, streams } = plan
  writeSummary(dto.description, scope)
  const declared = `${name}: ${binderType(plan, fields, scope)}`
  if (text === undefined) {
    scope.writer.line(`export const ${declared} = ${typeof reads === 'object' ? reads.as : ''}`)
    return
  }
  const { make, types = '', from, read, place } = text
  const held = fields.filter((field) => !streams.includes(field))
  const check = checkerOf(dto, held, words === 'All' ? '' : words, scope)
  const places = check === undefined || place === undefined ? [] : [place()].filter((one) => one !== "'body'")
  const isAll = fields.length === dto.fields.length
  const validator =
    check && (isAll && streams.length === 0 ? exportedValidator(dto, check) : partValidator(check, scope))
  const rules = validator === undefined ? [] : [validator, ...places]
  if (reads === 'form' && streams.length > 0) {
    const items = [
      literal(name),
      namedDto(dto, scope),
      streamRules(plan, scope),
      read(),
      ...rules.slice(0, 1),
    ]
    writeExported(declared, scope.use('uploadBinder'), items, scope)
    return
  }
  const items = isAsync
    ? [literal(name), namedDto(dto, scope), read(), ...rules]
    : [namedDto(dto, scope), from, ...rules]
  writeExported(declared, scope.use(isAsync ? 'asyncBinder' : make) + types, items, scope)
}

/** The keys, names and rules of the properties whose files are streams. */
function streamRules({ dto, streams }: DtoPlan, scope: ModuleScope): string {
  const items = boundFields(dto, 'form')
    .filter(({ field }) => streams.includes(field))
    .map(({ field, binding }) => {
      const check = checkerOf(dto, [field], capitalized(field.name), scope)
      const members = [`key: ${literal(binding.key)}`, `name: ${literal(field.name)}`]
      if (nonNull(field.type).kind === 'list') members.push('isList: true')
      if (check !== undefined) members.push(`rules: ${partValidator(check, scope)}`)
      return `{ ${members.join(', ')} }`
    })
  return scope.constant(`${uncapitalized(dto.name)}Files`, { kind: 'list', items })
}

function binderType({ dto, isAsync }: DtoPlan, fields: readonly Field[], scope: ModuleScope): string {
  const type = scope.use(isAsync ? 'AsyncBinder' : 'Binder')
  const isAll = fields.length === dto.fields.length
  return `${type}<${dto.name}${isAll ? '' : `, ${keysOf(dto, fields, scope)}`}>`
}
