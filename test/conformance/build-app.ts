import { setTimeout as delay } from 'node:timers/promises'
import { callMethod, exportedFunction } from './call-method.ts'
import type { CaseEnv } from './case-env.ts'
import type { CaseRoute, CustomBinderSpec, Json, JsonObject, RequestCase, Step } from './case-types.ts'
import { decodeValue, isObject, makeError } from './decode-value.ts'
import { runSteps } from './run-steps.ts'

/** Makes the App of a case: its config, binders and routes. */
export function buildApp(testCase: RequestCase, env: CaseEnv): unknown {
  const App = exportedFunction(env.subject.runtime, 'App', '@ctxgen/runtime')
  const app: unknown = Reflect.construct(App, [buildConfig(testCase.config ?? {}, env)])
  env.app = app
  for (const binder of testCase.customBinders ?? []) {
    callMethod(app, 'registerCustomBinder', [customBinder(binder, env)], 'app')
  }
  const { steps } = testCase
  const routes = testCase.routes ?? [{ ...testCase.route, ...(steps === undefined ? {} : { steps }) }]
  for (const route of routes) addRoute(app, route, env)
  return app
}

function addRoute(app: unknown, route: CaseRoute, env: CaseEnv): void {
  const method = (route.method ?? 'all').toLowerCase()
  const steps = route.steps ?? []
  const options = optionsOf(route)
  callMethod(
    app,
    method,
    [
      route.path ?? '/*',
      ...(options === undefined ? [] : [options]),
      (c: unknown) => runSteps(steps, c, env),
    ],
    'app',
  )
  if (route.name !== undefined) callMethod(app, 'name', [route.name], 'app')
}

/** The options of a route; middleware whose steps ask for the body has it read. */
export function optionsOf({ method, options, steps = [] }: CaseRoute): JsonObject | undefined {
  return options ?? (method === 'use' && steps.some(asksForBody) ? { body: true } : undefined)
}

const bodyCalls = new Set(['body', 'bodyRaw', 'formValue', 'formFile', 'multipartForm'])
const bodyBinders = new Set(['all', 'body', 'cbor', 'form', 'json', 'msgPack', 'xml', 'custom'])

function asksForBody({ call, bind }: Step): boolean {
  return bodyCalls.has(call ?? '') || bodyBinders.has(bind ?? '')
}

type ConfigValue = (value: Json, env: CaseEnv) => unknown

/** Settings that a case writes in another form. */
const special: Readonly<Record<string, ConfigValue>> = {
  msgPack: (value, env) => (value === true ? makeCodec(env, 'msgpack') : value),
  cbor: (value, env) => (value === true ? makeCodec(env, 'cbor') : value),
  structValidator: (value, env) => (isObject(value) ? makeValidator(value, env) : value),
  errorHandler: (value, env) => {
    const steps = isObject(value) && Array.isArray(value.$steps) ? value.$steps : []
    return (c: unknown, error: unknown) => runSteps(steps, c, env, error)
  },
  views: (value, env) =>
    isObject(value) && isObject(value.$templates)
      ? templateEngine(value.$templates, value.async === true)
      : decodeValue(value, env),
}

function buildConfig(json: JsonObject, env: CaseEnv): Record<string, unknown> {
  // Cases that make a handler fail expect the error.
  const config: Record<string, unknown> = { onError: () => undefined }
  for (const [key, value] of Object.entries(json)) {
    // An app without an engine uses the default one.
    if (key === 'views' && value === 'default') continue
    config[key] = special[key]?.(value, env) ?? decodeValue(value, env)
  }
  return config
}

function makeCodec(env: CaseEnv, name: 'msgpack' | 'cbor'): unknown {
  return Reflect.apply(exportedFunction(env.subject[name], name, `@ctxgen/runtime/${name}`), undefined, [])
}

function makeValidator(json: JsonObject, env: CaseEnv): object {
  const rule = isObject(json.$validator) ? json.$validator : {}
  const unless = isObject(rule.rejectUnless) ? rule.rejectUnless : undefined
  return {
    validate(out: unknown): void {
      env.validatorCalls += 1
      const found: unknown =
        unless !== undefined && typeof out === 'object' && out !== null
          ? Reflect.get(out, String(unless.path))
          : undefined
      if (unless === undefined || found !== unless.equals) throw new Error(String(rule.message))
    },
  }
}

function templateEngine(templates: JsonObject, asynchronous: boolean): object {
  const fill = (name: string, data: Readonly<Record<string, unknown>>): string => {
    const text = templates[name]
    if (typeof text !== 'string') throw new Error(`no template ${name}`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => String(data[key] ?? ''))
  }
  const render = (name: string, data: unknown, layouts: unknown): string => {
    const values = typeof data === 'object' && data !== null ? { ...data } : {}
    let text = fill(name, values)
    for (const layout of Array.isArray(layouts) ? layouts : [])
      text = fill(String(layout), { ...values, embed: text })
    return text
  }
  if (!asynchronous) return { render }
  return {
    async render(name: string, data: unknown, layouts: unknown): Promise<string> {
      await delay(1)
      return render(name, data, layouts)
    },
  }
}

function customBinder(spec: CustomBinderSpec, env: CaseEnv): object {
  const { parse } = spec
  return {
    name: spec.name,
    mimeTypes: spec.mimeTypes,
    parse(c: unknown, out: object): void {
      if (parse === 'json') Object.assign(out, JSON.parse(bodyText(c)))
      else if ('throw' in parse) throw makeError(parse.throw, env)
      else Object.assign(out, decodeValue(parse.assign, env))
    },
  }
}

function bodyText(c: unknown): string {
  const body = callMethod(c, 'body', [])
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : String(body)
}
