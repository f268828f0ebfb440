import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addScripts } from '../../src/init/add-scripts.ts'
import { addLines, attributeLine, ignoredLines } from '../../src/init/git-lines.ts'
import { appTemplate } from '../../src/init/templates/app-template.ts'
import { managerOf } from '../../src/init/templates/package-manager.ts'
import type { TemplateSetting } from '../../src/init/templates/template.ts'
import { dto, inProject, type Project, runCli } from '../support/run-cli.ts'

const setting: TemplateSetting = {
  name: 'x',
  manager: managerOf(undefined),
  extension: 'ts',
  tsconfig: 'tsconfig.json',
}

const npmInit = `{
  "name": "x",
  "main": "index.js",
  "scripts": {
    "test": "echo no && exit 1"
  },
  "type": "commonjs"
}
`

/** Every file of a project outside .git. */
function filesOf(project: Project): Readonly<Record<string, string>> {
  const names = readdirSync(project.path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(\.git|node_modules)($|\/)/.test(name))
    .filter((name) => statSync(join(project.path, name)).isFile())
    .sort()
  return Object.fromEntries(names.map((name) => [name, project.read(name)]))
}

test('sets up a project that generates, and can be run again', () =>
  inProject({ 'package.json': '{\n    "name": "x",\n    "type": "module"\n}\n' }, async (project) => {
    const first = await runCli(project.path, ['init'])
    assert.is(first.code, 0)
    for (const name of Object.keys(appTemplate.files(setting))) assert.match(first.stdout, `wrote  ${name}\n`)
    assert.match(first.stdout, 'added  .gitattributes: ')
    assert.match(first.stdout, `npm i ${Object.keys(appTemplate.dependencies).join(' ')}\n`)
    assert.match(first.stdout, `npm i -D ${Object.keys(appTemplate.devDependencies).join(' ')}\n`)
    const manifest = { name: 'x', type: 'module', scripts: appTemplate.scripts(setting) }
    assert.is(project.read('package.json'), `${JSON.stringify(manifest, undefined, 4)}\n`)
    assert.is(project.read('.gitattributes'), '*.bind.*ts linguist-generated=true\n')
    assert.is(project.read('.gitignore'), 'node_modules/\ndist/\n')
    assert.is(JSON.parse(project.read('tsconfig.json')).compilerOptions.sourceMap, true)
    const before = filesOf(project)
    const second = await runCli(project.path, ['init'])
    assert.is(second.code, 0)
    assert.not.match(second.stdout, /^(wrote|added)/m)
    assert.equal(filesOf(project), before)
    // Without inputs it reads the app too, which needs its packages.
    assert.equal(await runCli(project.path, ['--quiet', 'src/dto']), { code: 0, stdout: '', stderr: '' })
    assert.match(project.read('src/dto/hello.bind.ts'), 'export const bindAllHelloDto')
    assert.is((await runCli(project.path, ['--check', 'src'])).code, 0)
  }))

test('speaks of the package manager that runs it', () =>
  inProject({ 'package.json': '{}' }, async (project) => {
    const env = { npm_config_user_agent: 'pnpm/10.20.0 npm/? node/v24.0.0' }
    const { stdout } = await runCli(project.path, ['init'], { env })
    assert.match(stdout, 'pnpm add -D @types/node ')
    assert.match(stdout, '\nNow: pnpm run dev, ')
    assert.match(project.read('Dockerfile'), 'pnpm install --frozen-lockfile --prod')
    assert.match(project.read('.github/workflows/ci.yml'), 'npm install --global pnpm@10.20.0')
  }))

test('a package of a workspace gets no Dockerfile and no workflow', () =>
  inProject({ 'packages/api/package.json': '{"type":"module"}' }, async (project) => {
    const { stdout } = await runCli(join(project.path, 'packages/api'), ['init'])
    assert.match(stdout, 'wrote  src/server.ts\n')
    assert.not.match(stdout, /Dockerfile|\.github|dockerignore/)
  }))

