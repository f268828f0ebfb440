import { issuesOf, type RuleCheck } from '../../validate/issues.ts'
import { type AsyncRuleCheck, pendingIssuesOf } from '../../validate/pending-issues.ts'
import { type BinderParts, type FindIssues, withParts } from '../parsers/binder-parts.ts'
import { type BodyFormats, parsersOf } from '../parsers/parsers.ts'
import type { Place, Places } from '../parsers/places.ts'
import type { Bindable } from '../reading/bind-input.ts'
import type { NamedDto } from '../reading/parser-config.ts'
import type { Reading } from '../reading/reading.ts'
import type { WholeShape } from '../shape/value-shape.ts'
import { readAnyBody, readBody, readCbor, readJson, readMsgPack } from '../sources/body.ts'

/** The name of a DTO, or the DTO, whose alias tag is then checked. */
type Named = string | NamedDto

type Made<R> = (c: Bindable, out?: object) => R

/** The binder for `read`. @param from the source of each property, for its issues. */
export function binder<R extends object>(
  dto: Named,
  read: (at: Reading) => R,
  check?: RuleCheck<NoInfer<R>>,
  from: Place | Places = 'body',
): Made<R> {
  return binderOf({ dto: named(dto), read, from }, check)
}

function binderOf<R extends object>(
  own: Omit<BinderParts<R>, 'findIssues'>,
  check: RuleCheck<R> | undefined,
): Made<R> {
  const findIssues = check && ((value: R) => issuesOf(check, value))
  const parts: BinderParts<R, FindIssues<R>> = { ...own, findIssues }
  return withParts((c, out) => parsersOf(c).bind(parts, c, out), parts)
}

function named(dto: Named): NamedDto {
  return typeof dto === 'string' ? { name: dto } : dto
}

/** The binder of a JSON body. */
export function jsonBinder<R extends object>(
  dto: Named,
  shape: WholeShape<R>,
  check?: RuleCheck<NoInfer<R>>,
): Made<R> {
  return binderOf({ dto: named(dto), read: (at) => readJson(at, shape), from: 'json', shape }, check)
}

/** The binder of a MessagePack body. */
export function msgPackBinder<R extends object>(
  dto: Named,
  shape: WholeShape<R>,
  check?: RuleCheck<NoInfer<R>>,
): Made<R> {
  return binderOf({ dto: named(dto), read: (at) => readMsgPack(at, shape), from: 'msgpack', shape }, check)
}

/** The binder of a CBOR body. */
export function cborBinder<R extends object>(
  dto: Named,
  shape: WholeShape<R>,
  check?: RuleCheck<NoInfer<R>>,
): Made<R> {
  return binderOf({ dto: named(dto), read: (at) => readCbor(at, shape), from: 'cbor', shape }, check)
}

/** The binder of a body, by its Content-Type. */
export function bodyBinder<R extends object>(
  dto: Named,
  formats: BodyFormats<R>,
  check?: RuleCheck<NoInfer<R>>,
  from?: Place | Places,
): Made<R> {
  return binder(dto, (at) => readBody(at, formats), check, from)
}

/** The binder of all sources for a DTO with only an optional body. */
export function allBinder<R extends object>(
  dto: Named,
  formats: BodyFormats<R>,
  check?: RuleCheck<NoInfer<R>>,
  from?: Place | Places,
): Made<R> {
  return binder(dto, (at) => readAnyBody(at, formats), check, from)
}

/** {@link binder} with asynchronous rules. @param name of the binder, to report an unawaited promise. */
export function asyncBinder<R extends object>(
  name: string,
  dto: Named,
  read: (at: Reading) => R,
  check?: AsyncRuleCheck<NoInfer<R>>,
  from: Place | Places = 'body',
): Made<Promise<R>> {
  const findIssues: BinderParts<R>['findIssues'] =
    check && ((value, context) => pendingIssuesOf(check, value, context))
  const parts = { dto: named(dto), read, findIssues, from, asyncName: name }
  return withParts((c, out) => parsersOf(c).bindAsync(parts, c, out), parts)
}
