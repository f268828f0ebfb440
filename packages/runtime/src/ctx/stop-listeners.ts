/** The calls for each signal, in a set: removing thousands of listeners from a signal takes seconds. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls back when the app stops, or at once if it has stopped. @returns a function that forgets the call */
export function onStop(signal: AbortSignal, stop: () => void): () => void {
  if (signal.aborted) {
    stop()
    return () => {}
  }
  const calls = waiting.get(signal) ?? listen(signal)
  calls.add(stop)
  return () => calls.delete(stop)
}

function listen(signal: AbortSignal): Set<() => void> {
  const calls = new Set<() => void>()
  waiting.set(signal, calls)
  signal.addEventListener(
    'abort',
    () => {
      for (const call of calls) call()
      calls.clear()
    },
    { once: true },
  )
  return calls
}
