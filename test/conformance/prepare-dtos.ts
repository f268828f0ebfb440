import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Exports } from './call-method.ts'
import type { AreaDtos } from './case-env.ts'
import type { Ctxgen } from './ctxgen-command.ts'
import type { Area } from './load-cases.ts'
import { showError } from './show.ts'
import type { Workspace } from './workspace.ts'

interface Source {
  readonly area: string
  readonly folder: string
  readonly file: string
  readonly options: readonly string[]
}

/** A DTO source of an area in the workspace. */
export interface GeneratedSource {
  readonly area: string
  readonly source: string
  /** `undefined` for a source without a DTO. */
  readonly output: string | undefined
  /** Why it could not be generated. */
  readonly failure?: string
}

/**
 * Generates, transpiles and imports the DTO sources of the areas; a failure in one does not affect the
 * others.
 */
export async function prepareDtos(
  areas: readonly Area[],
  workspace: Workspace,
  ctxgen: Ctxgen,
): Promise<Map<string, AreaDtos>> {
  const prepared = new Map<string, AreaDtos>()
  for (const generated of await generateDtos(areas, workspace, ctxgen))
    prepared.set(generated.area, await importBoth(generated))
  return prepared
}

/** Copies the DTO sources of the areas into the workspace and runs the command on them. */
export async function generateDtos(
  areas: readonly Area[],
  workspace: Workspace,
  ctxgen: Ctxgen,
): Promise<GeneratedSource[]> {
  const sources = areas.flatMap((area) => copySource(area, workspace))
  // Most need no options of their own, and one run for all of them is much faster than one for each.
  const plain = sources
    .filter((source) => source.options.length === 0)
    .map((source) => join(source.folder, source.file))
  if (plain.length > 1) await ctxgen(plain, workspace.root)
  const generated: GeneratedSource[] = []
  for (const source of sources) generated.push(await generate(source, workspace.root, ctxgen))
  return generated
}

function copySource(area: Area, workspace: Workspace): Source[] {
  if (area.dtoFile === undefined) return []
  const folder = workspace.folder(join('dto', area.name))
  const file = basename(area.dtoFile)
  copyFileSync(area.dtoFile, join(folder, file))
  const line = /^\/\/ ctxgen (.*)/.exec(readFileSync(area.dtoFile, 'utf8'))
  return [{ area: area.name, folder, file, options: line?.[1]?.trim().split(/\s+/) ?? [] }]
}

async function generate(
  { area, folder, file, options }: Source,
  cwd: string,
  ctxgen: Ctxgen,
): Promise<GeneratedSource> {
  const source = join(folder, file)
  const output = source.replace(/\.ts$/, '.bind.ts')
  if (!existsSync(output)) {
    const { exit, stdout, stderr } = await ctxgen([...options, source], cwd)
    if (exit !== 0) {
      const failure = `${file} could not be generated (exit code ${exit}): ${why(stderr + stdout)}`
      return { area, source, output: undefined, failure }
    }
  }
  return { area, source, output: existsSync(output) ? output : undefined }
}

/** The errors in the command's output, or all of it if there are none. */
function why(output: string): string {
  const errors = output.split('\n').filter((line) => line.includes(' - error '))
  return (errors.length > 0 ? errors.slice(0, 3).join('; ') : output.trim()).slice(0, 600)
}

async function importBoth({ source, output, failure }: GeneratedSource): Promise<AreaDtos> {
  const nothing = { generated: {}, source: {} }
  if (failure !== undefined) return { ...nothing, failure }
  const outdir = join(dirname(source), 'out')
  try {
    await transpile({ source, ...(output === undefined ? {} : { generated: output }) }, outdir)
    return {
      source: await importFile(join(outdir, 'source.mjs')),
      generated: output === undefined ? {} : await importFile(join(outdir, 'generated.mjs')),
    }
  } catch (error) {
    return { ...nothing, failure: `${basename(source)} could not be prepared: ${showError(error)}` }
  }
}

async function transpile(entryPoints: Readonly<Record<string, string>>, outdir: string): Promise<void> {
  await build({
    entryPoints,
    outdir,
    bundle: true,
    // Both modules must share the classes of the source.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    external: ['@ctxgen/*'],
    logLevel: 'silent',
  })
}

async function importFile(path: string): Promise<Exports> {
  const module: unknown = await import(pathToFileURL(path).href)
  return module as Exports
}
