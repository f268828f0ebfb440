import { defaultBindSettings } from '../../src/bind/binder/request-parsers.ts'
import type { BindInput, BindSettings } from '../../src/bind/reading/bind-input.ts'
import { BindError, type BindIssue } from '../../src/error/bind-error.ts'

/** A request with only a body. */
export function bodyInput(
  contentType: string,
  body: string | Uint8Array,
  settings: Partial<BindSettings> = {},
): BindInput {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return {
    rawQuery: () => '',
    routeParam: () => undefined,
    routeParamNames: () => [],
    contentType: () => contentType,
    rawHeaders: () => [],
    rawResponseHeaders: () => [],
    bodyBytes: () => bytes,
    bindSettings: () => ({ ...defaultBindSettings, ...settings }),
  }
}

/** The issues of the BindError that `run` throws. */
export function issuesOf(run: () => unknown): Omit<BindIssue, 'cause'>[] {
  try {
    run()
  } catch (error) {
    if (!(error instanceof BindError)) throw error
    return error.issues.map(({ cause: _, ...issue }) => issue)
  }
  throw new Error('nothing was thrown')
}
