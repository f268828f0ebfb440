import { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { childrenOf } from '../../parse/project/children-of.ts'
import type { Operation } from '../model/operation.ts'
import type { ChainStep } from './chain-step.ts'
import { type DocComments, docsOfCall } from './doc-comments.ts'
import type { Evaluator } from './evaluator.ts'
import type { Origins } from './origins.ts'
import { readOperation } from './read-operation.ts'
import { covers, routerKey, type Segments, segmentsOf } from './route-cover.ts'
import { joinPath } from './router-calls.ts'
import { mayAnswer } from './run-chain.ts'
import type { AppFacts, ChannelFact, RouteEntry, Value } from './value.ts'

/** The operations and the codecs of an app, as its source has them. */
export interface ReadApp {
  readonly operations: readonly Operation[]
  readonly channels: readonly ChannelFact[]
  /** The body formats that the app has set up. */
  readonly codecs: { readonly msgPack: boolean; readonly cbor: boolean }
  /** Whether texts of lists are split at commas: `enableSplittingOnParsers`. */
  readonly isSplitting: boolean
}

/** The settings of an app that decide how clients write requests. */
export type AppSettings = Omit<ReadApp, 'operations' | 'channels'>

interface AppPlace {
  readonly file: ts.SourceFile
  /** The export, if it was named. */
  readonly name: string | undefined
  /** The path for messages. */
  readonly shown: string
}

/** Finds the app of a module and reads its operations. */
export function readApp(
  { file, name, shown }: AppPlace,
  evaluator: Evaluator,
  origins: Origins,
  comments: DocComments,
): ReadApp {
  const nothingRead = { app: undefined, names: [], others: [] }
  const found = evaluator.upToLimit(shown, file, () => findApp(file, name, evaluator, origins))
  const { app, names, others } = found ?? nothingRead
  if (found !== undefined && app === undefined) {
    if (names.length > 1) evaluator.report(openApiCatalog.severalApps, file, shown, names.join(', '))
    else evaluator.report(openApiCatalog.noApp, file, name === undefined ? shown : `${shown}#${name}`)
  }
  if (app === undefined) return { operations: [], channels: [], ...noSettings }
  const operations = readOperationsOf(app, evaluator, comments)
  if (!evaluator.isBroken) reportUnread({ app, isNamed: name !== undefined, others }, evaluator, origins)
  for (const { method, pattern, isConditional, docs, span } of operations) {
    if (isConditional && !docs.isHidden)
      evaluator.reportAt(openApiCatalog.conditionalRoute, span, `${method} ${pattern}`)
  }
  const codecs = { msgPack: hasCodec(app, 'msgPack'), cbor: hasCodec(app, 'cbor') }
  return { operations, channels: app.channels, codecs, isSplitting: isSplitting(app) }
}

/** Of an app that was not found. */
export const noSettings: AppSettings = { codecs: { msgPack: false, cbor: false }, isSplitting: false }

/** An unknown config may set up every format. */
function hasCodec({ config }: AppFacts, name: string): boolean {
  if (config === undefined) return false
  return config.kind !== 'object' || config.members.has(name)
}

/** A value that is not known before the app runs may be true. */
function isSplitting({ config }: AppFacts): boolean {
  const value = config?.kind === 'object' ? config.members.get('enableSplittingOnParsers') : undefined
  return value !== undefined && !(value.kind === 'literal' && value.value === false)
}

function readOperationsOf(app: AppFacts, evaluator: Evaluator, comments: DocComments): readonly Operation[] {
  const entries = flatten(app, '')
  const errorHandler = handlerOf(app)
  const errorsAreJson = hasJsonErrors(app)
  const operations: Operation[] = []
  const known = new Set<string>()
  const reached = new Set<RouteEntry>()
  for (const own of entries) {
    const { entry, pattern, segments, isConditional } = own
    if (entry?.kind !== 'route') continue
    for (const method of entry.methods === 'all' ? allMethods : entry.methods) {
      const key = `${method} ${routerKey(segments)}`
      if (known.has(key)) continue
      known.add(key)
      const chain = chainOf(method, own, entries)
      for (const step of chain)
        if (step.entry !== undefined && covers(step.segments, segments)) reached.add(step.entry)
      const place = { method, pattern, segments, entry, isConditional, chain, errorHandler, errorsAreJson }
      const read = evaluator.upToLimit(`${method} ${pattern}`, entry.node, () =>
        readOperation(place, evaluator, comments),
      )
      if (read !== undefined) operations.push(read)
    }
  }
  for (const one of entries) {
    if (one.entry?.kind === 'use' && !reached.has(one.entry) && !evaluator.isBroken)
      reportUnrouted({ ...one, entry: one.entry }, evaluator, comments)
  }
  for (const one of [...evaluator.unreadReports.diagnostics, ...evaluator.answerTags.diagnostics])
    evaluator.add(one)
  return operations
}

/** Reports middleware that answers where no route is, which no operation describes. */
function reportUnrouted(
  { entry, pattern, segments, handlers, isConditional }: FlatEntry & { readonly entry: RouteEntry },
  evaluator: Evaluator,
  comments: DocComments,
): void {
  if (docsOfCall(entry.node).tags.some(({ name }) => name === 'hidden')) return
  const chain = stepsOf({ entry, pattern, segments, handlers })
  const answers = { errorHandler: undefined, errorsAreJson: false }
  const place = { method: 'GET', pattern, segments, entry, isConditional, chain, ...answers }
  if (mayAnswer(place, evaluator, comments))
    evaluator.report(openApiCatalog.unroutedAnswer, entry.node, pattern)
}

/** HEAD and OPTIONS of `all` describe no operation of their own. */
const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface FlatEntry {
  /** `undefined` for the error handler of a mounted app. */
  readonly entry: RouteEntry | undefined
  readonly pattern: string
  readonly segments: Segments
  readonly handlers: readonly Value[]
  readonly isConditional: boolean
}

/** The registrations of an app and of the apps mounted in it, in the order of the router. */
function flatten(app: AppFacts, prefix: string, isInCondition = false): readonly FlatEntry[] {
  return app.entries.flatMap((entry): readonly FlatEntry[] => {
    const pattern = joinPath(prefix, entry.pattern)
    const isConditional = isInCondition || entry.isConditional
    const below = entry.kind === 'route' ? [] : ['*']
    const flat = { pattern, segments: [...segmentsOf(pattern), ...below], isConditional }
    if (entry.kind !== 'mount') return [{ ...flat, entry, handlers: entry.handlers }]
    const handler = handlerOf(entry.app)
    const caught = handler === undefined ? [] : [{ ...flat, entry: undefined, handlers: [handler] }]
    return [...caught, ...flatten(entry.app, pattern, isConditional)]
  })
}

function handlerOf({ config }: AppFacts): Value | undefined {
  return config?.kind === 'object' ? config.members.get('errorHandler') : undefined
}

function hasJsonErrors({ config }: AppFacts): boolean {
  const errors = config?.kind === 'object' ? config.members.get('errors') : undefined
  return errors?.kind === 'literal' && errors.value === 'json'
}

/** The handlers that a request of the operation may pass, in order of registration. */
function chainOf(method: string, own: FlatEntry, entries: readonly FlatEntry[]): readonly ChainStep[] {
  const ownAt = entries.indexOf(own)
  return entries.flatMap((one, i) => {
    const { entry, segments } = one
    const takes = entry === undefined || entry.methods === 'all' || entry.methods.includes(method)
    // A more specific route has an operation of its own.
    const isOfOthers = i < ownAt || (entry?.kind === 'route' && covers(own.segments, segments))
    if (!takes || (isOfOthers && !covers(segments, own.segments))) return []
    return stepsOf(one)
  })
}

function stepsOf({
  entry,
  pattern,
  segments,
  handlers,
}: Pick<FlatEntry, 'entry' | 'pattern' | 'segments' | 'handlers'>): readonly ChainStep[] {
  const steps = handlers.length
  return handlers.map((handler, at) => ({ handler, entry, pattern, segments, steps: at === 0 ? steps : 0 }))
}

/** Reports routes that the app does not reach, and apps that are not mounted. */
function reportUnread(
  {
    app,
    isNamed,
    others,
  }: { readonly app: AppFacts; readonly isNamed: boolean; readonly others: readonly ts.Node[] },
  evaluator: Evaluator,
  origins: Origins,
): void {
  const unmounted = evaluator.apps.filter((one) => one !== app && !one.isMounted && one.entries.length > 0)
  if (!isNamed) for (const { node } of unmounted) evaluator.report(openApiCatalog.unmountedApp, node)
  const skipped = new Set([...evaluator.pruned, ...others])
  // Without recursion: a sum of many terms is a tree as deep as their number.
  const nodes: ts.Node[] = evaluator.files.toReversed()
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (skipped.has(node)) continue
    if (ts.isCallExpression(node) && !evaluator.read.has(node) && isRegistration(node, origins)) {
      const isHidden = docsOfCall(node).tags.some(({ name }) => name === 'hidden')
      if (!isHidden) evaluator.report(openApiCatalog.unreadRoute, node, shownCall(node))
    }
    nodes.push(...childrenOf(node).reverse())
  }
}

