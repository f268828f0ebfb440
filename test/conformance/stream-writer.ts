import { setTimeout as delay } from 'node:timers/promises'
import { callMethod, NotThere } from './call-method.ts'
import type { CaseEnv } from './case-env.ts'
import type { WriterStep } from './case-types.ts'
import { errorDifferences } from './check-error.ts'
import { decodeValue, makeError } from './decode-value.ts'
import { showError } from './show.ts'

/** The function passed by a `sendStreamWriter` step; once it is called, the case waits for its end. */
export function makeWriter(steps: readonly WriterStep[], env: CaseEnv): (writer: unknown) => Promise<void> {
  return (writer) => {
    const work = runWriter(steps, writer, env)
    env.pending.push(work.catch(() => undefined))
    return work
  }
}

async function runWriter(steps: readonly WriterStep[], writer: unknown, env: CaseEnv): Promise<void> {
  for (const step of steps) await runWriterStep(step, writer, env)
}

async function runWriterStep(step: WriterStep, writer: unknown, env: CaseEnv): Promise<void> {
  if (step.sleep !== undefined) await delay(step.sleep)
  if (step.waitAbort === true) await env.clientGone
  if (step.throw !== undefined) throw makeError(step.throw, env)
  if (step.write === undefined && step.flush !== true) return
  try {
    if (step.write !== undefined) await callMethod(writer, 'write', [decodeValue(step.write, env)], 'writer')
    if (step.flush === true) await callMethod(writer, 'flush', [], 'writer')
  } catch (error) {
    if (error instanceof NotThere) {
      env.failures.push(error.message)
      return
    }
    if (step.throws !== undefined) {
      env.failures.push(...errorDifferences(step.throws, error, env.subject.runtime))
      return
    }
    if (step.mayThrow === true) return
    env.failures.push(`the stream writer threw ${showError(error)}`)
    throw error
  }
  if (step.throws !== undefined) env.failures.push('the stream writer did not throw')
}
