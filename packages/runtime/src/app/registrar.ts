import type { SocketDto } from '../bind/dto/dto.ts'
import type { Ctx, Handler } from '../ctx/ctx.ts'
import type { Locals } from '../ctx/locals.ts'
import { isToken } from '../response/header-safety.ts'
import type { Route, RouteLimits, RouteMethod } from '../route/route.ts'
import { joinPath } from '../route/route.ts'
import type { Router } from '../route/router.ts'
import { checkLimit, type ErrorHandler } from './app-config.ts'
import type { CtxWith, Guard } from './guard.ts'
import { mountErrorHandler } from './mount-error-handler.ts'
import { enterTemplates, hasTemplates, leaveTemplates, type TemplatesOwner } from './mount-templates.ts'
import type { CtxAt } from './param-names.ts'
import type { SocketHooks } from './ws/socket.ts'
import { isSocketDto, socketRoute } from './ws/socket-route.ts'

/** An app that can be mounted in another one. */
export interface Mountable extends TemplatesOwner {
  readonly router: Router<Handler>
  readonly config: TemplatesOwner['config'] & { readonly errorHandler?: ErrorHandler }
}

type Key = keyof Locals

/** When the body is read. */
interface BodyOptions {
  /**
   * `true`: before the first of these handlers. `'stream'`: when they read `c.bodyStream()`. Default: before the last
   * handler of a route, never for middleware.
   */
  readonly body?: true | 'stream'
}

/** Options of a single route. */
export interface RouteOptions extends RouteLimits, BodyOptions {}

/**
 * A handler behind guards of `K`, which gives those of `G` to the handlers after it. `P` is the pattern, whose
 * parameters `c.params()` completes.
 */
type Step<P extends string, K extends Key, G extends Key> = Takes<CtxAt<P, K>> & Pick<Guard<G>, 'sets'>

type Takes<C> = (c: C) => ReturnType<Handler>

/** Part of a compile error: the text for a handler with two parameters, or one that returns its answer. */
type HandlerForm =
  'a handler takes the Ctx alone: call c.next() to go on, and c.json(value) in place of returning it'

/** The handlers of a route, optionally preceded by its options. Guards among the first four add up. */
export type RouteHandlers<
  P extends string,
  K extends Key,
  A extends Key,
  B extends Key,
  C extends Key,
  D extends Key,
> = [
  first: RouteOptions | Step<P, K, A> | HandlerForm,
  second?: Step<P, K | A, B> | HandlerForm,
  third?: Step<P, K | A | B, C> | HandlerForm,
  fourth?: Step<P, K | A | B | C, D> | HandlerForm,
  ...rest: Takes<CtxAt<P, K | A | B | C | D>>[],
]

/** Adds a route; see {@link Registrar}. */
type AddRoute<K extends Key, Self> = <
  P extends string,
  A extends Key = never,
  B extends Key = never,
  C extends Key = never,
  D extends Key = never,
>(
  path: P,
  ...handlers: RouteHandlers<P, K, A, B, C, D>
) => Self

/** Adds a route of one path; see {@link PathRoutes}. */
type AddHandlers<P extends string, K extends Key, Self> = <
  A extends Key = never,
  B extends Key = never,
  C extends Key = never,
  D extends Key = never,
>(
  ...handlers: RouteHandlers<P, K, A, B, C, D>
) => Self

/** The middleware of a group, optionally preceded by its options. */
export type GroupHandlers<
  P extends string,
  K extends Key,
  A extends Key,
  B extends Key,
  C extends Key,
  D extends Key,
