import { damaged as changed } from '../foreign/damage.ts'
import { pick, type Random } from '../foreign/random-values.ts'
import { isPlainObject } from '../foreign/schema.ts'

/** A copy of a value with one thing about it changed: its kind, presence, length, form, case or size. */
export function damaged(value: unknown, random: Random): unknown {
  return random() < 0.6 ? changed(value, random) : edited(value, random)
}

/** Goes down to a random scalar and edits it. */
function edited(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2)
      return pick(random, [[], [...value, ...value], value.slice(0, 1)])
    const at = Math.floor(random() * value.length)
    return value.map((one: unknown, index) => (index === at ? edited(one, random) : one))
  }
  if (isPlainObject(value)) {
    const names = Object.keys(value)
    if (names.length === 0 || random() < 0.1) return { ...value, extra: pick(random, [1, null, 'x', {}]) }
    const name = pick(random, names)
    return { ...value, [name]: random() < 0.15 ? null : edited(value[name], random) }
  }
  if (typeof value === 'string') {
    return pick(random, [
      '',
      ' ',
      value.toUpperCase(),
      value.repeat(2),
      `${value}😀`,
      ` ${value}`,
      value.slice(0, -1),
      'é'.repeat(5),
      '\u0000',
      'x'.repeat(2_000),
    ])
  }
  if (typeof value === 'number') {
    return pick(random, [
      -value,
      value + 1,
      value - 1,
      value + 0.1,
      0,
      -1,
      1e308,
      2 ** 53,
      value * 1000,
      String(value),
    ])
  }
  return pick(random, [null, !value, 'true', 0, []])
}
