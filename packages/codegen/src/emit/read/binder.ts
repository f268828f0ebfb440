import type { Field, ObjectType } from '../../model/dto.ts'
import { nonNull } from '../../model/field-type.ts'
import { isBodySource, isDecoded, type Source } from '../../model/source.ts'
import { type BinderPlan, type BodyPlan, type DtoPlan, planDto, sourceOf } from '../../plan/dto-plan.ts'
import { capitalized, sourceWords, uncapitalized } from '../../plan/words.ts'
import { dtoObject } from '../emit-dto-object.ts'
import { checkerOf, validateStatements } from '../rules/check.ts'
import { sentShape } from '../schema/schema.ts'
import { sentDto, stringifyStatements } from '../send/sent-dto.ts'
import { type Code, code, type Item, type Statement } from '../text/code.ts'
import { exportedCall, listConstant, namedDto, summaryOf } from '../text/exported.ts'
import { type FunctionText, type ModuleScope, pureMark } from '../text/module-scope.ts'
import type { RuntimeName } from '../text/runtime-names.ts'
import { keysOf } from '../text/source-words.ts'
import { blank } from '../text/statements.ts'
import { allReader, bodyType } from './all-reader.ts'
import { valueReaders } from './decoded.ts'
import { bodyShape, dtoShape } from './object-reader.ts'
import { placesArgument } from './places-argument.ts'
import { bodyReader, onlySourceReader, sourceReader } from './source-reader.ts'

/** The code of a binder. */
export interface BinderText {
  /** The function that makes it, where its rules are synchronous, with its type arguments, and its argument. */
  readonly make: RuntimeName
  readonly types?: Code
  readonly from: Code | (() => FunctionText)
  /** The reader, for a binder that needs nothing else; `from` if it is one. */
  readonly read?: () => Code
  /** The sources of its properties, unless the function that makes it knows them, or the body is the only one. */
  readonly place?: () => Item | undefined
  /** It is made of another binder, where its rules are synchronous. */
  readonly of?: Code
}

/** All exports of one DTO. */
export function binderStatements(dto: ObjectType, scope: ModuleScope): readonly Statement[] {
  const plan = planDto(dto, scope)
  const statements: Statement[] = [blank]
  if (plan.isRead) {
    if (plan.streams.length === 0)
      statements.push(...validateStatements(dto, checkerOf(dto, dto.fields, '', scope), scope))
    // The readers of sources come first in the file.
    const texts = textsOf(plan, scope)
    statements.push(...plan.binders.flatMap((binder, i) => binderExport(plan, binder, texts[i], scope)))
  }
  if (dto.isSent) statements.push(...stringifyStatements(dto, scope))
  statements.push(blank)
  statements.push(...(plan.isRead ? dtoObject(plan, scope) : [sentDto(dto, sentShape(dto, scope), scope)]))
  return statements
}

function textsOf(plan: DtoPlan, scope: ModuleScope): readonly (BinderText | undefined)[] {
  const { dto, body, binders } = plan
  const formats = body?.formats.map(({ format }) => format) ?? []
  const isRead = binders.some(({ reads }) => reads === 'body')
  const readers = body === undefined || !isRead ? code`{}` : bodyText(plan, body, scope)
  return binders.map(({ fields, reads }) => {
    if (typeof reads === 'object') return undefined
    const from = reads === 'body' ? (['body'] as const) : dto.order
    const place = (): Item | undefined => placesArgument(dto, fields, from, scope)
    if (reads === 'body')
      return { ...ofBody(plan, 'readBody', readers, scope), ...ofFormat(dto.name, formats), place }
    if (reads === 'anyBody')
      return {
        ...ofBody(plan, 'readAnyBody', readers, scope),
        make: 'allOf',
        of: code.word(`bindBody${dto.name}`),
        place,
      }
    if (reads === 'all') return { make: 'binder', from: () => allReader(plan, readers, scope), place }
    return sourceText(plan, reads, scope)
  })
}

function ofBody(plan: DtoPlan, reader: RuntimeName, from: Code, scope: ModuleScope): BinderText {
  const types = bodyType(plan, scope)
  return { make: 'bodyBinder', types, from, read: readerOf(reader, from, scope, types) }
}

/** The function that calls a reader of the runtime: `(at) => readJson(at, carShape)`. */
export function readerOf(
  reader: RuntimeName,
  from: Code,
  scope: ModuleScope,
  types: Code = code``,
): () => Code {
  return () => code`(at) => ${scope.use(reader)}${types}(at, ${from})`
}

/** The binder that a body of one decoded format is made of. */
export function ofFormat(name: string, formats: readonly Source[]): Partial<BinderText> {
  const [only, ...others] = formats
  if (only === undefined || others.length > 0 || !isDecoded(only)) return {}
  return { make: 'bodyOf', of: code.word(`bind${sourceWords[only][0]}${name}`) }
}

