import { BindError } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import type { BindInput } from './bind-input.ts'
import { mediaType } from './body-format.ts'
import type { Reading } from './reading.ts'

/** Binds requests in a way of its own: by name, and bodies of its media types (Fiber's `CustomBinder`). */
export interface CustomBinder<C extends BindInput = BindInput> {
  readonly name: string
  /** Media types without parameters. */
  readonly mimeTypes: readonly string[]
  /** Fills `out`. What it throws becomes a BindError; an HttpError or a BindError stays as it is. */
  parse(c: C, out: object): void
}

/** The first binder registered for the body's Content-Type. */
export function customBinderOf(c: BindInput): CustomBinder | undefined {
  const { customBinders } = c.bindSettings()
  if (customBinders === undefined || customBinders.length === 0) return undefined
  const type = mediaType(c)
  return customBinders.find(({ mimeTypes }) => mimeTypes.some((one) => one.toLowerCase() === type))
}

/** What a custom binder made of the body; `undefined` when none is registered for its Content-Type. */
export function customBody(at: Reading): object | undefined {
  const binder = customBinderOf(at.c)
  if (binder === undefined) return undefined
  const out: object = {}
  const failure = parseBy(binder, at.c, out)
  if (failure !== undefined) {
    at.source = 'body'
    at.wrong('', cannotRead, failure.error)
  }
  return out
}

/** Runs one binder. @throws BindError of source body. */
export function runCustom(binder: CustomBinder, c: BindInput, out: object): void {
  const failure = parseBy(binder, c, out)
  if (failure === undefined) return
  throw new BindError([{ source: 'body', path: '', message: cannotRead, cause: failure.error }])
}

const cannotRead = 'cannot be read'

/** What the binder threw, unless it is an answer by itself. */
function parseBy(binder: CustomBinder, c: BindInput, out: object): { readonly error: unknown } | undefined {
  let pending: unknown
  try {
    pending = binder.parse(c, out)
  } catch (error) {
    if (error instanceof HttpError || error instanceof BindError) throw error
    return { error }
  }
  if (pending instanceof Promise) refusePromise(binder, pending)
  return undefined
}

/** TypeScript lets an `async parse` pass. To go on would be to take what is not there yet. */
function refusePromise({ name }: CustomBinder, pending: Promise<unknown>): never {
  pending.catch(() => {})
  throw new TypeError(`the custom binder ${name} returned a promise, and nobody waits for one`)
}
