// The limit for a request with values in path, query, headers and cookies: each is read in place.
import { formDecode, refuse } from './text.mjs'

/** `id` of `/orders/:id`, `page` = 1 and `fields` of the query, `tenant` of X-Tenant, `session` of the cookies. */
export function bindOrderByHand(url, headers) {
  const mark = url.indexOf('?', 8)
  const id = wholeNumber(url.slice(8, mark === -1 ? url.length : mark), 'id')
  const fields = []
  let page = 1
  for (let i = mark === -1 ? url.length : mark + 1; i < url.length; ) {
    const ampersand = url.indexOf('&', i)
    const end = ampersand === -1 ? url.length : ampersand
    if (url.startsWith('page=', i)) page = wholeNumber(url.slice(i + 5, end), 'page')
    else if (url.startsWith('fields=', i)) fields.push(formDecode(url.slice(i + 7, end)))
    i = end + 1
  }
  const tenant = headers['x-tenant'] ?? refuse('tenant')
  return { id, page, fields, tenant, session: cookieNamed(headers.cookie ?? '', 'session=') }
}

function cookieNamed(line, start) {
  for (let i = 0; i < line.length; ) {
    const semicolon = line.indexOf(';', i)
    const end = semicolon === -1 ? line.length : semicolon
    if (line.startsWith(start, i)) return line.slice(i + start.length, end)
    i = end + 1
    while (line.charCodeAt(i) === 32) i++
  }
  return refuse('session')
}

function wholeNumber(text, field) {
  const value = +text
  return text !== '' && Number.isSafeInteger(value) ? value : refuse(field)
}