> = [
  first?: BodyOptions | Step<P, K, A> | HandlerForm,
  second?: Step<P, K | A, B> | HandlerForm,
  third?: Step<P, K | A | B, C> | HandlerForm,
  fourth?: Step<P, K | A | B | C, D> | HandlerForm,
  ...rest: Takes<CtxAt<P, K | A | B | C | D>>[],
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
  readonly get: AddRoute<K, this> = (path, ...handlers) => this.#register('GET', path, handlers)
  readonly head: AddRoute<K, this> = (path, ...handlers) => this.#register('HEAD', path, handlers)
  readonly post: AddRoute<K, this> = (path, ...handlers) => this.#register('POST', path, handlers)
  readonly put: AddRoute<K, this> = (path, ...handlers) => this.#register('PUT', path, handlers)
  readonly delete: AddRoute<K, this> = (path, ...handlers) => this.#register('DELETE', path, handlers)
  readonly connect: AddRoute<K, this> = (path, ...handlers) => this.#register('CONNECT', path, handlers)
  readonly options: AddRoute<K, this> = (path, ...handlers) => this.#register('OPTIONS', path, handlers)
  readonly trace: AddRoute<K, this> = (path, ...handlers) => this.#register('TRACE', path, handlers)
  readonly patch: AddRoute<K, this> = (path, ...handlers) => this.#register('PATCH', path, handlers)
  /** Every method except TRACE, which needs a route of its own. */
  readonly all: AddRoute<K, this> = (path, ...handlers) => this.#register('all', path, handlers)

  /**
   * A route for one method or a list of methods; any method that the server accepts, such as `PROPFIND`. Also takes a
   * list of handlers: `add('GET', '/', ...handlers)`.
   */
  add<
    P extends string,
    A extends Key = never,
    B extends Key = never,
    C extends Key = never,
    D extends Key = never,
  >(methods: string | readonly string[], path: P, ...handlers: RouteHandlers<P, K, A, B, C, D>): this
  add(methods: string | readonly string[], path: string, ...handlers: Takes<CtxWith<K>>[]): this
  add(methods: string | readonly string[], path: string, ...handlers: readonly unknown[]): this {
    for (const method of methodNames(methods)) this.#register(method, path, handlers)
    return this
  }

  /**
   * Middleware for a path (or a list of paths) and all paths below it; without a path, for every path. A mounted app
   * brings its routes, its templates for them, and its error handler for the paths below; all other settings are those
   * of this app. Options stand before the handlers, and do not concern a mounted app.
   */
  use(
    // With `string` alone the literal type would be absorbed by it.
    first?: (string & {}) | readonly string[] | BodyOptions | Handler | Mountable | HandlerForm,
    ...rest: (BodyOptions | Handler | Mountable | HandlerForm)[]
  ): this {
    const paths = pathsOf(first)
    const takers = paths === undefined && first !== undefined ? [first, ...rest] : rest
    for (const path of paths ?? ['']) this.#useAt(path, takers)
    return this
  }

  /** Creates a group of routes below a prefix. The handlers are its middleware. */
  group<
    P extends string,
    A extends Key = never,
    B extends Key = never,
    C extends Key = never,
    D extends Key = never,
  >(prefix: P, ...handlers: GroupHandlers<P, K, A, B, C, D>): Group<K | NoInfer<A | B | C | D>> {
    checkPath('group', prefix)
    if (handlers.length > 0) this.#register('use', prefix, handlers)
    return new Group(this.#router, joinPath(this.#prefix, prefix), this.#namePrefix)
  }

  /**
   * Creates routes for the methods of one path, each with handlers only. With a function, fills a group.
   * @param name a prefix for the names of the group's routes.
   */
  route<P extends string>(path: P): PathRoutes<K, P>
  route(prefix: string, fill: (group: Group<K>) => void, name?: string): this
  route(path: string, fill?: (group: Group<K>) => void, name: string = ''): PathRoutes<K, string> | this {
    const group = this.group(path)
    if (fill === undefined)
      return new PathRoutes(group, (method, handlers) => group.#register(method, '', handlers))
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

  /**
   * A WebSocket, whose messages are read and checked by the DTO. Guards and other handlers before it run at the upgrade, once
   * each; what they answer is an ordinary answer. Needs a server of `listen()`.
   */
  ws<P extends string, R, S, D = undefined>(
    path: P,
    dto: SocketDto<R, S>,
    hooks: SocketHooks<CtxAt<P, K>, R, S, D>,
  ): this
  ws<P extends string, A extends Key, R, S, D = undefined>(
    path: P,
    guard: Step<P, K, A>,
    dto: SocketDto<R, S>,
    hooks: SocketHooks<CtxAt<P, K | A>, R, S, D>,
  ): this
  ws<P extends string, A extends Key, B extends Key, R, S, D = undefined>(
    path: P,
    guard: Step<P, K, A>,
    second: Step<P, K | A, B>,
    dto: SocketDto<R, S>,
    hooks: SocketHooks<CtxAt<P, K | A | B>, R, S, D>,
  ): this
  ws(path: string, ...takers: readonly unknown[]): this {
    const at = takers.findIndex(isSocketDto)
    const dto = takers[at]
    if (!isSocketDto(dto) || at !== takers.length - 2)
      throw new TypeError(
        `ws ${path}: a socket needs its DTO, of an interface with @socket, and its hooks, after the guards`,
      )
    const hooks = takers[at + 1] as SocketHooks<Ctx, unknown, unknown, unknown>
    return this.#register('GET', path, [...takers.slice(0, at), socketRoute(`ws ${path}`, dto, hooks)])
  }

  #useAt(path: string, takers: readonly unknown[]): void {
    checkPath('use', path)
    const options = optionsOf(takers[0])
    const given = options === undefined ? [] : [options]
    const rest = takers.slice(given.length)
    let handlers: Handler[] = []
    for (const taker of rest) {
      if (!isMountable(taker)) handlers.push(asHandler(taker, path))
      if (!isMountable(taker)) continue
      if (handlers.length > 0) this.#register('use', path, [...given, ...handlers])
      handlers = []
      this.#mount(path, taker)
    }
    if (handlers.length > 0 || !rest.some(isMountable)) this.#register('use', path, [...given, ...handlers])
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
    const options = optionsOf(takers[0])
    const handlers = options === undefined ? takers : takers.slice(1)
    if (handlers.length === 0 || !handlers.every(isHandler)) {
      throw new TypeError(`${method} ${path}: a route needs handlers, all of them functions`)
    }
    const { body, ...limits } = checkOptions(options ?? {}, method, `${method} ${path}`)
    this.#latest = this.#router.add(
      method,
      joinPath(this.#prefix, path),
      handlers,
      Object.keys(limits).length === 0 ? undefined : limits,
      body,
    )
    return this
  }
}

/** A handler in place of the path would fill the error message with its source. */
function checkPath(method: string, path: unknown): void {
  if (typeof path !== 'string')
    throw new TypeError(`${method}: the path must be a string, before the handlers`)
}

/** @throws TypeError for a text that is no method. */
function methodNames(methods: string | readonly string[]): string[] {
  return (typeof methods === 'string' ? [methods] : methods).map((method) => {
    if (!isToken(method)) throw new TypeError(`${JSON.stringify(method)} is not a method`)
    return method.toUpperCase()
  })
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
function checkOptions(options: RouteOptions, method: RouteMethod, where: string): RouteOptions {
  for (const [name, value] of Object.entries(options)) {
    if (name === 'body') checkBodyOption(value, where)
    else if (method === 'use' || !routeLimits.has(name)) {
      throw new TypeError(`${where}: ${method === 'use' ? 'middleware' : 'a route'} has no option ${name}`)
    } else checkLimit(`${where}: ${name}`, value)
  }
  return options
}

function checkBodyOption(value: unknown, where: string): void {
  if (value !== true && value !== 'stream' && value !== undefined)
    throw new TypeError(`${where}: body: neither true nor 'stream'`)
}

const routeLimits: ReadonlySet<string> = new Set<keyof RouteLimits>(['bodyLimit', 'maxParts', 'maxKeys'])

function isHandler(taker: unknown): taker is Handler {
  return typeof taker === 'function'
}

function asHandler(taker: unknown, path: string): Handler {
  if (isHandler(taker)) return taker
  throw new TypeError(`use${path === '' ? '' : ` ${path}`}: neither a handler nor an app`)
}

/** Routes below a prefix. */
export class Group<K extends keyof Locals = never> extends Registrar<K> {}

type AddTo = (method: RouteMethod, handlers: readonly unknown[]) => void

/** The routes of one path: `app.route('/users').get(list).post(create)`. */
export class PathRoutes<K extends keyof Locals = never, P extends string = string> {
  readonly #group: Group<K>
  readonly #route: AddTo

  constructor(group: Group<K>, route: AddTo) {
    this.#group = group
    this.#route = route
  }

  readonly get: AddHandlers<P, K, this> = (...handlers) => this.#register('GET', handlers)
  readonly head: AddHandlers<P, K, this> = (...handlers) => this.#register('HEAD', handlers)
  readonly post: AddHandlers<P, K, this> = (...handlers) => this.#register('POST', handlers)
  readonly put: AddHandlers<P, K, this> = (...handlers) => this.#register('PUT', handlers)
  readonly delete: AddHandlers<P, K, this> = (...handlers) => this.#register('DELETE', handlers)
  readonly connect: AddHandlers<P, K, this> = (...handlers) => this.#register('CONNECT', handlers)
  readonly options: AddHandlers<P, K, this> = (...handlers) => this.#register('OPTIONS', handlers)
  readonly trace: AddHandlers<P, K, this> = (...handlers) => this.#register('TRACE', handlers)
  readonly patch: AddHandlers<P, K, this> = (...handlers) => this.#register('PATCH', handlers)
  readonly all: AddHandlers<P, K, this> = (...handlers) => this.#register('all', handlers)

  add<A extends Key = never, B extends Key = never, C extends Key = never, D extends Key = never>(
    methods: string | readonly string[],
    ...handlers: RouteHandlers<P, K, A, B, C, D>
  ): this {
    for (const method of methodNames(methods)) this.#register(method, handlers)
    return this
  }

  use(...handlers: (BodyOptions | Handler)[]): this {
    this.#group.use('', ...handlers)
    return this
  }

  /** Creates routes for a path below this one. */
  route<S extends string>(path: S): PathRoutes<K, S> {
    return this.#group.route(path)
  }

  /** Names the last registered route. */
  name(name: string): this {
    this.#group.name(name)
    return this
  }

  #register(method: RouteMethod, handlers: readonly unknown[]): this {
    this.#route(method, handlers)
    return this
  }
}
