// Writes the names that generated code may import: the exports of codegenv1. Git ignores the file.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inText, write } from './made-file.mjs'

const runtime = fileURLToPath(new URL('../packages/runtime/src', import.meta.url))
const names = exportsOf(join(runtime, 'codegenv1.ts')).sort(({ name: a }, { name: b }) => (a < b ? -1 : 1))

write('packages/codegen/src/emit/text/runtime-names.gen.ts', [
  '/** The exports of `@ctxgen/runtime/codegenv1`. */',
  'export const runtimeExports = {',
  ...names.map(({ name, kind }) => `  ${name}: ${inText(kind)},`),
  '} as const',
])

/** The exports of a module that declares constants and functions, or re-exports those of others. */
function exportsOf(path) {
  const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => ({
    name,
    kind: 'value',
  }))
  const listed = [...code.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, allTypes, list]) =>
    list.split(',').flatMap((item) => {
      const [, type, name] = /^\s*(type )?(\w+)\s*$/.exec(item) ?? []
      if (name !== undefined) return [{ name, kind: (allTypes ?? type) ? 'type' : 'value' }]
      if (item.trim() === '') return []
      throw new Error(`${path}: an export that is read differently: ${item}`)
    }),
  )
  const others = [...code.matchAll(/^export \* from '(.+)'/gm)].flatMap(([, other]) =>
    exportsOf(join(dirname(path), other)),
  )
  return [...declared, ...listed, ...others]
}
