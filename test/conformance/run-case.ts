import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises'
import { buildApp } from './build-app.ts'
import { exportedFunction, NotThere } from './call-method.ts'
import type { CaseClient } from './case-client.ts'
import { type CaseEnv, createEnv, type Subject } from './case-env.ts'
import type { RequestCase, Step } from './case-types.ts'
import { responseDifferences } from './check-response.ts'
import { writeFixtures } from './fixture-files.ts'
import { unknownKeys } from './known-keys.ts'
import { runSteps } from './run-steps.ts'
import { showError } from './show.ts'

export const caseTimeout = 5000

/**
 * Runs one case in a fresh folder and returns the reasons for failure; an empty list means that it passed.
 */
export async function runCase(
  testCase: RequestCase,
  area: string,
  subject: Subject,
  client: CaseClient,
  timeout = caseTimeout,
): Promise<string[]> {
  const strangers = unknownKeys(testCase)
  if (strangers.length > 0) return strangers
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-case-')))
  const before = process.cwd()
  const env = createEnv(subject, area, folder, client.gone)
  // Uncaught errors belong to the running case, since cases run one after the other.
  const onFatal = (error: unknown): void =>
    void env.failures.push(`not caught by anything: ${showError(error)}`)
  process.on('unhandledRejection', onFatal)
  process.on('uncaughtException', onFatal)
  try {
    writeFixtures(folder, testCase.files ?? {})
    process.chdir(folder)
    configureParser(testCase, env)
    await withTimeout(drive(testCase, env, client), timeout)
  } catch (error) {
    env.failures.push(
      error instanceof NotThere || error instanceof TimedOut ? error.message : showError(error),
    )
  } finally {
    client.close()
    await nextTick()
    await nextTick()
    process.off('unhandledRejection', onFatal)
    process.off('uncaughtException', onFatal)
    if (testCase.parser !== undefined) setParserDecoder(env, {})
    process.chdir(before)
    rmSync(folder, { recursive: true, force: true })
  }
  return [...new Set(env.failures)]
}

function configureParser(testCase: RequestCase, env: CaseEnv): void {
  if (testCase.parser === undefined) return
  const { parserType, ...settings } = testCase.parser
  const converters = Array.isArray(parserType)
    ? parserType.map((name) => env.dtos.source[String(name)])
    : undefined
  setParserDecoder(env, { ...settings, ...(converters === undefined ? {} : { parserType: converters }) })
}

function setParserDecoder(env: CaseEnv, settings: Readonly<Record<string, unknown>>): void {
  const set = env.subject.runtime.setParserDecoder
  if (typeof set === 'function') Reflect.apply(set, undefined, [settings])
  else env.failures.push('@ctxgen/runtime does not export setParserDecoder')
}

async function drive(testCase: RequestCase, env: CaseEnv, client: CaseClient): Promise<void> {
  exportedFunction(env.subject.runtime, 'App', '@ctxgen/runtime')
  const app = buildApp(testCase, env)
  const exchanges = [testCase, ...(testCase.then ?? [])]
  for (const [i, { request, response }] of exchanges.entries()) {
    const actual = await client.send(request, app)
    const found = responseDifferences(response ?? {}, actual)
    env.failures.push(...found.map((text) => (i === 0 ? text : `request ${i + 1}: ${text}`)))
  }
  await Promise.all(env.pending)
  if (env.later.length > 0) {
    await client.responsesOver()
    await delay(10)
    for (const { c, steps } of env.later) await runLater(steps, c, env)
  }
  if (testCase.validatorCalls !== undefined && env.validatorCalls !== testCase.validatorCalls) {
    env.failures.push(
      `the validator was called ${env.validatorCalls} times, expected ${testCase.validatorCalls}`,
    )
  }
  env.failures.push(...unreached(testCase, env))
}

async function runLater(steps: readonly Step[], c: unknown, env: CaseEnv): Promise<void> {
  try {
    await runSteps(steps, c, env)
  } catch (error) {
    env.failures.push(`after the response: ${showError(error)}`)
  }
}

/** Finds checks that never ran: a case must not pass because its handler was left early or never called. */
function unreached(testCase: RequestCase, env: CaseEnv): string[] {
  const lists = [testCase.steps, ...(testCase.routes ?? []).map((route) => route.steps)].filter(
    (list) => list !== undefined,
  )
  const left = env.unexpected.map(showError).join('; ')
  if (testCase.response === undefined && left !== '') return [`the handler was left with ${left}`]
  const checked = lists.filter((list) => list.some(isChecked))
  const entered = checked.filter((list) => env.entered.has(list))
  if (
    checked.length > 0 &&
    entered.length === 0 &&
    (testCase.steps !== undefined || testCase.response === undefined)
  ) {
    return ['no handler was reached']
  }
  for (const list of entered) {
    const missed = list.find((step) => isChecked(step) && !env.ran.has(step))
    if (missed !== undefined && !list.some(endsHandler)) {
      return [
        `the step ${JSON.stringify(missed).slice(0, 120)} was not reached${left === '' ? '' : `, because of ${left}`}`,
      ]
    }
  }
  return []
}

function isChecked(step: Step): boolean {
  return (
    [
      'returns',
      'returnsMatch',
      'returnsHeaders',
      'throws',
      'uncaught',
      'stored',
      'check',
      'closed',
      'later',
    ] as const
  ).some((key) => key in step)
}

function endsHandler(step: Step): boolean {
  return (['throw', 'reject', 'return', 'returnError', 'uncaught'] as const).some((key) => key in step)
}

class TimedOut extends Error {}

async function withTimeout(work: Promise<void>, milliseconds: number): Promise<void> {
  const stop = new AbortController()
  const limit = delay(milliseconds, undefined, { signal: stop.signal }).then(
    () => {
      throw new TimedOut(`nothing happened for ${milliseconds} ms`)
    },
    () => undefined,
  )
  try {
    await Promise.race([work, limit])
  } finally {
    stop.abort()
    work.catch(() => undefined)
  }
}
