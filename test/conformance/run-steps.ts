import { setTimeout as delay } from 'node:timers/promises'
import { callMethod, exportedFunction, isThenable, NotThere } from './call-method.ts'
import type { CaseEnv } from './case-env.ts'
import type { Step } from './case-types.ts'
import { errorDifferences } from './check-error.ts'
import { type CompareScope, type Comparison, compareValue, differences } from './compare.ts'
import { decodeValue, makeError } from './decode-value.ts'
import { describeStep, judgeValue } from './judge-value.ts'
import { showError } from './show.ts'
import { makeWriter } from './stream-writer.ts'

/** The context of a step. */
interface StepScope {
  readonly c: unknown
  readonly env: CaseEnv
  /** The error given to an errorHandler. */
  readonly thrown: unknown
}

/** The step ran; continue with the next. */
const goOn = Symbol('go on')
type Outcome = typeof goOn | { readonly handlerReturns: unknown }

/**
 * Runs the steps of a handler, synchronously until a step returns a promise: throwing at once and returning
 * a rejected promise are different things to test.
 */
export function runSteps(steps: readonly Step[], c: unknown, env: CaseEnv, thrown?: unknown): unknown {
  env.entered.add(steps)
  return runFrom(steps, 0, { c, env, thrown })
}

function runFrom(steps: readonly Step[], first: number, scope: StepScope): unknown {
  for (const [i, step] of steps.slice(first).entries()) {
    const outcome = runStep(step, scope)
    if (isThenable(outcome)) {
      return outcome.then((later) =>
        later === goOn
          ? runFrom(steps, first + i + 1, scope)
          : (later as { handlerReturns: unknown }).handlerReturns,
      )
    }
    if (outcome !== goOn) return outcome.handlerReturns
  }
  return undefined
}

function runStep(step: Step, scope: StepScope): Outcome | PromiseLike<Outcome> {
  const { env } = scope
  env.ran.add(step)
  if (step.call !== undefined || step.bind !== undefined) return runCall(step, scope)
  if (step.throw !== undefined) throw makeError(step.throw, env)
  if (step.reject !== undefined) return Promise.reject(makeError(step.reject, env))
  if (step.returnError !== undefined) return { handlerReturns: makeError(step.returnError, env) }
  if (step.return !== undefined) return { handlerReturns: decodeValue(step.return, env, scope.thrown) }
  if (step.sleep !== undefined) return delay(step.sleep, goOn)
  if (step.later !== undefined) env.later.push({ c: scope.c, steps: step.later })
  else if (step.check !== undefined) {
    env.failures.push(
      ...differences(step.equals ?? null, decodeValue(step.check, env), 'the value', compareScope(scope)),
    )
  } else if (step.stored !== undefined) {
    const stored = Object.fromEntries(env.storages.get(step.stored) ?? [])
    env.failures.push(
      ...differences(step.equals ?? {}, stored, `the storage ${step.stored}`, compareScope(scope)),
    )
  } else if (step.closed !== undefined) return checkClosed(step.closed, env)
  else env.failures.push(`the harness does not know the step ${JSON.stringify(step)}`)
  return goOn
}

async function checkClosed(name: string, env: CaseEnv): Promise<Outcome> {
  // Closing may be asynchronous, and nothing signals its end to the client.
  for (let i = 0; i < 50 && !env.closed.has(name); i += 1) await delay(10)
  if (!env.closed.has(name)) env.failures.push(`${name} was not closed`)
  return goOn
}

function runCall(step: Step, scope: StepScope): Outcome | PromiseLike<Outcome> {
  let args: unknown[] = []
  const call = (): unknown => {
    args = makeArgs(step, scope)
    return step.bind === undefined ? callContext(step, args, scope) : callBind(step.bind, step, args, scope)
  }
  const onValue = (value: unknown): Outcome | PromiseLike<Outcome> => {
    const { env } = scope
    if (step.as !== undefined) env.saved.set(step.as, value)
    if (step.throws !== undefined || step.uncaught === true) {
      env.failures.push(`${describeStep(step)} did not throw`)
      return goOn
    }
    const comparison: Comparison = { problems: [], waiting: [] }
    judgeValue(step, value, args, compareScope(scope), comparison)
    if (step.argsUnchanged === true) {
      compareValue(
        step.args ?? [],
        args,
        `the arguments of ${describeStep(step)}`,
        compareScope(scope),
        comparison,
      )
    }
    const record = (): Outcome => {
      env.failures.push(...comparison.problems)
      return goOn
    }
    return comparison.waiting.length === 0 ? record() : Promise.all(comparison.waiting).then(record)
  }
  return settle(call, onValue, (error) => judgeError(step, error, scope))
}

