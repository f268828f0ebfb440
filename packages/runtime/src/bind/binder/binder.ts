import { type FindIssues, issuesOf, type RuleCheck } from '../../validate/issues.ts'
import { type AsyncRuleCheck, type FindIssuesAsync, pendingIssuesOf } from '../../validate/pending-issues.ts'
import { type BinderParts, partsOf, withParts } from '../parsers/binder-parts.ts'
import type { BodyFormats } from '../parsers/body-formats.ts'
import { parsersOf, type StreamRules } from '../parsers/parsers.ts'
import type { Place, Places } from '../parsers/places.ts'
import type { Bindable } from '../reading/bind-input.ts'
import type { NamedDto } from '../reading/parser-config.ts'
import type { Reading } from '../reading/reading.ts'
import type { WholeShape } from '../shape/value-shape.ts'
import { readAnyBody, readBody, readCbor, readJson, readMsgPack } from '../sources/body.ts'

/** The name of a DTO, or the DTO, whose alias tag is then checked. */
type DtoOrName = string | NamedDto

type SyncParts<R extends object> = BinderParts<R, FindIssues<R>>

type BindFunction<R> = (c: Bindable, out?: object) => R

/** The binder for `read`. @param from the source of each property, for its issues. */
export function binder<R extends object>(
  dto: DtoOrName,
  read: (at: Reading) => R,
  check?: RuleCheck<never>,
  from: Place | Places = 'body',
): BindFunction<R> {
  return binderOf({ dto: named(dto), read, from }, check)
}

function binderOf<R extends object>(
  own: Omit<SyncParts<R>, 'findIssues'>,
  check: RuleCheck<never> | undefined,
): BindFunction<R> {
  return made({ ...own, findIssues: check && ((value) => issuesOf(check, value)) })
}

function made<R extends object>(parts: SyncParts<R>): BindFunction<R> {
  return withParts((c, out) => parsersOf(c).bind(parts, c, out), parts)
}

function named(dto: DtoOrName): NamedDto {
  return typeof dto === 'string' ? { name: dto } : dto
}

/** The binder of a JSON body. */
export function jsonBinder<R extends object>(
  dto: DtoOrName,
  shape: WholeShape<R>,
  check?: RuleCheck<never>,
): BindFunction<R> {
  const formats = { json: shape }
  return binderOf({ dto: named(dto), read: (at) => readJson(at, shape), from: 'json', shape, formats }, check)
}

/** The binder of a MessagePack body. */
export function msgPackBinder<R extends object>(
  dto: DtoOrName,
  shape: WholeShape<R>,
  check?: RuleCheck<never>,
): BindFunction<R> {
  const formats = { msgpack: shape }
  return binderOf(
    { dto: named(dto), read: (at) => readMsgPack(at, shape), from: 'msgpack', shape, formats },
    check,
  )
}

/** The binder of a CBOR body. */
export function cborBinder<R extends object>(
  dto: DtoOrName,
  shape: WholeShape<R>,
  check?: RuleCheck<never>,
): BindFunction<R> {
  const formats = { cbor: shape }
  return binderOf({ dto: named(dto), read: (at) => readCbor(at, shape), from: 'cbor', shape, formats }, check)
}

/** The binder of a body, by its Content-Type. */
export function bodyBinder<R extends object>(
  dto: DtoOrName,
  formats: BodyFormats<R>,
  check?: RuleCheck<never>,
  from: Place | Places = 'body',
): BindFunction<R> {
  return binderOf({ dto: named(dto), read: (at) => readBody(at, formats), from, formats }, check)
}

/** {@link bodyBinder} for a body of one decoded format. @param only the binder of that format */
export function bodyOf<R extends object>(only: (c: Bindable) => R): BindFunction<R> {
  const parts = partsOf<SyncParts<R>>(only)
  const { formats = {} } = parts
  return made({ ...parts, read: (at) => readBody(at, formats), from: 'body' })
}

/** The binder of all sources for a DTO with only an optional body. @param body the binder of the body */
export function allOf<R extends object>(body: (c: Bindable) => R): BindFunction<R> {
  const parts = partsOf<SyncParts<R>>(body)
  const { formats = {} } = parts
  return made({ ...parts, read: (at) => readAnyBody(at, formats) })
}

/** {@link binder} with asynchronous rules. @param name of the binder, to report an unawaited promise. */
export function asyncBinder<R extends object>(
  name: string,
  dto: DtoOrName,
  read: (at: Reading) => R,
  check?: AsyncRuleCheck<never>,
  from: Place | Places = 'body',
): BindFunction<Promise<R>> {
  const findIssues = check && pendingFinder(check)
  const parts = { dto: named(dto), read, findIssues, from, asyncName: name }
  return withParts((c, out) => parsersOf(c).bindAsync(parts, c, out), parts)
}

/** The binder of a form whose files are streams. @param name of the binder, to report an unawaited promise. */
export function uploadBinder<R extends object>(
  name: string,
  dto: DtoOrName,
  streams: readonly StreamRules[],
  read: (at: Reading) => R,
  check?: AsyncRuleCheck<never>,
): BindFunction<Promise<R>> {
  const findIssues = check && pendingFinder(check)
  const parts = { dto: named(dto), read, findIssues, from: 'form', asyncName: name } as const
  return withParts((c, out) => parsersOf(c).bindUpload(parts, streams, c, out), parts)
}

function pendingFinder<R>(check: AsyncRuleCheck<never>): FindIssuesAsync<R> {
  return (value, context) => pendingIssuesOf(check, value, context)
}
