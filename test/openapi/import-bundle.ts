import { pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

/** Bundles modules of TypeScript into `outfile`, and imports it. */
export async function importBundle<M>(
  from: Pick<BuildOptions, 'entryPoints' | 'stdin' | 'plugins'>,
  outfile: string,
): Promise<M> {
  await build({
    ...from,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@ctxgen/*'],
  })
  return import(pathToFileURL(outfile).href)
}
