// The limits for rules: one comparison each, on an object whose types are right already.
import { refuse } from './text.mjs'

export const login = /^[a-z][a-z0-9_]*$/
export const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Checks the rules of a signup, and nothing of its types. A size is one of code points, as the rules say. */
export function checkSignupByHand(value) {
  const { tags, lines } = value
  if (isShorter(value.login, 3) || isLonger(value.login, 32) || !login.test(value.login)) refuse('login')
  if (!email.test(value.email) || isLonger(value.email, 254)) refuse('email')
  if (value.age < 18 || value.age > 130) refuse('age')
  if (value.plan !== 'basic' && value.plan !== 'pro' && value.plan !== 'team') refuse('plan')
  if (tags.length < 1 || tags.length > 8) refuse('tags')
  for (let i = 0; i < tags.length; i++) if (tags[i].length < 1 || isLonger(tags[i], 16)) refuse('tags')
  if (lines.length < 1 || lines.length > 50) refuse('lines')
  for (let i = 0; i < lines.length; i++) {
    const { sku, qty, price } = lines[i]
    if (!isEight(sku)) refuse('lines.sku')
    if (qty < 1 || qty > 999) refuse('lines.qty')
    if (price < 0) refuse('lines.price')
  }
  return value
}

/** The same with sizes of UTF-16 units, as `length` has them. */
export function checkSignupLengthsByHand(value) {
  const { tags, lines } = value
  if (value.login.length < 3 || value.login.length > 32 || !login.test(value.login)) refuse('login')
  if (!email.test(value.email) || value.email.length > 254) refuse('email')
  if (value.age < 18 || value.age > 130) refuse('age')
  if (value.plan !== 'basic' && value.plan !== 'pro' && value.plan !== 'team') refuse('plan')
  if (tags.length < 1 || tags.length > 8) refuse('tags')
  for (let i = 0; i < tags.length; i++) if (tags[i].length < 1 || tags[i].length > 16) refuse('tags')
  if (lines.length < 1 || lines.length > 50) refuse('lines')
  for (let i = 0; i < lines.length; i++) {
    const { sku, qty, price } = lines[i]
    if (sku.length !== 8) refuse('lines.sku')
    if (qty < 1 || qty > 999) refuse('lines.qty')
    if (price < 0) refuse('lines.price')
  }
  return value
}

/** A text has at least half as many code points as units, and at most as many. */
function isShorter(text, size) {
  return text.length < size || (text.length < size * 2 - 1 && [...text].length < size)
}

function isLonger(text, size) {
  return text.length > size && [...text].length > size
}

/** Eight units are eight code points when no pair is among them, of which one half stood at one of these places. */
function isEight(text) {
  if (text.length !== 8) return text.length > 8 && text.length <= 16 && [...text].length === 8
  const halves = text.charCodeAt(1) | text.charCodeAt(3) | text.charCodeAt(5) | text.charCodeAt(7)
  return halves < 0xd800 || [...text].length === 8
}
