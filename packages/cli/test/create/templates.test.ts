import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newProject } from '../../src/init/templates/new-project.ts'
import { managerOf } from '../../src/init/templates/package-manager.ts'
import { templates } from '../../src/init/templates/templates.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** Templates whose frameworks the repository has not installed; test:create tries them. */
const foreign = ['express', 'fastify', 'hono', 'nest', 'bun']

/** Installed packages, those of the workspace as a registry gives them: as copies, whose code is not read. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@ctxgen'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@ctxgen' && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
  }
  for (const name of ['runtime', 'middleware']) {
    for (const part of ['package.json', 'dist']) {
      const to = join(modules, '@ctxgen', name, part)
      cpSync(join(root, 'packages', name, part), to, { recursive: true })
    }
  }
}

function run(cwd: string, [script = '', ...args]: readonly string[]): void {
  try {
    const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined }
    execFileSync(process.execPath, [...(script === '' ? [] : [join(root, script)]), ...args], {
      cwd,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    throw new Error(
      `${args.join(' ')}: ${Reflect.get(Object(error), 'stdout')}${Reflect.get(Object(error), 'stderr')}`,
    )
  }
}

for (const [name, template] of templates) {
  if (foreign.includes(name)) continue
  test(`the template ${name} generates, compiles, and passes its test`, () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-ctxgen-')))
    try {
      linkModules(folder)
      for (const [path, text] of Object.entries(
        newProject(template, { name: 'x', manager: managerOf('npm') }),
      )) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      for (const args of [[], ['--check']]) run(folder, ['packages/cli/bin/ctxgen.js', ...args])
      run(folder, ['node_modules/typescript/bin/tsc'])
      run(join(folder, 'dist'), ['', '--test'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

for (const [name, template] of templates) {
  test(`the template ${name} is complete for each package manager`, () => {
    for (const agent of [
      'npm/11.0.0',
      'pnpm/9.0.0',
      'pnpm/12.0.0',
      'yarn/1.22.22',
      'yarn/4.0.0',
      'bun/1.0.0',
    ]) {
      const files = newProject(template, { name: 'my-api', manager: managerOf(agent) })
      const manifest = JSON.parse(files['package.json'] ?? '')
      for (const script of ['generate', 'check', 'test', 'dev', 'build', 'start'])
        assert.ok(script in manifest.scripts)
      for (const [file, text] of Object.entries(files)) {
        if (!/\.m?ts$|\.mjs$/.test(file)) assert.not.match(text, /undefined|\[object/, `${name}: ${file}`)
        assert.ok(text === '' || text.endsWith('\n'), `${name}: ${file}`)
      }
      // Workers run in no container.
      if (name === 'worker') continue
      const dockerfile = files['Dockerfile'] ?? ''
      assert.is(dockerfile.match(/^FROM /gm)?.length, 2)
      assert.match(dockerfile, /^USER (?:node|bun)$/m)
      assert.match(dockerfile, /^HEALTHCHECK .*\/livez/m)
    }
  })
}

test.run()
