// `npm run freeze`, before a release: keeps fixtures with their generated files as this version writes them, below
// fixtures/earlier. `npm test` runs them with each later runtime.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Each source and format, and two thirds of the names of codegenv1. */
const kept = [
  'body-formats',
  'form-files',
  'form-streams',
  'json-nested',
  'query-scalars',
  'records',
  'response',
  'shared-types',
  'sockets',
  'transform',
  'undefined-members',
  'validate-async',
  'validate-nested',
  'validate-scalars',
]
const root = fileURLToPath(new URL('..', import.meta.url))
const names = `${root}packages/codegen/src/emit/text/runtime-names.gen.ts`
const earlier = `${root}fixtures/earlier`
const { version } = JSON.parse(readFileSync(`${root}packages/runtime/package.json`, 'utf8'))

rmSync(`${earlier}/${version}`, { recursive: true, force: true })
mkdirSync(`${earlier}/${version}`, { recursive: true })
const exported = [...readFileSync(names, 'utf8').matchAll(/^ {2}(\w+): '(\w+)',$/gm)]
writeFileSync(
  `${earlier}/${version}/codegenv1.txt`,
  exported.map(([, name, kind]) => `${kind} ${name}\n`).join(''),
)
const others = readdirSync(earlier).filter((name) => name !== version)
const changed = kept.filter((name) => !others.some((one) => isKept(name, one)))
for (const name of changed)
  cpSync(`${root}fixtures/valid/${name}`, `${earlier}/${version}/${name}`, { recursive: true })
console.log(`fixtures/earlier/${version}: ${changed.join(', ') || 'an earlier version wrote the same files'}`)

/** Whether an earlier version wrote the same files for a fixture. */
function isKept(name, other) {
  const folder = `${root}fixtures/valid/${name}`
  return readdirSync(folder).every((file) => {
    const copy = `${earlier}/${other}/${name}/${file}`
    return existsSync(copy) && readFileSync(copy, 'utf8') === readFileSync(`${folder}/${file}`, 'utf8')
  })
}
