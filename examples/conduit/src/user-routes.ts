import { hashPassword, isPassword } from '@ctxgen/middleware/basic-auth'
import { limiter } from '@ctxgen/middleware/limiter'
import { type Ctx, type Group, HttpError } from '@ctxgen/runtime'
import { type Auth, tokenOf } from './auth.js'
import { Login, NewUser, sendJsonProfileAnswer, sendJsonUserAnswer, UserUpdate } from './dto/users.bind.js'
import type { Profile } from './dto/users.js'
import type { Store, User } from './store.js'

export function userRoutes(api: Group, store: Store, { signedIn, anybody }: Auth): void {
  api
    .post('/users', limiter(), async (c) => {
      const { user: given } = c.bind().body(NewUser)
      const password = await hashPassword(given.password)
      // No await follows, so no other request can take the name in between.
      assertFree(given, store)
      const user = {
        ...given,
        id: store.nextId(),
        password,
        bio: null,
        image: null,
        follows: new Set<User>(),
      }
      store.users.set(user.id, user)
      await sendUser(c.status(201), user)
    })
    .name('createUser')

  // Passwords cannot be tried out; right ones do not count.
  const attempts = limiter({ max: 20, skipSuccessfulRequests: true })
  api
    .post('/users/login', attempts, async (c) => {
      const { email, password } = c.bind().body(Login).user
      const user = store.userBy('email', email)
      const isRight = await isPassword(password, user?.password)
      if (user === undefined || !isRight) throw new HttpError(401, 'email or password is wrong')
      await sendUser(c, user)
    })
    .name('login')

  const own = api.route('/user')
  own.get(signedIn, (c) => sendUser(c, c.locals('user'))).name('getCurrentUser')
  own
    .put(signedIn, async (c) => {
      const user = c.locals('user')
      const { user: given } = c.bind().body(UserUpdate)
      const password = given.password === undefined ? user.password : await hashPassword(given.password)
      // RealWorld has no empty texts here.
      const { bio, image } = { ...user, ...given }
      assertFree(given, store, user)
      await sendUser(c, Object.assign(user, { ...given, bio: bio || null, image: image || null, password }))
    })
    .name('updateCurrentUser')

  api.get('/profiles/:username', anybody, (c) => sendProfile(c, userNamed(c, store))).name('getProfile')

  const follow = api.route('/profiles/:username/follow')
  follow
    .post(signedIn, (c) => {
      const { follows } = c.locals('user')
      const user = userNamed(c, store)
      follows.add(user)
      sendProfile(c, user)
    })
    .name('follow')
  follow
    .delete(signedIn, (c) => {
      const { follows } = c.locals('user')
      const user = userNamed(c, store)
      follows.delete(user)
      sendProfile(c, user)
    })
    .name('unfollow')
}

/** A user as seen by the requesting user. */
export function profileOf(user: User, c: Ctx): Profile {
  return { ...user, following: c.locals('user')?.follows.has(user) ?? false }
}

// Sends only what the interface declares: never the password, although the object contains it.
async function sendUser(c: Ctx, user: User): Promise<void> {
  sendJsonUserAnswer(c, { user: { ...user, token: await tokenOf(user) } })
}

function sendProfile(c: Ctx, user: User): void {
  sendJsonProfileAnswer(c, { profile: profileOf(user, c) })
}

function userNamed(c: Ctx, store: Store): User {
  const user = store.userBy('username', c.params('username'))
  if (user === undefined) throw new HttpError(404, 'there is no such user')
  return user
}

/** @throws HttpError 409 for a name or e-mail that is taken. */
function assertFree(given: { username?: string; email?: string }, store: Store, but?: User): void {
  for (const key of ['username', 'email'] as const) {
    const owner = store.userBy(key, given[key] ?? '')
    if (owner !== undefined && owner !== but) throw new HttpError(409, `${key} has already been taken`)
  }
}
