import { bodyFormats, boundFields, boundSources, isRead, isStream, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { isBodySource, isDecoded, isTextSource, type Source } from '../model/source.ts'
import { type AllPlan, planAll } from './all-plan.ts'
import { hasRules, isAsyncObject } from './rules-below.ts'
import { type AbsentPlan, dtoReadAs, planMissed, planSource, type SourcePlan } from './source-plan.ts'
import { binderName, sourceWords } from './words.ts'

/** The exports of a DTO. */
export interface DtoPlan {
  readonly dto: ObjectType
  /** Whether it has binders; a pure response has none. */
  readonly isRead: boolean
  /** In the order of the file, that of all sources last. */
  readonly binders: readonly BinderPlan[]
  readonly body: BodyPlan | undefined
  /** How each source is read; a format that is like JSON is read as JSON. */
  readonly sources: ReadonlyMap<Source, SourcePlan>
  readonly all: AllPlan
  readonly hasRules: boolean
  /** Whether its binders give promises: for files that are streams, and asynchronous rules. */
  readonly isAsync: boolean
  /** The properties whose files are streams. */
  readonly streams: readonly Field[]
  /** Whether it is bound from texts, whose properties have schemas of their own. */
  readonly hasTexts: boolean
}

/** An exported binder. */
export interface BinderPlan {
  /** Its name. */
  readonly name: string
  /** The words between `bind` and the name of the DTO. */
  readonly words: string
  /** The member of the DTO's object. */
  readonly member: string
  readonly fields: readonly Field[]
  /** The source, any format of the body, all sources, or all where that is the body. `as`: it is another binder. */
  readonly reads: Source | 'body' | 'all' | 'anyBody' | { readonly as: string }
}

/** How a DTO is read from a source that it has. */
export function sourceOf({ dto, sources }: DtoPlan, source: Source): SourcePlan {
  const found = sources.get(source)
  if (found === undefined) throw new Error(`${dto.name} has no ${source}`)
  return found
}

/** The body of a DTO in several formats. */
export interface BodyPlan {
  readonly formats: readonly FormatPlan[]
  readonly fields: readonly Field[]
  /** Whether each format has all properties. */
  readonly isAlike: boolean
  /** The optional properties that the shape of a decoded format does not name. */
  readonly optional: readonly string[]
}

export interface FormatPlan {
  readonly format: Source
  /** The properties that only other formats have. */
  readonly others: readonly Field[]
  /** Their values: they are absent. */
  readonly missed: readonly AbsentPlan[]
}

export function planDto(dto: ObjectType, types: ModuleTypes): DtoPlan {
  const body = planBody(dto, types)
  const all = planAll(dto, types)
  const sources = boundSources(dto)
  const streams = dto.fields.filter(isStream)
  return {
    dto,
    isRead: isRead(dto),
    binders: isRead(dto) ? planBinders(dto, streams, body, all) : [],
    body,
    sources: new Map(sources.map((one) => [one, planSource(dto, dtoReadAs(dto, one, types), types)])),
    all,
    hasRules: hasRules(dto, types.module),
    isAsync: streams.length > 0 || isAsyncObject(dto, types.module),
    streams,
    hasTexts: sources.some(isTextSource),
  }
}

function planBinders(
  dto: ObjectType,
  streams: readonly Field[],
  body: BodyPlan | undefined,
  all: AllPlan,
): readonly BinderPlan[] {
  const named = (words: string, binder: Omit<BinderPlan, 'name' | 'words'>): BinderPlan => {
    return { name: `bind${words}${dto.name}`, words, ...binder }
  }
  const binders = boundSources(dto).map((source) => {
    const fields = boundFields(dto, source).map(({ field }) => field)
    return named(sourceWords[source][0], { member: binderName(source), fields, reads: source })
  })
  // Files of a stream can be read once: by the binder of the form.
  if (streams.length > 0) return binders
  if (body !== undefined) binders.push(named('Body', { member: 'body', fields: body.fields, reads: 'body' }))
  return [...binders, named('All', { member: 'all', fields: dto.fields, reads: readsOfAll(dto, body, all) })]
}

function readsOfAll(
  dto: ObjectType,
  body: BodyPlan | undefined,
  { only, sources }: AllPlan,
): BinderPlan['reads'] {
  if (only !== undefined) return { as: `bind${sourceWords[only][0]}${dto.name}` }
  const isBody = sources.join() === 'body' && dto.order.includes('body')
  return isBody && body?.fields.length === dto.fields.length ? 'anyBody' : 'all'
}

function planBody(dto: ObjectType, types: ModuleTypes): BodyPlan | undefined {
  const formats = bodyFormats(dto)
  if (formats.length === 0) return undefined
  const fields = dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource))
  const plans = formats.map((format): FormatPlan => {
    const own = boundFields(dto, format).map(({ field }) => field)
    const others = fields.filter((field) => !own.includes(field))
    return { format, others, missed: planMissed(dto, format, others, types) }
  })
  const decoded = plans.find(({ format }) => isDecoded(format))
  const unnamed = decoded === undefined ? fields : decoded.others
  return {
    formats: plans,
    fields,
    isAlike: plans.every(({ others }) => others.length === 0),
    optional: unnamed
      .filter((field) => field.optional && field.default === undefined)
      .map(({ name }) => name),
  }
}
