import { unreadable } from './bind-decoded.ts'
import { bindHeader, bindUri } from './bind-named.ts'
import { bindPairs } from './bind-pairs.ts'
import { brokenRules, type Named } from './check-rules.ts'
import { type Draft, Notes } from './draft.ts'
import {
  type BoundField,
  bodyField,
  boundFields,
  type DtoModel,
  type FieldModel,
  nonNull,
  type Source,
  sourcesOf,
} from './model.ts'
import { inOrder, reportedAs, usualOrder } from './order-issues.ts'
import { type Issue, OpenPoint, type Outcome, Refusal, StatusRefusal } from './outcome.ts'
import { isMultipart, readBody } from './read-body.ts'
import { parseCookies, parsePairs } from './text-syntax.ts'
import { unfolded } from './unfold-dto.ts'
import type { WireRequest } from './wire-request.ts'
import { defaultOf, makeObject, missingPaths, zeroOf } from './zero-value.ts'

/** The scope of a bind: one source, the body by its Content-Type, or everything. */
export type BinderName = Source | 'body' | 'all'

type Out = Readonly<Record<string, unknown>> | undefined

/** The contract's result for a request, computed by interpreting the description of the DTO. */
export function bindByReference(
  described: DtoModel,
  binder: BinderName,
  request: WireRequest,
  out?: Out,
): Outcome {
  const outcome = bind(unfolded(described), binder, request, out)
  return described.isBody ? unwrapped(outcome) : outcome
}

/** The outcome without the synthetic field around a whole body. */
function unwrapped(outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'value':
      return { ...outcome, value: Reflect.get(Object(outcome.value), bodyField) }
    case 'issues': {
      const own = (field: string): string => (field === bodyField ? '' : field.replace(`${bodyField}.`, ''))
      return { ...outcome, issues: outcome.issues.map((issue) => ({ ...issue, field: own(issue.field) })) }
    }
    case 'invalid': {
      const own = (issue: string): string =>
        issue.replace(` ${bodyField}.`, ' ').replace(` of ${bodyField}.`, ' of ')
      return { ...outcome, issues: outcome.issues.map(own) }
    }
    default:
      return outcome
  }
}

function bind(dto: DtoModel, binder: BinderName, request: WireRequest, out: Out): Outcome {
  try {
    const sources = binder === 'all' ? sourcesInOrder(dto, request) : [oneSource(dto, binder, request)]
    return finish(dto, sources, request, out, binder)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'issues', issues: [error.issue] }
    if (error instanceof StatusRefusal) return { kind: 'status', status: error.status }
    if (error instanceof OpenPoint) return { kind: 'open', why: error.message }
    throw error
  }
}

/** The sources of `all` for the DTO, in order; the body counts in the format it is sent in. */
function* sourcesInOrder(dto: DtoModel, request: WireRequest): Iterable<Source> {
  const known = sourcesOf(dto)
  for (const word of dto.order ?? usualOrder) {
    if (word !== 'body' && known.includes(word)) yield word
    const counts = request.contentType !== '' && request.body.length > 0
    if (word === 'body' && counts && known.some(isBodySource)) yield bodySource(dto, request)
  }
}

function oneSource(dto: DtoModel, binder: Source | 'body', request: WireRequest): Source {
  return binder === 'body' ? bodySource(dto, request) : binder
}

const formats: Readonly<Record<string, Source>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'form',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/vnd.msgpack': 'msgpack',
  'application/cbor': 'cbor',
}

/** @throws StatusRefusal 415 for a Content-Type that names no format of the DTO. */
function bodySource(dto: DtoModel, request: WireRequest): Source {
  const source = sentFormat(dto, request)
  const usual = isUntypedEmpty(request) ? formatOrder.find((one) => sourcesOf(dto).includes(one)) : undefined
  const read = source ?? usual
  if (read === undefined) throw new StatusRefusal(415)
  return read
}

/** The DTO's format for the Content-Type. */
function sentFormat(dto: DtoModel, { contentType }: WireRequest): Source | undefined {
  const [mediaType = ''] = contentType.split(';')
  const source = formats[mediaType.trim().toLowerCase()]
  return source !== undefined && sourcesOf(dto).includes(source) ? source : undefined
}

/** API.md 4.6: an empty body without a Content-Type is read. */
function isUntypedEmpty({ contentType, body }: WireRequest): boolean {
  return contentType === '' && body.length === 0
}

/** API.md 4.6: an empty body that is not urlencoded is `{}`, or as a whole at issue. */
function isWholeEmpty(source: Source, request: WireRequest, binder: BinderName): boolean {
  if (!isBodySource(source) || request.body.length > 0) return false
  return source !== 'form' || isMultipart(request) || (binder === 'body' && isUntypedEmpty(request))
}

function isBodySource(source: Source): boolean {
  return ['form', 'json', 'xml', 'msgpack', 'cbor'].includes(source)
}