function sourceText(plan: DtoPlan, source: Source, scope: ModuleScope): BinderText {
  const from = sourceOf(plan, source)
  if (!isDecoded(source)) {
    const read = isReadOnce(plan, source) ? () => onlySourceReader(from, scope) : sourceReader(from, scope)
    return { make: 'binder', from: read, place: () => source }
  }
  const shape = dtoShape(from, valueReaders, scope)
  const { make, read } = decodedNames[source]
  const text = { make, from: shape, read: readerOf(read, shape, scope) }
  return plan.isAsync ? { ...text, place: () => source } : text
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
function bodyText(plan: DtoPlan, { formats, optional }: BodyPlan, scope: ModuleScope): Code {
  const { dto } = plan
  const members = formats.map((one) => {
    const from = sourceOf(plan, one.format)
    const reader = isDecoded(one.format)
      ? bodyShape(from, one, valueReaders, scope)
      : bodyReader(from, one, scope)
    return code`${code.key(one.format)}: ${reader}`
  })
  if (optional.length > 0)
    members.push(code`optional: ${listConstant(`optional${dto.name}`, optional, scope)}`)
  if (members.length === 1) return code`{ ${code.joined(members)} }`
  return scope.constant(`${uncapitalized(dto.name)}Body`, code`{ ${code.filled(members)} }`)
}

function binderExport(
  plan: DtoPlan,
  { name, words, fields, reads }: BinderPlan,
  text: BinderText | undefined,
  scope: ModuleScope,
): readonly Statement[] {
  const { dto, isAsync, streams } = plan
  const declared = code`${code.word(name)}: ${binderType(plan, fields, scope)}`
  if (text === undefined)
    return [
      ...summaryOf(dto.description),
      code`export const ${declared} = ${typeof reads === 'object' ? code.word(reads.as) : code``}`,
    ]
  const isUpload = reads === 'form' && streams.length > 0
  const inMemory = fields.filter((field) => !streams.includes(field))
  const rules = (): readonly Item[] => {
    const check = checkerOf(dto, inMemory, words === 'All' ? '' : words, scope)
    if (check === undefined) return []
    const placed = isUpload ? undefined : text.place?.()
    return [check.name, ...(placed === undefined ? [] : [placed])]
  }
  const files = isUpload ? (): Item => streamRules(plan, scope) : undefined
  return exportedBinder({ name, declared, of: dto, rules, isAsync, files }, text, scope)
}

/** A binder apart from what it reads. */
interface BinderExport {
  readonly name: string
  /** Its name and type. */
  readonly declared: Code
  readonly of: Pick<ObjectType, 'name' | 'unknown' | 'description'>
  /** The arguments for its rules. */
  readonly rules: () => readonly Item[]
  readonly isAsync: boolean
  /** The argument for files that are streams. */
  readonly files?: (() => Item) | undefined
}

export function exportedBinder(
  { name, declared, of: dto, rules, isAsync, files }: BinderExport,
  { make, types = code``, from, read, of }: BinderText,
  scope: ModuleScope,
): readonly Statement[] {
  const summary = summaryOf(dto.description)
  if (of !== undefined && !isAsync) return [...summary, exportedCall(declared, scope.use(make), [of])]
  const after = rules()
  const before = [...(isAsync ? [name] : []), namedDto(dto, scope), ...(files === undefined ? [] : [files()])]
  const made = code`${scope.use(files ? 'uploadBinder' : isAsync ? 'asyncBinder' : make)}${types}`
  if (typeof from === 'function') return [...summary, withFunction(declared, made, [before, from(), after])]
  const given = isAsync && read !== undefined ? read() : from
  return [...summary, exportedCall(declared, made, [...before, given, ...after])]
}

/** {@link exportedCall} with a function: `export const bindQueryPage: Binder<Page> = binder('Page', (at) => {` */
function withFunction(
  declared: Code,
  made: Code,
  [before, { parameters, body }, after]: readonly [readonly Item[], FunctionText, readonly Item[]],
): Statement {
  const end = after.length === 0 ? code`` : code`, ${code.joined(after)}`
  return {
    kind: 'assign',
    start: code`export const ${declared} =`,
    value: code`${pureMark}${made}(${code.joined(before)}, ${code.arrow(parameters, body)}${end})`,
    isBehind: 'always',
  }
}

/** The keys, names and rules of the properties whose files are streams. */
function streamRules(plan: DtoPlan, scope: ModuleScope): Code {
  const { dto, streams } = plan
  const items = sourceOf(plan, 'form')
    .fields.filter(({ field }) => streams.includes(field))
    .map(({ field, binding }) => {
      const check = checkerOf(dto, [field], capitalized(field.name), scope)
      const members = [code`key: ${binding.key}`, code`name: ${field.name}`]
      if (nonNull(field.type).kind === 'list') members.push(code`isList: true`)
      if (check !== undefined) members.push(code`rules: ${check.name}`)
      return code`{ ${members} }`
    })
  return listConstant(`${uncapitalized(dto.name)}Files`, items, scope)
}

function binderType({ dto, isAsync }: DtoPlan, fields: readonly Field[], scope: ModuleScope): Code {
  const isAll = fields.length === dto.fields.length
  const types = [scope.ownType(dto.name), ...(isAll ? [] : [keysOf(dto, fields, scope)])]
  return code`${scope.use(isAsync ? 'AsyncBinder' : 'Binder')}<${code.joined(types)}>`
}
