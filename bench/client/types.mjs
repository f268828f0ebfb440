#!/usr/bin/env node
// node client/types.mjs [--routes=200] [--rounds=3]: what TypeScript 5.9 needs for a typed call of each route of a service, with the client
// of ctxgen and those of others. Counts are exact; seconds are those of the
// best round, and memory is what stays after a collection.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { binaryOf } from '../../test/compat/node-binary.mjs'
import { describeMachine } from '../describe-run.mjs'
import { contenders } from './contenders.mjs'

const { values: options } = parseArgs({
  options: { routes: { type: 'string', default: '200' }, rounds: { type: 'string', default: '3' } },
})
const here = fileURLToPath(new URL('.', import.meta.url))
const work = join(here, 'work')
const count = Number(options.routes)
/** For 200 routes with TypeScript 5.9. */
const goals = { seconds: 0.9, megabytes: 80 }

if (!existsSync(join(here, 'node_modules/ts59')))
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here)
rmSync(work, { recursive: true, force: true })
const service = makeService()
const { devDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
describeMachine(
  `${count} routes, ${options.rounds} rounds, in turns`,
  Object.entries(devDependencies).map(([name, version]) => `${name} ${version.replace(/.*@/, '')}`),
)
const folders = Object.keys(contenders).map((name) => [name, makeContender(name)])
const best = new Map()
for (let round = 0; round < Number(options.rounds); round++)
  for (const [name, folder] of folders) best.set(name, better(best.get(name), measure(name, folder)))
console.log('\n| client | instantiations | check, s | whole, s | memory, MB |')
console.log('| --- | --- | --- | --- | --- |')
for (const [name, { instantiations, check, total, megabytes }] of best)
  console.log(
    `| ${name} | ${instantiations} | ${check.toFixed(2)} | ${total.toFixed(2)} | ${megabytes.toFixed(0)} |`,
  )
const { check, megabytes } = best.get('ctxgen')
console.log(
  `\nGoals at 200: ${goals.seconds} s of checking and ${goals.megabytes} MB; ctxgen: ${check} s and ${megabytes.toFixed(0)} MB.`,
)

rmSync(work, { recursive: true })

/** The app with its document, in a project of its own. */
function makeService() {
  const folder = join(work, 'service')
  write(folder, contenders.ctxgen(count).service)
  write(folder, { 'package.json': '{ "type": "module", "name": "service", "version": "1.0.0" }' })
  const command = join(here, '../../packages/cli/bin/ctxgen.js')
  run(process.execPath, [command, 'dto.ts'], folder)
  run(process.execPath, [command, 'client', 'app.ts', '-o', 'api.ts'], folder)
  run(process.execPath, [command, 'openapi', 'app.ts', '-o', 'openapi.json'], folder)
  return folder
}

function makeContender(name) {
  const folder = join(work, name.replace(/\W/g, '-'))
  write(folder, contenders[name](count).checked)
  const document = join(service, 'openapi.json')
  const bin = (tool) => join(here, 'node_modules/.bin', tool)
  if (name === 'ctxgen') run('cp', [join(service, 'api.ts'), folder], here)
  if (name === 'openapi-typescript') run(bin('openapi-typescript'), [document, '-o', 'schema.ts'], folder)
  if (name === 'hey-api') {
    // It needs a newer Node than the project.
    const { path = process.execPath } = binaryOf('24')
    const script = join(here, 'node_modules/@hey-api/openapi-ts/bin/run.js')
    run(path, [script, '-i', document, '-o', folder, '-c', '@hey-api/client-fetch'], folder)
    write(folder, contenders[name](count).checked)
  }
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  write(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['calls.ts'] }) })
  return folder
}

function measure(name, folder) {
  const tsc = join(here, 'node_modules/ts59/bin/tsc')
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--expose-gc', tsc, '-p', folder, '--extendedDiagnostics'],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`${name} does not compile:\n${stdout.slice(0, 2000)}`)
  const of = (label) => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1])
  return {
    instantiations: of('Instantiations'),
    check: of('Check time'),
    total: of('Total time'),
    megabytes: of('Memory used') / 1000,
  }
}

function better(a, b) {
  if (a === undefined) return b
  return {
    instantiations: b.instantiations,
    check: Math.min(a.check, b.check),
    total: Math.min(a.total, b.total),
    megabytes: Math.min(a.megabytes, b.megabytes),
  }
}

function write(folder, files) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

function run(command, args, cwd) {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}
