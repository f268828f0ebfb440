import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { fixtureFolders, root } from '../support/fixture-folders.ts'

/**
 * Bundles every DTO of the fixtures and of `dto/` with the runtime's names for a server into one module,
 * and returns its path. @param runtime the folder of a built runtime, ours or an older one.
 */
export async function bundleDtos(runtime: string): Promise<string> {
  // Below the root, so that packages resolve from there.
  const folder = join(root, 'node_modules/.cache/ctxgen-worst-case', String(process.pid))
  mkdirSync(folder, { recursive: true })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, 'entry.mjs')
  const outfile = join(folder, 'dtos.mjs')
  writeFileSync(entry, entryText())
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    packages: 'external',
    plugins: [builtRuntime(runtime)],
    logLevel: 'warning',
  })
  return outfile
}

function entryText(): string {
  const modules = [
    ...fixtureFolders('valid').map(({ name, path }) => ({ name, file: join(path, 'dto.bind.ts') })),
    { name: 'worst-case', file: join(root, 'test/worst-case/dto/everything.bind.ts') },
  ]
  return `${modules.map(({ file }, i) => `import * as m${i} from ${JSON.stringify(file)}`).join('\n')}
export { App } from '@ctxgen/runtime'
export { cbor } from '@ctxgen/runtime/cbor'
export { msgpack } from '@ctxgen/runtime/msgpack'
export const modules = { ${modules.map(({ name }, i) => `${JSON.stringify(name)}: m${i}`).join(', ')} }
`
}

/** Redirects imports of `@ctxgen/runtime` to a folder. */
function builtRuntime(folder: string): Plugin {
  const { exports }: { readonly exports: Readonly<Record<string, { readonly default: string }>> } =
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    name: 'built-runtime',
    setup(build) {
      build.onResolve({ filter: /^@ctxgen\/runtime/ }, ({ path }) => {
        const file = exports[path.replace('@ctxgen/runtime', '.')]?.default ?? ''
        return { path: pathToFileURL(join(folder, file)).href, external: true }
      })
    },
  }
}
