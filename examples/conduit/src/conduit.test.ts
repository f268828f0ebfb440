import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { beforeEach, test } from 'node:test'
import { documented } from '@ctxgen/runtime/testing'
import { conduit } from './app.js'
import type { ArticleAnswer, ArticlesAnswer } from './dto/articles.bind.js'
import type { ProfileAnswer, UserAnswer } from './dto/users.bind.js'

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
/** Fails a test whose answer is not in the document. */
const documentedConduit = () => documented(conduit(), document)

let app = documentedConduit()
beforeEach(() => {
  app = documentedConduit()
})

/** Sends a request such as `POST /users` and returns the JSON of the answer, whose type the caller knows. */
async function ask<A>(call: string, body?: object, token?: string): Promise<{ status: number; answer: A }> {
  const [method = '', path = ''] = call.split(' ')
  const response = await app.test(`/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Token ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, answer: JSON.parse(text || 'null') as A }
}

async function register(username: string): Promise<string> {
  const user = { username, email: `${username}@mail.com`, password: 'password' }
  const { status, answer } = await ask<UserAnswer>('POST /users', { user })
  assert.equal(status, 201)
  return answer.user.token
}

async function write(title: string, token: string, tagList: string[] = []): Promise<string> {
  const article = { title, description: 'About it', body: 'All of it', tagList }
  const { status, answer } = await ask<ArticleAnswer>('POST /articles', { article }, token)
  assert.equal(status, 201)
  return answer.article.slug
}

async function assertRefused(status: number, call: string, body?: object, token?: string): Promise<void> {
  assert.equal((await ask(call, body, token)).status, status, call)
}

test('who registers can sign in, and change the account', async () => {
  const token = await register('jake')
  const user = { email: 'jake@mail.com', password: 'password' }
  const { answer } = await ask<UserAnswer>('POST /users/login', { user })
  assert.deepEqual(Object.keys(answer.user).sort(), ['bio', 'email', 'image', 'token', 'username'])
  const changed = await ask<UserAnswer>('PUT /user', { user: { bio: 'hi', password: 'changed it' } }, token)
  assert.deepEqual([changed.answer.user.bio, changed.answer.user.email], ['hi', 'jake@mail.com'])
  await assertRefused(401, 'POST /users/login', { user })
  assert.equal((await ask('POST /users/login', { user: { ...user, password: 'changed it' } })).status, 200)
})

test('issues have the format of RealWorld', async () => {
  const token = await register('jake')
  const rows: readonly [call: string, body: object | undefined, errors: object][] = [
    ['POST /users', { user: { email: 'x' } }, { username: ['is required'], password: ['is required'] }],
    [
      'POST /users',
      { user: { username: '', email: 'x', password: '12345678' } },
      { username: ['is required'], email: ['must be an e-mail address'] },
    ],
    ['PUT /user', undefined, { body: ['is empty'] }],
    ['PUT /user', { user: { username: '' } }, { username: ['is required'] }],
    [
      'GET /articles?limit=0&offset=-1',
      undefined,
      { limit: ['must be at least 1'], offset: ['must be at least 0'] },
    ],
    ['DELETE /articles/x/comments/first', undefined, { id: ['must be a whole number'] }],
  ]
  for (const [call, body, errors] of rows) {
    assert.deepEqual(await ask(call, body, token), { status: 422, answer: { errors } }, call)
  }
  const taken = await ask('POST /users', {
    user: { username: 'jake', email: 'a@b.co', password: 'password' },
  })
  assert.deepEqual(taken, { status: 409, answer: { errors: { body: ['username has already been taken'] } } })
  const unknown = await ask('GET /profiles/nobody')
  assert.deepEqual(unknown, { status: 404, answer: { errors: { body: ['there is no such user'] } } })
})

test('a token that is not ours is refused', async () => {
  const [header, claims, signature] = (await register('jake')).split('.')
  for (const token of ['', 'x', `${header}.${claims}.`, `${header}.e30.${signature}`]) {
    await assertRefused(401, 'GET /user', undefined, token)
    // Nor is it nobody's where a user is optional: a client whose token has expired must learn so.
    await assertRefused(401, 'GET /articles', undefined, token)
  }
})

test('articles are written, changed and removed by their author only, and found page by page', async () => {
  const jake = await register('jake')
  const ann = await register('ann')
  const slug = await write('How to train your dragon', jake, ['training', 'dragons'])
  assert.equal(slug, 'how-to-train-your-dragon')
  for (const title of ['Two', 'Three']) await write(title, ann)

  const change = { article: { title: 'Trained?' } }
  await assertRefused(403, `PUT /articles/${slug}`, change, ann)
  const { answer } = await ask<ArticleAnswer>(`PUT /articles/${slug}`, change, jake)
  assert.deepEqual([answer.article.slug, answer.article.body], ['trained', 'All of it'])
  await assertRefused(404, `GET /articles/${slug}`)

  const titles = async (query: string): Promise<readonly unknown[]> => {
    const { answer } = await ask<ArticlesAnswer>(`GET /articles${query}`)
    return [answer.articlesCount, ...answer.articles.map(({ title }) => title)]
  }
  assert.deepEqual(await titles('?limit=2'), [3, 'Three', 'Two'])
  assert.deepEqual(await titles('?limit=2&offset=2'), [3, 'Trained?'])
  assert.deepEqual(await titles('?tag=dragons'), [1, 'Trained?'])
  assert.deepEqual(await titles('?author=ann&limit=1'), [2, 'Three'])

  await assertRefused(403, 'DELETE /articles/trained', undefined, ann)
  assert.deepEqual(await ask('DELETE /articles/trained', undefined, jake), { status: 204, answer: null })
  assert.deepEqual(await titles('?author=jake'), [0])
})

test('following, favorites and comments are those of the caller', async () => {
  const jake = await register('jake')
  const ann = await register('ann')
  const path = `/articles/${await write('Dragons', jake)}`

  const { answer: followed } = await ask<ProfileAnswer>('POST /profiles/jake/follow', undefined, ann)
  assert.deepEqual(followed.profile, { username: 'jake', bio: null, image: null, following: true })
  const feed = await ask<ArticlesAnswer>('GET /articles/feed', undefined, ann)
  assert.deepEqual(Object.keys(feed.answer.articles[0] ?? {}).includes('body'), false)
  assert.equal(feed.answer.articlesCount, 1)
  const { answer: others } = await ask<ProfileAnswer>('GET /profiles/jake', undefined, jake)
  assert.equal(others.profile.following, false)

  await ask(`POST ${path}/favorite`, undefined, ann)
  const seen = async (token?: string): Promise<readonly unknown[]> => {
    const { favorited, favoritesCount, author } = (await ask<ArticleAnswer>(`GET ${path}`, undefined, token))
      .answer.article
    return [favorited, favoritesCount, author.following]
  }
  assert.deepEqual(
    [await seen(ann), await seen()],
    [
      [true, 1, true],
      [false, 1, false],
    ],
  )

  const comment = { body: 'Thank you so much!' }
  const made = await ask<{ comment: { id: number } }>(`POST ${path}/comments`, { comment }, ann)
  assert.equal(made.status, 201)
  await assertRefused(403, `DELETE ${path}/comments/${made.answer.comment.id}`, undefined, jake)
  await assertRefused(401, `DELETE ${path}/comments/${made.answer.comment.id}`)
  assert.equal((await ask(`DELETE ${path}/comments/${made.answer.comment.id}`, undefined, ann)).status, 204)
  assert.deepEqual((await ask(`GET ${path}/comments`)).answer, { comments: [] })
})
