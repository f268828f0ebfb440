import { join, relative, resolve } from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { packageFolder } from '../disk/own-package.ts'
import type { Disk } from '../disk/recorded-disk.ts'
import { readOperations, requestOf, unique, withCompileErrors } from '../openapi/generate-openapi.ts'
import { type AppProject, openApps } from '../openapi/read/app-project.ts'
import { extensionBeside } from '../parse/project/import-extension.ts'
import { bodyFormats, type ClientOptions, type ClientResult } from './client-options.ts'
import { planClient } from './plan/plan-client.ts'
import { loadParts } from './print/load-parts.ts'
import { printClient } from './print/print-client.ts'

/**
 * Reads the operations of an app from its code, without running it, and writes functions that call them.
 *
 * @throws UsageError if the app, its tsconfig or `@ctxgen/runtime` does not exist.
 */
export function generateClient(options: ClientOptions, disk?: Disk): ClientResult {
  const request = { ...requestOf(options), ...(disk === undefined ? {} : { disk }) }
  const opened = openApps({ ...request, isLight: true })
  const light = describeClient(options, opened)
  // A type that was left out is any, which no answer may be.
  const result = light.files.length > 0 ? light : describeClient(options, openApps(request))
  const { isBroken, diagnostics } = withCompileErrors(result.diagnostics, options, opened)
  return { ...result, files: isBroken ? [] : result.files, diagnostics }
}

/** {@link generateClient} for an app in an open project. */
export function describeClient(options: ClientOptions, opened: AppProject): ClientResult {
  const { operations, diagnostics, ...settings } = readOperations(options, opened)
  const cwd = resolve(options.cwd ?? process.cwd())
  const base = resolve(cwd, options.base ?? '.')
  const source = resolve(base, options.app.split('#')[0] ?? '')
  const output = resolve(base, options.output)
  const formats = [...new Set([...(options.body ?? []), ...bodyFormats])]
  const shown = operations.filter(({ docs }) => !docs.isHidden)
  const planned = planClient(shown, { source, base, settings, formats })
  const all = unique([...diagnostics, ...planned.diagnostics])
  if (hasErrors(all)) return { files: [], operations: 0, diagnostics: all }
  const files = printClient(planned.plan, loadParts(join(packageFolder, 'src/client/parts')), {
    output,
    command: commandOf(options, base),
    isThrowing: options.throw ?? false,
    isSplit: options.split === 'tag',
    hasQueries: options.query ?? false,
    hasMocks: options.msw ?? false,
    extension: extensionBeside(opened.tsconfigs.optionsOf(output)),
  })
  return { files, operations: planned.plan.operations.length, diagnostics: all }
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** The command that updates the file; paths are relative to the project, so that every machine writes the same. */
function commandOf(
  { app, output, throw: isThrowing, query, msw, split, body = [] }: ClientOptions,
  base: string,
): string {
  const shown = (path: string): string => relative(base, resolve(base, path)).replaceAll('\\', '/')
  const [path = '', name] = app.split('#')
  const flags = [
    ...(isThrowing ? ['--throw'] : []),
    ...(query ? ['--query'] : []),
    ...(msw ? ['--msw'] : []),
    ...(split === undefined ? [] : [`--split ${split}`]),
    ...(body.length > 0 ? [`--body ${body.join(',')}`] : []),
  ]
  return [
    'npx ctxgen client',
    `${shown(path)}${name === undefined ? '' : `#${name}`}`,
    '-o',
    shown(output),
    ...flags,
  ].join(' ')
}