/** API.md 4.6: `@unknown`, else the app, else the process. */
function settledRequest({ unknown }: DtoModel, request: WireRequest): WireRequest {
  const { ignoreUnknownKeys, unknownKeys } = request.settings
  const said = unknown ?? unknownKeys
  const ignores = said === undefined ? ignoreUnknownKeys : said === 'drop'
  return {
    ...request,
    settings: { ...request.settings, ignoreUnknownKeys: ignores, refusesNull: said === 'error' },
  }
}

function readSource(dto: DtoModel, source: Source, sent: WireRequest): Draft {
  const request = settledRequest(dto, sent)
  const { settings } = request
  switch (source) {
    case 'uri':
      return bindUri(dto, request)
    case 'header':
    case 'respHeader':
      return bindHeader(dto, source, request)
    case 'query':
      return bindPairs(dto, 'query', parsePairs(request.query), settings)
    case 'cookie': {
      const lines = request.headers.filter(([name]) => name.toLowerCase() === 'cookie')
      return bindPairs(dto, 'cookie', parseCookies(lines.map(([, value]) => value)), settings)
    }
    default:
      return readBody(dto, source, request)
  }
}

/** Precedence, `out`, defaults and presence, after all sources have been read. */
function finish(
  dto: DtoModel,
  sources: Iterable<Source>,
  request: WireRequest,
  out: Out,
  binder: BinderName,
): Outcome {
  const drafts: ReadDraft[] = []
  for (const source of sources) drafts.push(read(dto, source, request))
  const bound = fieldsOf(dto, binder)
  const sent = sentFormat(dto, request)
  const values = new Map<string, unknown>()
  const missing: Issue[] = []
  for (const { field, places: all } of bound) {
    const isBodyRead = binder !== 'all' || (dto.order ?? usualOrder).includes('body')
    const places = isBodyRead ? placesSent(dto, all, sent) : all
    const had = hadValue(field, drafts, out)
    const value =
      had === undefined ? absentValue(dto, field, { places, all }, isBodyRead ? sent : undefined) : had
    if (value !== undefined) values.set(field.name, value)
    else if (isDemanded(field, places) && !isBroken(field, places, drafts)) {
      missing.push(...missingIssues(places, sent, dto.missing === 'zero'))
    }
  }
  const isMissing = ({ isRefusedNull, source, field }: Issue): boolean =>
    isRefusedNull === true && missing.some((one) => one.source === source && one.field === field)
  const found = [...drafts.flatMap(({ issues }) => issues.filter((one) => !isMissing(one))), ...missing]
  const isEmpty = drafts.some(({ source }) => isWholeEmpty(source, request, binder))
  if (isEmpty && (found.length > 0 || dto.isBody))
    return { kind: 'issues', issues: unreadable(new Notes('body')).issues }
  if (found.length > 0) return { kind: 'issues', issues: inOrder(found, dto), found: found.length }
  const issues = brokenRules(
    bound.map(({ field }) => field),
    Object.fromEntries(values),
    (field) => namedBy(originOf(field, bound, drafts, sent)),
  )
  if (issues.length > 0) return { kind: 'invalid', issues }
  return {
    kind: 'value',
    value: makeObject(
      bound.map(({ field, places }) => ({ field, required: places.some((place) => place.required) })),
      values,
      out && { ...out },
    ),
  }
}

/**
 * For a body alone, the place in the sent format, or in the first known one: another format's demands do
 * not apply.
 */
function placesSent(dto: DtoModel, places: readonly Place[], sent: Source | undefined): readonly Place[] {
  if (!places.every(({ source }) => isBodySource(source))) return places
  const known = sourcesOf(dto)
  const format = sent ?? formatOrder.find((source) => known.includes(source))
  const own = places.filter(({ source }) => source === format)
  return own.length === 0 ? places : own
}

const formatOrder: readonly Source[] = ['form', 'json', 'xml', 'msgpack', 'cbor']

/** The source of a value; for an absent value the first place, where a body counts in the sent format. */
function originOf(
  { name }: FieldModel,
  bound: readonly Wanted[],
  drafts: readonly ReadDraft[],
  sent: Source | undefined,
): Place {
  const places = bound.find(({ field }) => field.name === name)?.places ?? []
  const had = drafts.find(({ values }) => values.get(name) !== undefined)?.source
  const [first] = places
  if (first === undefined) throw new Error('a property without a source')
  const ofSent = isBodySource(first.source) ? places.find(({ source }) => source === sent) : undefined
  return places.find(({ source }) => source === had) ?? ofSent ?? first
}

function namedBy({ source, key, format }: Place): Named {
  return { source: reportedAs(source), key, below: format === 'json' ? 'json' : source }
}

interface ReadDraft extends Draft {
  readonly source: Source
}

function read(dto: DtoModel, source: Source, request: WireRequest): ReadDraft {
  return { ...readSource(dto, source, request), source }
}

/** The value of the first source that has one, else that of `out`. */
function hadValue({ name }: FieldModel, drafts: readonly ReadDraft[], out: Out): unknown {
  const had = drafts.find(({ values }) => values.get(name) !== undefined)?.values.get(name)
  if (had !== undefined) return had
  return out !== undefined && Object.hasOwn(out, name) ? (out[name] ?? undefined) : undefined
}

