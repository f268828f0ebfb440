// The limit for cookies: finds the Cookie line, then reads it in one pass, values unchanged.
import { refuse } from './text.mjs'

const TAB = 9
const SPACE = 32
const QUOTE = 34
const SEMICOLON = 59

/** The Cookie line among the header lines (name, value, name, value, …); `""` when there is none. */
export function cookieLine(headers) {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]
    if (name.length === 6 && (name === 'Cookie' || name.toLowerCase() === 'cookie')) return headers[i + 1]
  }
  return ''
}

/** `sid`, `theme` ('dark' | 'light') and `visits` (whole number) of the cookies. */
export function bindSessionByHand(headers) {
  const s = cookieLine(headers)
  const n = s.length
  let sid, theme, visits
  let i = 0
  while (i < n) {
    let c = s.charCodeAt(i)
    while (i < n && (c === SPACE || c === SEMICOLON || c === TAB)) c = s.charCodeAt(++i)
    let field = 0
    if (c === 115 && s.startsWith('sid=', i)) {
      field = 1
      i += 4
    } else if (c === 116 && s.startsWith('theme=', i)) {
      field = 2
      i += 6
    } else if (c === 118 && s.startsWith('visits=', i)) {
      field = 3
      i += 7
    }
    const semicolon = s.indexOf(';', i)
    const next = semicolon === -1 ? n : semicolon
    if (field !== 0) {
      let end = next
      while (end > i && s.charCodeAt(end - 1) === SPACE) end--
      if (end - i > 1 && s.charCodeAt(i) === QUOTE && s.charCodeAt(end - 1) === QUOTE) {
        i++
        end--
      }
      if (field === 3) visits = digitsBetween(s, i, end)
      else if (field === 1) sid = s.slice(i, end)
      else theme = s.slice(i, end)
    }
    i = next + 1
  }
  if (sid === undefined) refuse('sid')
  if (theme !== 'dark' && theme !== 'light') refuse('theme')
  if (visits === undefined) refuse('visits')
  return { sid, theme, visits }
}

function digitsBetween(s, start, end) {
  if (start === end || end - start > 15) refuse('visits')
  let value = 0
  for (let i = start; i < end; i++) {
    const c = s.charCodeAt(i) - 48
    if (c < 0 || c > 9) refuse('visits')
    value = value * 10 + c
  }
  return value
}
