import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { pageText } from './doc-pages.ts'

// The blocks of docs/client.md that name a file of examples/ are parts of it, which tests of the example run.

const blocks = [...pageText('docs/client.md').matchAll(/^```ts (conduit\/\S+)\n([\s\S]*?)^```$/gm)]

for (const [, path = '', block = ''] of blocks) {
  test(`the page shows ${path} as it is`, () => {
    let rest = plain(readFileSync(join(root, 'examples', path), 'utf8'))
    for (const part of block.split('// …\n').map(plain)) {
      const at = rest.indexOf(part)
      assert.ok(at >= 0, part)
      rest = rest.slice(at + part.length)
    }
  })
}

test('the page follows an endpoint through three files', () => assert.is(blocks.length, 3))

/** Lines without their indentation. */
function plain(text: string): string {
  return text.replace(/^\s+|\r/gm, '')
}

test.run()
