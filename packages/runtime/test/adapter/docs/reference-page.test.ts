import { App } from '@ctxgen/runtime'
import { docs } from '@ctxgen/runtime/docs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const document = { openapi: '3.1.0', info: { title: 'Garage', version: '1' }, paths: {} }
const app = new App()
app.get('/docs', docs(document))

test('the page has no inline script, and loads everything from its own path', async () => {
  const answer = await app.test('/docs')
  assert.is(answer.headers.get('Cache-Control'), 'no-cache')
  const html = await answer.text()
  const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
  assert.is(scripts.length, 2)
  assert.ok(scripts.every(([, attributes = '', body]) => attributes.includes('src="?file=') && body === ''))
  const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
  for (const url of loaded) assert.is((await app.test(`/docs${url}`)).status, 200, url)
})

test('no other site may frame the page, and no inline script runs in it', async () => {
  const { headers } = await app.test('/docs')
  const policy = headers.get('Content-Security-Policy') ?? ''
  assert.match(policy, "frame-ancestors 'none'")
  assert.match(policy, "default-src 'self'")
  assert.not.match(policy, /script-src|unsafe-eval/)
  for (const file of ['', '?file=start.js', '?file=openapi.json', '?file=swagger-ui.css']) {
    assert.is((await app.test(`/docs${file}`)).headers.get('X-Content-Type-Options'), 'nosniff', file)
  }
})

test('files of the package are compressed, and cached by their version', async () => {
  const init = { headers: { 'Accept-Encoding': 'br' } }
  const answer = await app.test('/docs?file=swagger-ui-bundle.js&v=5.35.0', init)
  assert.is(answer.headers.get('Cache-Control'), 'public, max-age=31536000')
  assert.is(answer.headers.get('Content-Encoding'), 'br')
  assert.match(answer.headers.get('Content-Type') ?? '', 'javascript')
})

test('other files are not served', async () => {
  for (const file of [
    'package.json',
    '../package.json',
    '%2e%2e/package.json',
    'swagger-ui.js',
    '/etc/passwd',
  ]) {
    assert.is((await app.test(`/docs?file=${file}`)).status, 404, file)
  }
})

test('a page follows the document only with changes', async () => {
  assert.is((await app.test('/docs?file=changes')).status, 404)
  assert.not.match(await (await app.test('/docs?file=start.js')).text(), 'EventSource')
})

test('the document is the current one', async () => {
  let version = 0
  const current = new App()
  current.get(
    '/docs/*',
    docs(async () => ({ ...document, version: ++version })),
  )
  for (const expected of [1, 2]) {
    const answer = await current.test('/docs/?file=openapi.json')
    assert.equal(await answer.json(), { ...document, version: expected })
  }
})

test.run()
