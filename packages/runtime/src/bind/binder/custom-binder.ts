import { BindError } from '../../error/bind-error.ts'
import { causedIssue } from '../../error/caused-issue.ts'
import { isRefused } from '../../error/english-issues.ts'
import { HttpError } from '../../error/http-error.ts'
import { mediaType } from '../parsers/body-format.ts'
import type { BindInput, CustomBinder } from '../reading/bind-input.ts'
import { issueError } from '../reading/issue-error.ts'
import type { Reading } from '../reading/reading.ts'

/** The first binder registered for the body's Content-Type. */
export function customBinderOf(c: BindInput): CustomBinder | undefined {
  const { customBinders } = c.bindSettings()
  if (customBinders === undefined || customBinders.length === 0) return undefined
  const type = mediaType(c)
  return customBinders.find(({ mimeTypes }) => mimeTypes.some((one) => one.toLowerCase() === type))
}

/** The result of a custom binder for the body; `undefined` when none is registered for its Content-Type. */
export function customBody(at: Reading, out: object = {}): object | undefined {
  const binder = customBinderOf(at.c)
  if (binder === undefined) return undefined
  const failure = parseBy(binder, at.c, out)
  if (failure !== undefined) {
    at.source = 'body'
    at.wrong('', causedIssue(isRefused, failure.error))
  }
  return out
}

/** Runs a binder. @throws BindError with source `body`. */
export function runCustom(binder: CustomBinder, c: BindInput, out: object): void {
  const failure = parseBy(binder, c, out)
  if (failure === undefined) return
  throw issueError('body', '', causedIssue(isRefused, failure.error))
}

/** The binder's error, unless it determines the response itself. */
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

/** TypeScript accepts an `async parse`, but its result would be used before it is complete. */
function refusePromise({ name }: CustomBinder, pending: Promise<unknown>): never {
  pending.catch(() => {})
  throw new TypeError(`the custom binder ${name} returned a promise, but must be synchronous`)
}
