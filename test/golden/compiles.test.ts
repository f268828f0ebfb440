import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { loosest } from '../support/flag-rows.ts'
import { allCompileErrors, checkGenerated, compileErrors } from '../support/strict-compile.ts'

const fixtures = join(root, 'fixtures')

// With other versions of the compiler: npm run types:all.
test('every golden compiles under the strictest flags', async () => {
  assert.equal(await errorsOfGoldens({}), [])
})

// Any two flags: npm run test:flags.
for (const [name, compilerOptions] of [
  ['`strict` alone', { ...loosest, strict: true }],
  ['`strictNullChecks` alone', loosest],
] as const) {
  test(`every golden compiles with ${name}`, async () => {
    assert.equal(await errorsOfGoldens(compilerOptions), [])
  })
}

/** Errors under the strictest flags, but for those given, also in the code that projects of users leave out. */
async function errorsOfGoldens(compilerOptions: object): Promise<readonly string[]> {
  const folder = mkdtempSync(join(fixtures, '.strict-'))
  try {
    for (const name of ['valid', 'earlier', 'types'])
      cpSync(join(fixtures, name), join(folder, name), { recursive: true })
    checkGenerated(folder)
    const config = { extends: '../tsconfig.json', compilerOptions, include: ['valid', 'earlier', 'types'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    return await allCompileErrors(join(folder, 'tsconfig.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a value that cannot be sent is refused in a sentence', async () => {
  const errors = await errorsOf([
    "import { App } from '@ctxgen/runtime'",
    'const app = new App()',
    "app.get('/a', (c) => c.json({ id: 5n }))",
    "app.get('/b', (c) => c.json(Promise.resolve(1)))",
    "app.get('/c', (c) => c.cbor(new Map([['a', 1]])))",
    "app.get('/d', (c) => c.json([{ run: () => 1 }]))",
    "app.get('/e', (c) => c.json(Buffer.from('a').subarray(0)))",
    "app.get('/f', (c) => c.json(new Uint8Array()))",
  ])
  const sentences = errors.map((error) => /\((\d+),.*'"(.*)"'/.exec(error)?.slice(1).join(': ') ?? error)
  assert.equal(sentences, [
    '3: a bigint cannot be sent as JSON: convert it, or name a DTO with @response in second place',
    '4: a promise cannot be sent: await it first',
    '5: a Map cannot be sent: send Object.fromEntries(map)',
    '6: a function cannot be sent: call it, or give its class a toJSON()',
    '8: bytes cannot be sent as JSON: send them with c.send(), or name a DTO with @response in second place',
  ])
})

test('the flags are in force', async () => {
  const errors = await errorsOf([
    'export const undeclared = [1].map((n) => n)', // isolatedDeclarations
    'export enum Erasable { A }', // erasableSyntaxOnly
    'export function unused(parameter: string): void {}', // noUnusedParameters
    'export const checked: string = ["a"][0]', // noUncheckedIndexedAccess
    'export const exact: { a?: string } = { a: undefined }', // exactOptionalPropertyTypes
  ])
  const lines = errors.flatMap((error) => /wrong\.ts\((\d+),/.exec(error)?.[1] ?? [])
  assert.equal([...new Set(lines)].sort(), ['1', '2', '3', '4', '5'])
})

/** The errors of a source under the strictest flags. */
async function errorsOf(source: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(fixtures, '.flags-'))
  try {
    writeFileSync(join(folder, 'wrong.ts'), source.join('\n'))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "extends": "../tsconfig.json", "include": [], "files": ["wrong.ts"] }',
    )
    return await compileErrors(join(folder, 'tsconfig.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.run()