test('a config without a document is kept, and its missing member is named', () =>
  inProject(
    { 'package.json': '{"type":"module"}', 'ctxgen.config.json': '{"inputs":["src/dto"]}' },
    async (project) => {
      const { stdout } = await runCli(project.path, ['init'])
      assert.match(stdout, 'add "openapi":{"app":"src/app.ts","output":"openapi.json"}, which the scripts')
    },
  ))

test('the app is an ES module, by the type of an empty package or by its file name', async () => {
  await inProject({ 'package.json': '{ "name": "x" }' }, async (project) => {
    const { stdout } = await runCli(project.path, ['init'])
    assert.match(stdout, 'added  package.json: "type": "module"\n')
    assert.match(project.read('package.json'), '{ "name": "x", "type": "module", "scripts": ')
    assert.match(project.read('src/app.ts'), "from './dto/hello.bind.js'")
    assert.match(project.read('dev.mjs'), "'dist/server.js'")
  })
  for (const files of [
    { 'package.json': npmInit },
    { 'package.json': '{}', 'index.js': '' },
    { 'package.json': '{}', 'src/lib/x.ts': '' },
  ]) {
    await inProject(files, async (project) => {
      const { code, stdout } = await runCli(project.path, ['init'])
      assert.is(code, 0)
      assert.match(stdout, /^note {3}package\.json .*: sources are \.mts/m)
      assert.is(JSON.parse(project.read('package.json')).type, JSON.parse(files['package.json']).type)
      assert.match(project.read('src/app.mts'), "from './dto/hello.bind.mjs'")
      assert.match(project.read('dev.mjs'), "'dist/server.mjs'")
      assert.is((await runCli(project.path, ['src/dto'])).code, 0)
      assert.match(project.read('src/dto/hello.bind.mts'), "from './hello.mjs'")
    })
  }
})

test('an existing tsconfig stays, and a new one extends it; its errors are reported', () =>
  inProject(
    {
      'package.json': npmInit,
      'tsconfig.json': '{\n  // mine\n  "compilerOptions": { "noEmit": true, "types": [] },\n}\n',
    },
    async (project) => {
      const before = project.read('tsconfig.json')
      const { stdout } = await runCli(project.path, ['init'])
      assert.match(stdout, 'kept   tsconfig.json\n')
      assert.match(stdout, /^note {3}tsconfig\.json: add "node" to its "types"/m)
      assert.is(project.read('tsconfig.json'), before)
      const { files, compilerOptions } = JSON.parse(project.read('tsconfig.dev.json'))
      assert.equal(files, ['src/server.mts', 'src/app.test.mts'])
      assert.is(JSON.parse(project.read('ctxgen.config.json')).project, 'tsconfig.dev.json')
      assert.is(compilerOptions.sourceMap, true)
      const { scripts } = JSON.parse(project.read('package.json'))
      assert.is(scripts.build, 'ctxgen && tsc --project tsconfig.dev.json')
      assert.is(scripts.start, 'node --enable-source-maps dist/server.mjs')
      assert.match(project.read('dev.mjs'), "'tsconfig.dev.json'")
      assert.not.match((await runCli(project.path, ['init'])).stdout, /^(wrote|added)/m)
    },
  ))

