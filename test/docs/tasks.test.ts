import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generate } from '@ctxgen/codegen'
import { generateClient } from '@ctxgen/codegen/client'
import { generateOpenApi } from '@ctxgen/codegen/openapi'
import type { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { compileErrors } from '../support/strict-compile.ts'
import { pageText, withImports } from './doc-pages.ts'
import { blocksOf, runExchange, runUpload, sectionsOf } from './exchange.ts'

/*
 * Runs the pages about one task, each as a project of its own:
 *
 *   ```ts dto            DTOs, all in one file: './dto.bind.js'
 *   ```html views/a.eta  a file of this name; blocks of one name are one file
 *   ```ts                a module. One that exports `app` answers the `exchange` and `upload` blocks of its section, one of
 *                        node:test runs
 */

const taskPages = [
  ...[
    'answers',
    'app',
    'auth',
    'bodies',
    'client',
    'command',
    'deploying',
    'errors',
    'fiber',
    'forms-and-files',
  ],
  ...[
    'frameworks',
    'headers-and-cookies',
    'json',
    'middleware',
    'openapi',
    'partial-updates',
    'path',
    'query',
  ],
  ...['real-time', 'real-time-reference', 'runtimes', 'security', 'testing', 'validation'],
].map((name) => {
  const text = pageText(`docs/${name}.md`)
  return { name, text, isAlone: text.includes('\ndeclare module') }
})

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-tasks-')))
symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'), 'junction')
test.after(() => rmSync(workspace, { recursive: true, force: true }))

test('the modules of the pages compile, alone if they add to the types of a package', async () => {
  for (const { name, text } of taskPages) await makeProject(join(workspace, name), text)
  const together = taskPages.filter(({ isAlone }) => !isAlone)
  for (const pages of [together, ...taskPages.filter(({ isAlone }) => isAlone).map((one) => [one])]) {
    const tsconfig = join(workspace, 'tsconfig.json')
    const include = pages.map(({ name }) => `${name}/*.ts`)
    writeFileSync(tsconfig, JSON.stringify({ compilerOptions: flags, include }))
    assert.equal(await compileErrors(tsconfig), [])
  }
})

for (const { name, text: page } of taskPages) {
  const folder = join(workspace, name)
  /** The app of sections without one. */
  let first = namedFiles(page).has('app.ts') ? 'app.ts' : undefined

  for (const [i, section] of sectionsOf(page).entries()) {
    const heading = /^##+ (.*)/.exec(section)?.[1] ?? ''
    const modules = modulesOf(section, i)
    const [exchanges, uploads] = [blocksOf(section, 'exchange'), blocksOf(section, 'upload')]
    const [own] = [...modules].find(([, text]) => text.includes('export const app')) ?? []
    const app = own ?? first
    first ??= app
    if (exchanges.length + uploads.length > 0)
      test(`the app of "${heading}" in docs/${name}.md answers as the page says`, async () => {
        const path = join(folder, app ?? 'app.ts')
        const made: { readonly app: App } = await import(pathToFileURL(path).href)
        // The default of `onError`, which some examples are about.
        console.error = () => {}
        let cookie = ''
        for (const exchange of exchanges) {
          const response = await runExchange(made.app, exchange, cookie)
          cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
        }
        for (const upload of uploads) await runUpload(made.app, upload)
      })
    for (const [file, text] of modules)
      if (text.includes("from 'node:test'"))
        test(`the test of "${heading}" in docs/${name}.md passes`, () => runFile(join(folder, file)))
  }
}

/** The modules of a section without a name of their own, by file. */
function modulesOf(section: string, at: number): ReadonlyMap<string, string> {
  return new Map(blocksOf(section, 'ts').map((text, i) => [`section-${at}-${i}.ts`, text]))
}

async function makeProject(folder: string, page: string): Promise<void> {
  mkdirSync(folder)
  const modules = sectionsOf(page).flatMap((section, i) => [...modulesOf(section, i)])
  // Each block that stands alone imports what it needs.
  const dto = blocksOf(page, 'ts dto')
    .join('\n')
    .replace(/^import type .* from '@ctxgen\/runtime'\n/gm, '')
  const named = namedFiles(page)
  const files = new Map([
    ['package.json', '{ "type": "module" }'],
    ...(dto === '' ? [] : [['dto.ts', withImports(dto)] as const]),
    ...named,
    ...modules,
  ])
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), /\.ts$/.test(file) ? `${inFolder(text, folder)}\nexport {}\n` : text)
  }
  if (files.has('dto.ts')) {
    const { diagnostics } = await generate({ inputs: ['dto.ts'], cwd: folder })
    assert.equal(diagnostics, [])
  }
  if (page.includes("'openapi.json'")) {
    const { documents, diagnostics } = generateOpenApi({ app: 'app.ts', cwd: folder })
    assert.equal(diagnostics, [])
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(documents[0]?.document))
  }
  if (page.includes("'./api.js'")) {
    const { files, diagnostics } = generateClient({ app: 'app.ts', output: 'api.ts', cwd: folder })
    assert.equal(diagnostics, [])
    for (const { path, text } of files) writeFileSync(path, text)
  }
}

/** A file that an example saves is in the folder of its page. */
function inFolder(text: string, folder: string): string {
  return text.replace("save('report')", `save(${JSON.stringify(join(folder, 'report'))})`)
}

test('a refused upload replaces no file', () => {
  assert.is(readFileSync(join(workspace, 'bodies/report'), 'latin1'), '%PDF-1.7')
})

/** Blocks whose second word is the name of a file. */
function namedFiles(page: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [, name = '', text = ''] of page.matchAll(/^```\w+ (\S+\.\w+)\n([\s\S]*?)^```$/gm))
    files.set(name, (files.get(name) ?? '') + text)
  return files
}

async function runFile(path: string): Promise<void> {
  const run = await promisify(execFile)(process.execPath, [...process.execArgv, path], {
    cwd: dirname(path),
  }).catch((error: { readonly stdout: string }) => error)
  assert.match(run.stdout, /\bpass [1-9]\d*$/m, run.stdout)
  assert.match(run.stdout, /\bfail 0$/m, run.stdout)
}

const flags = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'esnext.disposable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
}

test.run()
