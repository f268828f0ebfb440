import type { Progress } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'

/** Shorter runs show no progress. In ms. */
const patience = 500

/** Time between updates, in ms, to keep the cost of drawing negligible. */
const interval = 100

interface ProgressLine {
  readonly show: (progress: Progress) => void
  /** Clears the line. */
  readonly end: () => void
}

/** Progress line of a long run, only on a terminal. */
export function startProgress(flags: Flags, host: Host): ProgressLine {
  if (!host.colour || flags.quiet || flags.json) return { show: () => {}, end: () => {} }
  let next = performance.now() + patience
  let isShown = false
  return {
    show({ done, total }) {
      const now = performance.now()
      if (now < next) return
      next = now + interval
      isShown = true
      host.stderr(`\r\u001b[2KReading ${done} of ${total}`)
    },
    end() {
      if (isShown) host.stderr('\r\u001b[2K')
    },
  }
}
