// The limits for rules: one comparison each, on an object whose types are already checked.
import { refuse } from './text.mjs'

export const login = /^[a-z][a-z0-9_]*$/
export const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Checks the rules of a signup, but not its types. Sizes are code points, as in the rules. */
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

/** The same with sizes in UTF-16 units, as in `length`. */
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

/** The number of code points is between half the number of units and all of it. */
function isShorter(text, size) {
  return text.length < size || (text.length < size * 2 - 1 && [...text].length < size)
}

function isLonger(text, size) {
  return text.length > size && [...text].length > size
}

/** Eight units are eight code points without a surrogate pair, which would have one half at one of these indices. */
function isEight(text) {
  if (text.length !== 8) return text.length > 8 && text.length <= 16 && [...text].length === 8
  const halves = text.charCodeAt(1) | text.charCodeAt(3) | text.charCodeAt(5) | text.charCodeAt(7)
  return halves < 0xd800 || [...text].length === 8
}
