import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../src/index.ts'
import { type Library, libraries, migrate } from '../../src/migrate.ts'
import { inTempFolder } from '../support/temp-folder.ts'

const fixtures = fileURLToPath(new URL('../../../../fixtures/migrate/', import.meta.url))

/** The new files of a library's fixtures, and a list of what is lost. */
function migrated(library: Library): { readonly texts: string; readonly lost: string } {
  const { files, diagnostics } = migrate({ library, inputs: [library], cwd: fixtures })
  const lost = diagnostics.map(
    ({ span, message }) => `${basename(span?.path ?? '')}:${span?.line} ${message}\n`,
  )
  return {
    texts: files.map(({ path, text }) => `// ${basename(path)}\n${text}`).join('\n'),
    lost: lost.join(''),
  }
}

for (const library of libraries) {
  test(`schemas of ${library} become interfaces, and what is lost has its place`, () => {
    const { texts, lost } = migrated(library)
    const path = join(fixtures, `${library}.expected.txt`)
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, `${texts}\n${lost}`)
    assert.fixture(`${texts}\n${lost}`, readFileSync(path, 'utf8'))
  })

  test(`the generator takes the interfaces of ${library}`, () =>
    inTempFolder(async ({ path: folder }) => {
      const { files } = migrate({ library, inputs: [library], cwd: fixtures })
      for (const { sourcePath, path, text } of files) {
        writeFileSync(join(folder, basename(path)), text)
        writeFileSync(join(folder, basename(sourcePath)), readFileSync(sourcePath))
      }
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      // The package of a type that customer.ts imports.
      const money = join(folder, 'node_modules/money-types')
      mkdirSync(money, { recursive: true })
      writeFileSync(join(money, 'package.json'), '{ "name": "money-types", "types": "./index.d.ts" }')
      writeFileSync(join(money, 'index.d.ts'), "export type Currency = 'eur' | 'usd'\n")
      const { diagnostics } = await generate({ inputs: ['*.dto.ts'], cwd: folder, mode: 'memory' })
      assert.equal(
        diagnostics.filter(({ severity }) => severity === 'error'),
        [],
      )
    }))
}

test('hostile texts of a schema stay in their places', () =>
  inTempFolder(({ path: folder }) => {
    const source = `import { z } from 'zod'
export const Bad = z.object({
  '*/ evil': z.string().regex(/^a*/).describe('*/ export const x = 1 // @query @default 1'),
  b: z.string().min(1, '*/ "quoted" \\\\').default('*/'),
  c: z.string().default('a|b, c\`'),
  "d'\\n": z.literal("';alert(1)//"),
  e: z.enum(((): [string] => ['x'])()),
  __proto__: z.string(),
})
`
    writeFileSync(join(folder, 'bad.ts'), source)
    const { files, diagnostics } = migrate({ library: 'zod', inputs: ['bad.ts'], cwd: folder })
    assert.fixture(
      files[0]?.text ?? '',
      `/** @json */
export interface Bad {
  /** * / export const x = 1 // \`@\`query \`@\`default 1 @validate pattern=/^a{0,}/ */
  '*/ evil': string
  /** @validate min=1 "* / \\"quoted\\" \\\\" */
  b?: string
  c?: string
  'd\\'\\u000a': '\\';alert(1)//'
  e?: unknown
  __proto__: string
}
`,
    )
    assert.equal(
      diagnostics.map(({ span }) => span?.line),
      [4, 5, 7],
    )
  }))

test.run()