test('a project with an app gets none, and no existing file is overwritten', async () => {
  for (const name of ['src/app.ts', 'src/index.ts', 'src/main.js', 'src/server.mts']) {
    const files = { 'package.json': '{"type":"module"}', [name]: 'mine', 'dev.mjs': 'mine' }
    await inProject(files, async (project) => {
      const { code, stdout } = await runCli(project.path, ['init'])
      assert.is(code, 0)
      assert.match(stdout, `kept   ${name}: no app and no dev script written beside it\n`)
      assert.match(stdout, '\nNow: npx ctxgen\n')
      assert.match(stdout, 'npm i @ctxgen/runtime\n')
      assert.is(project.read(name), 'mine')
      assert.is(project.read('dev.mjs'), 'mine')
      assert.not.ok('dev' in JSON.parse(project.read('package.json')).scripts)
      assert.not.ok(Object.keys(filesOf(project)).includes('tsconfig.json'))
    })
  }
  const files = {
    'package.json': '{"type":"module","scripts":{"dev":"mine"}}',
    'tsconfig.dev.json': 'mine',
    'tsconfig.json': '{}',
    'ctxgen.config.json': '{"inputs":["src/dto"]}',
  }
  await inProject(files, async (project) => {
    const { stdout } = await runCli(project.path, ['init'])
    assert.match(stdout, 'kept   package.json: existing script dev; that of init: node dev.mjs\n')
    assert.match(stdout, 'Now: npm run dev')
    for (const name of ['tsconfig.dev.json', 'tsconfig.json', 'ctxgen.config.json'])
      assert.is(project.read(name), files[name as keyof typeof files])
  })
})

test('a foreign dev.mjs gets no script', () =>
  inProject({ 'package.json': '{"type":"module"}', 'dev.mjs': 'mine' }, async (project) => {
    const { stdout } = await runCli(project.path, ['init'])
    assert.match(stdout, 'kept   dev.mjs\n')
    assert.match(stdout, '\nNow: npx ctxgen\n')
    assert.not.ok('dev' in JSON.parse(project.read('package.json')).scripts)
  }))

test('a system error is not reported as a bug of ctxgen', () =>
  inProject({ '.gitattributes/folder.txt': '' }, async (project) => {
    const { code, stderr } = await runCli(project.path, ['init'])
    assert.is(code, 1)
    assert.match(stderr, /^error: EISDIR: [^\n]+\n$/)
  }))

test('keeps existing files', () =>
  inProject(
    {
      'package.json': '{"scripts":{"generate":"mine"}}',
      'src/dto/mine.ts': dto('Mine'),
      '.gitattributes': '*.bind.ts -diff linguist-generated=true',
    },
    async (project) => {
      const { code, stdout } = await runCli(project.path, ['init'])
      assert.is(code, 0)
      assert.match(stdout, 'kept   package.json: existing script generate; that of init: ctxgen\n')
      assert.match(stdout, 'added  package.json: script generate:check\n')
      assert.match(stdout, 'kept   src/dto: it is not empty')
      assert.is(
        project.read('package.json'),
        '{"scripts":{"generate":"mine","generate:check":"ctxgen --check"}}',
      )
      assert.is(project.read('.gitattributes'), '*.bind.ts -diff linguist-generated=true')
    },
  ))

test('a config for another folder gets no sample; a broken package.json is reported', async () => {
  await inProject({ 'ctxgen.config.json': '{"inputs":["lib"]}' }, async (project) => {
    const { code, stdout } = await runCli(project.path, ['init'])
    assert.is(code, 0)
    assert.match(stdout, 'no sample written, because the config reads lib')
    assert.match(stdout, 'no package.json, so')
  })
  await inProject({ 'package.json': '{' }, async (project) => {
    const { code, stderr } = await runCli(project.path, ['init'])
    assert.is(code, 2)
    assert.match(stderr, 'package.json cannot be read')
  })
  assert.is((await runCli('/', ['init', 'more'])).code, 2)
  assert.match((await runCli('/', ['init', '--help'])).stdout, 'Usage: ctxgen init')
})

