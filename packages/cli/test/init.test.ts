import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addAttribute } from '../src/init/add-attribute.ts'
import { addScripts } from '../src/init/add-scripts.ts'
import { dto, inProject, runCli } from './run-cli.ts'

test('sets a project up that generates, and can be run again', () =>
  inProject({ 'package.json': '{\n    "name": "x",\n    "type": "module"\n}\n' }, async (project) => {
    const first = await runCli(project.path, ['init'])
    assert.is(first.code, 0)
    for (const line of ['wrote  ctxgen.config.json', 'wrote  src/dto/hello.ts', 'added  .gitattributes: ']) {
      assert.match(first.stdout, line)
    }
    assert.is(
      project.read('package.json'),
      '{\n    "name": "x",\n    "type": "module",\n    "scripts": {\n        "generate": "ctxgen",\n        "generate:check": "ctxgen --check"\n    }\n}\n',
    )
    assert.is(project.read('.gitattributes'), '*.bind.*ts linguist-generated=true\n')
    assert.equal(await runCli(project.path, ['--quiet']), { code: 0, stdout: '', stderr: '' })
    assert.match(project.read('src/dto/hello.bind.ts'), 'export function bindAllHelloDto')
    assert.is((await runCli(project.path, ['--check'])).code, 0)
    const before = ['package.json', '.gitattributes', 'ctxgen.config.json', 'src/dto/hello.ts'].map(
      project.read,
    )
    const second = await runCli(project.path, ['init'])
    assert.is(second.code, 0)
    assert.not.match(second.stdout, /^(wrote|added)/m)
    assert.equal(
      ['package.json', '.gitattributes', 'ctxgen.config.json', 'src/dto/hello.ts'].map(project.read),
      before,
    )
  }))

test('what the system refuses is no bug of ctxgen', () =>
  inProject({ '.gitattributes/folder.txt': '' }, async (project) => {
    const { code, stderr } = await runCli(project.path, ['init'])
    assert.is(code, 1)
    assert.match(stderr, /^error: EISDIR: [^\n]+\n$/)
  }))

test('leaves alone what is there', () =>
  inProject(
    {
      'package.json': '{"scripts":{"generate":"mine"}}',
      'src/dto/mine.ts': dto('Mine'),
      '.gitattributes': '*.bind.ts -diff linguist-generated=true',
    },
    async (project) => {
      const { code, stdout } = await runCli(project.path, ['init'])
      assert.is(code, 0)
      assert.match(stdout, 'kept   package.json: its own script generate\n')
      assert.match(stdout, 'added  package.json: the script generate:check\n')
      assert.match(stdout, 'kept   src/dto: it is not empty')
      assert.is(
        project.read('package.json'),
        '{"scripts":{"generate":"mine","generate:check":"ctxgen --check"}}',
      )
      assert.is(project.read('.gitattributes'), '*.bind.ts -diff linguist-generated=true')
    },
  ))

test('a config of another place gets no sample; a broken package.json is said', async () => {
  await inProject({ 'ctxgen.config.json': '{"inputs":["lib"]}' }, async (project) => {
    const { code, stdout } = await runCli(project.path, ['init'])
    assert.is(code, 0)
    assert.match(stdout, 'no sample, as the config reads lib')
    assert.match(stdout, 'no package.json is here')
  })
  await inProject({ 'package.json': '{' }, async (project) => {
    const { code, stderr } = await runCli(project.path, ['init'])
    assert.is(code, 2)
    assert.match(stderr, 'package.json cannot be read')
  })
  assert.is((await runCli('/', ['init', 'more'])).code, 2)
  assert.match((await runCli('/', ['init', '--help'])).stdout, 'Usage: ctxgen init')
})

test('scripts are put in the way the rest is written', () => {
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
  assert.throws(() => add('[]'), /no object/)
  assert.throws(() => add('{"scripts":[]}'), /scripts are no object/)
  for (const text of ['{"scripts":{"g":"x"}}', '{"scripts":{"g":"other"}}']) assert.is(add(text), text)
})

test('the line for git is added once, in the way the rest is written', () => {
  assert.is(addAttribute(''), '*.bind.*ts linguist-generated=true\n')
  assert.is(addAttribute('* text=auto\r\n'), '* text=auto\r\n*.bind.*ts linguist-generated=true\r\n')
  assert.is(addAttribute('* text=auto'), '* text=auto\n*.bind.*ts linguist-generated=true\n')
  assert.is(addAttribute('*.bind.ts linguist-generated=true\n'), undefined)
})

test.run()
