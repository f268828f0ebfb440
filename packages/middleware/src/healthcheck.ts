import type { Ctx, Handler } from '@ctxgen/runtime'
import { checkDelay } from './chain/check-option.ts'

/** Whether the service is well. An error counts as no, and goes to `onError` of the app. */
export type Probe = (c: Ctx) => boolean | Promise<boolean>

/** The options of the handlers. */
export interface HealthOptions {
  /** Default: always true. */
  readonly probe?: Probe
  /** Milliseconds that the probe may take. Default: 5000. */
  readonly timeout?: number
}

/**
 * For `/livez`: whether the process works, or must be restarted. 200 or 503.
 * @answer 200 text/plain Cache-Control
 * @answer 503 text/plain Cache-Control
 */
export function livez(options: HealthOptions = {}): Handler {
  return handlerOf(options)
}

/**
 * For `/startupz`: whether the service has finished its start. 200 or 503.
 * @answer 200 text/plain Cache-Control
 * @answer 503 text/plain Cache-Control
 */
export function startupz(options: HealthOptions = {}): Handler {
  return handlerOf(options)
}

/**
 * For `/readyz`: whether the service may get requests. 200 or 503; 503 as soon as `shutdown()` was called.
 * @answer 200 text/plain Cache-Control
 * @answer 503 text/plain Cache-Control
 */
export function readyz(options: HealthOptions = {}): Handler {
  const { probe } = options
  return handlerOf({ ...options, probe: (c) => !c.app().isStopping && (probe === undefined || probe(c)) })
}

function handlerOf({ probe, timeout = 5000 }: HealthOptions): Handler {
  checkDelay('healthcheck: timeout', timeout)
  return (c) => {
    c.set('Cache-Control', 'no-store')
    if (probe === undefined) return answer(c, true)
    let isWell: boolean | Promise<boolean>
    try {
      isWell = probe(c)
    } catch (error) {
      return fail(c, error)
    }
    if (typeof isWell === 'boolean') return answer(c, isWell)
    return within(isWell, timeout).then(
      (found) => answer(c, found),
      (error: unknown) => fail(c, error),
    )
  }
}

function answer(c: Ctx, isWell: boolean): void {
  c.status(isWell ? 200 : 503).sendString(isWell ? 'OK' : 'Service Unavailable')
}

function fail(c: Ctx, error: unknown): void {
  c.app().settings.onError(error, { method: c.method(), path: c.path() })
  answer(c, false)
}

async function within(probe: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the probe took longer than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([probe, late])
  } finally {
    clearTimeout(timer)
  }
}
