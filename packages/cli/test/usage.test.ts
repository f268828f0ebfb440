import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { dto, inProject, runCli, spawnCli } from './support/run-cli.ts'

test('wrong usage is exit code 2 with a sentence on stderr', () =>
  inProject({ 'dto/a.ts': dto('A') }, async (project) => {
    const cases: readonly (readonly [argv: readonly string[], sentence: RegExp])[] = [
      [[], /name at least one file, folder or glob/],
      [['--check'], /name at least one file, folder or glob/],
      [['--frobnicate', 'dto'], /unknown option '--frobnicate'/],
      [['--chek', 'dto'], /Did you mean --check\?/],
      [['dto', '--out-dir'], /argument missing/],
      [['--out-dir', '', 'dto'], /'--?[^']*out-dir <dir>' argument '' is invalid. It must not be empty/],
      [['--missing', 'maybe', 'dto'], /Allowed choices are error, zero/],
      [['--alias-tag', '1x', 'dto'], /Expected a letter/],
      [['--alias-tag', 'query', 'dto'], /@query cannot be the alias tag/],
      [['--project', 'nope.json', 'dto'], /It does not exist/],
      [['--quiet', '--verbose', 'dto'], /cannot be used with/],
      [['dto/nope'], /^error: dto\/nope does not exist\.$/m],
      [['inti'], /^error: inti does not exist\.\nDid you mean ctxgen init\?$/m],
      [['Int'], /^Did you mean ctxgen init\?$/m],
      [['compeltion', 'bash'], /^Did you mean ctxgen completion\?$/m],
      [['into/x'], /^error: into\/x does not exist\.\nRun ctxgen --help/m],
      [['dto', 'nope/*.ts'], /nope\/\*\.ts matches nothing/],
      [['\u001b[2Jx'], /^error: \\u\{1b\}\[2Jx does not exist\.$/m],
    ]
    for (const [argv, sentence] of cases) {
      const { code, stdout, stderr } = await runCli(project.path, argv)
      assert.is(code, 2, argv.join(' '))
      assert.match(stderr, sentence)
      assert.match(stderr, 'Run ctxgen --help for usage.')
      assert.is(stdout, '')
    }
    assert.throws(() => project.read('dto/a.bind.ts'))
  }))

test('help and version go to stdout and are no failure', async () => {
  const help = await runCli('/', ['--help'])
  assert.is(help.code, 0)
  assert.match(help.stdout, 'Usage: ctxgen [options] <files, folders or globs...>')
  assert.match(help.stdout, 'Examples:')
  assert.is(help.stderr, '')
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  for (const flag of ['-v', '--version']) {
    assert.equal(await runCli('/', [flag]), { code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  }
})

test('shells get valid completions', async () => {
  for (const [shell, line] of [
    ['bash', 'complete -o filenames -F _ctxgen ctxgen'],
    ['zsh', '#compdef ctxgen'],
    ['fish', 'complete -c ctxgen -s o -l out-dir -r'],
  ] as const) {
    const { code, stdout } = await runCli('/', ['completion', shell])
    assert.is(code, 0)
    assert.match(stdout, line)
    assert.match(stdout, 'alias-tag')
    // If the shell is installed, it parses the script itself.
    const { status, stderr } = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })
    assert.ok(status === 0 || status === null, stderr)
  }
  assert.is((await runCli('/', ['completion', 'csh'])).code, 2)
  assert.is((await runCli('/', ['completion'])).code, 2)
})

test('bash completes options and their choices', async () => {
  const { stdout } = await runCli('/', ['completion', 'bash'])
  const complete = (words: string): string => {
    const script = `${stdout}\nCOMP_WORDS=(${words})\nCOMP_CWORD=$((\${#COMP_WORDS[@]}-1))\n_ctxgen\necho "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout?.trim() ?? ''
  }
  assert.is(complete('ctxgen --out'), '--out-dir')
  assert.is(complete('ctxgen --missing z'), 'zero')
  assert.is(complete('ctxgen completion f'), 'fish')
  assert.is(complete('ctxgen ini'), 'init')
})

test('bash completes names with spaces as one word', () =>
  inProject({ 'my dto/a.ts': dto('A'), 'my config.json': '{}' }, async (project) => {
    const { stdout } = await runCli('/', ['completion', 'bash'])
    for (const [words, expected] of [
      ['ctxgen my', '<my config.json><my dto>'],
      ['ctxgen --config my', '<my config.json><my dto>'],
    ]) {
      const script = `${stdout}\nCOMP_WORDS=(${words})\nCOMP_CWORD=$((\${#COMP_WORDS[@]}-1))\n_ctxgen\nprintf '<%s>\\n' "\${COMPREPLY[@]}" | sort | tr -d '\\n'`
      const { error, stdout: found } = spawnSync('bash', ['-c', script], {
        cwd: project.path,
        encoding: 'utf8',
      })
      // Without bash there is nothing to test.
      if (error === undefined) assert.is(found, expected)
    }
  }))

test('the process exits with the same codes', () =>
  inProject({ 'dto/a.ts': dto('A') }, (project) => {
    assert.is(spawnCli(project.path, ['--frobnicate']).code, 2)
    assert.is(spawnCli(project.path, ['nope']).code, 2)
    assert.is(spawnCli(project.path, ['--check', 'dto']).code, 1)
    assert.is(spawnCli(project.path, ['dto']).code, 0)
    assert.is(spawnCli(project.path, ['--check', 'dto']).code, 0)
  }))

test('help, version and wrong usage load no compiler', () =>
  inProject({}, (project) => {
    project.write({
      'spy.cjs': `process.on('exit', () => {
        const loaded = Object.keys(require.cache).filter((path) => /ts-morph|typescript|codegen/.test(path))
        process.stderr.write('LOADED ' + JSON.stringify(loaded) + '\\n')
      })`,
    })
    for (const argv of [['--help'], ['--version'], ['--frobnicate'], []]) {
      assert.match(
        spawnCli(project.path, argv, ['--require', join(project.path, 'spy.cjs')]).stderr,
        'LOADED []',
      )
    }
  }))

test.run()
