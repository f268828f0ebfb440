import { existsSync } from 'node:fs'
import { register } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunningRoute } from '@ctxgen/codegen/openapi'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { OutsideError } from '../outside-error.ts'

let isRegistered = false

/**
 * Imports an app, which runs its code, and returns the routes of its router.
 *
 * @throws UsageError without an app, OutsideError for an error of the app.
 */
export async function runningRoutes(place: string, folder: string): Promise<readonly RunningRoute[]> {
  const [path = '', name] = place.split('#')
  if (!isRegistered && /\.[mc]?ts$/.test(path)) {
    register('ctxgen/typescript-hooks', import.meta.url)
    isRegistered = true
  }
  const file = resolve(folder, path)
  if (!existsSync(file)) throw new UsageError(`${path} does not exist.`)
  const module: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw outside(`${path} cannot be imported`, error)
  })
  const exported = isObject(module) ? Object.entries(module) : []
  const wanted = exported.filter(([key]) => name === undefined || key === name)
  const isNamed = name !== undefined || exported.length === 1
  for (const [, value] of wanted) {
    if (isNamed && takesArguments(value)) continue
    const routes = routesOf(await appOf(value, isNamed))
    if (routes !== undefined) return routes
  }
  const [maker] = wanted.find(([, value]) => takesArguments(value)) ?? []
  if (maker === undefined) throw new UsageError(`${place} exports no app.`)
  throw new UsageError(
    `${maker} of ${path} takes arguments, which only your code knows. Write a module that calls it and exports the app, ` +
      'and name that module: --verify src/verify.ts',
  )
}

/** Whether a function cannot be called without arguments; a class is no maker of apps. */
function takesArguments(value: unknown): boolean {
  return typeof value === 'function' && value.length > 0 && !/^class\b/.test(String(value))
}

/** An app, or the result of the function that makes it. */
async function appOf(value: unknown, isCalled: boolean): Promise<unknown> {
  if (typeof value !== 'function' || (!isCalled && routesOf(value) !== undefined)) return value
  try {
    return await value()
  } catch (error) {
    if (isCalled) throw outside('the function that makes the app throws', error)
    return undefined
  }
}

function outside(what: string, cause: unknown): OutsideError {
  return new OutsideError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}

function routesOf(app: unknown): readonly RunningRoute[] | undefined {
  const router = isObject(app) ? app['router'] : undefined
  const routes = isObject(router) ? router['routes'] : undefined
  if (!Array.isArray(routes)) return undefined
  return routes
    .filter((route) => !isSocket(route))
    .map(({ method, path }: RunningRoute) => ({ method, path }))
}

/** Whether it opens a WebSocket, which no document has. */
function isSocket({ handlers }: { readonly handlers?: readonly object[] }): boolean {
  return Reflect.get(Object(handlers?.at(-1)), 'isSocket') === true
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
