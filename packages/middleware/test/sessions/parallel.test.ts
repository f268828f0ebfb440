import { memoryStore } from '@ctxgen/middleware/memory-store'
import { type Session, type SessionOptions, session, sessionOf } from '@ctxgen/middleware/session'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend } from '../support/on-each-server.ts'

declare module '@ctxgen/middleware/session' {
  interface SessionData {
    user: string
    count: number
    cart: string[]
  }
}

type Act = (current: Session) => unknown
type Values = Readonly<Record<string, unknown>>

interface Held {
  /** Lets the handler go on. @returns the cookie of the answer: `""` if it is cleared, `undefined` if it is left */
  finish(): Promise<string | undefined>
}

/** A service whose handlers wait, with the session that they opened, until the test lets them go on. */
function service(options: Partial<SessionOptions>): {
  begin(cookie: string, act: Act): Promise<Held>
  act(cookie: string, act: Act): Promise<string | undefined>
  valuesOf(cookie: string | undefined): Promise<Values | undefined>
} {
  const handlers: ((current: Session) => unknown)[] = []
  const app = new App().use(session({ secret: 'a secret of at least 32 characters', ...options }))
  app.get('/', async (c) => {
    await handlers.shift()?.(sessionOf(c))
    c.sendString('')
  })
  const send = fetchSend(app)
  const ask = async (cookie: string): Promise<string | undefined> => {
    const { status, headers } = await send('/', { headers: { cookie: `session=${cookie}` } })
    assert.is(status, 200)
    return /session=([^;]*)/.exec(headers['set-cookie'] ?? '')?.[1]
  }
  return {
    begin: (cookie, act) =>
      new Promise((begun) => {
        let answer: Promise<string | undefined>
        handlers.push(
          (current) =>
            new Promise<void>((goOn) =>
              begun({
                finish: () => {
                  act(current)
                  goOn()
                  return answer
                },
              }),
            ),
        )
        answer = ask(cookie)
      }),
    act(cookie, act) {
      handlers.push(act)
      return ask(cookie)
    },
    async valuesOf(cookie) {
      let values: Values | undefined
      if (cookie === undefined || cookie === '') return undefined
      handlers.push((current) => {
        const found = { user: current.get('user'), count: current.get('count'), cart: current.get('cart') }
        const kept = Object.entries(found).filter(([, value]) => value !== undefined)
        values = current.isNew ? undefined : Object.fromEntries(kept)
      })
      await ask(cookie)
      return values
    },
  }
}

interface Case {
  readonly name: string
  /** Answered while the other is under way. */
  readonly earlier: Act
  readonly later: Act
  /** The values behind each cookie in the end. */
  readonly old?: Values
  readonly ofEarlier?: Values
  readonly ofLater?: Values
  /** The later answer clears the cookie. */
  readonly clears?: true
}

const logIn =
  (user: string): Act =>
  (current) =>
    current.regenerate().set('user', user)
const renew: Act = (current) => current.regenerate()
const logOut: Act = (current) => current.destroy()
const fill: Act = (current) => current.set('cart', ['a'])

