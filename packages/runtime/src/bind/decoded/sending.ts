import type { Plain } from './sent-form.ts'

/** An output for text: a `Ctx`, or any object with the same two methods. */
export interface TextOutput {
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
  /** Copies the declared properties under their names in JSON. */
  readonly plain: Plain<T>
}

const known = new WeakMap<object, Sending<never>>()

/** Records the members once, so that generated files need not repeat them. */
export function setSending<T>(stringify: Stringify<T>, sending: Sending<T>): void {
  known.set(stringify, sending)
}

/** The members of a function that `stringifier` made. */
export function sendingOf<T>(stringify: Stringify<T>): Sending<T> {
  return known.get(stringify) as Sending<T>
}
