import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseJsonWithComments } from '../../src/config/json-with-comments.ts'
import { defineConfig } from '../../src/index.ts'
import { dto, inProject, type Project, runCli } from '../support/run-cli.ts'

const sources = { 'src/dto/a.ts': dto('A'), 'other/b.ts': dto('B') }

function hasFile(project: Project, name: string): boolean {
  return readdirSync(project.path, { recursive: true, encoding: 'utf8' }).includes(name)
}

test('every kind of config gives the inputs and options', async () => {
  const kinds: Readonly<Record<string, string>> = {
    'ctxgen.config.json': '\uFEFF{"$schema":"x","inputs":["src/dto"],"outDir":"gen"}',
    'package.json': '{"name":"x","ctxgen":{"inputs":["src/dto"],"outDir":"gen"}}',
    'ctxgen.config.mjs': "export default { inputs: ['src/dto'], outDir: 'gen' }",
    'ctxgen.config.js': "module.exports = { inputs: ['src/dto'], outDir: 'gen' }",
    'ctxgen.config.ts': "const outDir: string = 'gen'\nexport default { inputs: ['src/dto'], outDir }",
  }
  for (const [name, text] of Object.entries(kinds)) {
    await inProject({ ...sources, [name]: text }, async (project) => {
      const { code, stderr } = await runCli(project.path, [])
      assert.is(stderr, '')
      assert.is(code, 0, name)
      assert.ok(hasFile(project, 'gen/a.bind.ts'), name)
    })
  }
})

test('a TypeScript config may import, including from ctxgen, and leaves no files', () =>
  inProject(
    {
      ...sources,
      'ctxgen.config.ts': `import { defineConfig, type Config } from 'ctxgen'
import { join } from 'node:path'
const config: Config = { inputs: ['src/dto'], outDir: join('gen', 'deep') }
export default defineConfig([config])`,
    },
    async (project) => {
      mkdirSync(join(project.path, 'node_modules'))
      const own = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)))
      symlinkSync(own, join(project.path, 'node_modules/ctxgen'))
      assert.is((await runCli(project.path, [])).code, 0)
      assert.ok(hasFile(project, 'gen/deep/a.bind.ts'))
      assert.not.ok(readdirSync(project.path).some((name) => name.startsWith('.ctxgen-')))
    },
  ))

test('any is an error, or read as unknown', () =>
  inProject(
    {
      'src/a.ts': '/** @json */\nexport interface A { all: any }\n',
      'strict.json': '{"inputs":["src"],"any":"error"}',
      'loose.json': '{"inputs":["src"],"any":"unknown"}',
    },
    async (project) => {
      const run = (...argv: string[]): ReturnType<typeof runCli> => runCli(project.path, argv)
      const refused = await run('src')
      assert.is(refused.code, 1)
      assert.match(refused.stderr, /all: any cannot be bound/)
      assert.is((await run('--any', 'unknown', 'src')).code, 0)
      assert.match(project.read('src/a.bind.ts'), /all: unknown/)
      assert.is((await run('--config', 'strict.json')).code, 1)
      assert.is((await run('--config', 'loose.json', '--check')).code, 0)
      assert.is((await run('--config', 'strict.json', '--any', 'unknown', '--check')).code, 0)
    },
  ))

test('the command line wins, and its inputs take the options of the config', () =>
  inProject(
    { ...sources, 'ctxgen.config.json': '{"inputs":["src/dto"],"outDir":"gen"}' },
    async (project) => {
      assert.is((await runCli(project.path, ['other'])).code, 0)
      assert.ok(hasFile(project, 'gen/b.bind.ts'))
      assert.not.ok(hasFile(project, 'gen/a.bind.ts'))
      await runCli(project.path, ['-o', 'mine'])
      assert.ok(hasFile(project, 'mine/a.bind.ts'))
      project.write({ 'conf/x.json': '{"inputs":["../other"],"outDir":"out"}' })
      await runCli(project.path, ['--config', 'conf/x.json'])
      assert.ok(hasFile(project, 'conf/out/b.bind.ts'))
    },
  ))

test('a config in a parent folder applies, up to the project root; its paths are relative to it', () =>
  inProject(
    { ...sources, 'ctxgen.config.json': '{"inputs":["src/dto/*.ts"],"outDir":"gen"}' },
    async (project) => {
      const { code, stdout } = await runCli(join(project.path, 'other'), ['--verbose'])
      assert.is(code, 0)
      assert.match(stdout, 'written  ../gen/a.bind.ts')
      mkdirSync(join(project.path, 'other/.git'))
      assert.is((await runCli(join(project.path, 'other'), [])).code, 2)
    },
  ))

