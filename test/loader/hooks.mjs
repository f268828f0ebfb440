// Strips types with esbuild. What it makes of a file of this repository is kept below node_modules/.cache, where the
// next process finds it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/tests')
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/esbuild/package.json'), 'utf8'))
const typescript = /\.m?ts$/

/** A generated file imports its source as `./dto.js`. */
export function resolve(specifier, context, next) {
  const source = specifier.replace(/js$/, 'ts')
  const isSource =
    typescript.test(source) && /^\.{0,2}\//.test(source) && existsSync(new URL(source, context.parentURL))
  return next(isSource ? source : specifier, context)
}

export async function load(url, context, next) {
  const { protocol, pathname } = new URL(url)
  if (protocol !== 'file:' || !typescript.test(pathname)) return next(url, context)
  return { format: 'module', source: await compile(fileURLToPath(url)), shortCircuit: true }
}

async function compile(path) {
  const text = readFileSync(path)
  const inside = relative(root, path)
  if (inside.startsWith('..') || inside.includes('node_modules')) return stripTypes(path, text)
  const kept = join(cache, `${inside}.js`)
  const key = `//# ${createHash('sha1').update(version).update(text).digest('hex')}`
  if (existsSync(kept)) {
    const code = readFileSync(kept, 'utf8')
    if (code.endsWith(key)) return code
  }
  const code = `${await stripTypes(path, text)}${key}`
  mkdirSync(dirname(kept), { recursive: true })
  // Other processes may read or write the same file.
  writeFileSync(`${kept}.${process.pid}`, code)
  renameSync(`${kept}.${process.pid}`, kept)
  return code
}

async function stripTypes(path, text) {
  const { transform } = await import('esbuild')
  const { code } = await transform(text, {
    loader: 'ts',
    format: 'esm',
    target: 'es2022',
    sourcefile: path,
    sourcemap: 'inline',
    sourcesContent: false,
    supported: { 'import-attributes': true },
  })
  return code
}
