#!/usr/bin/env node
// `npm run test:packages`: packs what is published, and gives the tarballs to publint and arethetypeswrong.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const publint = 'publint@0.3.25'
const typesChecker = '@arethetypeswrong/cli@0.18.5'
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-packages-')))
let failures = 0
try {
  for (const name of readdirSync(join(root, 'packages'))) {
    const place = join(root, 'packages', name)
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
    if (manifest.private !== true) test(manifest, place)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'Every package passed.' : `${failures} checks failed.`)
process.exitCode = failures === 0 ? 0 : 1

function test({ name, exports }, place) {
  const packed = run('npm', ['pack', '--json', '--pack-destination', folder], place)
  // An array up to npm 11, keyed by name since.
  const [{ filename }] = Object.values(JSON.parse(packed.stdout))
  const tarball = join(folder, filename)
  check(`${name}: publint`, exec(publint, ['publint', 'run', tarball, '--strict']))
  // A command without exports has no types.
  if (exports !== undefined)
    check(
      `${name}: types`,
      exec(typesChecker, ['attw', tarball, '--profile', 'esm-only', '--format', 'ascii']),
    )
}

/** Runs a tool of a fixed version, which npx installs on first use. */
function exec(spec, command) {
  return run('npm', ['exec', '--yes', `--package=${spec}`, '--', ...command], folder)
}

function check(title, { status, stdout, stderr }) {
  if (status === 0) console.log(`${title}: passed`)
  else console.log(`${title}: failed\n${stdout}${stderr}`)
  if (status !== 0) failures++
}

function run(command, args, cwd) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
}
