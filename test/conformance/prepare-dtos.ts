import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** Generates, transpiles and imports the DTO sources of the areas; a fault in one leaves the others alone. */
export async function prepareDtos(
  areas: readonly Area[],
  workspace: Workspace,
  ctxgen: Ctxgen,
): Promise<Map<string, AreaDtos>> {
  const sources = areas.flatMap((area) => copySource(area, workspace))
  // Most need no options of their own, and one run for all of them is much faster than one for each.
  const plain = sources
    .filter((source) => source.options.length === 0)
    .map((source) => join(source.folder, source.file))
  if (plain.length > 1) await ctxgen(plain, workspace.root)
  const prepared = new Map<string, AreaDtos>()
  for (const source of sources) prepared.set(source.area, await prepare(source, workspace.root, ctxgen))
  return prepared
}

function copySource(area: Area, workspace: Workspace): Source[] {
  if (area.dtoFile === undefined) return []
  const folder = workspace.folder(join('dto', area.name))
  const file = basename(area.dtoFile)
  copyFileSync(area.dtoFile, join(folder, file))
  const line = /^\/\/ ctxgen (.*)/.exec(readFileSync(area.dtoFile, 'utf8'))
  return [{ area: area.name, folder, file, options: line?.[1]?.trim().split(/\s+/) ?? [] }]
}

async function prepare(source: Source, cwd: string, ctxgen: Ctxgen): Promise<AreaDtos> {
  const nothing = { generated: {}, source: {} }
  const output = join(source.folder, source.file.replace(/\.ts$/, '.bind.ts'))
  try {
    if (!existsSync(output)) {
      const { exit, stdout, stderr } = await ctxgen(
        [...source.options, join(source.folder, source.file)],
        cwd,
      )
      if (exit !== 0) {
        return {
          ...nothing,
          failure: `${source.file} could not be generated (exit code ${exit}): ${why(stderr + stdout)}`,
        }
      }
    }
    return await importBoth(source, existsSync(output) ? output : undefined)
  } catch (error) {
    return { ...nothing, failure: `${source.file} could not be prepared: ${showError(error)}` }
  }
}

/** The errors among what the command said, or all of it when there are none. */
function why(output: string): string {
  const errors = output.split('\n').filter((line) => line.includes(' - error '))
  return (errors.length > 0 ? errors.slice(0, 3).join('; ') : output.trim()).slice(0, 600)
}

/** `output` is undefined for a source without a DTO. */
async function importBoth(source: Source, output: string | undefined): Promise<AreaDtos> {
  const outdir = join(source.folder, 'out')
  const entries = {
    source: join(source.folder, source.file),
    ...(output === undefined ? {} : { generated: output }),
  }
  await build({
    entryPoints: entries,
    outdir,
    bundle: true,
    // The classes of the source must be the same ones in both modules.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    external: ['@ctxgen/*'],
    logLevel: 'silent',
  })
  return {
    source: await importFile(join(outdir, 'source.mjs')),
    generated: output === undefined ? {} : await importFile(join(outdir, 'generated.mjs')),
  }
}

async function importFile(path: string): Promise<Exports> {
  const module: unknown = await import(pathToFileURL(path).href)
  return module as Exports
}