const registering = new Set('get head post put delete connect options trace patch all add use'.split(' '))

function isRegistration({ expression }: ts.CallExpression, origins: Origins): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !registering.has(expression.name.text)) return false
  return ['App', 'Group', 'PathRoutes', 'Registrar'].includes(
    origins.runtimeClass(expression.expression) ?? '',
  )
}

function shownCall(node: ts.CallExpression): string {
  const [first] = node.arguments
  const path = first !== undefined && ts.isStringLiteralLike(first) ? `'${first.text}', …` : '…'
  return `${node.expression.getText().replace(/\s+/g, '')}(${path})`
}

/** The app that a module exports, or makes. */
function findApp(
  file: ts.SourceFile,
  name: string | undefined,
  evaluator: Evaluator,
  origins: Origins,
): {
  readonly app: AppFacts | undefined
  readonly names: readonly string[]
  readonly others: readonly ts.Node[]
} {
  const { checker } = evaluator
  evaluator.runModule(file)
  const symbol = checker.getSymbolAtLocation(file)
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol)
  const candidates = exported.flatMap((one) => {
    const target = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one
    const value = evaluator.valueOf(target)
    const declaration = target.valueDeclaration
    if (value === undefined || declaration === undefined) return []
    const isMaker = value.kind === 'function' && makesApp(value.node, checker, origins)
    const isApp = value.kind === 'router' || (value.kind === 'object' && value.router !== undefined)
    return isMaker || isApp ? [{ name: one.name, value, declaration, isApp }] : []
  })
  const named = candidates.filter((one) => name === undefined || one.name === name)
  // `export { app, app as default }` is one app.
  const wanted = [...new Map(named.map((one) => [appBehind(one.value) ?? one.declaration, one])).values()]
  const chosen = wanted.filter(({ isApp }) => isApp)
  const [only, ...more] = chosen.length > 0 ? chosen : wanted
  const names = [...(only === undefined ? [] : [only]), ...more].map((one) => one.name)
  if (more.length > 0) return { app: undefined, names, others: [] }
  const others = candidates.filter((one) => one !== only).map(({ declaration }) => declaration)
  const made = only === undefined ? undefined : appOf(only.value, file, evaluator)
  const free = evaluator.apps.filter(({ isMounted }) => !isMounted)
  const fallback = name === undefined && candidates.length === 0 && free.length === 1 ? free[0] : undefined
  return { app: made ?? fallback, names, others }
}

function appBehind(value: Value): AppFacts | undefined {
  if (value.kind === 'router') return value.app
  return value.kind === 'object' ? value.router?.app : undefined
}

function makesApp(node: ts.FunctionLikeDeclaration, checker: ts.TypeChecker, origins: Origins): boolean {
  const signature = checker.getSignatureFromDeclaration(node)
  if (signature === undefined) return false
  const type = checker.getReturnTypeOfSignature(signature)
  const awaited = checker.getAwaitedType(type) ?? type
  return awaited.symbol !== undefined && origins.isApp(awaited)
}

function appOf(value: Value, file: ts.SourceFile, evaluator: Evaluator): AppFacts | undefined {
  const site = { node: file, args: [], scope: evaluator.rootScope }
  return appBehind(value.kind === 'function' ? evaluator.call(value, [], site) : value)
}