test("without .git the project is the folder of the nearest package.json, and the banner's command writes the same", () =>
  inProject(
    {
      'ctxgen.config.json': '{"inputs":["other"]}',
      'app/package.json': '{}',
      'app/ctxgen.config.json': '{"inputs":["src"],"missing":"zero"}',
      'app/src/dto/a.ts': dto('A'),
    },
    async (project) => {
      rmSync(join(project.path, '.git'), { recursive: true })
      assert.is((await runCli(join(project.path, 'app'), [])).code, 0)
      const text = project.read('app/src/dto/a.bind.ts')
      const [, command = ''] = /^\/\/ To update, in its folder: npx ctxgen (.+)$/m.exec(text) ?? []
      project.remove('app/src/dto/a.bind.ts')
      assert.is((await runCli(join(project.path, 'app/src/dto'), [command])).code, 0)
      assert.is(project.read('app/src/dto/a.bind.ts'), text)
      project.remove('app/ctxgen.config.json')
      assert.is(
        (await runCli(join(project.path, 'app/src/dto'), [])).code,
        2,
        'the config outside the project does not apply',
      )
    },
  ))

test('a single source gets the same output path as with the whole config', () =>
  inProject(
    {
      'ctxgen.config.json': '{"inputs":["src/dto", "lib/**/*.ts", "src/[id]/one.ts"],"outDir":"gen"}',
      'src/dto/deep/a.ts': dto('A'),
      'lib/x/b.ts': dto('B'),
      'src/[id]/one.ts': dto('One'),
    },
    async (project) => {
      assert.is((await runCli(project.path, [])).code, 0)
      const at = (name: string): string => join(project.path, name)
      for (const [folder, input] of [
        ['src/dto/deep', 'a.ts'],
        ['src', 'dto/deep'],
        ['src/dto', '**/*.ts'],
        ['lib/x', 'b.ts'],
        ['src/[id]', 'one.ts'],
      ] as const) {
        const { code, stdout } = await runCli(at(folder), ['--check', input])
        assert.is(code, 0, `${folder} ${input}`)
        assert.match(stdout, /^1 file unchanged in /)
      }
      assert.is((await runCli(project.path, ['lib', 'src/dto/deep/a.ts'])).code, 0)
      assert.not.ok(hasFile(project, 'gen/a.bind.ts'))
    },
  ))

test('several projects, each with its own options', () =>
  inProject(
    { ...sources, 'ctxgen.config.json': '[{"inputs":["src/dto"]},{"inputs":["other/*.ts"],"outDir":"gen"}]' },
    async (project) => {
      const { code, stdout } = await runCli(project.path, [])
      assert.is(code, 0)
      assert.match(stdout, /^2 files written/)
      assert.ok(hasFile(project, 'src/dto/a.bind.ts'))
      assert.ok(hasFile(project, 'gen/b.bind.ts'))
      assert.is((await runCli(project.path, ['--check'])).code, 0)
      project.remove('gen/b.bind.ts')
      await runCli(project.path, ['other/b.ts'])
      assert.ok(hasFile(project, 'gen/b.bind.ts'))
      project.write({ 'third/c.ts': dto('C') })
      const stray = await runCli(project.path, ['third'])
      assert.is(stray.code, 2)
      assert.match(stray.stderr, 'third belongs to no project in ctxgen.config.json')
    },
  ))

test('a wrong config is wrong usage, and the message names file, key and expected value', async () => {
  const cases: readonly (readonly [text: string, sentence: string])[] = [
    ['{"inputs":["src"],"outdir":"x"}', 'ctxgen.config.json: unknown key outdir; did you mean outDir?'],
    ['{"zzz":1}', 'ctxgen.config.json: unknown key zzz; expected one of inputs, outDir, missing'],
    ['{"inputs":"src"}', 'inputs must be a list of files, folders or globs, not "src".'],
    ['{"inputs":[]}', 'inputs must be a list of files, folders or globs, not [].'],
    ['[{"inputs":["src"]},{"missing":"nil"}]', '[1].missing must be "error" or "zero", not "nil".'],
    ['{"aliasTag":"1"}', 'aliasTag must be a tag'],
    ['{"project":5}', 'project must be a tsconfig path, not 5.'],
    ['5', 'the config must be an object, not 5.'],
    ['[]', 'the list of projects is empty.'],
    ['{', 'ctxgen.config.json cannot be read: '],
    ['{"outDir":"gen"}', 'ctxgen.config.json has no inputs.'],
    ['{"inputs":["nope"]}', 'nope does not exist.'],
  ]
  for (const [text, sentence] of cases) {
    await inProject({ ...sources, 'ctxgen.config.json': text }, async (project) => {
      const { code, stderr } = await runCli(project.path, [])
      assert.is(code, 2, text)
      assert.match(stderr, sentence)
    })
  }
})

