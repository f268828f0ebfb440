// What the benchmarks send. Texts are flat strings of their own, as a socket gives them, and differ from call to call.

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
