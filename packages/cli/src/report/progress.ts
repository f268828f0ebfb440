import type { Progress } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'

/** A run that is shorter shows nothing. In ms. */
const patience = 500

/** In ms, so that drawing costs nothing next to the work. */
const interval = 100

export interface ProgressLine {
  readonly show: (progress: Progress) => void
  /** Takes the line away. */
  readonly end: () => void
}

/** One line that says how far a long run is, on a terminal only. */
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
