import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { type Diagnostic, generate } from '@ctxgen/codegen'
import { BindError, type BindInput, defaultBindSettings } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emitModule } from '../../packages/codegen/src/emit/emit-module.ts'
import type { DtoModule } from '../../packages/codegen/src/model/dto.ts'

import { root } from '../support/fixture-folders.ts'
import { pages, withImports } from './doc-pages.ts'

/*
 * Checks the examples of the documentation:
 *
 *   ```ts dto        a source that must generate alone, without a diagnostic
 *   ```ts CTX1002    a source that must give this diagnostic
 *   ```ts generated  lines that stand in this order in the output of the last `ts dto` block; `// …` omits some
 *   ```js model      a model from which emit/ makes the output of the last `ts dto` block
 *   ```results       requests and the results of the first DTO of the last `ts dto` block:
 *                    query a=1 + header X-B: 2  ->  {"a":1,"b":2}  (bigints as "1n", issues as `field: message; …`)
 */

const workspace = mkdtempSync(join(tmpdir(), 'ctxgen-docs-'))
symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'), 'junction')
writeFileSync(join(workspace, 'package.json'), '{ "type": "module" }')
test.after(() => rmSync(workspace, { recursive: true, force: true }))

/** A fenced block of a page. */
interface Block {
  readonly info: string
  readonly text: string
  /** `docs/tags.md:12` */
  readonly at: string
}

const withExamples = pages.filter(({ name }) => /^(docs|packages)\/|^README\.md$/.test(name))
for (const page of withExamples) {
  test(`the examples of ${page.name} hold`, async () => {
    let dto: Generated | undefined
    for (const block of blocksOf(page)) {
      if (block.info === 'ts dto') dto = await generated(block)
      else if (/^ts CTX\d+$/.test(block.info)) await assertDiagnostic(block)
      else if (block.info === 'ts generated') assertExcerpt(block, lastOf(dto, block))
      else if (block.info === 'js model') assertModel(block, lastOf(dto, block))
      else if (block.info === 'results') await assertResults(block, lastOf(dto, block))
    }
  })
}

function blocksOf({ name, text }: { name: string; text: string }): Block[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length
    return { info: String(match[1]).trim(), text: String(match[2]), at: `${name}:${line}` }
  })
}

interface Generated {
  readonly text: string
  readonly path: string
  /** The DTO's name. */
  readonly name: string
}

let count = 0

async function runGenerator(source: string): Promise<{ folder: string; diagnostics: readonly Diagnostic[] }> {
  const folder = join(workspace, `block-${++count}`)
  mkdirSync(folder)
  writeFileSync(join(folder, `${fileNameOf(source)}.ts`), source)
  const { diagnostics } = await generate({ inputs: [folder], cwd: workspace })
  return { folder, diagnostics }
}

/** From the first line of an example: `// src/dto/search.ts`. */
function fileNameOf(source: string): string {
  return /^\/\/ (?:\S+\/)?([\w-]+)\.ts\n/.exec(source)?.[1] ?? 'dto'
}

async function generated(block: Block): Promise<Generated> {
  const { folder, diagnostics } = await runGenerator(
    block.at.startsWith('docs/internals/') ? withImports(block.text) : block.text,
  )
  assert.equal(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    [],
    `${block.at} gives diagnostics`,
  )
  const path = join(folder, `${fileNameOf(block.text)}.bind.ts`)
  assert.ok(existsSync(path), `${block.at} has no DTO`)
  const text = readFileSync(path, 'utf8')
  return { text, path, name: /^export const (\w+): (?:Body)?Dto</m.exec(text)?.[1] ?? '' }
}

async function assertDiagnostic(block: Block): Promise<void> {
  const { diagnostics } = await runGenerator(withImports(block.text))
  const codes = diagnostics.map(({ code }) => code)
  assert.equal(
    [...new Set(codes)],
    [block.info.slice(3)],
    `${block.at} gives ${codes.join(', ') || 'no diagnostic'}`,
  )
}

function lastOf(dto: Generated | undefined, block: Block): Generated {
  assert.ok(dto, `${block.at} has no DTO above it`)
  return dto
}

function assertExcerpt(block: Block, { text }: Generated): void {
  const lines = text.split('\n').map((line) => line.trim())
  let from = 0
  for (const line of block.text.split('\n').map((one) => one.trim())) {
    if (line === '' || line === '// …') continue
    const found = lines.indexOf(line, from)
    assert.ok(found !== -1, `${block.at}: this line is not generated, or not there: ${line}`)
    from = found + 1
  }
}

/** Emitters see only the model: the printed one must give the same text. */
function assertModel(block: Block, { text, path }: Generated): void {
  const model: Omit<DtoModule, 'path'> = runInNewContext(`(${block.text})`)
  const { text: emitted } = emitModule({ path: path.replace('.bind.ts', '.ts'), ...model }, path)
  assert.is(emitted, text.replace(/^\/\/ ctxgen:.*\n/m, ''), block.at)
}

type AnyDto = Readonly<Record<'all', (c: BindInput) => object>>

async function assertResults(block: Block, { path, name }: Generated): Promise<void> {
  const module: Record<string, AnyDto> = await import(pathToFileURL(path).href)
  const dto = module[name]
  assert.ok(dto, `${block.at}: nothing to call`)
  const rows = block.text.trim().split('\n')
  const actual = rows.map((row) => {
    const [request = ''] = row.split('  ->  ')
    return `${request}  ->  ${resultOf(dto, inputOf(request.trim()))}`
  })
  assert.equal(actual, rows, block.at)
}

function resultOf(dto: AnyDto, input: BindInput): string {
  try {
    return JSON.stringify(dto.all(input), (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
  } catch (error) {
    if (!(error instanceof BindError)) return String(error)
    return error.issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  }
}

/** `uri id=7 + header X-Tag: a + json {"b":1}` */
function inputOf(request: string): BindInput {
  const given = { query: '', type: '', body: '', params: new Map<string, string>(), headers: [] as string[] }
  for (const part of request.split(' + ')) {
    const [, source = '', text = ''] = /^(\w+) ?(.*)$/.exec(part) ?? []
    const [, name = '', value = ''] = /^([^:=]*)(?:: |=)(.*)$/.exec(text) ?? []
    if (source === 'query') given.query = text
    else if (source === 'uri') given.params.set(name, value)
    else if (source === 'header') given.headers.push(name, value)
    else if (source === 'cookie') given.headers.push('Cookie', text)
    else if (source === 'json') Object.assign(given, { type: 'application/json', body: text })
    else if (source === 'form')
      Object.assign(given, { type: 'application/x-www-form-urlencoded', body: text })
    else if (source !== '') throw new Error(`no source: ${source}`)
  }
  return {
    rawQuery: () => given.query,
    routeParam: (name) => given.params.get(name),
    routeParamNames: () => [...given.params.keys()],
    contentType: () => given.type,
    rawHeaders: () => given.headers,
    rawResponseHeaders: () => [],
    bodyBytes: () => new TextEncoder().encode(given.body),
    bindSettings: () => defaultBindSettings,
  }
}

test.run()
