import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inProject, type Project, runCli } from '../support/run-cli.ts'

const app = `import { readFile } from 'node:fs'
import { App } from '@ctxgen/runtime'
import type { Car } from './car.js'

const cars: Car[] = [{ plate: process.env['PLATE'] ?? '' }]
console.log(import.meta.dirname, new URL('http://localhost'))
readFile('cars.json', (error, content) => {
  if (error === null) setTimeout(() => Buffer.from(content), 5)
})
export const app = new App()
app.get('/cars', (c) => c.json({ cars }))
`
const tsconfig = { strict: true, module: 'nodenext', lib: ['es2023'], types: ['node'] }
const files = {
  'package.json': JSON.stringify({ type: 'module' }),
  'tsconfig.json': JSON.stringify({ compilerOptions: tsconfig }),
  'src/app.ts': app,
  'src/car.ts': 'export interface Car {\n  plate: string\n}\n',
}

/** Changes after which the app does not compile, with the place and the words of the error. */
const mistakes: readonly (readonly [file: keyof typeof files, from: string, to: string, told: string])[] = [
  [
    'src/app.ts',
    'export const',
    'carrs\nexport const',
    'src/app.ts:10:1 - error CTX5029: the code does not compile: Cannot find name',
  ],
  [
    'src/app.ts',
    'plate:',
    'plates:',
    'src/app.ts:5:24 - error CTX5029: the code does not compile: Object literal may only',
  ],
  [
    'src/app.ts',
    'App()',
    "App()\napp.gett('/x')",
    "src/app.ts:11:5 - error CTX5029: the code does not compile: Property 'gett' does not exist",
  ],
  ['src/app.ts', './car.js', './cat.js', 'src/app.ts:3:26 - error CTX5026: ./cat.js does not exist'],
  [
    'src/car.ts',
    'string',
    'strung',
    "src/car.ts:2:10 - error CTX5029: the code does not compile: Cannot find name 'strung'",
  ],
  [
    'src/app.ts',
    'new App()',
    'new App(',
    "src/app.ts:12:1 - error CTX5029: the code does not compile: ')' expected",
  ],
]

function inLinkedProject(body: (project: Project) => Promise<void>): Promise<void> {
  return inProject(files, async (project) => {
    const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
    symlinkSync(modules, join(project.path, 'node_modules'))
    await body(project)
  })
}

test('types of node and flags of the tsconfig are no mistakes', () =>
  inLinkedProject(async (project) => {
    const { code, stderr } = await runCli(project.path, ['openapi', 'src/app.ts'])
    assert.is(code, 0, stderr)
    assert.match(stderr, /^1 operation, /)
    const lax = { ...tsconfig, strict: false, noUnusedLocals: true }
    project.write({
      'tsconfig.json': JSON.stringify({ compilerOptions: lax }),
      'src/app.ts': `${app}const plate: string = null\nfunction untyped(one) {}\n`,
    })
    const unstrict = await runCli(project.path, ['openapi', 'src/app.ts'])
    assert.is(unstrict.code, 0, unstrict.stderr)
  }))

for (const [file, from, to, told] of mistakes) {
  test(`a source that does not compile ends the command: ${to.replace(/\n/g, ' ')}`, () =>
    inLinkedProject(async (project) => {
      project.write({ [file]: files[file].replace(from, to) })
      const args = ['openapi', 'src/app.ts', '-o', 'openapi.json']
      const refused = await runCli(project.path, args)
      assert.is(refused.code, 1, refused.stderr)
      assert.match(refused.stderr, told)
      assert.not(existsSync(join(project.path, 'openapi.json')))
    }))
}

test('--force describes it with a warning', () =>
  inLinkedProject(async (project) => {
    project.write({ 'src/app.ts': app.replace('export const', 'carrs\nexport const') })
    const { code, stderr } = await runCli(project.path, ['openapi', 'src/app.ts', '--force', '-o', 'a.json'])
    assert.is(code, 0, stderr)
    assert.match(stderr, 'src/app.ts:10:1 - warning CTX5029: the code does not compile')
    assert.ok(JSON.parse(project.read('a.json')).paths['/cars'])
  }))

test.run()
