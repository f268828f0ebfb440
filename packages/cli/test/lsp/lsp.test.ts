import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inProject, type Project, runCli } from '../support/run-cli.ts'
import { EditorClient } from './editor-client.ts'

const files = {
  'package.json': '{ "name": "cars", "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "strict": true } }',
  'ctxgen.config.json': '{ "inputs": ["src/dto"] }',
}

const source = `import type { int } from '@ctxgen/runtime'

/** @query */
export interface ListCars {
  /** @validate min=1 @default 1 */
  page: int
  /** @query colour */
  colours: ('red' | 'blue')[]
  /** @query tags,csv */
  tags: string[]
  /** @header X-Trace */
  trace?: string
}
`

function inEditor(
  text: string,
  run: (editor: EditorClient, project: Project) => Promise<unknown>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  return inProject({ ...files, 'src/dto/car.ts': text, ...more }, async (project) => {
    const editor = await EditorClient.start(project.path)
    try {
      await editor.open('src/dto/car.ts', text)
      await run(editor, project)
      assert.is(editor.stderr, '')
    } finally {
      assert.is(await editor.stop(), 0)
    }
  })
}

const name = 'src/dto/car.ts'

test('an unsaved text has its diagnostics, and loses them', () =>
  inEditor(source, async (editor, { path }) => {
    await editor.type(name, source.replace('min=1', 'mni=1'))
    const [found, ...more] = await editor.diagnostics(name, (all) => all.length > 0)
    assert.equal(more, [])
    assert.is(found?.code, 'CTX4001')
    assert.match(String(found?.codeDescription?.href), '/docs/diagnostics.md#ctx4001')
    assert.match(String(found?.message), 'unknown rule mni; did you mean min?')
    assert.equal(found?.range, { start: { line: 4, character: 16 }, end: { line: 4, character: 21 } })
    await editor.type(name, source)
    await editor.diagnostics(name, (all) => all.length === 0)
    assert.not.ok(existsSync(join(path, 'src/dto/car.bind.ts')), 'writes nothing')
  }))

test('hints that name the right text are quick fixes', () =>
  inEditor(source, async (editor) => {
    const mistakes = [
      ['min=1', 'mni=1'],
      ['@query tags,csv', '@qeury tags,csv'],
      ['@query tags,csv', '@query tags,cvs'],
      ['@query tags,csv', '@query,csv'],
      ['@default 1', "@default '1'"],
      ['page: int\n', 'page: itn\n'],
      ["import type { int } from '@ctxgen/runtime'\n", "import type { uint } from '@ctxgen/runtime'\n"],
      ["import type { int } from '@ctxgen/runtime'\n", ''],
      ['@validate min=1', '@validate min=1,gtfield=tag'],
      ['@validate min=1', '@Min(1)'],
    ] as const
    const fixed = [
      source,
      source,
      source,
      source.replace('@query tags,csv', '@query ,csv'),
      source,
      source,
      source.replace('{ int }', '{ uint, int }'),
      source,
      source.replace('min=1', 'min=1,gtfield=tags'),
      source.replace('@validate min=1', '@validate min=1'),
    ]
    for (const [i, [right, wrong]] of mistakes.entries()) {
      const text = source.replace(right, wrong)
      await editor.type(name, source)
      await editor.diagnostics(name, (all) => all.length === 0)
      await editor.type(name, text)
      const [found] = await editor.diagnostics(name, (all) => all.length > 0)
      assert.is(found && (await editor.fix(name, found)), fixed[i], wrong)
    }
  }))

test('tags, rules and options are offered that fit the place and the type', () =>
  inEditor(source, async (editor) => {
    const labels = async (text: string, mark: string): Promise<readonly string[]> => {
      await editor.type(name, text)
      return (await editor.complete(name, mark)).map(({ label }) => label)
    }
    const onPage = await labels(source.replace('@validate min=1', '@v'), '@v')
    assert.ok(onPage.includes('validate') && onPage.includes('minimum') && onPage.includes('query'))
    assert.not.ok(onPage.includes('minLength') || onPage.includes('response') || onPage.includes('transform'))
    const onType = await labels(source.replace('/** @query */', '/** @query @ */'), '/** @query @')
    assert.ok(onType.includes('response') && onType.includes('missing'))
    assert.not.ok(onType.includes('validate'))
    const ofPage = await labels(source.replace('min=1', 'm'), '@validate m')
    assert.ok(ofPage.includes('min') && ofPage.includes('multipleOf'))
    assert.not.ok(ofPage.includes('email') || ofPage.includes('dive'))
    const ofTags = await labels(source.replace('tags,csv', 'tags,csv @validate max=3,dive,e'), 'dive,e')
    assert.ok(ofTags.includes('email') && !ofTags.includes('unique'))
    const options = await labels(source.replace('tags,csv', 'tags,'), 'tags,')
    assert.equal(options, ['required', 'csv', 'pipe', 'ssv', 'json'])
    const values = await labels(source.replace('@query colour', '@query colour @default '), '@default ')
    assert.equal(values, [])
    const colours = await labels(source.replace('@query colour', '@query colour @default r'), '@default r')
    assert.equal(colours, ['red', 'blue'])
    const others = await labels(source.replace('min=1', 'gtfield='), 'gtfield=')
    assert.equal(others, ['colours', 'tags', 'trace'])
    assert.equal(await labels(source, 'export inter'), [])
  }))