/** Whether it was present but invalid, or its source is unreadable. */
function isBroken({ name }: FieldModel, places: readonly Place[], drafts: readonly ReadDraft[]): boolean {
  return drafts.some(
    ({ source, broken, issues }) =>
      broken.has(name) ||
      issues.some(
        (issue) =>
          issue.reason === 'wrong' &&
          !issue.isRefusedNull &&
          places.some((place) => isAt(issue, source, place)),
      ) ||
      (isUnread(issues) && places.some((place) => reportedAs(place.source) === reportedAs(source))),
  )
}

/**
 * Whether an issue is at a property's key or below it, such as an unknown key under a strict parser. A key that the
 * sent format lacks counts, too: one name of a body has one issue.
 */
function isAt({ field }: Issue, source: Source, place: Place): boolean {
  return reportedAs(place.source) === reportedAs(source) && `${field}.`.startsWith(`${place.key}.`)
}

/** Whether nothing of the source could be read. */
function isUnread(issues: readonly Issue[]): boolean {
  return issues.some(({ field }) => field === '')
}

interface Place extends BoundField {
  readonly source: Source
}

interface Wanted {
  readonly field: FieldModel
  /** The places a binder reads it from, in order. */
  readonly places: readonly Place[]
}

/** The properties that a binder fills. */
function fieldsOf(dto: DtoModel, binder: BinderName): readonly Wanted[] {
  const known = wanted.get(dto) ?? new Map<BinderName, readonly Wanted[]>()
  wanted.set(dto, known)
  const fields = known.get(binder) ?? findFields(dto, binder)
  known.set(binder, fields)
  return fields
}

/** Cached, like `boundFields`. */
const wanted = new WeakMap<DtoModel, Map<BinderName, readonly Wanted[]>>()

function findFields(dto: DtoModel, binder: BinderName): readonly Wanted[] {
  const sources = binderSources(dto, binder)
  return dto.fields.flatMap((field) => {
    const read = placesOf(dto, field, sources)
    // `all` returns the whole DTO: a property it does not read gets its default, or is missing in its own
    // source.
    const places = binder === 'all' && read.length === 0 ? placesOf(dto, field, sourcesOf(dto)) : read
    return places.length === 0 ? [] : [{ field, places }]
  })
}

function placesOf(dto: DtoModel, field: FieldModel, sources: readonly Source[]): readonly Place[] {
  return sources.flatMap((source) =>
    boundFields(dto, source).flatMap((bound) => (bound.field === field ? [{ ...bound, source }] : [])),
  )
}

function binderSources(dto: DtoModel, binder: BinderName): readonly Source[] {
  const known = sourcesOf(dto)
  const bodies = known.filter(isBodySource)
  if (binder === 'body') return bodies
  if (binder !== 'all') return [binder]
  return (dto.order ?? usualOrder).flatMap((word) =>
    word === 'body' ? bodies : known.filter((source) => source === word),
  )
}

function absentValue(
  dto: DtoModel,
  field: FieldModel,
  { places, all }: { readonly places: readonly Place[]; readonly all: readonly Place[] },
  sent: Source | undefined,
): unknown {
  const value = defaultOf(field)
  if (value !== undefined || field.optional || places.some(({ required }) => required)) return value
  const isOfBodies = places.every(({ source }) => isBodySource(source))
  const wasSayable = isOfBodies && saysEmpty(sent) && places.some(({ source }) => saysEmpty(source))
  // If no body was sent, a format without empty lists will do.
  const couldBe = sent === undefined ? all : places
  const isEmpty = couldBe.some(({ source }) => !saysEmpty(source)) && !wasSayable
  if (nonNull(field.type).kind === 'list' && isEmpty) return []
  if (dto.missing !== 'zero') return undefined
  const zeros = places.map(({ source }) => zeroOf(field.type, source))
  return zeros.includes(undefined) ? undefined : zeros[0]
}

/** Whether the format can express an empty list, so that an absent one is missing. */
function saysEmpty(source: Source | undefined): boolean {
  return source === 'json' || source === 'msgpack' || source === 'cbor'
}

function isDemanded(field: FieldModel, places: readonly Place[]): boolean {
  return !field.optional || places.some(({ required }) => required)
}

/**
 * Reported for the source that requires it, else for the property's first source; a body uses its name in
 * the sent format.
 */
function missingIssues(places: readonly Place[], sent: Source | undefined, zero: boolean): readonly Issue[] {
  const asking = places.find(({ required }) => required)
  const isZero = zero && asking === undefined
  const below = places.find((place) => missingPaths(place, place.source, isZero).join() !== place.key)
  const first = asking ?? below ?? places[0]
  if (first === undefined) throw new Error('a property without a source')
  const ofSent = isBodySource(first.source) ? places.find(({ source }) => source === sent) : undefined
  const { key } = ofSent ?? first
  return missingPaths(first, first.source, isZero).map((path) => ({
    source: reportedAs(first.source),
    field: key + path.slice(first.key.length),
    reason: 'missing',
  }))
}
