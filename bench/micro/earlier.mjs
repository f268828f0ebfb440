// The binders of another checkout as contenders, `--before=/path/to/checkout`: old and new alternate in one
// process.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Bundles the binders of a built checkout with its own runtime, and returns the path of the bundle. */
export async function bundleEarlier(checkout) {
  const { build } = await import('esbuild')
  const dto = `${checkout}/bench/dto`
  const ctxgen = `${checkout}/packages/cli/bin/ctxgen.js`
  spawnSync(process.execPath, [ctxgen, '--quiet', dto], { cwd: checkout, stdio: 'inherit' })
  const generated = readdirSync(dto).filter((name) => name.endsWith('.bind.ts'))
  const outfile = `${checkout}/bench/dist/earlier.mjs`
  const contents = generated.map((name) => `export * from './${name}'`).join('\n')
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'es2022', logLevel: 'error' }
  await build({ stdin: { contents, resolveDir: dto }, outfile, ...options })
  return outfile
}

/** Adds the contenders of ctxgen to each subject a second time, with the binders of the bundle. */
export async function addEarlier(subjects, names, bundle) {
  const hook = `export async function resolve(specifier, context, next) {
    const isEarlier = context.parentURL?.endsWith('?earlier') && specifier === '../dist/binders.mjs'
    return isEarlier ? { url: ${JSON.stringify(pathToFileURL(bundle).href)}, shortCircuit: true } : next(specifier, context)
  }`
  register(`data:text/javascript,${encodeURIComponent(hook)}`)
  const modules = await Promise.all(names.map((name) => import(`./${name}.mjs?earlier`)))
  for (const [i, { contenders }] of modules.flatMap((module) => module.subjects).entries()) {
    const own = contenders.filter(({ name }) => name.startsWith('ctxgen'))
    subjects[i].contenders.push(...own.map((one) => ({ ...one, name: `before: ${one.name}` })))
  }
}
