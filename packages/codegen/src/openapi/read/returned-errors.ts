import type { Flow } from './flow.ts'
import { type ErrorValue, optionsOf, type Value } from './value.ts'

/** Notes on the current paths that a function returns an error: a handler throws an error that it returns. */
export function markReturned(value: Value, flow: Flow): void {
  const options = optionsOf(value)
  const errors = options.filter(isError)
  if (errors.length === 0 || flow.live.some(({ failure }) => failure !== undefined)) return
  const isMixed = errors.length < options.length
  flow.update((draft) => {
    const failed = errors.map((error) => draft.with({ failure: { error, key: keyOf(error) } }))
    return isMixed ? [draft, ...failed] : failed
  })
}

/** Throws the errors that a handler has returned. */
export function throwReturned(result: Value, flow: Flow): void {
  const errors = new Set<object>(optionsOf(result).filter(isError))
  const { live } = flow
  for (const draft of live) {
    const error = draft.failure?.error
    if (error === undefined || !errors.has(error) || !isObjectValue(error)) continue
    flow.live = [draft.with({ failure: undefined })]
    flow.throw(error, error.error.node)
  }
  flow.live = []
  flow.join(
    live
      .filter(({ failure }) => failure === undefined || !errors.has(failure.error))
      .map((draft) => draft.with({ failure: undefined })),
  )
}

export function isError(value: Value): value is ErrorValue {
  return value.kind === 'object' && value.error !== undefined
}

function isObjectValue(value: object): value is ErrorValue {
  return 'kind' in value && value.kind === 'object' && 'error' in value && value.error !== undefined
}

function keyOf({ error }: ErrorValue): string {
  return `${error.name} ${error.statuses} ${error.message}`
}
