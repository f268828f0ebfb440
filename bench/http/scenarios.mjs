import {
  blog,
  blogForm,
  lastRoutePath,
  middlewares,
  order,
  orderHeaders,
  orderPath,
  search,
  searchQuery,
  servedFile,
  servedText,
  upload,
  uploadBody,
  uploadType,
  user,
  userJson,
} from '../requests.mjs'

const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const multipart = { 'Content-Type': uploadType }

const badUsers = [
  userJson(0).replace('"age":36', '"age":"many"'),
  userJson(0).replace('"city":"London",', ''),
  userJson(0).slice(0, -1),
]

const badBlogs = [
  blogForm(0).replace('title=My+blog&', ''),
  blogForm(0).replace('=100', '=many'),
  blogForm(0).replace('=true', '=maybe'),
]

const badUploads = [
  uploadBody().subarray(0, 60_000),
  Buffer.from(uploadBody().toString('latin1').replace('name="title"', 'name="other"'), 'latin1'),
]

const badOrders = [
  { path: orderPath.replace('4711', 'first'), headers: orderHeaders },
  { path: orderPath.replace('page=2', 'page=many'), headers: orderHeaders },
  { path: orderPath, headers: { Cookie: orderHeaders.Cookie } },
  { path: orderPath, headers: { ...orderHeaders, Cookie: 'theme=dark' } },
]

/**
 * The requests to every server: a `good` request has one right answer, a `bad` one is answered with 4xx. The first one
 * is timed. A request with a body is a POST.
 */
export const scenarios = {
  a: { title: 'GET /', good: [{ path: '/', text: 'Hello, World!' }], bad: [] },
  b: {
    title: 'GET /user/:id',
    good: [
      { path: '/user/u12345', text: 'u12345' },
      { path: '/user/a%20b', text: 'a b' },
    ],
    bad: [],
  },
  c: {
    title: 'typed query → JSON',
    good: [
      { path: `/search?${searchQuery(0)}`, json: search },
      {
        path: '/search?q=%C3%A9&limit=5&active=false&tags=a&tags=b&minPrice=2',
        json: { q: 'é', page: 1, limit: 5, tags: ['a', 'b'], active: false, minPrice: 2 },
      },
    ],
    bad: [
      { path: '/search?limit=20&active=true&tags=a' },
      { path: '/search?q=a&limit=many&active=true&tags=a' },
      { path: '/search?q=a&limit=20&active=maybe&tags=a' },
    ],
  },
  d: {
    title: '956 bytes of JSON → typed → JSON',
    good: [
      { path: '/users', headers: json, body: userJson(0), json: user },
      {
        path: '/users',
        headers: json,
        body: userJson(0).replace('Ada', 'Zoë'),
        json: { ...user, name: 'Zoë Lovelace' },
      },
    ],
    bad: badUsers.map((body) => ({ path: '/users', headers: json, body })),
  },
  e: { title: '404', good: [], bad: [{ path: '/nope/nothing/here' }] },
  f: {
    title: '200 routes, the last one',
    manyRoutes: true,
    good: [{ path: lastRoutePath, text: 'abc123' }],
    bad: [{ path: `${lastRoutePath}s` }],
  },
  g: {
    title: 'form with a nested list → JSON',
    good: [
      { path: '/blogs', headers: form, body: blogForm(0, '%5B%5D'), json: blog(0) },
      { path: '/blogs', headers: form, body: blogForm(7), json: blog(7) },
    ],
    bad: badBlogs.map((body) => ({ path: '/blogs', headers: form, body })),
  },
  h: {
    title: 'multipart, two files of 50 kB',
    good: [{ path: '/uploads', headers: multipart, body: uploadBody(), json: upload }],
    bad: badUploads.map((body) => ({ path: '/uploads', headers: multipart, body })),
  },
  i: {
    title: 'parameter, query, header, cookie → one object',
    good: [
      { path: orderPath, headers: orderHeaders, json: order },
      {
        path: '/orders/1?fields=a&fields=b',
        headers: { ...orderHeaders, Cookie: 'session=x' },
        json: { ...order, id: 1, page: 1, fields: ['a', 'b'], session: 'x' },
      },
    ],
    bad: badOrders,
  },
  j: {
    title: `${middlewares} middlewares before the handler`,
    good: [{ path: '/chain', text: `${middlewares}` }],
    bad: [],
  },
  k: {
    title: 'a file of 64 kB',
    good: [{ path: `/files/${servedFile}`, text: servedText }],
    bad: [{ path: '/files/none.txt' }, { path: '/files/..%2f..%2fpackage.json' }],
  },
}
