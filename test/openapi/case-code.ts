import { optionsOf } from '../conformance/build-app.ts'
import type { CaseRoute, ErrorSpec, Json, RequestCase, Step } from '../conformance/case-types.ts'

/** The app of a case as code; `undefined` for what code of a handler would not contain, such as steps that must throw. */
export function caseCode({
  config,
  files,
  then,
  customBinders,
  route,
  routes,
  steps,
  parser,
}: RequestCase): string | undefined {
  if ((config ?? files ?? then ?? customBinders ?? parser) !== undefined) return undefined
  const all = (routes ?? [{ ...route, ...(steps === undefined ? {} : { steps }) }]).map(routeCode)
  if (!all.every((one) => one !== undefined)) return undefined
  return `import { App, HttpError } from '@ctxgen/runtime'\n\nexport const app = new App({ onError: () => undefined })\n${all.join('\n')}\n`
}

function routeCode(route: CaseRoute): string | undefined {
  const { method = 'all', path = '/*', name, steps = [] } = route
  const body = stepsCode(steps)
  const options = optionsOf(route)
  const given = options === undefined ? '' : `${literal(options)}, `
  const named = name === undefined ? '' : `.name(${literal(name)})`
  return (
    body &&
    `app.${method.toLowerCase()}(${literal(path)}, ${given}async (c) => {\nglobalThis.entered = true\n${body}})${named}`
  )
}

function stepsCode(steps: readonly Step[]): string | undefined {
  const lines = steps.map(stepCode)
  return lines.every((line) => line !== undefined) ? `${lines.join('\n')}\n` : undefined
}

/** Checks of a step are left out. */
function stepCode(step: Step): string | undefined {
  const { call, args = [], chain = [], handlers, throw: thrown, returnError, sleep } = step
  if (
    (step.generic ?? step.on ?? step.throws ?? step.mayThrow ?? step.writer ?? step.bind ?? step.later) !==
    undefined
  )
    return undefined
  if (thrown !== undefined) return errorCode(thrown, 'throw')
  if (returnError !== undefined) return errorCode(returnError, 'return')
  if (sleep !== undefined) return ''
  if (call === undefined || !isPlain([...args, ...chain.flat()])) return undefined
  const given = handlers === undefined ? args.map(literal) : handlers.map(handlerCode)
  if (!given.every((one) => one !== undefined)) return undefined
  const links = chain.map((link) => {
    const [method, ...rest] = typeof link === 'string' ? [link] : link
    return `.${method}(${rest.map(literal).join(', ')})`
  })
  return `await c.${call}(${given.join(', ')})${links.join('')}`
}

function handlerCode({ mediaType, send, steps }: NonNullable<Step['handlers']>[number]): string | undefined {
  const body = steps === undefined ? `c.sendString(${literal(send ?? '')})` : stepsCode(steps)
  return body && `{ mediaType: ${literal(mediaType)}, handler: async (c) => { ${body} } }`
}

function errorCode({ kind, status, message, value, cause }: ErrorSpec, word: string): string | undefined {
  if (value !== undefined || cause !== undefined || kind === 'value') return undefined
  const args = kind === 'HttpError' ? [status, message] : [message]
  return `${word} new ${kind}(${args
    .filter((one) => one !== undefined)
    .map(literal)
    .join(', ')})`
}

/** Markers stand for values that JSON does not have. */
function isPlain(values: readonly Json[]): boolean {
  return !/"\$[a-z]+":/.test(JSON.stringify(values))
}

function literal(value: Json): string {
  return JSON.stringify(value)
}
