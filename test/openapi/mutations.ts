/** A change of an example's handlers, and the difference that a test reports. */
export interface Mutation {
  /** Below `src` of the example. */
  readonly file: string
  readonly from: string
  readonly to: string
  readonly told: string
}

const articles = 'article-routes.ts'
const users = 'user-routes.ts'
const tags = 'c.json({ tags: [...new Set(all)] })'
const page = 'sendJsonArticlesAnswer(c, { articles, articlesCount: found.length })'
const article = 'sendJsonArticleAnswer(c, { article: articleFor(c, article) })'
const comments =
  'sendJsonCommentsAnswer(c, { comments: [...comments.values()].map((comment) => commentFor(c, comment)) })'
const comment = 'sendJsonCommentAnswer(c.status(201), { comment: commentFor(c, comment) })'
const user = 'sendJsonUserAnswer(c, { user: { ...user, token: await tokenOf(user) } })'
const profile = 'sendJsonProfileAnswer(c, { profile: profileOf(user, c) })'
const refused =
  'const answer: ErrorAnswer = { errors: Object.fromEntries(messages) }\n  c.status(errors === undefined ? status : 422).json(answer)'
const origin = 'api.use(cors()'

export const conduitMutations: readonly Mutation[] = [
  // Another status.
  {
    file: articles,
    from: tags,
    to: `c.status(201).json({ tags: [...new Set(all)] })`,
    told: 'the status 201 is not documented, but 200',
  },
  {
    file: articles,
    from: 'sendArticle(c.status(201), article)',
    to: 'sendArticle(c, article)',
    told: 'the status 200 is not documented, but 201, 401, 403, 413, 415, 422, 503',
  },
  {
    file: articles,
    from: 'sendArticle(c.status(201), article)',
    to: 'sendArticle(c.status(202), article)',
    told: 'the status 202 is not documented, but 201, 401, 403, 413, 415, 422, 503',
  },
  {
    file: articles,
    from: 'store.articles.delete(slug)\n      c.sendStatus(204)',
    to: 'c.sendStatus(200)',
    told: 'the status 200 is not documented, but 204, 401, 403, 404, 503',
  },
  {
    file: articles,
    from: 'store.articles.delete(slug)\n      c.sendStatus(204)',
    to: 'c.json({ deleted: true })',
    told: 'the status 200 is not documented, but 204, 401, 403, 404, 503',
  },
  {
    file: articles,
    from: comment,
    to: comment.replace('.status(201)', ''),
    told: 'the status 200 is not documented, but 201, 401, 403, 404, 413, 415, 422, 503',
  },
  {
    file: articles,
    from: "404, 'there is no such article'",
    to: "410, 'there is no such article'",
    told: 'the status 410 is not documented, but 200, 401, 403, 404, 503',
  },
  {
    file: articles,
    from: "403, 'it is not yours'",
    to: "409, 'it is not yours'",
    told: 'the status 409 is not documented, but 200, 401, 403, 404, 413, 415, 422, 503',
  },
  {
    file: articles,
    from: "404, 'there is no such comment'",
    to: "400, 'there is no such comment'",
    told: 'the status 400 is not documented, but 204, 401, 403, 404, 422, 503',
  },
  {
    file: articles,
    from: "throw new HttpError(404, 'there is no such article')",
    to: "throw new Error('none')",
    told: 'the status 500 is not documented, but 200, 401, 403, 404, 503',
  },
  {
    file: users,
    from: 'sendUser(c.status(201), user)',
    to: 'sendUser(c, user)',
    told: 'the status 200 is not documented, but 201, 409, 413, 415, 422, 429, 503',
  },
  {
    file: users,
    from: "401, 'email or password is wrong'",
    to: "403, 'email or password is wrong'",
    told: 'the status 403 is not documented, but 200, 401, 413, 415, 422, 429, 503',
  },
  {
    file: users,
    from: "404, 'there is no such user'",
    to: "400, 'there is no such user'",
    told: 'the status 400 is not documented, but 200, 401, 403, 404, 503',
  },
  {
    file: users,
    from: 'HttpError(409,',
    to: 'HttpError(400,',
    told: 'the status 400 is not documented, but 201, 409, 413, 415, 422, 429, 503',
  },
  {
    file: users,
    from: profile,
    to: 'c.sendStatus(204)',
    told: 'the status 204 is not documented, but 200, 401, 403, 404, 503',
  },
  {
    file: users,
    from: profile,
    to: "c.redirect().to('/')",
    told: 'the status 303 is not documented, but 200, 401, 403, 404, 503',
  },
  {
    file: 'auth.ts',
    from: 'store.users.get(Number(sub))',
    to: '{ throw new TypeError(String(sub)) }',
    told: 'the status 500 is not documented, but 200, 401, 403, 503',
  },
  {
    file: 'answer-error.ts',
    from: ': 422)',
    to: ': 400)',
    told: 'the status 400 is not documented, but 201, 409, 413, 415, 422, 429, 503',
  },
  {
    file: 'answer-error.ts',
    from: refused,
    to: refused.replace('errors === undefined ? status : 422', '418'),
    told: 'the status 418 is not documented, but 201, 409, 413, 415, 422, 429, 503',
  },
  {
    file: 'app.ts',
    from: "app.route('/api',",
    to: "app.route('/v2',",
    told: 'the status 404 is not documented, but 201, 409, 413, 415, 422, 429, 503',
  },
  // A property more.
  {
    file: articles,
    from: tags,
    to: 'c.json({ tags: [...new Set(all)], count: 1 })',
    told: 'body has an undocumented property, count',
  },
  {
    file: articles,
    from: page,
    to: 'c.json({ articles: [], articlesCount: found.length, next: null })',
    told: 'body has an undocumented property, next',
  },
  {
    file: articles,
    from: article,
    to: 'c.json({ article: articleFor(c, article) })',
    told: 'body.article has an undocumented property, id',
  },
  {
    file: articles,
    from: comments,
    to: 'c.json({ comments: [], total: 0 })',
    told: 'body has an undocumented property, total',
  },
  {
    file: users,
    from: user,
    to: user.replace('sendJsonUserAnswer(c, ', 'c.json('),
    told: 'body.user has an undocumented property, password',
  },
  {
    file: users,
    from: profile,
    to: 'c.json({ profile: profileOf(user, c) })',
    told: 'body.profile has an undocumented property, email',
  },
  {
    file: 'answer-error.ts',
    from: refused,
    to: refused.replace('(messages) }', '(messages), status }'),
    told: 'body has an undocumented property, status',
  },
  // A property less.
  {
    file: articles,
    from: tags,
    to: 'c.json({ labels: [...new Set(all)] })',
    told: 'body lacks the property tags',
  },
  { file: articles, from: tags, to: 'c.json({})', told: 'body lacks the property tags' },
  {
    file: articles,
    from: page,
    to: 'c.json({ articles: [] })',
    told: 'body lacks the property articlesCount',
  },
  {
    file: articles,
    from: article,
    to: 'c.json(articleFor(c, article))',
    told: 'body lacks the property article',
  },
  {
    file: articles,
    from: comments,
    to: 'c.json({ comments: [{ id: 1 }] })',
    told: 'body.comments[0] lacks the property createdAt',
  },
  {
    file: users,
    from: user,
    to: 'c.json({ user: { email: user.email, username: user.username, bio: null, image: null } })',
    told: 'body.user lacks the property token',
  },
  {
    file: users,
    from: profile,
    to: 'c.json({ profile: { username: user.username, bio: null, image: null } })',
    told: 'body.profile lacks the property following',
  },
  {
    file: 'answer-error.ts',
    from: refused,
    to: refused.replace('{ errors: Object.fromEntries(messages) }', '{}'),
    told: 'body lacks the property errors',
  },
  // Another type.
  {
    file: articles,
    from: tags,
    to: 'c.json({ tags: new Set(all).size })',
    told: 'body.tags must be array: 1',
  },
  { file: articles, from: tags, to: 'c.json({ tags: null })', told: 'body.tags must be array: null' },
  {
    file: articles,
    from: tags,
    to: 'c.json({ tags: all.map((name) => ({ name })) })',
    told: 'body.tags[0] must be string: {"name":"fire"}',
  },
  { file: articles, from: tags, to: 'c.json([...new Set(all)])', told: 'body must be object: ["fire"]' },
  {
    file: articles,
    from: page,
    to: 'c.json({ articles: [], articlesCount: String(found.length) })',
    told: 'body.articlesCount must be integer: "2"',
  },
  {
    file: articles,
    from: page,
    to: 'c.json({ articles: [], articlesCount: found.length + 0.5 })',
    told: 'body.articlesCount must be integer: 2.5',
  },
  {
    file: articles,
    from: comment,
    to: "c.status(201).json({ comment: { ...commentFor(c, comment), author: 'me' } })",
    told: 'body.comment.author must be object: "me"',
  },
  {
    file: articles,
    from: comment,
    to: 'c.status(201).json({ comment: { ...commentFor(c, comment), createdAt: 1 } })',
    told: 'body.comment.createdAt must be string: 1',
  },
  {
    file: articles,
    from: comment,
    to: "c.status(201).json({ comment: { ...commentFor(c, comment), updatedAt: 'today' } })",
    told: 'body.comment.updatedAt must match format "date-time": "today"',
  },
  {
    file: users,
    from: user,
    to: 'c.json({ user: { ...user, token: 5 } })',
    told: 'body.user.token must be string: 5',
  },
  {
    file: users,
    from: user,
    to: 'c.json({ user: { ...user, bio: false } })',
    told: 'body.user.bio must be string: false',
  },
  {
    file: users,
    from: profile,
    to: "c.json({ profile: { ...profileOf(user, c), following: 'yes' } })",
    told: 'body.profile.following must be boolean: "yes"',
  },
  {
    file: 'answer-error.ts',
    from: refused,
    to: refused.replace('Object.fromEntries(messages)', '[...messages.values()]'),
    told: 'body.errors must be object: [["username has already been taken"]]',
  },
  {
    file: 'answer-error.ts',
    from: refused,
    to: refused.replace('Object.fromEntries(messages)', '{ body: detail }'),
    told: 'body.errors.body must be array: "username has already been taken"',
  },
  // Another content type.
  {
    file: articles,
    from: tags,
    to: "c.sendString(all.join(', '))",
    told: 'the content type text/plain is not documented, but application/json',
  },
  {
    file: articles,
    from: tags,
    to: "c.json({ tags: all }, 'application/vnd.tags+json')",
    told: 'the content type application/vnd.tags+json is not documented, but application/json',
  },
  {
    file: 'answer-error.ts',
    from: refused,
    to: refused.replace('(answer)', "(answer, 'application/problem+json')"),
    told: 'the content type application/problem+json is not documented, but application/json',
  },
  // A header.
  {
    file: articles,
    from: tags,
    to: "c.set('X-Count', '1').json({ tags: all })",
    told: 'the header x-count is not documented: 1',
  },
  {
    file: articles,
    from: tags,
    to: "c.cookie({ name: 'seen', value: '1' }).json({ tags: all })",
    told: 'the header set-cookie is not documented: seen=1; Path=/; SameSite=Lax',
  },
  {
    file: articles,
    from: 'sendArticle(c.status(201), article)',
    to: "sendArticle(c.status(201).location('/x'), article)",
    told: 'the header location is not documented: /x',
  },
  {
    file: 'app.ts',
    from: origin,
    to: `${origin}, (c) => c.set('X-Allow-Origin', '*').next()`,
    told: 'the header x-allow-origin is not documented: *',
  },
  {
    file: 'app.ts',
    from: origin,
    to: `${origin}, (c) => c.append('X-Powered-By', 'conduit').next()`,
    told: 'the header x-powered-by is not documented: conduit',
  },
  {
    file: users,
    from: 'sendUser(c.status(201), user)',
    to: "sendUser(c.status(201).set('WWW-Authenticate', 'Token'), user)",
    told: 'the header www-authenticate is not documented: Token',
  },
]