test('an offered word replaces what is typed of it, and a rule with a parameter ends in =', () =>
  inEditor(source.replace('min=1', 'mi'), async (editor) => {
    const min = (await editor.complete(name, '@validate mi')).find(({ label }) => label === 'min')
    const range = { start: { line: 4, character: 16 }, end: { line: 4, character: 18 } }
    assert.equal(min?.textEdit, { range, newText: 'min=' })
  }))

test('hover shows what a client sends, and what a tag or a rule means', () =>
  inEditor(source, async (editor) => {
    const text = async (mark: string): Promise<string> => {
      const contents = (await editor.hover(name, mark))?.contents
      return typeof contents === 'object' && 'value' in contents ? contents.value : ''
    }
    assert.match(await text('colours'), '?colour=red&colour=blue')
    assert.match(await text('  tags'), '?tags=a,b')
    assert.match(await text('  pag'), /\?page=1\n```\nAbsent: its default\./)
    assert.match(await text('  trac'), /X-Trace: a\n```\nAbsent: `undefined`\./)
    assert.match(await text('ListC'), 'bindQueryListCars(c)')
    assert.match(await text('@defau'), '`@default`: The value of an absent property')
    assert.match(await text('@validate mi'), '`min=3`')
    assert.is(await text('export'), '')
  }))

test('a DTO leads to its binders, and a binder to the DTO', () =>
  inEditor(source, async (editor, { path, read }) => {
    assert.is((await runCli(path, [])).code, 0)
    const found = await editor.implementation(name, 'interface ListC')
    assert.ok(found.length >= 3)
    assert.ok(found.every(({ uri }) => uri === editor.uri('src/dto/car.bind.ts')))
    const lines = read('src/dto/car.bind.ts').split('\n')
    const names = found.map(({ range: { start, end } }) =>
      lines[start.line]?.slice(start.character, end.character),
    )
    assert.ok(names.includes('bindQueryListCars'))
    await editor.open('src/dto/car.bind.ts', read('src/dto/car.bind.ts'))
    const back = await editor.definition('src/dto/car.bind.ts', 'export const bindQueryList')
    assert.is(back?.uri, editor.uri(name))
    assert.is(back?.range.start.line, 3)
  }))

test('a change of an imported file or of the config counts at once', () =>
  inEditor(
    `import type { Colour } from '../colour.js'\n/** @query */\nexport interface Paint { colour: Colour }\n`,
    async (editor, { path }) => {
      await editor.open('src/colour.ts', 'export type Colour = string\n')
      await editor.type('src/colour.ts', 'export type Colour = () => void\n')
      const [found] = await editor.diagnostics(name, (all) => all.length > 0)
      assert.is(found?.code, 'CTX2001')
      await editor.close('src/colour.ts')
      await editor.diagnostics(name, (all) => all.length === 0)
      writeFileSync(join(path, 'src/colour.ts'), 'export type Colour = symbol\n')
      await editor.changeOnDisk('src/colour.ts')
      await editor.diagnostics(name, (all) => all.length > 0)
      writeFileSync(join(path, 'ctxgen.config.json'), '{ "inputs": ["src/other"] }')
      await editor.changeOnDisk('ctxgen.config.json')
      await editor.diagnostics(name, (all) => all.length === 0)
    },
    { 'src/colour.ts': 'export type Colour = string\n', 'src/other/one.ts': 'export {}\n' },
  ))

test('hostile texts end in answers', () =>
  inEditor(source, async (editor) => {
    const texts = [
      '/** @',
      '/** @validate',
      `${'{'.repeat(5000)}`,
      '/**/',
      '\u0000',
      `interface A { /** @`,
      '/** @query ',
    ]
    for (const text of texts) {
      await editor.type(name, text)
      await editor.complete(name, text.slice(0, 60))
      await editor.hover(name, text.slice(0, 5))
    }
    await editor.type(name, source)
    await editor.diagnostics(name, (all) => all.length === 0)
  }))

test.run()
