// `node scripts/set-version.mjs 0.2.0`: gives all packages a version, and the ranges between them.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version)) throw new Error(`not a version: ${version}`)
const { version: before } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const manifests = readdirSync(`${root}packages`).map((name) => `packages/${name}/package.json`)
const examples = readdirSync(`${root}examples`).map((name) => `examples/${name}/package.json`)

// The keys keep a dependency that happens to have the same version.
for (const path of ['package.json', ...manifests, ...examples])
  replace(path, /("(?:version|ctxgen|@ctxgen\/\w+)": "\^?)([^"]+)(?=")/g)
replace('packages/cli/src/init/templates/versions.ts', /(ownVersion = ')([^']+)(?=')/g)
spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root, stdio: 'inherit' })

function replace(path, pattern) {
  const text = readFileSync(root + path, 'utf8')
  const change = (all, start, found) => (found === before ? start + version : all)
  writeFileSync(root + path, text.replace(pattern, change))
}
