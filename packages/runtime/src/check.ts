/**
 * Checks of values for pages, which bundle less of them than of a DTO: Standard Schemas without JSON Schema, made from a
 * generated binder.
 */

import type { SentJson, SentText } from './bind/dto/sent-value.ts'
import type { StandardCheck, StandardResult } from './bind/dto/standard-schema.ts'
import { valueCheck } from './bind/dto/value-check.ts'
import type { ValueSource } from './bind/dto/value-input.ts'
import { decodedSource, textSource } from './bind/dto/value-sources.ts'
import { partsOf } from './bind/parsers/binder-parts.ts'
import type { BindInput } from './bind/reading/bind-input.ts'

/** A Standard Schema. `R` is a promise with asynchronous rules. */
export interface Check<Input, Output, R = StandardResult<Output>> {
  readonly '~standard': StandardCheck<Input, Output, R>
}

/** A generated binder of one source. */
type AnyBinder<R> = (c: BindInput, out?: never) => R

/** The result with a promise where the binder returns one. */
type ResultOf<R> = R extends Promise<infer T> ? Promise<StandardResult<T>> : StandardResult<R>

/**
 * Checks a FormData, or a record of texts and files, as `binder` reads a form: `formCheck(bindFormSignUp)`.
 * @throws TypeError for a function that is no generated binder; `validate` throws it for a binder of another source.
 */
export function formCheck<R>(binder: AnyBinder<R>): Check<SentText<Awaited<R>>, Awaited<R>, ResultOf<R>> {
  return checkOf(binder, textSource('form'))
}

/** {@link formCheck} for a URLSearchParams, or a record of texts, and the binder of a query. */
export function queryCheck<R>(binder: AnyBinder<R>): Check<SentText<Awaited<R>>, Awaited<R>, ResultOf<R>> {
  return checkOf(binder, textSource('query'))
}

/** {@link formCheck} for decoded JSON and the binder of a JSON body. */
export function jsonCheck<R>(binder: AnyBinder<R>): Check<SentJson<Awaited<R>>, Awaited<R>, ResultOf<R>> {
  return checkOf(binder, decodedSource('json'))
}

function checkOf<Input, Output, R>(binder: object, source: ValueSource): Check<Input, Output, R> {
  const validate = valueCheck(partsOf(binder), source) as StandardCheck<Input, Output, R>['validate']
  return { '~standard': { version: 1, vendor: 'ctxgen', validate } }
}
