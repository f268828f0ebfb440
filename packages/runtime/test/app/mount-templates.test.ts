import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, type Handler } from '../../src/index.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** An app whose engine names itself and the requested template. */
function named(name: string, config: AppConfig = {}): App {
  const views = {
    render: (page: string, _: unknown, layouts: readonly string[]) => [name, page, ...layouts].join(' '),
  }
  return new App({ views, ...config })
}

async function text(app: App, path: string): Promise<string> {
  return (await app.test(path)).text()
}

const page: Handler = (c) => c.render('page')

test('a mounted app renders its own templates and layout, at any depth', async () => {
  const deep = named('deep', { viewsLayout: 'frame' }).get('/page', page)
  const bare = new App().get('/page', page)
  const framed = new App({ viewsLayout: 'narrow' })
    .get('/page', page)
    .get('/own', (c) => c.render('page', {}, 'x'))
  const shop = named('shop').use('/deep', deep).use('/bare', bare).use('/framed', framed).get('/page', page)
  const app = named('app', { viewsLayout: 'wide' }).get('/page', page)
  app.group('/eu').use('/shop', shop)
  app.use('/framed', framed).use('/bare', bare)
  const rows: Readonly<Record<string, string>> = {
    '/page': 'app page wide',
    '/bare/page': 'app page wide',
    '/framed/page': 'app page narrow',
    '/framed/own': 'app page x',
    '/eu/shop/page': 'shop page',
    '/eu/shop/bare/page': 'shop page',
    '/eu/shop/framed/page': 'shop page narrow',
    '/eu/shop/framed/own': 'shop page x',
    '/eu/shop/deep/page': 'deep page frame',
  }
  for (const [path, answer] of Object.entries(rows)) assert.is(await text(app, path), answer, path)
})

test('the routes around a mounted app render the outer templates: before it, after it and after its failure', async () => {
  const inner = named('inner')
  inner.get('/now', () => new Error('now'))
  inner.get('/later', async () => Promise.reject(new Error('later')))
  inner.get('/elsewhere', (c) => {
    c.path('/')
    return c.restartRouting()
  })
  inner.get('/passes', (c) => c.next())
  const app = named('outer', { errorHandler: (c) => c.render('error') })
  app.get('/', page)
  app.get('/caught/*', async (c) => {
    try {
      c.path(c.path().slice('/caught'.length))
      await c.restartRouting()
    } catch {
      await c.render('caught')
    }
  })
  app.use(inner)
  app.get('/passes', page)
  app.get('/behind', page)
  const rows: Readonly<Record<string, string>> = {
    '/now': 'outer error',
    '/later': 'outer error',
    '/elsewhere': 'outer page',
    '/caught/now': 'outer caught',
    '/caught/later': 'outer caught',
    '/passes': 'outer page',
    '/behind': 'outer page',
    '/nothing': 'outer error',
  }
  for (const [path, answer] of Object.entries(rows)) assert.is(await text(app, path), answer, path)
})

test('the error handler of a mounted app renders its templates; a folder is a separate engine', async () => {
  const viewsDir = `${tempFolder({ 'views/oops.eta': '<p><%= it.why %></p>' })}/views`
  const inner = new App({ viewsDir, errorHandler: (c, err) => c.render('oops', { why: String(err) }) })
  inner.get('/now', () => new Error('<now>'))
  inner.get('/later', async () => Promise.reject(new Error('later')))
  const app = named('outer').use('/in', inner)
  assert.is(await text(app, '/in/now'), '<p>Error: &lt;now&gt;</p>')
  assert.is(await text(app, '/in/later'), '<p>Error: later</p>')
})

test.run()
