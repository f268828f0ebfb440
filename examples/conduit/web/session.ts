import { type Api, ApiError, getCurrentUser, type UserAnswer } from './api.js'

export type User = UserAnswer['user']

/** `unavailable`: there is a token, and the service could not look up its user. */
type State = 'loading' | 'authenticated' | 'unauthenticated' | 'unavailable'

const key = 'jwtToken'
const listeners: (() => void)[] = []
let state: State = 'loading'
let user: User | undefined

/** The service did not answer. */
class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

export const api: Api = {
  // A token that is not known to be good would have public pages refused.
  headers: () => (user === undefined ? {} : { Authorization: `Token ${user.token}` }),
  fetch: (request) =>
    fetch(request).catch((cause: unknown) => {
      throw new ConnectionError('Unable to connect to the server.', { cause })
    }),
  timeout: 30_000,
}

export function currentUser(): User | undefined {
  return user
}

export function sessionState(): State {
  return state
}

export function onChange(listener: () => void): void {
  listeners.push(listener)
}

export function signIn(known: User): void {
  localStorage.setItem(key, known.token)
  become('authenticated', known)
}

export function signOut(): void {
  localStorage.removeItem(key)
  become('unauthenticated')
}

/** Loads the user of the stored token; retries while the service is away. */
export async function restore(wait = 2000): Promise<void> {
  const token = localStorage.getItem(key)
  if (token === null) return become('unauthenticated')
  try {
    const headers = { Authorization: `Token ${token}` }
    signIn((await getCurrentUser({ ...api, headers, checked: true })).user)
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return signOut()
    become('unavailable')
    setTimeout(() => {
      // A sign-in may have come first.
      if (state === 'unavailable') void restore(Math.min(wait * 2, 60_000))
    }, wait)
  }
}

/** Any success of a call without an answer is one: RealWorld's services may send 200 for 204. */
export async function done(call: Promise<void>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status < 300)) throw error
  })
}

function become(now: State, known?: User): void {
  state = now
  user = known
  for (const listener of listeners) listener()
}

// For RealWorld's own tests of front ends.
Object.assign(window, {
  __conduit_debug__: {
    getToken: () => localStorage.getItem(key),
    getAuthState: () => state,
    getCurrentUser: () => user ?? null,
  },
})
