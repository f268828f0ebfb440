// The limit for a JSON body: JSON.parse, then checks in one function, then a literal of the declared members.
import { refuse } from './text.mjs'

/** Checks the type and presence of every member; returns the decoded object itself. */
export function checkUserByHand(o) {
  if (typeof o !== 'object' || o === null || Array.isArray(o)) refuse('')
  const { name, email, age, active, bio, address, items } = o
  if (typeof name !== 'string') refuse('name')
  if (typeof email !== 'string') refuse('email')
  if (typeof age !== 'number' || (age | 0) !== age) refuse('age')
  if (typeof active !== 'boolean') refuse('active')
  if (typeof bio !== 'string') refuse('bio')
  if (typeof address !== 'object' || address === null || Array.isArray(address)) refuse('address')
  const { street, city, zip, country } = address
  if (typeof street !== 'string') refuse('address.street')
  if (typeof city !== 'string') refuse('address.city')
  if (typeof zip !== 'string') refuse('address.zip')
  if (typeof country !== 'string') refuse('address.country')
  if (!Array.isArray(items)) refuse('items')
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (typeof item !== 'object' || item === null || Array.isArray(item)) refuse('items')
    const { sku, title, qty, price, tags } = item
    if (typeof sku !== 'string') refuse('items.sku')
    if (typeof title !== 'string') refuse('items.title')
    if (typeof qty !== 'number' || (qty | 0) !== qty) refuse('items.qty')
    if (typeof price !== 'number' || !Number.isFinite(price)) refuse('items.price')
    if (!Array.isArray(tags)) refuse('items.tags')
    for (let j = 0; j < tags.length; j++) if (typeof tags[j] !== 'string') refuse('items.tags')
  }
  return o
}

/** The checks, then a copy of the declared members. */
export function bindUserByHand(decoded) {
  const o = checkUserByHand(decoded)
  const { street, city, zip, country } = o.address
  const items = []
  for (let i = 0; i < o.items.length; i++) {
    const { sku, title, qty, price, tags } = o.items[i]
    items.push({ sku, title, qty, price, tags })
  }
  const { name, email, age, active, bio } = o
  return { name, email, age, active, bio, address: { street, city, zip, country }, items }
}

/** The same with a limit on nesting. */
export function bindShallowUserByHand(text) {
  const value = JSON.parse(text)
  if (mayNestDeeply(text) && isDeeper(value, 33)) refuse('')
  return bindUserByHand(value)
}

/** More opening brackets than the allowed depth: only the values can then decide. */
function mayNestDeeply(text) {
  let count = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) count++
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) count++
  return count > 33
}

function isDeeper(value, most) {
  if (typeof value !== 'object' || value === null) return false
  if (most === 0) return true
  for (const key in value) if (isDeeper(value[key], most - 1)) return true
  return false
}
