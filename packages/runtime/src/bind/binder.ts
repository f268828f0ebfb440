import type { Rules } from '../validate/rules.ts'
import type { Bindable } from './bind-input.ts'
import { type BinderParts, type SomeRules, type SyncRules, withParts } from './binder-parts.ts'
import { readAnyBody, readBody, readCbor, readJson, readMsgPack } from './body.ts'
import type { NamedDto } from './parser-config.ts'
import { type BodyFormats, parsersOf } from './parsers.ts'
import type { Place, Places } from './places.ts'
import type { Reading } from './reading.ts'
import type { WholeShape } from './value-shape.ts'

/** The name of a DTO, or the DTO, whose alias tag is then checked. */
type Named = string | NamedDto

type Made<R> = (c: Bindable, out?: object) => R

/** The binder for `read`. @param from the source of each property, for broken rules. */
export function binder<R extends object>(
  dto: Named,
  read: (at: Reading) => R,
  rules?: Rules<NoInfer<R>>,
  from: Place | Places = 'body',
): Made<R> {
  return binderOf({ dto: named(dto), read, rules, from })
}

function binderOf<R extends object>(parts: BinderParts<R, SyncRules<R>>): Made<R> {
  return withParts((c, out) => parsersOf(c).bind(parts, c, out), parts)
}

function named(dto: Named): NamedDto {
  return typeof dto === 'string' ? { name: dto } : dto
}

/** The binder of a JSON body. */
export function jsonBinder<R extends object>(
  dto: Named,
  shape: WholeShape<R>,
  rules?: Rules<NoInfer<R>>,
): Made<R> {
  return binderOf({ dto: named(dto), read: (at) => readJson(at, shape), rules, from: 'json', shape })
}

/** The binder of a MessagePack body. */
export function msgPackBinder<R extends object>(
  dto: Named,
  shape: WholeShape<R>,
  rules?: Rules<NoInfer<R>>,
): Made<R> {
  return binderOf({ dto: named(dto), read: (at) => readMsgPack(at, shape), rules, from: 'msgpack', shape })
}

/** The binder of a CBOR body. */
export function cborBinder<R extends object>(
  dto: Named,
  shape: WholeShape<R>,
  rules?: Rules<NoInfer<R>>,
): Made<R> {
  return binderOf({ dto: named(dto), read: (at) => readCbor(at, shape), rules, from: 'cbor', shape })
}

/** The binder of a body, by its Content-Type. */
export function bodyBinder<R extends object>(
  dto: Named,
  formats: BodyFormats<R>,
  rules?: Rules<NoInfer<R>>,
  from?: Place | Places,
): Made<R> {
  return binder(dto, (at) => readBody(at, formats), rules, from)
}

/** The binder of all sources for a DTO with only an optional body. */
export function allBinder<R extends object>(
  dto: Named,
  formats: BodyFormats<R>,
  rules?: Rules<NoInfer<R>>,
  from?: Place | Places,
): Made<R> {
  return binder(dto, (at) => readAnyBody(at, formats), rules, from)
}

/** {@link binder} with asynchronous rules. @param name of the binder, to report an unawaited promise. */
export function asyncBinder<R extends object>(
  name: string,
  dto: Named,
  read: (at: Reading) => R,
  rules?: SomeRules<NoInfer<R>>,
  from: Place | Places = 'body',
): Made<Promise<R>> {
  const parts = { dto: named(dto), read, rules, from, asyncName: name }
  return withParts((c, out) => parsersOf(c).bindAsync(parts, c, out), parts)
}