const found = 'sendJsonFoundCars(c, { search, cars: findCars(bindUriGarageId(c).garage, search) })'
const parked = 'sendJsonParkedCar(c.status(201), { asked, car: parkCar(asked) })'

export const garageMutations: readonly Mutation[] = [
  { file: 'app.ts', from: found, to: 'c.json(search)', told: 'body lacks the property search' },
  {
    file: 'app.ts',
    from: found,
    to: "c.json({ search: { ...search, page: 'one' }, cars: [] })",
    told: 'body.search.page must be integer: "one"',
  },
  {
    file: 'app.ts',
    from: found,
    to: 'c.json({ search, cars: [{}] })',
    told: 'body.cars[0] lacks the property plate',
  },
  {
    file: 'app.ts',
    from: found,
    to: "c.json({ search: { ...search, sort: 'colour' }, cars: [] })",
    told: 'body.search.sort must be one of "plate", "price": "colour"',
  },
  {
    file: 'app.ts',
    from: parked,
    to: parked.replace('c.status(201)', 'c'),
    told: 'the status 200 is not documented, but 201, 400, 404, 413, 415',
  },
  {
    file: 'app.ts',
    from: parked,
    to: parked.replace('c.status(201)', "c.status(201).location('/x')"),
    told: 'the header location is not documented: /x',
  },
  {
    file: 'app.ts',
    from: 'new HttpError(404,',
    to: 'new HttpError(410,',
    told: 'the status 410 is not documented, but 200, 400, 404',
  },
]
