import { createHmac } from 'node:crypto'
import { type Ctx, HttpError, type int } from '@ctxgen/runtime'
import { isSameSecret } from './auth/same-secret.ts'
import { readSecrets } from './cookies/cookie-name.ts'

/**
 * The query of a list in numbered pages, for a DTO: `interface ListCars extends PageQuery { … }`. Declare `limit` again for
 * other limits.
 */
export interface PageQuery {
  /** The number of the page, from 1. @query @default 1 @validate min=1 */
  page: int
  /** The number of elements on a page. @query @default 20 @validate min=1,max=100 */
  limit: int
}

/**
 * The query of a list whose pages begin after an element, for a DTO. Pages stay right while elements come and go, and a
 * deep page costs no more than the first one.
 */
export interface CursorQuery {
  /** From the link to the next page; absent for the first page. @query @validate max=2048 */
  cursor?: string
  /** The number of elements on a page. @query @default 20 @validate min=1,max=100 */
  limit: int
}

/** The place of a page in its list. */
export interface PagePlace {
  readonly page: number
  readonly limit: number
  /** The number of elements of the whole list, if it is known. */
  readonly total?: number
  /** Without `total`: there are more elements. */
  readonly hasMore?: boolean
}

/** The number of elements before a page. */
export function offsetOf({ page, limit }: Pick<PagePlace, 'page' | 'limit'>): number {
  return (page - 1) * limit
}

/**
 * Adds Link fields (RFC 8288) to the first, previous, next and, with `total`, last page: those of the URL of the request,
 * with another `page`. With `total` it sets X-Total-Count as well.
 * @answer * Link X-Total-Count
 */
export function pageLinks(c: Ctx, { page, limit, total, hasMore = false }: PagePlace): void {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / limit))
  const link = (to: number, relation: string): void => addLink(c, 'page', `${to}`, relation)
  if (page > 1) {
    link(1, 'first')
    link(Math.min(page - 1, last ?? page), 'prev')
  }
  if (last === undefined ? hasMore : page < last) link(page + 1, 'next')
  if (last === undefined) return
  link(last, 'last')
  c.set('X-Total-Count', `${total}`)
}

/** The cursors of the neighbours of a page; `undefined` at the end of the list. */
export interface CursorPlace {
  readonly next?: string | undefined
  readonly prev?: string | undefined
}

/**
 * Adds Link fields (RFC 8288) to the first, previous and next page, those of the URL of the request with another `cursor`.
 * @answer * Link
 */
export function cursorLinks(c: Ctx, { next, prev }: CursorPlace): void {
  if (c.query('cursor') !== '') addLink(c, 'cursor', undefined, 'first')
  if (prev !== undefined) addLink(c, 'cursor', prev, 'prev')
  if (next !== undefined) addLink(c, 'cursor', next, 'next')
}

/** Makes and reads cursors. */
export interface Cursors<T> {
  /** @throws TypeError for a value without JSON. */
  encode(value: T): string
  /** A copy of the value. @throws HttpError 400 for a text that was not made here. */
  decode(cursor: string): T
}

/**
 * Cursors that clients cannot change, as they are signed (HMAC-SHA-256); they can read them. `cursors<{ id: number }>(secret)`
 * @param secret at least 32 characters; of a list the first one signs, the others are still accepted
 * @throws TypeError for a short secret.
 */
export function cursors<T>(secret: string | readonly string[]): Cursors<T> {
  const secrets = readSecrets('cursors', secret)
  return {
    encode(value) {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) throw new TypeError('cursors: no JSON')
      const content = Buffer.from(text).toString('base64url')
      return `${content}.${signatureOf(content, secrets[0] ?? '')}`
    },
    decode(cursor) {
      const [content = '', signature = '', ...more] = cursor.split('.')
      const isOurs = secrets.some((one) => isSameSecret(signature, signatureOf(content, one)))
      if (!isOurs || more.length > 0) throw new HttpError(400, 'The cursor is not valid')
      return JSON.parse(Buffer.from(content, 'base64url').toString())
    },
  }
}

function signatureOf(content: string, secret: string): string {
  return createHmac('sha256', secret).update(`cursor ${content}`).digest('base64url')
}

/** A link with the query alone is right behind every proxy, whatever prefix it takes off. @param value `undefined`: none */
function addLink(c: Ctx, key: string, value: string | undefined, relation: string): void {
  const [, query = ''] = c.originalURL().split(/\?(.*)/s)
  const pairs = query.split('&').filter((pair) => pair !== '' && keyOf(pair) !== key)
  if (value !== undefined) pairs.push(`${key}=${encodeURIComponent(value)}`)
  c.append('Link', `<?${pairs.join('&').replace(/[^!#-;=?-~]/g, encodeURIComponent)}>; rel="${relation}"`)
}

function keyOf(pair: string): string {
  const [key = ''] = pair.split('=', 1)
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return key
  }
}
