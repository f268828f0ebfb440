import Ajv from 'ajv'
import { parseCookie } from 'cookie'
import { bindSessionByHand, cookieLine } from '../contenders/hand/session-cookie.mjs'
import { refuse } from '../contenders/hand/text.mjs'
import { sessionSchema } from '../contenders/peers/json-schemas.mjs'
import { zodSession } from '../contenders/peers/zod-schemas.mjs'
import { bindCookieSessionDto } from '../dist/binders.mjs'
import { cookieHeader, flat, samples } from '../requests.mjs'
import { RequestInput } from './request-input.mjs'

const ajvSession = new Ajv({ coerceTypes: true, removeAdditional: true }).compile(sessionSchema)

// Values are used as sent: RFC 6265 has no percent-encoding.
const asIs = { decode: (text) => text }
const parse = (headers) => parseCookie(cookieLine(headers), asIs)

function withCode({ sid, theme, visits }) {
  if (sid === undefined) refuse('sid')
  if (theme !== 'dark' && theme !== 'light') refuse('theme')
  const count = +visits
  if (visits === '' || !Number.isInteger(count)) refuse('visits')
  return { sid, theme, visits: count }
}

function withAjv(cookies) {
  // Ajv cannot remove unknown members from an object without a prototype faster than by copying three.
  const { sid, theme, visits } = cookies
  const session = { sid, theme, visits }
  return ajvSession(session) ? session : refuse('cookie')
}

const contenders = [
  { name: 'by hand', takes: 'headers', run: bindSessionByHand },
  { name: 'ctxgen', takes: 'input', run: (input) => bindCookieSessionDto(input) },
  { name: 'cookie + code', takes: 'headers', run: (headers) => withCode(parse(headers)) },
  { name: 'cookie + Ajv', takes: 'headers', run: (headers) => withAjv(parse(headers)) },
  { name: 'cookie + zod', takes: 'headers', run: (headers) => zodSession.parse(parse(headers)) },
  { name: 'cookie', takes: 'headers', run: parse, parseOnly: true },
]

const good = [
  [cookieHeader(0), { sid: 's%3Aabcdefghijklmnop0', theme: 'dark', visits: 40 }],
  ['visits=0; theme=light; sid=x', { sid: 'x', theme: 'light', visits: 0 }],
  ['theme=dark;visits=7;sid=', { sid: '', theme: 'dark', visits: 7 }],
]

const bad = [
  'theme=dark; visits=1',
  'sid=x; visits=1',
  'sid=x; theme=dark',
  'sid=x; theme=blue; visits=1',
  'sid=x; theme=dark; visits=many',
  'sid=x; theme=dark; visits=1.5',
]

/** Every contender receives the header lines as in node, each a separate string. */
function cookieRequest(text) {
  const headers = ['Host', 'localhost:3000', 'Accept', '*/*', 'Cookie', text].map(flat)
  return { headers, input: new RequestInput({ headers }) }
}

export const subjects = [
  {
    title: 'Header lines with 5 cookies → typed object of 3',
    limit: 'by hand',
    contenders,
    texts: Array.from({ length: samples }, (_, i) => flat(cookieHeader(i))),
    request: cookieRequest,
    good,
    bad,
  },
]
