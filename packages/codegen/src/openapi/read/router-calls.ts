import { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { docsOfCall } from './doc-comments.ts'
import { textsOf } from './known-literals.ts'
import type { Machine, Site } from './machine.ts'
import { literalValue, nothing, optionsOf, type RouteEntry, type RouterValue, type Value } from './value.ts'

const verbs = ['get', 'head', 'post', 'put', 'delete', 'connect', 'options', 'trace', 'patch', 'all']

/** A call of a method of an app or a group. */
export function callRouter(
  on: RouterValue,
  name: string,
  args: readonly Value[],
  site: Site,
  m: Machine,
): Value {
  if (verbs.includes(name)) return register(on, methodsOf(name), args[0], args.slice(1), site, m)
  switch (name) {
    case 'add':
      return addRoutes(on, args, site, m)
    case 'use':
      return use(on, args, site, m)
    case 'group':
      return group(on, args, site, m) ?? nothing
    case 'route':
      return route(on, args, site, m)
    case 'name':
      return nameLatest(on, args[0], m)
    case 'ws':
      return openSockets(on, args, site, m)
    default:
      if (name === 'channel') noteChannel(on, args, site, m)
      m.callMaybe(args, site)
      return { kind: 'unknown', node: site.node, scope: site.scope }
  }
}

/** A call of a method of `app.route(path)`. */
export function callPathRoutes(
  on: Value & { kind: 'pathRoutes' },
  name: string,
  args: readonly Value[],
  site: Site,
  m: Machine,
): Value {
  const here = literalValue('')
  if (verbs.includes(name)) register(on.router, methodsOf(name), here, args, site, m)
  else if (name === 'add') addRoutes(on.router, [args[0] ?? nothing, here, ...args.slice(1)], site, m)
  else if (name === 'use') use(on.router, args, site, m)
  else if (name === 'name') nameLatest(on.router, args[0], m)
  else if (name === 'route') return route(on.router, args, site, m)
  return on
}

function methodsOf(verb: string): readonly string[] | 'all' {
  return verb === 'all' ? 'all' : [verb.toUpperCase()]
}

function addRoutes(on: RouterValue, args: readonly Value[], site: Site, m: Machine): Value {
  const [given, path, ...handlers] = args
  const lists = given?.kind === 'list' ? given.items.map((one) => textsOf(one, m)) : [textsOf(given, m)]
  if (!lists.every((one) => one !== undefined)) {
    const declared = declaredRoutes(site)
    if (declared.length === 0)
      m.report(openApiCatalog.unknownMethod, site.args[0] ?? site.node, textOf(site, 0))
    return register(on, [], path, handlers, site, m)
  }
  return register(
    on,
    lists.flat().map((one) => one.toUpperCase()),
    path,
    handlers,
    site,
    m,
  )
}

function register(
  on: RouterValue,
  methods: readonly string[] | 'all',
  path: Value | undefined,
  takers: readonly Value[],
  site: Site,
  m: Machine,
): Value {
  const declared = declaredRoutes(site)
  const isHidden =
    ts.isCallExpression(site.node) && docsOfCall(site.node).tags.some(({ name }) => name === 'hidden')
  const patterns = textsOf(path, m)
  const handlers = takers.filter((one) => !isOptions(one))
  // A route that is in no document needs no known path.
  if (patterns === undefined && declared.length === 0 && !isHidden)
    m.report(openApiCatalog.unknownPath, site.args[pathAt(site)] ?? site.node, textOf(site, pathAt(site)))
  const isRead = patterns !== undefined && (methods === 'all' || methods.length > 0)
  const routes = isRead
    ? patterns.map((pattern) => ({ methods, pattern: joinPath(on.prefix, pattern) }))
    : declared.map(({ method, path }) => ({ methods: [method], pattern: path }))
  if (isRead) compareRoutes(routes, declared, site, m)
  for (const one of routes) on.latest = enter(on, { kind: 'route', ...one, handlers }, site, m)
  return on
}

/** `ws(path, …guards, RoomSocket, hooks)`: of the hooks, `upgrade` reads the request. */
function openSockets(on: RouterValue, args: readonly Value[], site: Site, m: Machine): Value {
  const [path, ...takers] = args
  const at = takers.findIndex((one) => one.kind === 'generated' && one.role === 'socket')
  const dto = takers[at]
  const hooks = takers[at + 1]
  if (dto?.kind !== 'generated') {
    m.report(openApiCatalog.unreadMessages, site.node, 'ws()')
    return on
  }
  const upgrade = hooks?.kind === 'object' ? hooks.members.get('upgrade') : undefined
  // The other hooks may use channels.
  if (hooks?.kind === 'object')
    m.callMaybe(
      [...hooks.members.values()].filter((one) => one !== upgrade && one.kind === 'function'),
      site,
    )
  const handlers = [...takers.slice(0, at), ...(upgrade === undefined ? [] : [upgrade])]
  const socket = { module: dto.module, name: dto.name }
  for (const pattern of textsOf(path, m) ?? []) {
    const one = {
      kind: 'route',
      methods: ['GET'],
      pattern: joinPath(on.prefix, pattern),
      handlers,
      socket,
    } as const
    on.latest = enter(on, one, site, m)
  }
  if (textsOf(path, m) === undefined)
    m.report(openApiCatalog.unknownPath, site.args[0] ?? site.node, textOf(site, 0))
  return on
}

/** `channel(RoomEvent, name, options)` */
function noteChannel(
  { app }: RouterValue,
  [dto, name]: readonly Value[],
  { args, node }: Site,
  m: Machine,
): void {
  if (dto?.kind !== 'generated' || dto.role !== 'dto') {
    m.report(openApiCatalog.unreadMessages, node, 'channel()')
    return
  }
  for (const address of textsOf(name, m) ?? [addressOf(args[1])]) {
    const isKnown = app.channels.some((one) => one.address === address && one.name === dto.name)
    if (!isKnown) app.channels.push({ module: dto.module, name: dto.name, address })
  }
}

/** The text of a template, with its variables in braces. */
function addressOf(node: ts.Node | undefined): string {
  if (node === undefined || !ts.isTemplateExpression(node)) return '{name}'
  const spans = node.templateSpans.map(({ expression, literal }) => {
    const words = expression.getText().match(/\w+/g)
    return `{${words?.at(-1) ?? 'name'}}${literal.text}`
  })
  return node.head.text + spans.join('')
}

const optionNames = new Set(['body', 'bodyLimit', 'maxKeys', 'maxParts'])

/** Whether an argument has the options of handlers. */
function isOptions(value: Value): boolean {
  if (value.kind !== 'object' || value.router !== undefined) return false
  return [...value.members.keys()].every((name) => optionNames.has(name))
}

/** The index of the path among the arguments: `add(method, path, …)`. */
function pathAt({ node }: Site): number {
  const isAdd = ts.isCallExpression(node) && /\.add$/.test(node.expression.getText())
  return isAdd ? 1 : 0
}

function textOf({ args, node }: Site, at: number): string {
  return (args[at] ?? node).getText()
}

interface DeclaredRoute {
  readonly method: string
  readonly path: string
}

/** The `@route` tags of a registration. */
function declaredRoutes({ node }: Site): readonly DeclaredRoute[] {
  if (!ts.isCallExpression(node)) return []
  return docsOfCall(node).tags.flatMap(({ name, text }) => {
    if (name !== 'route') return []
    const [, method = '', path = ''] = /^([A-Za-z-]+)\s+(\/\S*)$/.exec(text) ?? []
    return [{ method: method.toUpperCase(), path }]
  })
}

function compareRoutes(
  routes: readonly Pick<RouteEntry, 'methods' | 'pattern'>[],
  declared: readonly DeclaredRoute[],
  { node }: Site,
  m: Machine,
): void {
  const read = routes.flatMap(({ methods, pattern }) =>
    (methods === 'all' ? ['ALL'] : methods).map((method) => `${method} ${pattern}`),
  )
  for (const { method, path } of declared) {
    const text = `${method} ${path}`
    if (!read.includes(text)) m.report(openApiCatalog.otherRoute, node, text, read.join(', '))
  }
}

function enter(
  on: RouterValue,
  entry: Pick<RouteEntry, 'kind' | 'methods' | 'pattern' | 'handlers' | 'socket'>,
  { node }: Site,
  m: Machine,
): RouteEntry {
  const call = ts.isCallExpression(node) ? node : undefined
  const made: RouteEntry = {
    ...entry,
    node: call as ts.CallExpression,
    isConditional: m.flow.isConditional,
    name: '',
  }
  on.app.entries.push(made)
  return made
}

function use(on: RouterValue, args: readonly Value[], site: Site, m: Machine): Value {
  const [first, ...rest] = args
  const hasPath = first !== undefined && (first.kind === 'list' || textsOf(first, m) !== undefined)
  const isText = first?.kind === 'unknown' && first.node !== undefined && isTextual(first.node, m)
  if (isText && !hasPath) m.report(openApiCatalog.unknownPath, site.args[0] ?? site.node, textOf(site, 0))
  const paths =
    first?.kind === 'list' ? first.items.flatMap((one) => textsOf(one, m) ?? []) : (textsOf(first, m) ?? [''])
  const takers = hasPath || isText ? rest : args
  for (const path of hasPath ? paths : ['']) useAt(on, joinPath(on.prefix, path), takers, site, m)
  return on
}

function isTextual(node: ts.Node, m: Machine): boolean {
  return m.answers.of(
    node,
    'isTextual',
    () => (m.checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0,
  )
}

function useAt(on: RouterValue, pattern: string, takers: readonly Value[], site: Site, m: Machine): void {
  let handlers: Value[] = []
  const flush = (): void => {
    if (handlers.length > 0)
      on.latest = enter(on, { kind: 'use', methods: 'all', pattern, handlers }, site, m)
    handlers = []
  }
  for (const taker of takers) {
    if (isOptions(taker)) continue
    const mounted = optionsOf(taker).flatMap(routerOf)
    if (mounted.length === 0) handlers.push(taker)
    else {
      flush()
      for (const { app } of mounted) {
        app.isMounted = true
        on.app.entries.push({ kind: 'mount', pattern, app, isConditional: m.flow.isConditional })
      }
    }
  }
  flush()
}

function routerOf(value: Value): readonly RouterValue[] {
  if (value.kind === 'router') return [value]
  return value.kind === 'object' && value.router !== undefined ? [value.router] : []
}

/** `undefined` if its prefix is not known. */
function group(on: RouterValue, args: readonly Value[], site: Site, m: Machine): RouterValue | undefined {
  const [path, ...takers] = args
  const handlers = takers.filter((one) => !isOptions(one))
  const [prefix] = textsOf(path, m) ?? []
  if (prefix === undefined) {
    m.report(openApiCatalog.unknownPath, site.args[0] ?? site.node, textOf(site, 0))
    return undefined
  }
  const pattern = joinPath(on.prefix, prefix)
  if (handlers.length > 0) enter(on, { kind: 'use', methods: 'all', pattern, handlers }, site, m)
  return { kind: 'router', app: on.app, prefix: pattern, namePrefix: on.namePrefix, latest: undefined }
}

function route(on: RouterValue, args: readonly Value[], site: Site, m: Machine): Value {
  const [path, fill, name] = args
  const inner = group(on, path === undefined ? [] : [path], site, m)
  if (inner === undefined) return nothing
  if (fill === undefined) return { kind: 'pathRoutes', router: inner, path: inner.prefix }
  const [prefix] = textsOf(name, m) ?? []
  inner.namePrefix += prefix ?? ''
  m.call(fill, [inner], site)
  return on
}

function nameLatest(on: RouterValue, value: Value | undefined, m: Machine): Value {
  const [name] = textsOf(value, m) ?? []
  if (name !== undefined) {
    if (on.latest === undefined) on.namePrefix += name
    else on.latest.name = on.namePrefix + name
  }
  return on
}

/** As the runtime's router joins them. */
export function joinPath(prefix: string, path: string): string {
  if (path === '' || prefix === '') return path === '' ? prefix : path
  return prefix.replace(/\/+$/, '') + (path.startsWith('/') ? path : `/${path}`)
}
