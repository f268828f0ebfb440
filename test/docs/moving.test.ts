import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { compileErrors } from '../support/strict-compile.ts'

// Makes a DTO of each declaration in the last column of the schemas of docs/moving.md, and compiles the
// output.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-moving-')))
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** Names used by the declarations. */
const named = `import type { int, int64 } from '@ctxgen/runtime'
export enum State { Open = 'open', Paid = 'paid' }
export interface Address { street: string; zip: string }
export interface Circle { kind: 'circle'; radius: number }
export interface Square { kind: 'square'; side: number }
`

test('the declarations of the table generate, and their binders compile', async () => {
  const page = readFileSync(join(root, 'docs/moving.md'), 'utf8')
  const [table = ''] = page.split('## Schemas')[1]?.split('\n\n').slice(1) ?? []
  const rows = table.trim().split('\n').slice(2)
  const declarations = rows.map((row) => /`([^`]*)` \|$/.exec(row)?.[1]?.replaceAll('\\|', '|') ?? '')
  assert.ok(declarations.length > 20)
  const dtos = declarations.map((one, i) => {
    const sibling = one.includes('eqfield=name') ? '  name: string\n' : ''
    return `/** @${one.includes('@query') ? 'query' : 'json'} */\nexport interface Row${i} {\n${sibling}  ${one}\n}\n`
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'dto.ts'), named + dtos.join(''))
  const { diagnostics } = await generate({ inputs: ['dto.ts'], cwd: folder })
  assert.equal(diagnostics, [])
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['dto.bind.ts'] }))
  assert.equal(await compileErrors(join(folder, 'tsconfig.json')), [])
})

test.run()
