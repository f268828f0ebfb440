// The limit for rules: one comparison each, on an object whose types are right already.
import { refuse } from './text.mjs'

export const login = /^[a-z][a-z0-9_]*$/
export const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Checks the rules of a signup, and nothing of its types. */
export function checkSignupByHand(value) {
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
