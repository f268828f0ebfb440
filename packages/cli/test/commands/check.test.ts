import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { dto, inProject, runCli } from '../support/run-cli.ts'

test('a check names stale, missing and orphaned outputs, shows the changes and the fixing command', () =>
  inProject(
    { 'src/a.ts': dto('A'), 'src/b.ts': dto('B'), 'src/d.ts': dto('D'), 'src/e.ts': dto('E') },
    async (project) => {
      await runCli(project.path, ['src'])
      assert.is((await runCli(project.path, ['--check', 'src'])).code, 0)
      project.write({
        'src/a.bind.ts': project.read('src/a.bind.ts').replace('A', 'Hand'),
        'src/c.ts': dto('C'),
        'src/e.ts': dto('E2'),
      })
      project.remove('src/b.ts')
      const { code, stdout, stderr } = await runCli(project.path, ['--check', 'src'])
      assert.is(code, 1)
      assert.match(stderr, /src\/a\.bind\.ts was edited: it matches neither src\/a\.ts nor what ctxgen wrote/)
      assert.match(stderr, /src\/e\.bind\.ts is stale: it no longer matches src\/e\.ts/)
      assert.match(stderr, /src\/b\.bind\.ts is orphaned: src\/b\.ts no longer exists/)
      assert.match(stderr, /src\/c\.bind\.ts is missing: src\/c\.ts has DTOs/)
      assert.match(stderr, /^--- src\/a\.bind\.ts \(on disk\)\n\+\+\+ src\/a\.bind\.ts .*\n@@ -/m)
      assert.match(stderr, /^-.*Hand/m)
      assert.match(
        stdout,
        /^1 file stale, 1 edited by hand, 1 missing, 1 orphaned, 1 unchanged in .*\nTo update them: npx ctxgen --clean src\n$/,
      )
      assert.match(project.read('src/a.bind.ts'), 'Hand')
      assert.is((await runCli(project.path, ['--clean', 'src'])).code, 0)
      assert.is((await runCli(project.path, ['--check', 'src'])).code, 0)
    },
  ))

test('a misspelt tag that is the only one is an error, with and without --check', () =>
  inProject({ 'src/a.ts': '/** @jsonn */\nexport interface A { a: string }\n' }, async (project) => {
    for (const args of [['src'], ['--check', 'src']]) {
      const { code, stderr } = await runCli(project.path, args)
      assert.is(code, 1)
      assert.match(stderr, 'src/a.ts:1:5 - error CTX1002: unknown tag @jsonn; did you mean @json?')
    }
  }))

test('a checkout with other line ends is up to date', () =>
  inProject({ 'src/a.ts': dto('A') }, async (project) => {
    await runCli(project.path, ['src'])
    project.write({ 'src/a.bind.ts': project.read('src/a.bind.ts').replaceAll('\n', '\r\n') })
    assert.is((await runCli(project.path, ['--check', 'src'])).code, 0)
    project.write({ 'src/a.ts': dto('A').replaceAll('\n', '\r\n') })
    assert.is((await runCli(project.path, ['--check', 'src'])).code, 0)
  }))

test('the fixing command is the same command, quoted for a shell', () =>
  inProject({ 'my src/a.ts': dto('A') }, async (project) => {
    const { stdout } = await runCli(project.path, [
      'my src/**/*.ts',
      '--check',
      '--missing',
      'zero',
      '-o',
      "it's",
    ])
    assert.match(stdout, `: npx ctxgen "my src/**/*.ts" --missing zero -o "it's"\n`)
  }))

test('--quiet and --json keep to the findings', () =>
  inProject({ 'src/a.ts': dto('A') }, async (project) => {
    const quiet = await runCli(project.path, ['--check', '--quiet', 'src'])
    assert.is(quiet.code, 1)
    assert.is(quiet.stdout, '')
    assert.match(quiet.stderr, 'src/a.bind.ts is missing')
    const json = await runCli(project.path, ['--check', '--json', 'src'])
    assert.is(json.code, 1)
    assert.is(json.stderr, '')
    assert.is(JSON.parse(json.stdout).code, 'CTX3006')
  }))

test.run()
