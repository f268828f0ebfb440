import type { Handler } from '../ctx/ctx.ts'
import type { Locals } from '../ctx/locals.ts'
import { isToken } from '../response/header-safety.ts'
import type { Route, RouteMethod } from '../route/route.ts'
import { joinPath } from '../route/route.ts'
import type { Router } from '../route/router.ts'
import { checkLimit, type ErrorHandler } from './app-config.ts'
import type { CtxWith, Guard } from './guard.ts'
import { mountErrorHandler } from './mount-error-handler.ts'
import { enterTemplates, hasTemplates, leaveTemplates, type TemplatesOwner } from './mount-templates.ts'

/** An app that can be mounted in another one. */
export interface Mountable extends TemplatesOwner {
  readonly router: Router<Handler>
  readonly config: TemplatesOwner['config'] & { readonly errorHandler?: ErrorHandler }
}

/** Options of a single route. */
export interface RouteOptions {
  /** Maximum body size in bytes, as sent and decoded. Default: that of the app. */
  readonly bodyLimit?: number
}

/** The handlers of a route, optionally preceded by its options. */
export type RouteHandlers<K extends keyof Locals = never, G extends keyof Locals = never> = GuardedHandlers<
  K,
  G,
  RouteOptions
>

/** Handlers behind guards of `K`. A {@link Guard} in first place gives the others its key. */
export type GuardedHandlers<K extends keyof Locals, G extends keyof Locals, First = never> = [
  first: First | (((c: CtxWith<K>) => unknown) & Pick<Guard<G>, 'sets'>),
  ...handlers: ((c: CtxWith<K | G>) => unknown)[],
]

/** Registers routes: the base of apps, groups and paths. Earlier routes win. `K` are the keys that its guards set. */
export abstract class Registrar<K extends keyof Locals = never> {
  /** For the type checker: a group without a guard must not pass for one with it. */
  declare protected readonly knows: (key: K) => void
  readonly #router: Router<Handler>
  readonly #prefix: string
  #namePrefix: string
  /** The last registered route, for `name()`. */
  #latest: Route<Handler> | undefined

  constructor(router: Router<Handler>, prefix: string, namePrefix: string) {
    this.#router = router
    this.#prefix = prefix
    this.#namePrefix = namePrefix
  }

  /** Also answers HEAD, unless there is a HEAD route or `disableHeadAutoRegister` is on. */
  get<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('GET', path, ...handlers)
  }

  head<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('HEAD', path, ...handlers)
  }

  post<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('POST', path, ...handlers)
  }

  put<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('PUT', path, ...handlers)
  }

  delete<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('DELETE', path, ...handlers)
  }

  connect<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('CONNECT', path, ...handlers)
  }

  options<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('OPTIONS', path, ...handlers)
  }

  trace<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('TRACE', path, ...handlers)
  }

  patch<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.add('PATCH', path, ...handlers)
  }

  /** Every method except TRACE, which needs a route of its own. */
  all<G extends keyof Locals = never>(path: string, ...handlers: RouteHandlers<K, G>): this {
    return this.#register('all', path, handlers)
  }

  /**
   * A route for one method or a list of methods; any method that the server accepts, such as `PROPFIND`. Also takes a
   * list of handlers: `add('GET', '/', ...handlers)`.
   */
  add<G extends keyof Locals = never>(
    methods: string | readonly string[],
    path: string,
    ...handlers: RouteHandlers<K, G>
  ): this
  add(methods: string | readonly string[], path: string, ...handlers: ((c: CtxWith<K>) => unknown)[]): this
  add(methods: string | readonly string[], path: string, ...handlers: readonly unknown[]): this {
    for (const method of typeof methods === 'string' ? [methods] : methods) {
      if (!isToken(method)) throw new TypeError(`${JSON.stringify(method)} is not a method`)
      this.#register(method.toUpperCase(), path, handlers)
    }
    return this
  }

  /**
   * Middleware for a path (or a list of paths) and all paths below it; without a path, for every path. A mounted app
   * brings its routes, its templates for them, and its error handler for the paths below; all other settings are those
   * of this app.
   */
  use(path: string | readonly string[], ...handlers: (Handler | Mountable)[]): this
  use(...handlers: (Handler | Mountable)[]): this
  use(first?: string | readonly string[] | Handler | Mountable, ...rest: (Handler | Mountable)[]): this {
    const paths = pathsOf(first)
    const takers = paths === undefined && first !== undefined ? [first, ...rest] : rest
    for (const path of paths ?? ['']) this.#useAt(path, takers)
    return this
  }

  /** Creates a group of routes below a prefix. The handlers are its middleware. */
  group<G extends keyof Locals = never>(
    prefix: string,
    ...handlers: GuardedHandlers<K, G> | []
  ): Group<K | NoInfer<G>> {
    checkPath('group', prefix)
    if (handlers.length > 0) this.#register('use', prefix, handlers)
    return new Group(this.#router, joinPath(this.#prefix, prefix), this.#namePrefix)
  }

  /**
   * Creates routes for the methods of one path, each with handlers only. With a function, fills a group.
   * @param name a prefix for the names of the group's routes.
   */
  route(path: string): PathRoutes<K>
  route(prefix: string, fill: (group: Group<K>) => void, name?: string): this
  route(path: string, fill?: (group: Group<K>) => void, name: string = ''): PathRoutes<K> | this {
    const group = this.group(path)
    if (fill === undefined) return new PathRoutes(group)
    fill(group.name(name))
    return this
  }

  /**
   * Names the last registered route, for `getRouteURL`. In a group without routes, extends the prefix of route names.
   */
  name(name: string): this {
    if (this.#latest === undefined) this.#namePrefix += name
    else this.#latest.name = this.#namePrefix + name
    return this
  }

  #useAt(path: string, takers: readonly unknown[]): void {
    checkPath('use', path)
    if (takers.length === 0) this.#register('use', path, [])
    let handlers: Handler[] = []
    for (const taker of takers) {
      if (!isMountable(taker)) handlers.push(asHandler(taker, path))
      if (!isMountable(taker)) continue
      if (handlers.length > 0) this.#register('use', path, handlers)
      handlers = []
      this.#mount(path, taker)
    }
    if (handlers.length > 0) this.#register('use', path, handlers)
  }

  #mount(path: string, app: Mountable): void {
    const { errorHandler } = app.config
    if (hasTemplates(app)) this.#register('use', path, [enterTemplates(app)])
    if (errorHandler !== undefined) this.#register('use', path, [mountErrorHandler(errorHandler)])
    this.#router.mount(joinPath(this.#prefix, path), app.router)
    if (hasTemplates(app)) this.#register('use', path, [leaveTemplates])
  }

  #register(method: RouteMethod, path: string, takers: readonly unknown[]): this {
    checkPath(method, path)
    const options = method === 'use' ? undefined : optionsOf(takers[0])
    const handlers = options === undefined ? takers : takers.slice(1)
    if (handlers.length === 0 || !handlers.every(isHandler)) {
      throw new TypeError(`${method} ${path}: a route needs handlers, all of them functions`)
    }
    this.#latest = this.#router.add(
      method,
      joinPath(this.#prefix, path),
      handlers,
      limitOf(options, method, path),
    )
    return this
  }
}

