// The limit for a query string: one pass over the text, dispatch on the first character of the key, digits read in place.
import { formDecode, refuse } from './text.mjs'

const AMPERSAND = 38
const EQUALS = 61
const PERCENT = 37
const PLUS = 43
const MINUS = 45

/** `q`, `page` = 1, `limit`, `tags`, `active`, `minPrice?` of the query string that begins at `start`. */
export function bindSearchByHand(s, start) {
  const n = s.length
  const tags = []
  let q, limit, active, minPrice
  let page = 1
  let i = start
  while (i < n) {
    let field = -1
    switch (s.charCodeAt(i)) {
      case 113: // q
        if (s.charCodeAt(i + 1) === EQUALS) {
          field = 0
          i += 2
        }
        break
      case 112: // p
        if (s.startsWith('page=', i)) {
          field = 1
          i += 5
        }
        break
      case 108: // l
        if (s.startsWith('limit=', i)) {
          field = 2
          i += 6
        }
        break
      case 116: // t
        if (s.startsWith('tags=', i)) {
          field = 3
          i += 5
        }
        break
      case 97: // a
        if (s.startsWith('active=', i)) {
          field = 4
          i += 7
        }
        break
      case 109: // m
        if (s.startsWith('minPrice=', i)) {
          field = 5
          i += 9
        }
        break
    }
    if (field === -1) {
      const end = keyEnd(s, i)
      field = fieldOfEncodedKey(s, i, end)
      if (field === -1) {
        const next = s.indexOf('&', end)
        if (next === -1) break
        i = next + 1
        continue
      }
      i = s.charCodeAt(end) === EQUALS ? end + 1 : end
    }

    const from = i
    switch (field) {
      case 0:
      case 3: {
        let encoded = false
        for (; i < n; i++) {
          const c = s.charCodeAt(i)
          if (c === AMPERSAND) break
          if (c === PERCENT || c === PLUS) encoded = true
        }
        const text = encoded ? formDecode(s.slice(from, i)) : s.slice(from, i)
        if (field === 0) q = text
        else tags.push(text)
        break
      }
      case 1:
      case 2: {
        const negative = s.charCodeAt(i) === MINUS
        if (negative) i++
        const digits = i
        let value = 0
        for (; i < n; i++) {
          const c = s.charCodeAt(i) - 48
          if (c < 0 || c > 9) break
          value = value * 10 + c
        }
        if (i === digits || i - digits > 15 || (i < n && s.charCodeAt(i) !== AMPERSAND)) {
          i = valueEnd(s, i)
          value = wholeNumber(formDecode(s.slice(from, i)), field === 1 ? 'page' : 'limit')
        } else if (negative) value = -value
        if (field === 1) page = value
        else limit = value
        break
      }
      case 4: {
        if (s.startsWith('true', i)) {
          i += 4
          active = true
        } else if (s.startsWith('false', i)) {
          i += 5
          active = false
        }
        if (i === from || (i < n && s.charCodeAt(i) !== AMPERSAND)) {
          i = valueEnd(s, i)
          active = truth(formDecode(s.slice(from, i)))
        }
        break
      }
      case 5: {
        i = valueEnd(s, i)
        const text = s.slice(from, i)
        minPrice = +text
        if (text === '' || !Number.isFinite(minPrice)) minPrice = decimal(formDecode(text))
        break
      }
    }
    i++
  }
  if (q === undefined) refuse('q')
  if (limit === undefined) refuse('limit')
  if (active === undefined) refuse('active')
  return minPrice === undefined
    ? { q, page, limit, tags, active }
    : { q, page, limit, tags, active, minPrice }
}

function keyEnd(s, start) {
  let i = start
  for (; i < s.length; i++) {
    const c = s.charCodeAt(i)
    if (c === EQUALS || c === AMPERSAND) break
  }
  return i
}

function valueEnd(s, start) {
  const end = s.indexOf('&', start)
  return end === -1 ? s.length : end
}

const names = ['q', 'page', 'limit', 'tags', 'active', 'minPrice']

function fieldOfEncodedKey(s, start, end) {
  const key = s.slice(start, end)
  return key.includes('%') || key.includes('+') ? names.indexOf(formDecode(key)) : -1
}

function wholeNumber(text, field) {
  const value = +text
  return text !== '' && Number.isSafeInteger(value) ? value : refuse(field)
}

function truth(text) {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : refuse('active')
}

function decimal(text) {
  const value = +text
  return text !== '' && Number.isFinite(value) ? value : refuse('minPrice')
}
