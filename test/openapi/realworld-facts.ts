/*
 * The OpenAPI document of RealWorld (specs/api/openapi.yml of github.com/realworld-apps/realworld, version 2.0.0)
 * as a table. Its paths are below `/api`.
 */

/** `?` after a name: optional. A text is a type: `string`, `integer | null`, `date-time`. A list has one kind of element. */
export type Shape = string | readonly [Shape] | { readonly [name: string]: Shape }

export interface OperationFacts {
  readonly parameters: Readonly<Record<string, string>>
  readonly body?: Shape
  /** The body of each status, `undefined` without one. */
  readonly answers: Readonly<Record<number, Shape | undefined>>
  readonly needsToken: boolean
}

const profile = { username: 'string', bio: 'string | null', image: 'string | null', following: 'boolean' }
const listed = {
  slug: 'string',
  title: 'string',
  description: 'string',
  tagList: ['string'],
  createdAt: 'date-time',
  updatedAt: 'date-time',
  favorited: 'boolean',
  favoritesCount: 'integer',
  author: profile,
} as const
const comment = {
  id: 'integer',
  createdAt: 'date-time',
  updatedAt: 'date-time',
  body: 'string',
  author: profile,
}
const user = {
  email: 'string',
  token: 'string',
  username: 'string',
  bio: 'string | null',
  image: 'string | null',
}

const userAnswer = { user }
const profileAnswer = { profile }
const articleAnswer = { article: { ...listed, body: 'string' } }
const articlesAnswer = { articles: [listed], articlesCount: 'integer' } as const
const error = { errors: { '*': ['string'] } } as const

const page = { 'query offset?': 'integer', 'query limit?': 'integer' }
const bySlug = { 'path slug': 'string' }
const byName = { 'path username': 'string' }

function errors(...statuses: readonly number[]): Readonly<Record<number, Shape>> {
  return Object.fromEntries(statuses.map((status) => [status, error]))
}

export const facts: Readonly<Record<string, OperationFacts>> = {
  'POST /users/login': {
    parameters: {},
    body: { user: { email: 'string', password: 'string' } },
    answers: { 200: userAnswer, ...errors(401, 422) },
    needsToken: false,
  },
  'POST /users': {
    parameters: {},
    body: { user: { username: 'string', email: 'string', password: 'string' } },
    answers: { 201: userAnswer, ...errors(409, 422) },
    needsToken: false,
  },
  'GET /user': { parameters: {}, answers: { 200: userAnswer, ...errors(401, 422) }, needsToken: true },
  'PUT /user': {
    parameters: {},
    body: {
      user: {
        'email?': 'string',
        'password?': 'string',
        'username?': 'string',
        'bio?': 'string | null',
        'image?': 'string | null',
      },
    },
    answers: { 200: userAnswer, ...errors(401, 422) },
    needsToken: true,
  },
  'GET /profiles/{username}': {
    parameters: byName,
    answers: { 200: profileAnswer, ...errors(401, 404, 422) },
    needsToken: false,
  },
  'POST /profiles/{username}/follow': {
    parameters: byName,
    answers: { 200: profileAnswer, ...errors(401, 404, 422) },
    needsToken: true,
  },
  'DELETE /profiles/{username}/follow': {
    parameters: byName,
    answers: { 200: profileAnswer, ...errors(401, 404, 422) },
    needsToken: true,
  },
  'GET /articles/feed': {
    parameters: page,
    answers: { 200: articlesAnswer, ...errors(401, 422) },
    needsToken: true,
  },
  'GET /articles': {
    parameters: { ...page, 'query tag?': 'string', 'query author?': 'string', 'query favorited?': 'string' },
    answers: { 200: articlesAnswer, ...errors(401, 422) },
    needsToken: false,
  },
  'POST /articles': {
    parameters: {},
    body: { article: { title: 'string', description: 'string', body: 'string', 'tagList?': ['string'] } },
    answers: { 201: articleAnswer, ...errors(401, 409, 422) },
    needsToken: true,
  },
  'GET /articles/{slug}': {
    parameters: bySlug,
    answers: { 200: articleAnswer, ...errors(404, 422) },
    needsToken: false,
  },
  'PUT /articles/{slug}': {
    parameters: bySlug,
    body: {
      article: { 'title?': 'string', 'description?': 'string', 'body?': 'string', 'tagList?': ['string'] },
    },
    answers: { 200: articleAnswer, ...errors(401, 403, 404, 422) },
    needsToken: true,
  },
  'DELETE /articles/{slug}': {
    parameters: bySlug,
    answers: { 204: undefined, ...errors(401, 403, 404, 422) },
    needsToken: true,
  },
  'GET /articles/{slug}/comments': {
    parameters: bySlug,
    answers: { 200: { comments: [comment] }, ...errors(401, 404, 422) },
    needsToken: false,
  },
  'POST /articles/{slug}/comments': {
    parameters: bySlug,
    body: { comment: { body: 'string' } },
    answers: { 201: { comment }, ...errors(401, 404, 422) },
    needsToken: true,
  },
  'DELETE /articles/{slug}/comments/{id}': {
    parameters: { ...bySlug, 'path id': 'integer' },
    answers: { 204: undefined, ...errors(401, 403, 404, 422) },
    needsToken: true,
  },
  'POST /articles/{slug}/favorite': {
    parameters: bySlug,
    answers: { 200: articleAnswer, ...errors(401, 404, 422) },
    needsToken: true,
  },
  'DELETE /articles/{slug}/favorite': {
    parameters: bySlug,
    answers: { 200: articleAnswer, ...errors(401, 404, 422) },
    needsToken: true,
  },
  'GET /tags': { parameters: {}, answers: { 200: { tags: ['string'] }, ...errors(422) }, needsToken: false },
}