// The session begins with { user: 'guest', count: 1 }.
const cases: readonly Case[] = [
  {
    name: 'changes keep one another',
    earlier: fill,
    later: (current) => current.set('count', 2),
    old: { user: 'guest', count: 2, cart: ['a'] },
  },
  {
    name: 'a change comes to the new id',
    earlier: logIn('ada'),
    later: fill,
    ofEarlier: { user: 'ada', count: 1, cart: ['a'] },
  },
  {
    name: 'a deletion comes to the new id',
    earlier: logIn('ada'),
    later: (current) => current.delete('count'),
    ofEarlier: { user: 'ada' },
  },
  {
    name: 'a change does not replace what came with the new id',
    earlier: logIn('ada'),
    later: (current) => current.set('user', 'eve').set('count', 2),
    ofEarlier: { user: 'ada', count: 2 },
  },
  {
    name: 'a new id has a change that came before it',
    earlier: fill,
    later: logIn('ada'),
    ofLater: { user: 'ada', count: 1, cart: ['a'] },
  },
  {
    name: 'a second new id gets what its request has set alone',
    earlier: logIn('ada'),
    later: logIn('eve'),
    ofEarlier: { user: 'ada', count: 1 },
    ofLater: { user: 'eve' },
  },
  {
    name: 'a second new id without a change leaves the cookie to the first',
    earlier: logIn('ada'),
    later: renew,
    ofEarlier: { user: 'ada', count: 1 },
  },
  { name: 'a logout ends the session under the new id', earlier: logIn('ada'), later: logOut, clears: true },
  { name: 'after a logout a change brings nothing back', earlier: logOut, later: fill },
  {
    name: 'after a logout a new id brings no value back',
    earlier: logOut,
    later: (current) => fill(renew(current) as Session),
    ofLater: { cart: ['a'] },
  },
  { name: 'after a logout a new id without a change begins nothing', earlier: logOut, later: renew },
  {
    name: 'a reset ends the session under the new id',
    earlier: logIn('ada'),
    later: (current) => current.reset().set('count', 5),
    ofLater: { count: 5 },
  },
  {
    name: 'after a reset a new id brings no value back',
    earlier: (current) => current.reset().set('count', 5),
    later: renew,
    ofEarlier: { count: 5 },
  },
  {
    name: 'a new id of a session that has lost its last value ends it',
    earlier: (current) => current.delete('user'),
    later: (current) => current.regenerate().delete('count'),
    clears: true,
  },
]

for (const [kind, options] of [
  ['memory', () => ({})],
  ['store', () => ({ store: memoryStore() })],
] as const) {
  for (const { name, earlier, later, clears, ...expected } of cases)
    test(`${kind}: ${name}`, async () => {
      const { begin, act, valuesOf } = service(options())
      const old = (await act('', (current) => current.set('user', 'guest').set('count', 1))) ?? ''
      const held = await begin(old, later)
      const ofEarlier = await act(old, earlier)
      const ofLater = await held.finish()
      assert.is(ofLater === '', clears === true)
      const found = {
        old: await valuesOf(old),
        ofEarlier: await valuesOf(ofEarlier),
        ofLater: await valuesOf(ofLater),
      }
      assert.equal(found, { old: undefined, ofEarlier: undefined, ofLater: undefined, ...expected })
    })

  test(`${kind}: what is under way during two new ids follows both`, async () => {
    for (const [later, expected] of [
      [fill, { user: 'ada', count: 1, cart: ['a'] }],
      [logOut, undefined],
    ] as const) {
      const { begin, act, valuesOf } = service(options())
      const old = (await act('', (current) => current.set('user', 'guest').set('count', 1))) ?? ''
      const held = await begin(old, later)
      const second = (await act(old, logIn('ada'))) ?? ''
      const third = await act(second, renew)
      await held.finish()
      assert.equal([await valuesOf(second), await valuesOf(third)], [undefined, expected])
    }
  })

  test(`${kind}: a change follows for a minute`, async () => {
    const { now } = Date
    const { now: elapsed } = performance
    try {
      for (const [ms, cart] of [
        [59_000, ['a']],
        [61_000, undefined],
      ] as const) {
        const { begin, act, valuesOf } = service(options())
        const old = (await act('', logIn('ada'))) ?? ''
        const held = await begin(old, fill)
        const renewed = await act(old, renew)
        const [from, start] = [now(), elapsed.call(performance)]
        Date.now = () => from + ms
        performance.now = () => start + ms
        await held.finish()
        assert.equal((await valuesOf(renewed))?.['cart'], cart)
        Date.now = now
        performance.now = elapsed
      }
    } finally {
      Date.now = now
      performance.now = elapsed
    }
  })
}

test.run()
