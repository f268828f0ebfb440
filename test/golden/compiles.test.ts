import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { compileErrors } from '../support/strict-compile.ts'

const fixtures = join(root, 'fixtures')

// With other versions of the compiler: npm run types:all.
test('every golden compiles under the strictest flags', async () => {
  assert.equal(await compileErrors(join(fixtures, 'tsconfig.json')), [])
})

test('every golden compiles with `strict` alone', async () => {
  const folder = mkdtempSync(join(fixtures, '.strict-'))
  try {
    const compilerOptions = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }
    const config = { extends: '../tsconfig.json', compilerOptions, include: ['../valid'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    assert.equal(await compileErrors(join(folder, 'tsconfig.json')), [])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the flags are in force', async () => {
  const folder = mkdtempSync(join(fixtures, '.flags-'))
  try {
    const source = [
      'export const undeclared = [1].map((n) => n)', // isolatedDeclarations
      'export enum Erasable { A }', // erasableSyntaxOnly
      'export function unused(parameter: string): void {}', // noUnusedParameters
      'export const checked: string = ["a"][0]', // noUncheckedIndexedAccess
      'export const exact: { a?: string } = { a: undefined }', // exactOptionalPropertyTypes
    ]
    writeFileSync(join(folder, 'wrong.ts'), source.join('\n'))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "extends": "../tsconfig.json", "include": [], "files": ["wrong.ts"] }',
    )
    const errors = await compileErrors(join(folder, 'tsconfig.json'))
    const lines = errors.flatMap((error) => /wrong\.ts\((\d+),/.exec(error)?.[1] ?? [])
    assert.equal([...new Set(lines)].sort(), ['1', '2', '3', '4', '5'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.run()
