import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

// `npm run test:frameworks` runs the code of these pages against the real packages; here it is compared with the pages.

const folder = join(root, 'docs/recipes')
const sources = join(root, 'test/compat/frameworks/recipes')
const code = readdirSync(sources)
  .filter((name) => name.endsWith('.ts') && name !== 'dto.bind.ts')
  .map((name) => readFileSync(join(sources, name), 'utf8'))
  .join('\n')
const names = readdirSync(folder).filter((name) => name !== 'README.md')

for (const name of names) {
  test(`the code of docs/recipes/${name} is tested`, () => {
    const page = readFileSync(join(folder, name), 'utf8')
    const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
      withoutImports(text),
    )
    assert.ok(blocks.length > 0)
    for (const block of blocks)
      for (const part of block.split('\n\n')) assert.ok(code.includes(indented(part)), part)
  })
}

test('the index has every page', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  for (const name of names) assert.ok(index.includes(`](${name})`), name)
  assert.ok(index.includes(readFileSync(join(sources, 'dto.ts'), 'utf8')))
})

function withoutImports(text: string): string {
  return text.replace(/^import [\s\S]*?'\n/gm, '').trim()
}

/** A statement of a check is indented there. */
function indented(part: string): string {
  return code.includes(part) ? part : part.replace(/^/gm, '  ')
}

test.run()
