import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentText } from '../../src/openapi/document-text.ts'
import { generateAsyncApi } from '../../src/openapi/generate-asyncapi.ts'

// Documents of apps in fixtures/client, which are committed. `npm run test:asyncapi` lets AsyncAPI's parser judge them.

const folder = fileURLToPath(new URL('../../../../fixtures/client/', import.meta.url))

for (const name of ['rooms', 'feeds'])
  test(`${name}: the sockets, streams of events and channels are as committed`, () => {
    const servers = [{ url: 'https://rooms.example/v1' }]
    const { document, diagnostics } = generateAsyncApi({ app: `${name}/app.ts`, base: folder, servers })
    assert.equal(diagnostics, [])
    assert.ok(document)
    const text = documentText(document, '')
    const path = join(folder, name, 'asyncapi.json')
    if ((process.env['UPDATE_GOLDEN'] ?? '') !== '') writeFileSync(path, text)
    assert.is(text, readFileSync(path, 'utf8'))
    for (const [, pointer = ''] of text.matchAll(/"\$ref": "#([^"]*)"/g))
      assert.ok(resolved(document, pointer), pointer)
  })

test('an app without messages has a document without channels', () => {
  const { document } = generateAsyncApi({ app: 'parking/app.ts', base: folder })
  assert.equal(document?.channels, {})
})

function resolved(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => Reflect.get(Object(at), step), document)
}

test.run()
