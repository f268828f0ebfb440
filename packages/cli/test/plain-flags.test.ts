import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readFlags } from '../src/flags.ts'
import { readPlainFlags } from '../src/plain-flags.ts'

test('the fast parser reads plain command lines like the full one', () => {
  const words = [
    '--check',
    '--clean',
    '--dry-run',
    '--no-cache',
    '--json',
    '--verbose',
    '--no-color',
    '--cache-dir=.ctxgen',
    'src',
    'a b',
    '',
  ]
  const host = { cwd: '/', env: {}, colour: false, stdout: () => {}, stderr: () => {} }
  for (let set = 0; set < 1 << words.length; set++) {
    const argv = words.filter((_, index) => (set >> index) & 1)
    assert.equal(readPlainFlags(argv), readFlags(argv, host))
  }
  assert.equal(
    readPlainFlags(['src', '--quiet', 'dto', '--check']),
    readFlags(['src', '--quiet', 'dto', '--check'], host),
  )
  for (const argv of [
    ['--quiet', '--verbose'],
    ['-w'],
    ['--'],
    ['-'],
    ['-o', 'out'],
    ['--check=1'],
    ['--cache-dir', '.ctxgen'],
    ['--cache-dir='],
    ['--cache-dir=a', '--cache-dir=b'],
    ['--help'],
  ]) {
    assert.is(readPlainFlags(argv), undefined)
  }
})

test.run()
