import type { Plain } from './sent-form.ts'

/** A member of a `Ctx`: whether it may still send. When it may not, it reports the call. */
export const maySend: unique symbol = Symbol('may send')

/** An output for text: a `Ctx`, or any object with the same two methods. */
interface TextOutput {
  [maySend]?(call: () => string, given: unknown): boolean
  set(name: string, value: string): unknown
  sendString(text: string): unknown
}

/** Returns the JSON text of a value's declared properties. */
export type Stringify<T> = (value: T) => string

/** Sends the JSON text of a value's declared properties. */
export type SendJson<T> = (c: TextOutput, value: T) => void

/** The members of a DTO that follow from its `stringify`. */
export interface Sending<T> {
  /** Sets the JSON text as the body of a `Ctx`, as `c.json(value, Car)` does. */
  readonly send: SendJson<T>
  /** A `Response` with the JSON text, for frameworks that take one. */
  readonly response: (value: T, init?: ResponseInit) => Response
  /** @internal Copies the declared properties under their names in JSON. */
  readonly plain: Plain<T>
  /** @internal The two steps of `stringify`. */
  readonly steps: JsonSteps<T>
}

/** Copies the declared properties of a value, and writes what was copied. */
interface JsonSteps<T> {
  readonly copy: (value: T) => unknown
  readonly text: (copied: unknown) => string
}

const known = new WeakMap<object, Sending<never>>()
const dtos = new WeakMap<object, string>()

/** Records the members once, so that generated files need not repeat them. */
export function setSending<T>(stringify: Stringify<T>, sending: Sending<T>): void {
  known.set(stringify, sending)
}

/** The members of a function that `stringifier` made. @param dto the name of its DTO, for error messages. */
export function sendingOf<T>(stringify: Stringify<T>, dto: string): Sending<T> {
  dtos.set(stringify, dto)
  return known.get(stringify) as Sending<T>
}

/** The call that sends what a function stringifies. */
export function sendingCall(stringify: object): string {
  return `sendJson${dtos.get(stringify) ?? ''}`
}
