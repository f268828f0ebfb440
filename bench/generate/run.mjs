#!/usr/bin/env node
// Measures the generator: start, check, cold run and watch, compared with others. See README.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeMachine } from '../describe-run.mjs'
import { makeProject, outputOf } from './make-project.mjs'
import { compareCpu } from './measure-cpu.mjs'
import { measureWatch } from './measure-watch.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const ctxgen = join(here, '../../packages/cli/bin/ctxgen.js')
const peers = join(here, 'peers/node_modules')
const { count = '1000', rounds = '7' } = Object.fromEntries(
  process.argv.slice(2).map((word) => word.replace(/^--/, '').split('=')),
)
const files = Number(count)
const node = process.execPath

const many = makeProject(files)
const one = makeProject(1)
try {
  describeMachine(`${files} files, medians of ${rounds} rounds`, [
    'ts-json-schema-generator 2.4.0',
    'typia 9.7.2',
  ])
  const hasPeers = installPeers()
  const contenders = [...ours(), ...(hasPeers ? others() : [])]
  for (const contender of contenders) prove(contender)
  print(compareCpu(contenders, Number(rounds)))
  const { median, worst } = await measureWatch({ path: many, files }, ctxgen, 50)
  console.log(`watch, save to output, 50 saves: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`)
} finally {
  for (const project of [many, one]) rmSync(project, { recursive: true, force: true })
}

function ours() {
  const check = [node, ctxgen, '--check', 'src/dto']
  const cold = [node, ctxgen, 'src/dto']
  return [
    { name: 'node -e 0', argv: [node, '-e', '0'], proves: () => true },
    {
      name: 'check, nothing changed',
      argv: check,
      cwd: many,
      first: () => spawnSync(node, [ctxgen, 'src/dto'], { cwd: many }),
      proves: ({ stdout }) => stdout.startsWith(`${files} files unchanged`),
    },
    {
      name: 'check --no-cache',
      argv: [...check, '--no-cache'],
      cwd: many,
      proves: ({ stdout }) => stdout.startsWith(`${files} files unchanged`),
    },
    {
      name: 'cold, 1 file',
      argv: cold,
      cwd: one,
      before: () => forget(one, 1),
      proves: wroteOne,
    },
    {
      name: 'cold, 1 file, compiler kept',
      argv: cold,
      cwd: one,
      // From 22.1 on, node itself keeps the compiled code, whatever is removed here.
      before: () => {
        // The first run keeps none.
        for (let run = 0; run < 2; run++) {
          spawnSync(node, [ctxgen, 'src/dto'], { cwd: one })
          forget(one, 1, 'ctxgen')
        }
      },
      proves: wroteOne,
    },
    {
      name: 'cold, all files',
      argv: cold,
      cwd: many,
      before: () => forget(many, files),
      proves: ({ stdout }) => stdout.startsWith(`${files} files written`),
    },
    {
      name: 'bare parse of all',
      argv: [node, join(here, 'bare-parse.mjs'), join(many, 'src/dto')],
      proves: ({ stdout }) => stdout === `${files + 1} sources, ${3 * files + 2} interfaces\n`,
    },
  ]
}

function wroteOne({ stdout }) {
  return stdout.startsWith('1 file written') && existsSync(outputOf(one, 0))
}

/** Restores the state before the first run; with `ctxgen`, before the first run that reads these sources. */
function forget(project, count, cache = '.') {
  rmSync(join(project, 'node_modules/.cache', cache), { recursive: true, force: true })
  for (let index = 0; index < count; index++) rmSync(outputOf(project, index), { force: true })
}

function others() {
  const schema = join(many, 'schema.json')
  const calls = join(many, 'typia-in')
  const generated = join(many, 'typia-out')
  symlinkSync(join(peers, 'typia'), join(many, 'node_modules/typia'))
  writeTypiaCalls(calls)
  return [
    {
      name: 'ts-json-schema-generator 2.4',
      argv: [
        node,
        join(peers, 'ts-json-schema-generator/bin/ts-json-schema-generator.js'),
        ...['--path', `${many}/src/dto/user_*[0-9].ts`, '--tsconfig', `${many}/tsconfig.json`],
        ...['--no-type-check', '--out', schema],
      ],
      cwd: many,
      before: () => rmSync(schema, { force: true }),
      proves: () =>
        existsSync(schema) &&
        spawnSync('grep', ['-c', '"User[0-9]*": {', schema]).stdout.toString().trim() === String(files),
    },
    {
      name: 'typia 9 generate',
      argv: [
        node,
        join(peers, 'typia/lib/executable/typia.js'),
        'generate',
        ...['--input', calls, '--output', generated, '--project', join(many, 'tsconfig.json')],
      ],
      cwd: join(here, 'peers'),
      before: () => rmSync(generated, { recursive: true, force: true }),
      proves: () =>
        !readFileSync(join(generated, `user_${files - 1}.ts`), 'utf8').includes('createValidate<'),
    },
  ]
}

/** Writes typia calls for what ctxgen generates by default: checking parsed JSON, and the JSON of a value. */
function writeTypiaCalls(folder) {
  mkdirSync(folder)
  for (let index = 0; index < files; index++) {
    const names = ['CreateUser', 'ListUsers', 'User'].map((name) => name + index)
    const lines = names.flatMap((name) => [
      `export const check${name} = typia.createValidate<dto.${name}>()`,
      `export const stringify${name} = typia.json.createStringify<dto.${name}>()`,
    ])
    const head = [`import typia from 'typia'`, `import type * as dto from '../src/dto/user_${index}.js'`]
    writeFileSync(join(folder, `user_${index}.ts`), `${[...head, ...lines].join('\n')}\n`)
  }
}

function installPeers() {
  const cwd = join(here, 'peers')
  if (existsSync(peers)) return true
  const { status } = spawnSync('npm', ['ci'], { cwd, stdio: 'inherit' })
  if (status !== 0) console.error('The peers could not be installed: without them.')
  return status === 0
}

/** Checks that a command does its work before it is timed. */
function prove({ name, argv, cwd, first, before, proves }) {
  first?.()
  before?.()
  const [command, ...args] = argv
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (done.status === 0 && proves(done)) return
  throw new Error(`${name} did not do its work:\n${done.stdout.slice(-500)}\n${done.stderr.slice(-2000)}`)
}

function print(seconds) {
  const floor = seconds.get('node -e 0')
  const parse = seconds.get('bare parse of all')
  console.log(`\n${'CPU'.padEnd(30)}      s   × node -e 0   × bare parse`)
  for (const [name, value] of seconds) {
    const ratios = [value / floor, value / parse].map((ratio) => ratio.toFixed(2).padStart(13))
    console.log(`${name.padEnd(30)} ${value.toFixed(3).padStart(6)}${ratios.join('')}`)
  }
}
