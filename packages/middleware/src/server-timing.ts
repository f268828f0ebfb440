import type { Ctx, Handler } from '@ctxgen/runtime'
import { finallyAfterNext } from './chain/after-next.ts'
import { checkOptions, checkToken, quoted } from './chain/check-option.ts'

/** The options of {@link serverTiming}. */
export interface ServerTimingOptions {
  /** The name of the whole time; `false` for none. Default: `total`. */
  readonly total?: string | false
  /** Who may see it, since times reveal the server to attackers: `(c) => c.locals('admin') !== undefined`. */
  readonly when: (c: Ctx) => boolean
}

const key: unique symbol = Symbol('server timing')

/**
 * Sends the header Server-Timing with the time of the handlers behind it, and what {@link timing} has measured.
 * @answer * Server-Timing
 */
export function serverTiming(options: ServerTimingOptions): Handler {
  checkOptions('serverTiming', options, 'when')
  const { total = 'total', when } = options
  if (total !== false) checkToken('serverTiming: total', total)
  return (c) => {
    const started = performance.now()
    const metrics: string[] = []
    c.locals(key, metrics)
    return finallyAfterNext(c, () => {
      if (!when(c)) return
      if (total !== false) metrics.push(metric(total, performance.now() - started, ''))
      if (metrics.length > 0) c.append('Server-Timing', ...metrics)
    })
  }
}

/**
 * Measures work: `await timing(c, 'db', () => users.find(id))`. Without {@link serverTiming} it only runs.
 * @throws the error of the work; TypeError for a name that is not a token.
 * @answer -
 */
export async function timing<T>(
  c: Ctx,
  name: string,
  work: () => T | Promise<T>,
  description: string = '',
): Promise<T> {
  checkToken('timing: name', name)
  const metrics = c.locals(key)
  const started = performance.now()
  try {
    return await work()
  } finally {
    if (Array.isArray(metrics)) metrics.push(metric(name, performance.now() - started, description))
  }
}

function metric(name: string, ms: number, description: string): string {
  const shown = description === '' ? '' : `;desc=${quoted('timing: description', description)}`
  return `${name}${shown};dur=${Math.round(ms * 10) / 10}`
}