test('scripts follow the formatting of the file', () => {
  const add = (text: string): string => addScripts(text, { g: 'x' }).text
  assert.is(add('{}'), '{"scripts":{"g":"x"}}')
  assert.is(add('{\n}\n'), '{\n  "scripts": {\n    "g": "x"\n  }\n}\n')
  assert.is(add('{ "a": [1, 2] }'), '{ "a": [1, 2], "scripts": {"g": "x"} }')
  assert.is(
    add('{\r\n\t"scripts": {},\r\n\t"z": 1\r\n}'),
    '{\r\n\t"scripts": {\r\n\t\t"g": "x"\r\n\t},\r\n\t"z": 1\r\n}',
  )
  assert.is(add('{\n  "scripts": { "a": "b" }\n}'), '{\n  "scripts": { "a": "b", "g": "x" }\n}')
  assert.is(
    add('{\n  "a": "}{\\"",\n  "scripts": {\n    "b": "c"\n  }\n}'),
    '{\n  "a": "}{\\"",\n  "scripts": {\n    "b": "c",\n    "g": "x"\n  }\n}',
  )
  assert.throws(() => add('[]'), /not an object/)
  assert.throws(() => add('{"scripts":[]}'), /scripts are not an object/)
  for (const text of ['{"scripts":{"g":"x"}}', '{"scripts":{"g":"other"}}']) assert.is(add(text), text)
})

test('a line for git is added once, in the formatting of the file', () => {
  const add = (text: string): string => addLines(text, [attributeLine])
  assert.is(add(''), '*.bind.*ts linguist-generated=true\n')
  assert.is(add('* text=auto\r\n'), '* text=auto\r\n*.bind.*ts linguist-generated=true\r\n')
  assert.is(add('* text=auto'), '* text=auto\n*.bind.*ts linguist-generated=true\n')
  assert.is(add('*.bind.ts linguist-generated=true\n'), '*.bind.ts linguist-generated=true\n')
  for (const [text, expected] of [
    ['', 'node_modules/\ndist/\n'],
    ['/node_modules\n*.log', '/node_modules\n*.log\ndist/\n'],
    ['**/dist/**\nnode_modules', '**/dist/**\nnode_modules'],
    ['distant\nmy_node_modules\n', 'distant\nmy_node_modules\nnode_modules/\ndist/\n'],
  ] as const)
    assert.is(addLines(text, ignoredLines), expected)
})

test('nothing is written through a link that leads out of the project', () =>
  inProject(
    { 'p/package.json': '{"type":"module"}', 'p/.git/x': '', 'out/ignore': 'mine' },
    async (project) => {
      const path = join(project.path, 'p')
      mkdirSync(join(project.path, 'out/src'))
      symlinkSync('../out/src', join(path, 'src'))
      symlinkSync('../out/ignore', join(path, '.gitattributes'))
      symlinkSync('../out/dev.mjs', join(path, 'dev.mjs'))
      const { code, stdout } = await runCli(path, ['init'])
      assert.is(code, 0)
      for (const name of ['src/dto/hello.ts', '.gitattributes'])
        assert.match(stdout, `kept   ${name}: it links to a place outside the project\n`)
      assert.equal(readdirSync(join(project.path, 'out')), ['ignore', 'src'])
      assert.equal(readdirSync(join(project.path, 'out/src')), [])
      assert.is(project.read('out/ignore'), 'mine')
    },
  ))

test('a project with another framework learns how it calls binders', async () => {
  for (const [name, adapter] of [
    ['express', 'expressInput'],
    ['fastify', 'fastifyInput'],
    ['koa', 'koaInput'],
    ['hono', 'honoInput'],
    ['@nestjs/core', 'expressInput or fastifyInput'],
  ]) {
    const files = { 'package.json': `{"dependencies":{"${name}":"1"}}`, 'src/index.ts': 'mine' }
    await inProject(files, async (project) => {
      const { stdout } = await runCli(project.path, ['init'])
      assert.equal(stdout.match(/binders take the input/g)?.length, 1)
      assert.match(
        stdout,
        `note   ${name}: binders take the input that ${adapter} of @ctxgen/runtime/adapters`,
      )
      assert.throws(() => project.read('.gitignore'))
    })
  }
})

test.run()
