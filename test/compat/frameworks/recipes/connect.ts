import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { App } from '@ctxgen/runtime'
import { fromConnect } from '@ctxgen/runtime/adapters'
import compression from 'compression'
import session from 'express-session'
import helmet from 'helmet'
import passport from 'passport'
import { Strategy } from 'passport-http-bearer'
import type { Check } from './recipe.ts'

passport.use(new Strategy((token, done) => done(null, token === 'secret' ? { name: 'Ann' } : false)))

export const app = new App()
app.use(fromConnect(helmet()))
app.use(fromConnect(compression()))
app.use('/visits', fromConnect(session({ secret: 'keyboard cat', resave: false, saveUninitialized: true })))
app.use('/private', fromConnect(passport.authenticate('bearer', { session: false })))

app.get('/visits', (c) => {
  const { session } = c.request() as { session: { visits?: number } }
  session.visits = (session.visits ?? 0) + 1
  c.json({ visits: session.visits })
})
app.get('/private', (c) => {
  const { user } = c.request() as { user: { name: string } }
  c.json(user)
})
app.get('/long', (c) => c.json('x'.repeat(100_000)))
app.get('/stream', (c) =>
  c.type('txt').sendStream(['a'.repeat(70_000), 'b'.repeat(70_000)].map((one) => Buffer.from(one))),
)
app.get('/fails', () => {
  throw new Error('unexpected')
})

export const check: Check = async () => {
  const { url } = await app.listen({ host: '127.0.0.1' })
  const long = await fetch(`${url}/long`)
  strictEqual(long.headers.get('content-encoding'), 'gzip')
  strictEqual(long.headers.get('x-frame-options'), 'SAMEORIGIN')
  strictEqual(((await long.json()) as string).length, 100_000)
  const stream = await fetch(`${url}/stream`)
  strictEqual(stream.headers.get('content-encoding'), 'gzip')
  strictEqual((await stream.text()).length, 140_000)
  const fails = await fetch(`${url}/fails`, { headers: { accept: 'application/json' } })
  deepStrictEqual([fails.status, fails.headers.get('x-frame-options')], [500, 'SAMEORIGIN'])
  await checkSession(url)
  strictEqual((await fetch(`${url}/private`)).status, 401)
  const known = await fetch(`${url}/private`, { headers: { authorization: 'Bearer secret' } })
  deepStrictEqual(await known.json(), { name: 'Ann' })
  await app.shutdown()
}

async function checkSession(url: string): Promise<void> {
  const first = await fetch(`${url}/visits`)
  const [cookie = ''] = first.headers.getSetCookie()
  ok(cookie.startsWith('connect.sid='), cookie)
  const second = await fetch(`${url}/visits`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  deepStrictEqual(await second.json(), { visits: 2 })
}
