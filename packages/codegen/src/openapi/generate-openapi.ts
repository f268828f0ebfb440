import { resolve } from 'node:path'
import { type Diagnostic, diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import { openApiCatalog } from '../diagnostics/openapi-catalog.ts'
import type { Disk } from '../disk/recorded-disk.ts'
import { findOwnRules } from '../input/own-rules.ts'
import { UsageError } from '../input/usage-error.ts'
import { TagNames } from '../parse/tags/tag-names.ts'
import type { Info } from './document/openapi-document.ts'
import { type WrittenDocument, writeDocument } from './document/write-document.ts'
import { readInfo } from './manifest-info.ts'
import { Draft } from './model/draft.ts'
import type { Operation } from './model/operation.ts'
import type { DocumentPart, OpenApiOptions, OpenApiResult } from './openapi-options.ts'
import { type AppProject, type AppRequest, openApps } from './read/app-project.ts'
import { compileErrors, diagnoseCompileError } from './read/compile-errors.ts'
import { DocComments } from './read/doc-comments.ts'
import { DtoModels } from './read/dto-models.ts'
import { Evaluator } from './read/evaluator.ts'
import { Flow } from './read/flow.ts'
import { Origins } from './read/origins.ts'
import { noSettings, type ReadApp, readApp } from './read/read-service.ts'
import { nothing } from './read/value.ts'

/**
 * Reads the operations of an app from its code, without running it, and describes them in OpenAPI documents.
 *
 * @throws UsageError if the app, its tsconfig or `@ctxgen/runtime` does not exist.
 */
export function generateOpenApi(options: OpenApiOptions, disk?: Disk): OpenApiResult {
  const { result, opened } = readOnce(options, disk)
  const { isBroken, diagnostics } = withCompileErrors(result.diagnostics, options, opened)
  return { ...result, documents: isBroken ? [] : result.documents, diagnostics }
}

/** Describes an app without checking its types. */
export function readOnce(
  options: OpenApiOptions,
  disk?: Disk,
): { readonly result: OpenApiResult; readonly opened: AppProject } {
  const request = { ...requestOf(options), ...(disk === undefined ? {} : { disk }) }
  const opened = openApps({ ...request, isLight: true })
  const light = describeApp(options, opened)
  // A type that was left out is any, which no answer may be.
  const result = light.documents.length > 0 ? light : describeApp(options, openApps(request))
  return { result, opened }
}

/** Adds the compiler's errors where nothing else was reported; without `force` they make the result wrong. */
export function withCompileErrors(
  diagnostics: readonly Diagnostic[],
  { force = false }: Pick<OpenApiOptions, 'force'>,
  opened: AppProject,
): { readonly isBroken: boolean; readonly diagnostics: readonly Diagnostic[] } {
  const lineOf = ({ span }: Diagnostic): string => `${span?.path}:${span?.line}`
  const reported = new Set(diagnostics.map(lineOf))
  const added = compileErrors(opened, force).filter((one) => !reported.has(lineOf(one)))
  if (added.length === 0) return { isBroken: false, diagnostics }
  return { isBroken: !force, diagnostics: unique([...diagnostics, ...added]) }
}

/** The app to open. */
export function requestOf(options: AppOptions): AppRequest {
  const { entry, cwd, base } = placeOf(options)
  return {
    entries: [entry],
    cwd,
    tsconfig: options.project === undefined ? undefined : resolve(base, options.project),
  }
}

/** {@link generateOpenApi} for an app in an open project. */
export function describeApp(options: OpenApiOptions, opened: AppProject): OpenApiResult {
  const { operations: all, codecs, diagnostics } = readOperations(options, opened)
  const operations = all.filter(({ socket }) => socket === undefined)
  const info = readInfo(options, opened.disk)
  const shown = operations.filter(({ docs }) => !docs.isHidden)
  const written = partsOf(options).map((part) => ({
    output: part.output,
    ...write(part, shown, codecs, { ...options, info: { ...info, ...options.info } }),
  }))
  const said = unique([...diagnostics, ...written.flatMap((one) => one.diagnostics)])
  const isFailed = said.some(({ severity }) => severity === 'error')
  return {
    documents: isFailed ? [] : written.map(({ output, document, places }) => ({ output, document, places })),
    routes: operations.map(({ method, pattern, isConditional, span }) => ({
      method,
      pattern,
      isConditional,
      span,
    })),
    diagnostics: said,
  }
}

/** How an app is found and its DTOs are read. */
type AppOptions = Pick<
  OpenApiOptions,
  'app' | 'cwd' | 'base' | 'project' | 'missing' | 'any' | 'aliasTag' | 'rules'
>

interface AppPlace {
  readonly cwd: string
  readonly base: string
  /** Absolute. */
  readonly entry: string
  readonly name: string | undefined
}

function placeOf(options: Pick<OpenApiOptions, 'app' | 'cwd' | 'base'>): AppPlace {
  const cwd = resolve(options.cwd ?? process.cwd())
  const base = resolve(cwd, options.base ?? '.')
  const [path = '', name] = options.app.split('#')
  return { cwd, base, entry: resolve(base, path), name }
}

/** Reads the operations of an app in an open project. */
export function readOperations(
  options: AppOptions & Pick<OpenApiOptions, 'force' | 'security'>,
  { project, answers, runtime }: AppProject,
): ReadApp & { readonly diagnostics: readonly Diagnostic[] } {
  const { cwd, base, entry, name } = placeOf(options)
  const file = project.program.getSourceFile(entry)
  if (file === undefined) throw new UsageError(`${displayPath(cwd, entry)} does not exist.`)
  const deep = project.files.paths
    .filter((path) => project.files.isTooDeep(path) && project.program.getSourceFile(path) !== undefined)
    .map((path) => diagnoseAt(path, openApiCatalog.tooManyWays, displayPath(cwd, path)))
  if (deep.length > 0) return { operations: [], channels: [], ...noSettings, diagnostics: deep }
  const models = new DtoModels(project, answers, {
    names: new TagNames(options.aliasTag),
    rules: findOwnRules(options.rules ?? {}, base),
    missing: options.missing ?? 'error',
    any: options.any,
    cwd,
  })
  const origins = new Origins(project.checker, answers, models, runtime)
  const evaluator = new Evaluator(origins, {
    flow: new Flow(new Draft()),
    facts: undefined,
    next: () => nothing,
  })
  const comments = new DocComments(Object.keys(options.security ?? {}))
  const read = readApp({ file, name, shown: displayPath(cwd, entry) }, evaluator, origins, comments)
  const syntax = evaluator.files.flatMap((one) => project.program.getSyntacticDiagnostics(one))
  const broken = syntax.map((one) => diagnoseCompileError(one, options.force ?? false))
  return { ...read, diagnostics: [...broken, ...models.diagnostics, ...evaluator.diagnostics] }
}

/** Without parts there is one document of everything. */
function partsOf({ documents = [] }: OpenApiOptions): readonly Partial<DocumentPart>[] {
  return documents.length === 0 ? [{}] : documents
}

function write(
  { prefix = '', tags, info, servers }: Partial<DocumentPart>,
  operations: readonly Operation[],
  codecs: ReadApp['codecs'],
  options: OpenApiOptions & { readonly info: Info },
): WrittenDocument {
  const some = operations.filter(({ pattern, docs }) => {
    const isBelow = pattern === prefix || pattern.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
    return (prefix === '' || isBelow) && (tags === undefined || docs.tags.some((tag) => tags.includes(tag)))
  })
  return writeDocument(some, {
    spec: options.spec ?? '3.1',
    info: { ...options.info, ...info },
    servers: servers ?? options.servers ?? [],
    schemes: options.security ?? {},
    codecs,
  })
}

/** Sorted by place; a diagnostic of a shared function appears once. */
export function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const all = new Map(
    diagnostics.map((one) => [JSON.stringify([one.code, one.message, one.span ?? one.path]), one]),
  )
  const placeOf = ({ span, path }: Diagnostic): string => span?.path ?? path ?? ''
  return [...all.values()].sort((a, b) => {
    if (placeOf(a) !== placeOf(b)) return placeOf(a) < placeOf(b) ? -1 : 1
    return (a.span?.line ?? 0) - (b.span?.line ?? 0) || (a.span?.column ?? 0) - (b.span?.column ?? 0)
  })
}
