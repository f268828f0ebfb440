import type { GeneratorCase, RequestCase } from './case-types.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const caseKeys = words(
  'id seed note soft needs config parser customBinders validatorCalls files route routes request steps response then',
)
const requestKeys = words(
  'method target headers body bodyBase64 bodyHex form multipart encode tls remoteAddress httpVersion abortAfter',
)
const responseKeys = words(
  `status headers cookies body bodyBase64 bodyJson bodyJsonPart bodyMatch bodyNotMatch bodyLength bodyDecoded
   interim aborted noResponse`,
)
const stepKeys = words(
  `call bind on args generic chain handlers writer dto map out returns returnsMatch returnsHeaders throws mayThrow
   uncaught as argsUnchanged stored check equals closed later sleep throw reject returnError return note`,
)
const throwsKeys = words('kind status message messageMatch causeMatch source field issues value')
const writerKeys = words('write flush sleep throw waitAbort throws mayThrow')
const routeKeys = words('method path name options steps')
const generatorKeys = words('id seed note soft needs files args expect steps')
const generatorStepKeys = words('args expect write append delete note')
const expectKeys = words(
  `exit exports absent diagnostics noOutput noFile unchanged sameAs stdoutMatch outputMatch outputNotMatch`,
)

function strangers(value: unknown, known: ReadonlySet<string>, where: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => `the harness does not know the key "${key}" of ${where}`)
}

function* allSteps(steps: RequestCase['steps']): Generator<NonNullable<RequestCase['steps']>[number]> {
  for (const step of steps ?? []) {
    yield step
    yield* allSteps(step.later)
    for (const handler of step.handlers ?? []) yield* allSteps(handler.steps)
  }
}

/** Unknown keys of a case: a check that is silently skipped could never fail. */
export function unknownKeys(testCase: RequestCase): string[] {
  const found = strangers(testCase, caseKeys, 'the case')
  const exchanges = [testCase, ...(testCase.then ?? [])]
  for (const { request, response } of exchanges) {
    found.push(...strangers(request, requestKeys, 'the request'))
    found.push(...strangers(response, responseKeys, 'the response'))
  }
  const routes = [...(testCase.routes ?? []), ...(testCase.route === undefined ? [] : [testCase.route])]
  for (const route of routes) found.push(...strangers(route, routeKeys, 'a route'))
  for (const steps of [testCase.steps, ...routes.map((route) => route.steps)]) {
    for (const step of allSteps(steps)) {
      found.push(...strangers(step, stepKeys, 'a step'))
      found.push(...strangers(step.throws, throwsKeys, '"throws"'))
      for (const item of step.writer ?? []) found.push(...strangers(item, writerKeys, 'a writer step'))
    }
  }
  return found
}

/** The same for a case of generator.json. */
export function unknownGeneratorKeys(testCase: GeneratorCase): string[] {
  const found = strangers(testCase, generatorKeys, 'the case')
  for (const step of testCase.steps ?? []) found.push(...strangers(step, generatorStepKeys, 'a step'))
  for (const step of [testCase, ...(testCase.steps ?? [])]) {
    found.push(...strangers(step.expect, expectKeys, '"expect"'))
  }
  return found
}
