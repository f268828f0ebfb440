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

/** Runs a script in a folder. @throws Error with its output */
function run(path: string, script: string, ...args: readonly string[]): void {
  try {
    execFileSync(process.execPath, [script, ...args], { cwd: path, encoding: 'utf8' })
  } catch (error) {
    throw new Error(Reflect.get(Object(error), 'stdout') + Reflect.get(Object(error), 'stderr'))
  }
}

const ctxgen = join(root, 'packages/cli/bin/ctxgen.js')

/** The ways into a project that the page has. Each returns its folder. */
const beginnings: Readonly<Record<string, (folder: string) => string>> = {
  'npm create'(folder) {
    const [, name = ''] = /```sh\nnpm create ctxgen@latest (\S+)/.exec(readme) ?? []
    run(folder, join(root, 'packages/create/dist/create-ctxgen.js'), name, '--no-install')
    return join(folder, name)
  },
  'ctxgen init, in a package that npm 11 has made'(folder) {
    // npm init -y keeps it, as if it were its own.
    writeFileSync(join(folder, 'package.json'), '{ "name": "x", "version": "1.0.0", "type": "commonjs" }\n')
    execSync(/```sh\n(npm init[^#\n]*)/.exec(readme)?.[1] ?? 'false', { cwd: folder, stdio: 'ignore' })
    run(folder, ctxgen, 'init')
    return folder
  },
}

for (const [name, begin] of Object.entries(beginnings)) {
  test(`the first example compiles after ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'ctxgen-readme-'))
    try {
      const path = begin(folder)
      symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'), 'junction')
      for (const [name, text] of namedBlocks()) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
      }
      run(path, ctxgen, 'src/dto')
      const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
      run(path, join(dirname(typescript), 'bin/tsc'), '--noEmit')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

test.run()
