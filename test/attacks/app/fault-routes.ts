import type { App, Handler } from '@ctxgen/runtime'

/** Handlers that fail in every way, by the name behind `/throw-`. */
const failures: Readonly<Record<string, Handler>> = {
  sync() {
    throw new Error('secret')
  },
  async async() {
    await null
    throw new Error('secret')
  },
  'after-await': async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    throw new Error('secret')
  },
  string() {
    throw 'secret'
  },
  number() {
    throw 7
  },
  null() {
    throw null
  },
  undefined() {
    throw undefined
  },
  symbol() {
    throw Symbol('secret')
  },
  object() {
    throw { status: 200, message: 'secret' }
  },
  promise() {
    throw Promise.resolve('secret')
  },
  proxy() {
    throw hostileProxy()
  },
  'null-proto'() {
    throw Object.create(null)
  },
  'return-error': () => new Error('secret'),
  reject: () => Promise.reject(new Error('secret')),
  'reject-undefined': () => Promise.reject(undefined),
  'reject-null': () => Promise.reject(null),
  'frozen-error'() {
    throw Object.freeze(new Error('secret'))
  },
  'hostile-error'() {
    throw hostileError()
  },
  'status-error'() {
    throw Object.assign(new Error('secret'), { status: 99_999, statusCode: '200\r\nX: 1' })
  },
  'after-send'(c) {
    c.sendString('sent')
    c.end()
    throw new Error('secret')
  },
  'after-send-async': async (c) => {
    c.sendString('sent')
    c.end()
    await null
    throw new Error('secret')
  },
  /** Handlers that fail in every way, keyed by the name after `/throw-`. */
  thenable: () => ({
    // biome-ignore lint/suspicious/noThenProperty: this is the attack
    then() {
      throw new Error('secret')
    },
  }),
}

/** An error that throws whenever it is inspected. */
function hostileError(): Error {
  const error = new Error('x')
  for (const name of ['name', 'message', 'stack', 'status', 'cause', 'toString']) {
    Object.defineProperty(error, name, {
      get() {
        throw new Error('hostile')
      },
    })
  }
  return Object.freeze(error)
}

function hostileProxy(): object {
  const fail = (): never => {
    throw new Error('hostile')
  }
  return new Proxy({}, { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail })
}

export function addFaultRoutes(app: App): void {
  for (const [name, fail] of Object.entries(failures)) app.get(`/throw-${name}`, fail)
  app.get('/throw-*', failures.sync ?? (() => {}))
  app.get('/nothing', () => {})
  app.get('/never', () => new Promise(() => {}))
  app.get('/double-next', (c) => {
    c.next()
    return c.next()
  })
  app.get('/double-next', (c) => c.sendString('once'))
}
