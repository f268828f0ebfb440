import { boundFields } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { nonNull } from '../../model/field-type.ts'
import { bodySources, isBodySource, isDecoded, type Source } from '../../model/source.ts'
import { type BinderPlan, type BodyPlan, type DtoPlan, planDto } from '../../plan/dto-plan.ts'
import { capitalized, sourceWords, uncapitalized } from '../../plan/words.ts'
import { emitDtoObject } from '../emit-dto-object.ts'
import { checkerOf, emitValidate, exportedValidator, ownValidator, partValidator } from '../rules/check.ts'
import type { Checker } from '../rules/issues.ts'
import { sentShape } from '../schema/schema.ts'
import { emitSentDto, emitStringify } from '../send/sent-dto.ts'
import {
  type EmittedFunction,
  namedDto,
  writeExported,
  writeSummary,
  writeWithFunction,
} from '../text/exported.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import type { RuntimeName } from '../text/runtime-names.ts'
import { keysOf } from '../text/source-words.ts'
import { allReader, bodyType } from './all-reader.ts'
import { valueReaders } from './decoded.ts'
import { bodyShape, dtoShape } from './object-reader.ts'
import { placesArgument } from './places-argument.ts'
import { bodyReader, onlySourceReader, type PieceSource, sourceReader } from './source-reader.ts'

/** The code of a binder. */
interface BinderText {
  /** The function that makes it, where its rules are synchronous, with its type arguments, and its argument. */
  readonly make: RuntimeName
  readonly types?: string
  readonly from: string | EmittedFunction
  /** The reader, for a binder that needs nothing else; `from` if it is one. */
  readonly read?: () => string
  /** The sources of its properties, unless the function that makes it knows them. */
  readonly place?: () => string
  /** It is made of another binder, where its rules are synchronous. */
  readonly of?: string
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
  const { dto, body, binders } = plan
  const isRead = binders.some(({ reads }) => reads === 'body')
  const readers = body === undefined || !isRead ? '{}' : bodyText(dto, body, scope)
  return binders.map(({ fields, reads }) => {
    if (typeof reads === 'object') return undefined
    const from = reads === 'body' ? (['body'] as const) : dto.order
    const place = (): string => placesArgument(dto, fields, from, scope)
    if (reads === 'body') return { ...ofBody(plan, 'readBody', readers, scope), ...ofFormat(plan), place }
    if (reads === 'anyBody')
      return {
        ...ofBody(plan, 'readAnyBody', readers, scope),
        make: 'allOf',
        of: `bindBody${dto.name}`,
        place,
      }
    if (reads === 'all') return { make: 'binder', from: allReader(plan, readers, scope), place }
    return sourceText(plan, reads, scope)
  })
}

function ofBody(plan: DtoPlan, reader: RuntimeName, from: string, scope: ModuleScope): BinderText {
  const types = bodyType(plan, scope)
  return { make: 'bodyBinder', types, from, read: () => `(at) => ${scope.use(reader)}${types}(at, ${from})` }
}

/** The binder that a body of one decoded format is made of. */
function ofFormat({ dto, body }: DtoPlan): Partial<BinderText> {
  const [only, ...others] = body?.formats ?? []
  if (only === undefined || others.length > 0 || !isDecoded(only.format)) return {}
  return { make: 'bodyOf', of: `bind${sourceWords[only.format][0]}${dto.name}` }
}

function sourceText(plan: DtoPlan, source: Source, scope: ModuleScope): BinderText {
  const { dto, isAsync } = plan
  if (!isDecoded(source)) {
    const piece = source as PieceSource
    const from = isReadOnce(plan, source)
      ? onlySourceReader(dto, piece, scope)
      : sourceReader(dto, piece, scope)
    return { make: 'binder', from, place: () => literal(source) }
  }
  const shape = dtoShape(dto, source, valueReaders, scope)
  const read = (): string => `(at) => ${scope.use(decodedNames[source].read)}(at, ${shape})`
  const text = { make: decodedNames[source].make, from: shape, read }
  return isAsync ? { ...text, place: () => literal(source) } : text
}

/** Whether the binder of a source alone reads it. */
function isReadOnce({ all }: DtoPlan, source: Source): boolean {
  return !isBodySource(source) && (all.only === source || !all.sources.some((one) => one === source))
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
  const { make, types = '', from, read, place, of } = text
  if (of !== undefined && !isAsync) {
    writeExported(declared, scope.use(make), [of], scope)
    return
  }
  const held = fields.filter((field) => !streams.includes(field))
  const check = checkerOf(dto, held, words === 'All' ? '' : words, scope)
  const places = check === undefined || place === undefined ? [] : [place()].filter((one) => one !== "'body'")
  const rules = check === undefined ? [] : [validatorOf(plan, { fields, reads }, check, scope), ...places]
  const before = isAsync ? [literal(name), namedDto(dto, scope)] : [namedDto(dto, scope)]
  const made = reads === 'form' && streams.length > 0 ? 'uploadBinder' : isAsync ? 'asyncBinder' : make
  if (made === 'uploadBinder') before.push(streamRules(plan, scope))
  const after = made === 'uploadBinder' ? rules.slice(0, 1) : rules
  if (typeof from === 'object') {
    writeWithFunction(declared, scope.use(made) + types, [before, from, after], scope)
    return
  }
  const given = isAsync && read !== undefined ? read() : from
  writeExported(declared, scope.use(made) + types, [...before, given, ...after], scope)
}

function validatorOf(
  { dto, body, streams }: DtoPlan,
  { fields, reads }: Pick<BinderPlan, 'fields' | 'reads'>,
  check: Checker,
  scope: ModuleScope,
): string {
  if (fields.length === dto.fields.length && streams.length === 0) return exportedValidator(dto, check)
  // Formats of a body may have the same properties.
  const isOfBody = reads === 'body' || bodySources.some((one) => one === reads)
  const isOwn = !isOfBody || body?.formats.length === 1
  return isOwn ? ownValidator(check, scope) : partValidator(check, scope)
}

/** The keys, names and rules of the properties whose files are streams. */
function streamRules({ dto, streams }: DtoPlan, scope: ModuleScope): string {
  const items = boundFields(dto, 'form')
    .filter(({ field }) => streams.includes(field))
    .map(({ field, binding }) => {
      const check = checkerOf(dto, [field], capitalized(field.name), scope)
      const members = [`key: ${literal(binding.key)}`, `name: ${literal(field.name)}`]
      if (nonNull(field.type).kind === 'list') members.push('isList: true')
      if (check !== undefined) members.push(`rules: ${ownValidator(check, scope)}`)
      return `{ ${members.join(', ')} }`
    })
  return scope.constant(`${uncapitalized(dto.name)}Files`, { kind: 'list', items })
}

function binderType({ dto, isAsync }: DtoPlan, fields: readonly Field[], scope: ModuleScope): string {
  const type = scope.use(isAsync ? 'AsyncBinder' : 'Binder')
  const isAll = fields.length === dto.fields.length
  return `${type}<${dto.name}${isAll ? '' : `, ${keysOf(dto, fields, scope)}`}>`
}
