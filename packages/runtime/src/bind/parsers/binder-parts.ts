import type { FindIssuesAsync } from '../../validate/pending-issues.ts'
import type { NamedDto } from '../reading/parser-config.ts'
import type { Reading } from '../reading/reading.ts'
import type { WholeShape } from '../shape/value-shape.ts'
import type { BodyFormats } from './body-formats.ts'
import type { Place, Places } from './places.ts'

/** The parts of a binder. */
export interface BinderParts<R extends object = object, F = FindIssuesAsync<R>> extends Validation<F> {
  read(at: Reading): R
  /** The name of a binder with asynchronous rules, to report an unawaited promise. */
  readonly asyncName?: string
  /** Of a binder of one decoded format. */
  readonly shape?: WholeShape<R>
  /** The formats of a binder of the body, or of a decoded one. */
  readonly formats?: BodyFormats<R>
}

/** The rules of a filled object. */
export interface Validation<F> {
  readonly dto: NamedDto
  /** `undefined` without rules. */
  readonly findIssues: F | undefined
  /** The source of each property, for its issues. */
  readonly from: Place | Places
}

/** Unseen by users. */
const known = new WeakMap<object, unknown>()

/** Notes the parts of a binder, for its Standard Schema. */
export function withParts<B extends object, R extends object>(bind: B, parts: BinderParts<R>): B {
  known.set(bind, parts)
  return bind
}

/** The parts of a generated binder. */
export function partsOf<P = BinderParts>(binder: object): P {
  const parts = known.get(binder) as P | undefined
  if (parts === undefined) throw new TypeError('not a binder that ctxgen has written')
  return parts
}
