import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject, type TempProject } from '../../../../test/support/temp-project.ts'
import { runCli } from '../support/run-cli.ts'

const app = `import { App } from '@ctxgen/runtime'

interface Car {
  plate: string
  doors: 2 | 4
}

export const app = new App()
app.get('/cars', (c) => {
  const car: Car = { plate: c.query('plate'), doors: 4 }
  c.json(car)
})
`

/** Changes of the app, with the exit code and the output of each. */
const changes: readonly (readonly [from: string, to: string, code: number, told: string])[] = [
  ['', '', 0, '1 operation, 1 schema'],
  [
    'plate: string\n',
    'plate?: string\n',
    1,
    'src/app.ts:4:3 - error CTX5101: the response property plate became optional for the status 200, in GET /cars (response-property-became-optional)',
  ],
  [
    "app.get('/cars'",
    "app.get('/bikes'",
    1,
    'error CTX5101: api path removed without deprecation, in GET /cars',
  ],
  ['c.json(car)', 'c.status(201).json(car)', 1, 'CTX5101: removed the success response with the status 200'],
  [
    'doors: 2 | 4',
    'doors: 2 | 4 | 5',
    0,
    'src/app.ts:5:3 - warning CTX5102: added the new 5 enum value to the doors response property',
  ],
]

for (const [from, to, code, told] of changes) {
  test(`--against after ${to || 'nothing'}: exit ${code}`, () =>
    inTempProject(async (project) => {
      const old = await earlierDocument(project)
      project.write({ 'src/app.ts': app.replace(from, to) })
      const ran = await runCli(project.path, ['openapi', 'src/app.ts', '--against', 'old.json'])
      assert.is(ran.code, code, ran.stderr)
      assert.match(ran.stderr, told)
      assert.is(ran.stdout, '')
      assert.is(project.read('old.json'), old)
    }))
}

test('--against reads YAML, and prints JSON with --json', () =>
  inTempProject(async (project) => {
    await earlierDocument(project, 'old.yaml')
    project.write({ 'src/app.ts': app.replace("'/cars'", "'/bikes'") })
    const { code, stdout } = await runCli(project.path, [
      'openapi',
      'src/app.ts',
      '--against',
      'old.yaml',
      '--json',
    ])
    assert.is(code, 1)
    assert.is(JSON.parse(stdout).code, 'CTX5101')
  }))

/** Files that are no document, and the sentence for them. */
const unreadable: readonly (readonly [content: string | undefined, told: string])[] = [
  [undefined, 'old.json does not exist.'],
  ['{"swagger":"2.0"}', 'old.json is no OpenAPI document.'],
  ['{"openapi":', 'old.json cannot be read: '],
  ['', 'old.json is no OpenAPI document.'],
]

for (const [content, told] of unreadable) {
  test(`--against ${content ?? 'a missing file'}: ${told}`, () =>
    inTempProject(async (project) => {
      project.write({ 'src/app.ts': app, ...(content === undefined ? {} : { 'old.json': content }) })
      const { code, stderr } = await runCli(project.path, ['openapi', 'src/app.ts', '--against', 'old.json'])
      assert.is(code, 2)
      assert.match(stderr, told)
    }))
}

test('--serve refuses what is no port', () =>
  inTempProject(async (project) => {
    project.write({ 'src/app.ts': app })
    const { code, stderr } = await runCli(project.path, ['openapi', 'src/app.ts', '--serve', 'http'])
    assert.is(code, 2)
    assert.match(stderr, '--serve needs a port, not http.')
  }))

async function earlierDocument(project: TempProject, name = 'old.json'): Promise<string> {
  project.write({ 'src/app.ts': app })
  const { code, stderr } = await runCli(project.path, [
    'openapi',
    'src/app.ts',
    '-o',
    join(project.path, name),
  ])
  assert.is(code, 0, stderr)
  return project.read(name)
}

test.run()
