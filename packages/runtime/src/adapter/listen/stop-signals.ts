const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Calls back at the first signal to end. A second one ends the process at once, as without listeners.
 * @returns a function that stops listening.
 */
export function onStopSignal(stop: (signal: string) => void): () => void {
  const forget = (): void => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  const onSignal = (signal: string): void => {
    forget()
    stop(signal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return forget
}