/** Runs the matching callback at once, or when the promise of `run` settles. */
function settle(
  run: () => unknown,
  onValue: (value: unknown) => Outcome | PromiseLike<Outcome>,
  onError: (error: unknown) => Outcome,
): Outcome | PromiseLike<Outcome> {
  let value: unknown
  try {
    value = run()
  } catch (error) {
    return onError(error)
  }
  return isThenable(value) ? value.then(onValue, onError) : onValue(value)
}

function judgeError(step: Step, error: unknown, { env }: StepScope): Outcome {
  if (error instanceof NotThere) {
    env.failures.push(`${describeStep(step)}: ${error.message}`)
    return goOn
  }
  if (step.throws !== undefined) {
    const found = errorDifferences(step.throws, error, env.subject.runtime)
    env.failures.push(...found.map((text) => `${describeStep(step)}: ${text}`))
    return goOn
  }
  if (step.mayThrow === true) return goOn
  if (step.uncaught !== true) {
    env.unexpected.push(error)
    if ('returns' in step || step.returnsMatch !== undefined || step.returnsHeaders !== undefined) {
      env.failures.push(`${describeStep(step)} threw ${showError(error)}`)
    }
  }
  throw error
}

function compareScope({ c, env }: StepScope): CompareScope {
  return {
    c,
    app: env.app,
    classOf: (name) => env.dtos.source[name],
    ref: (name) => env.saved.get(name),
  }
}

function makeArgs(step: Step, { c, env, thrown }: StepScope): unknown[] {
  if (step.handlers !== undefined) {
    return step.handlers.map(({ mediaType, send, steps }) => ({
      mediaType,
      handler: (inner: unknown): unknown =>
        steps === undefined ? callMethod(inner ?? c, 'sendString', [send]) : runSteps(steps, inner ?? c, env),
    }))
  }
  if (step.writer !== undefined) return [makeWriter(step.writer, env)]
  return (step.args ?? []).map((arg) => decodeValue(arg, env, thrown))
}

function callContext(step: Step, args: readonly unknown[], { c, env, thrown }: StepScope): unknown {
  const name = String(step.call)
  if (step.generic !== undefined) {
    const generic = exportedFunction(env.subject.runtime, name, '@ctxgen/runtime')
    return Reflect.apply(generic, undefined, [c, ...step.generic.map((arg) => decodeValue(arg, env, thrown))])
  }
  const target = step.on === undefined ? c : callMethod(c, step.on, [])
  const label = step.on === undefined ? 'c' : `c.${step.on}()`
  // A view may lack a method to refuse it; a Ctx may not.
  if (step.on !== undefined && typeof Reflect.get(Object(target), name) !== 'function') {
    throw new TypeError(`${label}.${name} is not a function`)
  }
  let result = callMethod(target, name, args, label)
  for (const link of step.chain ?? []) {
    const [method, ...rest] = typeof link === 'string' ? [link] : link
    const next = (value: unknown): unknown =>
      callMethod(
        value,
        method,
        rest.map((arg) => decodeValue(arg, env, thrown)),
        `${label}.${name}()`,
      )
    result = isThenable(result) ? result.then(next) : next(result)
  }
  return result
}

function callBind(name: string, step: Step, args: unknown[], { c, env }: StepScope): unknown {
  let bind = callMethod(c, 'bind', [])
  for (const link of step.chain ?? []) {
    const [method, ...rest] = typeof link === 'string' ? [link] : link
    bind = callMethod(
      bind,
      method,
      rest.map((arg) => decodeValue(arg, env)),
      'c.bind()',
    )
  }
  if (name !== 'custom') {
    if (step.dto !== undefined) args.push(findDto(step.dto, env))
    else if (step.map === 'last') args.push({ asMap: 'last' })
    if (step.out !== undefined) {
      if (args.length === 0) args.push(undefined)
      args.push(decodeValue(step.out, env))
    }
  }
  return callMethod(bind, name, args, 'c.bind()')
}

function findDto(name: string, env: CaseEnv): unknown {
  if (env.dtos.failure !== undefined) throw new NotThere(env.dtos.failure)
  const dto = env.dtos.generated[name]
  if (dto === undefined) throw new NotThere(`the generated module does not export ${name}`)
  return dto
}
