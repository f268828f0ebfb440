import type { AsyncRules, Rules } from '../validate/rules.ts'
import type { NamedDto } from './parser-config.ts'
import type { Place, Places } from './places.ts'
import type { Reading } from './reading.ts'
import type { WholeShape } from './value-shape.ts'

export type SyncRules<R> = Pick<Rules<R>, 'issues'>

/** Rules that may be asynchronous; a single source may have only synchronous ones. */
export type SomeRules<R> = SyncRules<R> | Pick<AsyncRules<R>, 'issues'>

/** The parts of a binder. */
export interface BinderParts<R extends object = object, S = SomeRules<R>> extends Validation<S> {
  read(at: Reading): R
  /** The name of a binder with asynchronous rules, to report an unawaited promise. */
  readonly asyncName?: string
  /** Of a binder of one decoded format. */
  readonly shape?: WholeShape<R>
}

/** The rules of a filled object. */
export interface Validation<S> {
  readonly dto: NamedDto
  readonly rules: S | undefined
  /** The source of each property, for broken rules. */
  readonly from: Place | Places
}

/** The parts by binder, each for values of its own. */
const known = new WeakMap<object, unknown>()

/** Notes the parts of a binder, for its Standard Schema. */
export function withParts<B extends object, R extends object>(bind: B, parts: BinderParts<R>): B {
  known.set(bind, parts)
  return bind
}

/** The parts of a generated binder. */
export function partsOf(binder: object): BinderParts {
  const parts = known.get(binder) as BinderParts | undefined
  if (parts === undefined) throw new TypeError('not a binder that ctxgen has written')
  return parts
}
