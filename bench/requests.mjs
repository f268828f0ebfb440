// The requests of the benchmarks. Texts are flat strings, as from a socket, and vary between calls.

export const samples = 64

export function flat(text) {
  return Buffer.from(text, 'utf8').toString('utf8')
}

export function searchQuery(i, encoded = true) {
  const q = encoded ? 'hello%20world' : 'helloworld'
  return `q=${q}${i || ''}&page=2&limit=20&tags=a&tags=b&tags=c&active=true&minPrice=1.5`
}

export const search = {
  q: 'hello world',
  page: 2,
  limit: 20,
  tags: ['a', 'b', 'c'],
  active: true,
  minPrice: 1.5,
}

export const user = {
  name: 'Ada Lovelace',
  email: 'ada.lovelace@example.com',
  age: 36,
  active: true,
  bio: 'Mathematician and writer, chiefly known for her work on the proposed general-purpose computer.',
  address: { street: '12 St James Square', city: 'London', zip: '12345', country: 'GB' },
  items: Array.from({ length: 5 }, (_, i) => ({
    sku: `SKU-00${1000 + i * 7}`,
    title: `Analytical engine part no. ${i + 1} with bronze finish`,
    qty: i + 1,
    price: Math.round((19.99 + i) * 100) / 100,
    tags: ['brass', 'gear', `engine${i}`],
  })),
}

export function userJson(i) {
  return JSON.stringify(i === 0 ? user : { ...user, name: user.name + i, age: 20 + (i % 32) })
}

export function cookieHeader(i) {
  return `_ga=GA1.2.1234567890.1234567890; sid=s%3Aabcdefghijklmnop${i}; theme=dark; visits=${40 + i}; other=xyz`
}

export function blogForm(i, brackets = '[]') {
  const plain =
    'title=My+blog&author=Ada%20L' +
    `&posts[0][title]=Hello+World&posts[0][views]=10${i}&posts[0][published]=true` +
    '&posts[1][title]=Second&posts[1][views]=7&posts[1][published]=false' +
    '&posts[2][title]=Third%21&posts[2][views]=3&posts[2][published]=true'
  return brackets === '[]' ? plain : plain.replaceAll('[', '%5B').replaceAll(']', '%5D')
}

export const routeCount = 200

export function routePath(i) {
  return `/api/v1/resource${i}/:id/detail`
}

export const lastRoutePath = `/api/v1/resource${routeCount - 1}/abc123/detail`

export function blog(i) {
  return {
    title: 'My blog',
    author: 'Ada L',
    posts: [
      { title: 'Hello World', views: Number(`10${i}`), published: true },
      { title: 'Second', views: 7, published: false },
      { title: 'Third!', views: 3, published: true },
    ],
  }
}

export const uploadType = 'multipart/form-data; boundary=----bench7MA4YWxkTrZu0gW'

/** A form with a text and two files of 50 kB that contain bytes similar to a boundary. */
export function uploadBody() {
  const boundary = '------bench7MA4YWxkTrZu0gW'
  const file = Buffer.alloc(50_000, 'bytes of a file\r\n--and some dashes\0\xff')
  const head = (disposition, type = '') =>
    Buffer.from(`${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`)
  const end = Buffer.from('\r\n')
  const octets = 'Content-Type: application/octet-stream\r\n'
  return Buffer.concat([
    ...[head('name="title"'), Buffer.from('Two files'), end],
    ...[head('name="files"; filename="one.bin"', octets), file, end],
    ...[head('name="files"; filename="two.bin"', octets), file.subarray(1), end],
    Buffer.from(`${boundary}--\r\n`),
  ])
}

/** A form with three fields and two files of 50 kB, with bytes of any value and lines similar to a boundary. */
export function albumBody(
  i,
  { fields = { title: `Album ${i}`, author: 'Ada L', count: 2 }, end = '--\r\n' } = {},
) {
  const boundary = '------bench7MA4YWxkTrZu0gW'
  const anything = Buffer.from(Uint8Array.from({ length: 50_000 }, (_, k) => ((k + i) * 2654435761) >>> 13))
  const lines = Buffer.alloc(50_000, `line ${i} of a file\r\n--and some dashes\r\n`)
  const parts = Object.entries(fields).map(([name, value]) => [
    `name="${name}"`,
    '',
    Buffer.from(String(value)),
  ])
  const octets = 'Content-Type: application/octet-stream\r\n'
  parts.push(
    ['name="files"; filename="one.bin"', octets, anything],
    ['name="files"; filename="two.bin"', octets, lines],
  )
  return Buffer.concat([
    ...parts.flatMap(([disposition, type, content]) => [
      Buffer.from(`${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`${boundary}${end}`),
  ])
}

/** A server's answer about the files; the last byte proves that it has received all of them. */
export const upload = {
  title: 'Two files',
  files: [
    { name: 'one.bin', size: 50_000, last: 105 },
    { name: 'two.bin', size: 49_999, last: 105 },
  ],
}

export const orderPath = '/orders/4711?page=2&fields=id&fields=total%20price'

export const orderHeaders = {
  'X-Tenant': 'acme-inc',
  Cookie: '_ga=GA1.2.1234567890.1234567890; session=abcdefghijklmnop; theme=dark; visits=40; other=xyz',
}

export const order = {
  id: 4711,
  page: 2,
  fields: ['id', 'total price'],
  tenant: 'acme-inc',
  session: 'abcdefghijklmnop',
}

/**
 * The number of middlewares before the handler of `/chain`: each counts itself, and the handler answers with the count.
 */
export const middlewares = 10

export const servedFile = '64k.txt'
export const servedText = 'one line of the file that is served\n'.repeat(1821).slice(0, 65_536)
