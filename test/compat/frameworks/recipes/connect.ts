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

declare module '@ctxgen/runtime' {
  interface Locals {
    user: { readonly name: string }
    session: { visits?: number }
  }
}

export const app = new App({ onError: () => {} })
app.use(fromConnect(helmet()))
app.use(fromConnect(compression()))
const options = { secret: 'keyboard cat', resave: false, saveUninitialized: true }
app.use('/visits', fromConnect(session(options), 'session'))
app.use('/private', fromConnect(passport.authenticate('bearer', { session: false }), 'user'))

app.get('/visits', (c) => {
  const session = c.locals('session') ?? {}
  session.visits = (session.visits ?? 0) + 1
  c.json({ visits: session.visits })
})
app.get('/private', (c) => c.json(c.locals('user')))
app.get('/long', (c) => c.json('x'.repeat(100_000)))
app.get('/stream', (c) =>
  c.type('txt').sendStream(['a'.repeat(70_000), 'b'.repeat(70_000)].map((one) => Buffer.from(one))),
)
app.get('/fails', () => {
  throw new Error('unexpected')
})

type Ask = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>

export const check: Check = async () => {
  const { url } = await app.listen({ host: '127.0.0.1' })
  const gzip = { 'accept-encoding': 'gzip' }
  const overNode: Ask = (path, headers = {}) => fetch(url + path, { headers: { ...gzip, ...headers } })
  const overFetch: Ask = (path, headers = {}) => app.test(path, { headers: { ...gzip, ...headers } })
  await checkAnswers(overNode)
  await checkAnswers(overFetch)
  const long = await overNode('/long')
  strictEqual(((await long.json()) as string).length, 100_000)
  const stream = await overNode('/stream')
  strictEqual(stream.headers.get('content-encoding'), 'gzip')
  strictEqual((await stream.text()).length, 140_000)
  await app.shutdown()
}

async function checkAnswers(ask: Ask): Promise<void> {
  const long = await ask('/long')
  strictEqual(long.headers.get('content-encoding'), 'gzip')
  strictEqual(long.headers.get('x-frame-options'), 'SAMEORIGIN')
  const fails = await ask('/fails')
  deepStrictEqual([fails.status, fails.headers.get('x-frame-options')], [500, 'SAMEORIGIN'])
  strictEqual((await ask('/private')).status, 401)
  const known = await ask('/private', { authorization: 'Bearer secret' })
  deepStrictEqual(await known.json(), { name: 'Ann' })
  const first = await ask('/visits')
  const [cookie = ''] = first.headers.getSetCookie()
  ok(cookie.startsWith('connect.sid='), cookie)
  const second = await ask('/visits', { cookie: cookie.split(';')[0] ?? '' })
  deepStrictEqual(await second.json(), { visits: 2 })
}
