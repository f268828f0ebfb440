import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../../src/run/generate.ts'
import { createGenerator } from '../../../src/run/generator.ts'
import { inTempFolder } from '../../support/temp-folder.ts'

/** Helpers that look into types of the library, and the type of the body without them. */
const rows: readonly (readonly [name: string, helpers: string, looking: string, plain: string])[] = [
  [
    'toJSON of a Date',
    'type Wire<T> = { [K in keyof T]: T[K] extends { toJSON(): infer R } ? R : T[K] }',
    'Wire<{ id: number; at: Date }>',
    '{ id: number; at: string }',
  ],
  [
    'a class of browsers',
    'type NoBlob<T> = { [K in keyof T as T[K] extends Blob ? never : K]: T[K] }',
    'NoBlob<{ id: string; secret: number }>',
    '{ id: string; secret: number }',
  ],
  [
    'a global type of the project',
    "type Known<T> = T extends Buffer ? 'buf' : T",
    '{ b: Known<{ a: string }> }',
    '{ b: { a: string } }',
  ],
  [
    'Iterable',
    'type Single<T> = T extends Iterable<unknown> ? never : T',
    '{ b: Single<number> }',
    '{ b: number }',
  ],
  [
    'a method of lists',
    "type Kind<T> = T extends { map(f: never): unknown } ? 'list' : 'one'",
    '{ b: Kind<string[]> }',
    "{ b: 'list' }",
  ],
  [
    'a symbol of lists',
    "type Kind<T> = T extends { [Symbol.iterator](): unknown } ? 'list' : 'one'",
    '{ b: Kind<string[]> }',
    "{ b: 'list' }",
  ],
  [
    'a method of functions',
    'type Data<T> = { [K in keyof T as T[K] extends { call: unknown } ? never : K]: T[K] }',
    'Data<{ a: string; run(): void }>',
    '{ a: string }',
  ],
  ['a member of strings', 'type Text = keyof string', "{ b: 'trim' extends Text ? 1 : 0 }", '{ b: 1 }'],
  ['keys of a Date', '', "{ b: 'toISOString' extends keyof Date ? 'y' : 'n' }", "{ b: 'y' }"],
  ['a member of a Date', '', "{ b: ReturnType<Date['toJSON']> }", '{ b: string }'],
  [
    'a recursive type',
    'type J<T> = T extends { toJSON(): infer R } ? R : T extends (infer E)[] ? J<E>[] : T extends object ? { [K in keyof T]: J<T[K]> } : T',
    'J<{ at: Date; list: Date[] }>',
    '{ at: string; list: string[] }',
  ],
  ['a missing type', '', "{ b: Iterable<string> extends object ? 'y' : 'n' }", "{ b: 'y' }"],
  [
    'an inferred number',
    "const sizes = ['a', 'bc'].map((text) => text.length)",
    '{ b: typeof sizes }',
    '{ b: number[] }',
  ],
  [
    'a whole body',
    '',
    'Parameters<typeof Math.max>[0] extends number ? { a: string } : never',
    '{ a: string }',
  ],
  ['Extract by a method', '', '{ b: Extract<1 | string[], { at: unknown }> }', '{ b: string[] }'],
]

function dto(helpers: string, body: string): string {
  return `${helpers}\n/** @json @response */ export type Body = ${body}\n`
}

test('a type that looks into the library sees the real one, alone and in company', () =>
  inTempFolder(async (folder) => {
    const lookers = rows.map(
      ([, helpers, looking], i) => [`looking/r${i}.ts`, dto(helpers, looking)] as const,
    )
    folder.write(Object.fromEntries(lookers))
    folder.write(Object.fromEntries(rows.map(([, , , plain], i) => [`plain/r${i}.ts`, dto('', plain)])))
    folder.write({
      'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "target": "es2022" } }',
      'globals.d.ts': 'interface Buffer { write(text: string): void }',
    })
    const options = { cwd: folder.path, mode: 'memory' } as const
    const wanted = await generate({ ...options, inputs: ['plain'] })
    const whole = await generate({ ...options, inputs: ['looking'] })
    assert.equal([...wanted.diagnostics, ...whole.diagnostics], [])
    for (const [i, [name]] of rows.entries()) {
      const path = `r${i}.bind.ts`
      const textIn = (files: typeof whole.files): string | undefined =>
        files.find((file) => file.path.endsWith(`/${path}`))?.text
      assert.ok(textIn(wanted.files), name)
      assert.is(textIn(whole.files), textIn(wanted.files), name)
      const alone = await generate({ ...options, inputs: [`looking/r${i}.ts`] })
      assert.is(textIn(alone.files), textIn(whole.files), `${name}, alone`)
    }
  }))

test('a watch gives a source the real library while it looks into it', () =>
  inTempFolder((folder) => {
    const looking = dto('', "{ b: 'trim' extends keyof string ? 1 : 0 }")
    folder.write({ 'src/a.ts': dto('', '{ b: 0 }'), 'src/b.ts': dto('', '{ c: Date }') })
    const generator = createGenerator({ cwd: folder.path, inputs: ['src'] })
    generator.run()
    const other = folder.read('src/b.bind.ts')
    const save = (text: string): string => {
      folder.write({ 'src/a.ts': text })
      generator.update([folder.at('src/a.ts')])
      return folder.read('src/a.bind.ts')
    }
    assert.is(save(looking), save(dto('', '{ b: 1 }')))
    assert.is(save(looking), save(dto('', '{ b: 1 }')))
    assert.is(folder.read('src/b.bind.ts'), other)
  }))

const fixtures = fileURLToPath(new URL('../../../../../fixtures', import.meta.url))

/** A type of the same source that needs the real library. */
const needing = '\ntype NeedsTheRealLibrary = Intl.Collator\n'

for (const kind of ['valid', 'invalid']) {
  test(`the ${kind} fixtures have the same output and diagnostics with the real library`, () =>
    inTempFolder(async (folder) => {
      const from = join(fixtures, kind)
      const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /(?<!\.bind)\.[mc]?ts$/.test(name),
      )
      const textOf = (name: string): string => readFileSync(join(from, name), 'utf8')
      folder.write(Object.fromEntries(names.map((name) => [`tiny/${name}`, textOf(name)])))
      folder.write(Object.fromEntries(names.map((name) => [`real/${name}`, `${textOf(name)}${needing}`])))
      const [tiny, real] = await Promise.all(
        ['tiny', 'real'].map((input) =>
          generate({ cwd: join(folder.path, input), mode: 'memory', inputs: ['.'], base: '.' }),
        ),
      )
      const shown = ({ files, diagnostics }: NonNullable<typeof tiny>): readonly string[] => [
        ...files.map(({ path, text }) => `${path}\n${text}`),
        ...diagnostics.map(({ span, message, hint }) => `${span?.path}:${span?.line} ${message} ${hint}`),
      ]
      assert.ok(tiny && real)
      const same = shown(real).map((text) => text.replaceAll('/real/', '/tiny/'))
      for (const [i, text] of shown(tiny).entries()) assert.is(same[i], text)
      assert.is(same.length, shown(tiny).length)
    }))
}

test.run()