/** A handler in place of the path would fill the error message with its source. */
function checkPath(method: string, path: unknown): void {
  if (typeof path !== 'string')
    throw new TypeError(`${method}: the path must be a string, before the handlers`)
}

function pathsOf(first: unknown): readonly string[] | undefined {
  if (typeof first === 'string') return [first]
  return Array.isArray(first) ? first : undefined
}

function isMountable(taker: unknown): taker is Mountable {
  return typeof taker === 'object' && taker !== null && 'router' in taker && 'config' in taker
}

function optionsOf(taker: unknown): RouteOptions | undefined {
  return typeof taker === 'object' && taker !== null && !isMountable(taker) ? taker : undefined
}

/** @throws TypeError for an unknown option, RangeError for an invalid limit. */
function limitOf(options: RouteOptions = {}, method: string, path: string): number | undefined {
  const unknown = Object.keys(options).find((name) => name !== 'bodyLimit')
  if (unknown !== undefined) throw new TypeError(`${method} ${path}: a route has no option ${unknown}`)
  checkLimit(`${method} ${path}: bodyLimit`, options.bodyLimit)
  return options.bodyLimit
}

function isHandler(taker: unknown): taker is Handler {
  return typeof taker === 'function'
}

function asHandler(taker: unknown, path: string): Handler {
  if (isHandler(taker)) return taker
  throw new TypeError(`use${path === '' ? '' : ` ${path}`}: neither a handler nor an app`)
}

/** Routes below a prefix. */
export class Group<K extends keyof Locals = never> extends Registrar<K> {}

/** The routes of one path: `app.route('/users').get(list).post(create)`. */
export class PathRoutes<K extends keyof Locals = never> {
  readonly #group: Group<K>

  constructor(group: Group<K>) {
    this.#group = group
  }

  get<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('GET', ...handlers)
  }

  head<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('HEAD', ...handlers)
  }

  post<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('POST', ...handlers)
  }

  put<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('PUT', ...handlers)
  }

  delete<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('DELETE', ...handlers)
  }

  connect<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('CONNECT', ...handlers)
  }

  options<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('OPTIONS', ...handlers)
  }

  trace<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('TRACE', ...handlers)
  }

  patch<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    return this.add('PATCH', ...handlers)
  }

  add<G extends keyof Locals = never>(
    methods: string | readonly string[],
    ...handlers: RouteHandlers<K, G>
  ): this {
    this.#group.add(methods, '', ...handlers)
    return this
  }

  all<G extends keyof Locals = never>(...handlers: RouteHandlers<K, G>): this {
    this.#group.all('', ...handlers)
    return this
  }

  use(...handlers: Handler[]): this {
    this.#group.use('', ...handlers)
    return this
  }

  /** Creates routes for a path below this one. */
  route(path: string): PathRoutes<K> {
    return this.#group.route(path)
  }

  /** Names the last registered route. */
  name(name: string): this {
    this.#group.name(name)
    return this
  }
}
