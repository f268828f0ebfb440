// Handwritten JSON for the raw server: strings without escapes are copied, the shape is known.

/** The JSON of a search. */
export function stringifySearchByHand(o) {
  const price = o.minPrice === undefined ? '}' : `,"minPrice":${o.minPrice}}`
  return `{"q":${quoted(o.q)},"page":${o.page},"limit":${o.limit},"tags":${list(o.tags, quoted)},"active":${o.active}${price}`
}

/** The JSON of a user. */
export function stringifyUserByHand(o) {
  const { street, city, zip, country } = o.address
  return `{"name":${quoted(o.name)},"email":${quoted(o.email)},"age":${o.age},"active":${o.active},"bio":${quoted(o.bio)},"address":{"street":${quoted(street)},"city":${quoted(city)},"zip":${quoted(zip)},"country":${quoted(country)}},"items":${list(o.items, itemJson)}}`
}

/** The JSON of a blog. */
export function stringifyBlogByHand(o) {
  return `{"title":${quoted(o.title)},"author":${quoted(o.author)},"posts":${list(o.posts, postJson)}}`
}

function postJson(o) {
  return `{"title":${quoted(o.title)},"views":${o.views},"published":${o.published}}`
}

/** The JSON of an order. */
export function stringifyOrderByHand(o) {
  return `{"id":${o.id},"page":${o.page},"fields":${list(o.fields, quoted)},"tenant":${quoted(o.tenant)},"session":${quoted(o.session)}}`
}

function itemJson(o) {
  return `{"sku":${quoted(o.sku)},"title":${quoted(o.title)},"qty":${o.qty},"price":${o.price},"tags":${list(o.tags, quoted)}}`
}

function list(elements, json) {
  if (elements.length === 0) return '[]'
  let text = `[${json(elements[0])}`
  for (let i = 1; i < elements.length; i++) text += `,${json(elements[i])}`
  return `${text}]`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON must escape exactly these.
const needsEscape = /[\u0000-\u001f"\\\ud800-\udfff]/

function quoted(s) {
  // Below about 42 characters, a loop is faster than the regular expression.
  if (s.length >= 42) return needsEscape.test(s) ? JSON.stringify(s) : `"${s}"`
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i)
    if (c < 32 || c === 34 || c === 92 || (c >= 0xd800 && c <= 0xdfff)) return JSON.stringify(s)
  }
  return `"${s}"`
}
