import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ctxgenCommand } from '../../conformance/ctxgen-command.ts'
import { readDone } from '../../conformance/lists.ts'
import { type Area, loadAreas } from '../../conformance/load-cases.ts'
import { places } from '../../conformance/places.ts'
import { type GeneratedSource, generateDtos } from '../../conformance/prepare-dtos.ts'
import type { Workspace } from '../../conformance/workspace.ts'
import { bundleWorker } from './bundle-worker.ts'

/** The conformance cases, their DTOs and the harness in one module whose default export is a server: see `case-worker.ts`. */
export interface CaseBundle {
  readonly areas: readonly string[]
  /** Takes `@ctxgen/runtime` from node_modules. */
  readonly module: string
  /** Has it inside, as a worker must. */
  readonly worker: string
}

/** Generates the DTOs of all areas and bundles them. */
export async function bundleCases(workspace: Workspace): Promise<CaseBundle> {
  // The DTOs of other areas cannot all be generated yet.
  const done = new Set(readDone().map(({ area }) => area))
  const areas = loadAreas(places.cases).filter(({ kind, name }) => kind === 'request' && done.has(name))
  const sources = await generateDtos(areas, workspace, await ctxgenCommand(false))
  for (const { failure } of sources) if (failure !== undefined) throw new Error(failure)
  const entry = join(workspace.root, 'cases.ts')
  writeFileSync(entry, entryText(areas, sources))
  const [module, worker] = [join(workspace.root, 'cases.mjs'), join(workspace.folder('worker'), 'cases.mjs')]
  await build({
    entryPoints: [entry],
    outfile: module,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@ctxgen/*'],
    logLevel: 'error',
  })
  const workerEntry = join(workspace.root, 'worker.ts')
  writeFileSync(workerEntry, `import '@ctxgen/runtime/xml'\nexport { default } from './cases.ts'\n`)
  await bundleWorker(workerEntry, worker)
  return { areas: areas.map(({ name }) => name), module, worker }
}

function entryText(areas: readonly Area[], sources: readonly GeneratedSource[]): string {
  const path = (text: string): string => JSON.stringify(text.replaceAll('\\', '/'))
  const imports = [
    `import { caseWorker } from ${path(join(places.root, 'test/compat/runtimes/case-worker.ts'))}`,
    `import * as runtime from '@ctxgen/runtime'`,
    `import * as msgpack from '@ctxgen/runtime/msgpack'`,
    `import * as cbor from '@ctxgen/runtime/cbor'`,
  ]
  const parts = areas.map(({ name, cases }, i) => {
    const { source, output } = sources.find(({ area }) => area === name) ?? {}
    if (source !== undefined) imports.push(`import * as source${i} from ${path(source)}`)
    if (output !== undefined) imports.push(`import * as generated${i} from ${path(output)}`)
    const dtos = `{ source: ${source ? `source${i}` : '{}'}, generated: ${output ? `generated${i}` : '{}'} }`
    // As text: in source, the key __proto__ would be something else.
    const parsed = `JSON.parse(${JSON.stringify(JSON.stringify(cases))})`
    return `  ${JSON.stringify(name)}: { cases: ${parsed}, dtos: ${dtos} },`
  })
  const server = `export default caseWorker({\n${parts.join('\n')}\n}, { runtime, msgpack, cbor })`
  return `${imports.join('\n')}\n${server}\n`
}
