import { execFileSync, execSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import { root } from '../support/fixture-folders.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The content of each block that names its file in its first line. */
function namedBlocks(): readonly (readonly [name: string, text: string])[] {
  return [...readme.matchAll(/```ts[^\n]*\n(\/\/ (src\/\S+)\n[\s\S]*?)```/g)].map(
    ([, text = '', name = '']) => [name, text] as const,
  )
}

test('after Install, the first example compiles, in a package that npm 11 has made', () => {
  const path = mkdtempSync(join(tmpdir(), 'ctxgen-readme-'))
  const run = (script: string, ...args: readonly string[]): void => {
    try {
      execFileSync(process.execPath, [script, ...args], { cwd: path, encoding: 'utf8' })
    } catch (error) {
      throw new Error(Reflect.get(Object(error), 'stdout') + Reflect.get(Object(error), 'stderr'))
    }
  }
  const ctxgen = join(root, 'packages/cli/bin/ctxgen.js')
  try {
    // npm init -y keeps it, as if it were its own.
    writeFileSync(join(path, 'package.json'), '{ "name": "x", "version": "1.0.0", "type": "commonjs" }\n')
    execSync(/```sh\n(npm init.*)\n/.exec(readme)?.[1] ?? 'false', { cwd: path, stdio: 'ignore' })
    symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'), 'junction')
    run(ctxgen, 'init')
    for (const [name, text] of namedBlocks()) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
    run(ctxgen, 'src/dto')
    const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
    run(join(dirname(typescript), 'bin/tsc'), '--noEmit')
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
})

test.run()