test('two configs in one folder, a module without a default export, one that throws', async () => {
  const cases: readonly (readonly [files: Readonly<Record<string, string>>, sentence: RegExp])[] = [
    [
      { 'ctxgen.config.json': '{}', 'package.json': '{"ctxgen":{}}' },
      /both configure ctxgen: remove one, or choose with --config/,
    ],
    [{ 'ctxgen.config.ts': 'export const config = {}' }, /ctxgen\.config\.ts has no default export/],
    [{ 'ctxgen.config.mjs': 'throw new Error("boom")' }, /ctxgen\.config\.mjs cannot be read: boom/],
    [{ 'ctxgen.config.ts': 'import x from "./nope.js"\nexport default x' }, /config\.ts cannot be read: /],
  ]
  for (const [files, sentence] of cases) {
    await inProject(files, async (project) => {
      const { code, stderr } = await runCli(project.path, [])
      assert.is(code, 2)
      assert.match(stderr, sentence)
    })
  }
})

test('defineConfig returns its argument', () => {
  const config = { inputs: ['src'] } as const
  assert.is(defineConfig(config), config)
})

test('each key of openapi is checked', async () => {
  for (const [key, value, text] of [
    ['output', 5, 'a file path, not 5'],
    ['spec', '9', '"3.0", "3.1" or "3.2", not "9"'],
    ['info', null, 'an object, not null'],
    ['servers', [null], 'a list of objects, not [null]'],
    ['security', { a: 1 }, 'an object of security schemes by name, not {"a":1}'],
    ['documents', 5, 'a list of documents, such as [{ "output": "admin.json", "prefix": "/admin" }], not 5'],
    [
      'documents',
      [{}],
      'a list of documents, such as [{ "output": "admin.json", "prefix": "/admin" }], not [{}]',
    ],
  ] as const) {
    const config = JSON.stringify({ inputs: ['.'], openapi: { app: 'a.ts', [key]: value } })
    await inProject({ 'ctxgen.config.json': config }, async (project) => {
      const { code, stderr } = await runCli(project.path, ['openapi'])
      assert.is(code, 2)
      assert.match(stderr, `error: ctxgen.config.json: openapi.${key} must be ${text}.`)
      assert.not.match(stderr, 'Did you mean')
    })
  }
  await inProject({ 'ctxgen.config.json': '{"openapi":{"app":"a.ts","outptu":"x"}}' }, async (project) => {
    assert.match(
      (await runCli(project.path, ['openapi'])).stderr,
      'unknown key openapi.outptu; did you mean output?',
    )
  })
})

test('a config in JSON may have comments and trailing commas', async () => {
  for (const [text, value] of [
    ['{ // one\n "a": [1, /* , */ 2,\n ], }', { a: [1, 2] }],
    ['\uFEFF/* "x */{"a//b":"c/*d*/","e":",]",}// end', { 'a//b': 'c/*d*/', e: ',]' }],
    ['{"a":"\\\\","b":"\\",]//"}', { a: '\\', b: '",]//' }],
  ] as const)
    assert.equal(parseJsonWithComments(text), value)
  for (const text of ['{,}', '[1,,]', '{"a":1,,}', '{/*', '"a', '[1 /* 2 */ 3]'])
    assert.throws(
      () => parseJsonWithComments(text),
      (error: unknown) => error instanceof SyntaxError,
    )
  const files = { 'src/a.ts': dto('A'), 'ctxgen.config.json': '{\n  // mine\n  "inputs": ["src",],\n}\n' }
  await inProject(files, async (project) => {
    assert.is((await runCli(project.path, [])).code, 0)
    assert.match(project.read('src/a.bind.ts'), 'bindQueryA')
  })
})

test.run()
