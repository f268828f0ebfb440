import type { Issues } from '../validate/client-names.ts'
import type { PendingIssues } from '../validate/pending-issues.ts'
import { noRequest } from '../validate/rule-context.ts'
import type { Rules } from '../validate/rules.ts'
import type { BindInput } from './bind-input.ts'
import { readAnyBody, readBody, readCbor, readJson, readMsgPack } from './body.ts'
import { into } from './into.ts'
import type { NamedDto } from './parser-config.ts'
import type { BodyFormats } from './parsers.ts'
import type { Place, Places } from './places.ts'
import { Reading } from './reading.ts'
import { type SomeRules, validated, validatedAsync } from './validated.ts'
import type { WholeShape } from './value-shape.ts'
import { bindLater } from './watched-promise.ts'

/** The name of a DTO, or the DTO, whose alias tag is then checked. */
type Named = string | NamedDto

type Made<R> = (c: BindInput, out?: object) => R

/** The halves of a binder, for its Standard Schema. */
export interface BinderParts<R extends object = object> {
  readonly dto: NamedDto
  readonly isAsync: boolean
  /** Of a binder of one decoded format. */
  readonly shape?: WholeShape<R>
  read(at: Reading): R
  /** The broken rules of a value without faults. */
  broken(made: R): Issues | Pick<PendingIssues, 'settled'>
}

const known = new WeakMap<object, BinderParts>()

/** The parts of a generated binder. */
export function partsOf(binder: object): BinderParts {
  const parts = known.get(binder)
  if (parts === undefined) throw new TypeError('not a binder that ctxgen has written')
  return parts
}

function partsFrom<R extends object>(
  dto: NamedDto,
  read: (at: Reading) => R,
  rules: SomeRules<R> | undefined,
  isAsync: boolean,
): BinderParts<R> {
  return { dto, isAsync, read, broken: (made) => rules?.issues(made, noRequest) }
}

/** The binder for `read`. @param from the source of each property, for broken rules. */
export function binder<R extends object>(
  dto: Named,
  read: (at: Reading) => R,
  rules?: Rules<R>,
  from: Place | Places = 'body',
): Made<R> {
  const named = typeof dto === 'string' ? { name: dto } : dto
  const bind: Made<R> = (c, out) => {
    const at = new Reading(c, out)
    const made = read(at)
    at.check()
    return validated(at, named, into(out, made), rules, from)
  }
  known.set(bind, partsFrom(named, read, rules, false))
  return bind
}

function shaped<R extends object>(shape: WholeShape<R>, bind: Made<R>): Made<R> {
  known.set(bind, { ...partsOf(bind), shape })
  return bind
}

/** The binder of a JSON body. */
export function jsonBinder<R extends object>(dto: Named, shape: WholeShape<R>, rules?: Rules<R>): Made<R> {
  return shaped(
    shape,
    binder(dto, (at) => readJson(at, shape), rules, 'json'),
  )
}

/** The binder of a MessagePack body. */
export function msgPackBinder<R extends object>(dto: Named, shape: WholeShape<R>, rules?: Rules<R>): Made<R> {
  return shaped(
    shape,
    binder(dto, (at) => readMsgPack(at, shape), rules, 'msgpack'),
  )
}

/** The binder of a CBOR body. */
export function cborBinder<R extends object>(dto: Named, shape: WholeShape<R>, rules?: Rules<R>): Made<R> {
  return shaped(
    shape,
    binder(dto, (at) => readCbor(at, shape), rules, 'cbor'),
  )
}

/** The binder of a body, by its Content-Type. */
export function bodyBinder<R extends object>(
  dto: Named,
  formats: BodyFormats<R>,
  rules?: Rules<R>,
  from?: Place | Places,
): Made<R> {
  return binder(dto, (at) => readBody(at, formats), rules, from)
}

/** The binder of all sources for a DTO with only an optional body. */
export function allBinder<R extends object>(
  dto: Named,
  formats: BodyFormats<R>,
  rules?: Rules<R>,
  from?: Place | Places,
): Made<R> {
  return binder(dto, (at) => readAnyBody(at, formats), rules, from)
}

/** {@link binder} with asynchronous rules. @param name of the binder, to report an unawaited promise. */
export function asyncBinder<R extends object>(
  name: string,
  dto: Named,
  read: (at: Reading) => R,
  rules?: SomeRules<R>,
  from: Place | Places = 'body',
): Made<Promise<R>> {
  const named = typeof dto === 'string' ? { name: dto } : dto
  const bind: Made<Promise<R>> = (c, out) =>
    bindLater(c, name, async () => {
      const at = new Reading(c, out)
      const made = read(at)
      at.check()
      return validatedAsync(at, named, into(out, made), rules, from)
    })
  known.set(bind, partsFrom(named, read, rules, true))
  return bind
}
