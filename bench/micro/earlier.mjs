// The binders and parsers of another checkout as contenders, `--before=/path/to/checkout`: old and new alternate in
// one process.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Bundles the binders and the settings of a built checkout, and returns the path of the bundle. */
export async function bundleEarlier(checkout) {
  const { build } = await import('esbuild')
  const dto = `${checkout}/bench/dto`
  const ctxgen = `${checkout}/packages/cli/bin/ctxgen.js`
  spawnSync(process.execPath, [ctxgen, '--quiet', dto], { cwd: checkout, stdio: 'inherit' })
  const generated = readdirSync(dto).filter((name) => name.endsWith('.bind.ts'))
  const outfile = `${checkout}/bench/dist/earlier.mjs`
  const settings = "export { defaultBindSettings } from '@ctxgen/runtime'"
  const contents = [settings, ...generated.map((name) => `export * from './${name}'`)].join('\n')
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'es2022', logLevel: 'error' }
  await build({ stdin: { contents, resolveDir: dto }, outfile, ...options })
  return outfile
}

/** Adds the contenders of ctxgen to each subject a second time, with the binders of the bundle. */
export async function addEarlier(subjects, names, bundle) {
  const hook = `export async function resolve(specifier, context, next) {
    if (!context.parentURL?.endsWith('?earlier')) return next(specifier, context)
    if (specifier === './request-input.mjs') return next(specifier + '?earlier', context)
    const isBundled = ['../dist/binders.mjs', '@ctxgen/runtime'].includes(specifier)
    return isBundled ? { url: ${JSON.stringify(pathToFileURL(bundle).href)}, shortCircuit: true } : next(specifier, context)
  }`
  register(`data:text/javascript,${encodeURIComponent(hook)}`)
  const modules = await Promise.all(names.map((name) => import(`./${name}.mjs?earlier`)))
  for (const [i, { contenders, request }] of modules.flatMap((module) => module.subjects).entries()) {
    const own = contenders.filter(({ name }) => name.startsWith('ctxgen'))
    const earlier = own.map((one) => ({ ...one, name: `before: ${one.name}`, request }))
    // Subjects of one module may have one list.
    subjects[i].contenders = [...subjects[i].contenders, ...earlier]
  }
}
