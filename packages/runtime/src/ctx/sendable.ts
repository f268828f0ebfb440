import type { EventsFunction } from '../response/event-body.ts'

/**
 * The values of `T` that a method of `Ctx` sends: `T` itself, or its shape with a sentence in place of each refused part.
 * A generic function takes it as its own parameter: `<T>(c: Ctx, value: Sendable<T>) => c.json(value)`.
 *
 * @typeParam Native the types of a format besides those of JSON: `bigint | Uint8Array`.
 */
export type Sendable<T, Native = never> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | Native
    ? T
    : T extends bigint
      ? 'a bigint cannot be sent as JSON: convert it, or name a DTO with @response in second place'
      : T extends symbol
        ? 'a symbol cannot be sent'
        : T extends PromiseLike<unknown>
          ? 'a promise cannot be sent: await it first'
          : SendableObject<T, Native>

type SendableObject<T, Native> = T extends { toJSON(...args: never): infer J }
  ? J extends bigint | symbol | PromiseLike<unknown> | ((...args: never) => unknown)
    ? Sendable<J, Native>
    : T
  : T extends readonly (infer E)[]
    ? readonly Sendable<E, Native>[]
    : T extends ReadonlyMap<unknown, unknown>
      ? 'a Map cannot be sent: send Object.fromEntries(map)'
      : T extends ReadonlySet<unknown>
        ? 'a Set cannot be sent: send [...set]'
        : T extends Uint8Array
          ? 'bytes cannot be sent as JSON: send them with c.send(), or name a DTO with @response in second place'
          : T extends (...args: never) => unknown
            ? 'a function cannot be sent: call it, or give its class a toJSON()'
            : { [K in keyof T]: Sendable<T[K], Native> }

/** The second argument `D` of a method that sends. Unless it is a DTO with `@response`, the compile error is the text. */
export type Sender<D, Other = never> = [D] extends [Other | Stringifies<never>]
  ? D
  : 'a DTO with the tag @response: add it to the interface, then run npx ctxgen'

/** The value that a DTO `D` sends. A content type `D` sends a `T`. */
export type SentBy<D, T = unknown> = [D] extends [Stringifies<infer S>]
  ? S
  : [D] extends [string | undefined]
    ? T
    : unknown

/**
 * The function that makes events of a DTO `D`. A conditional type, because TypeScript keeps the literals of yielded values
 * only where it knows their type before it infers.
 */
export type EventsBy<D> = [D] extends [Stringifies<infer S>] ? EventsFunction<S> : EventsFunction<never>

interface Stringifies<T> {
  readonly stringify: (value: T) => string
}
