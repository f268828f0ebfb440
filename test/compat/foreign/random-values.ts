import {
  branchesOf,
  isPlainObject,
  type RootSchema,
  resolve,
  type Schema,
  type SchemaObject,
} from './schema.ts'

/** A number from 0 to below 1, the same sequence for the same seed. */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new NoValue()
  return found
}

/** The schema has no value, or none that is found within the limits. */
export class NoValue extends Error {}

const formats: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-02-03T04:05:06Z', '1999-12-31T23:59:59.123Z', '2024-02-29T00:00:00+02:00'],
  date: ['2026-02-03'],
  email: ['a@example.org'],
  uri: ['https://example.org/a?b=c'],
  uuid: ['0189d1e0-7b1c-7c3a-8f00-000000000001'],
}
const texts = ['', 'a', 'Zürich', '5', 'two words', '2026-02-03T04:05:06Z', 'null', '日本', 'x'.repeat(40)]
const numbers = [0, 1, -1, 7, 1.5, -0.25, 300, 1e21, 2 ** 31, Number.MAX_SAFE_INTEGER]

// Below it optional members and elements become rare, so that types that hold themselves have an end.
const easyDepth = 4
const maxDepth = 24
const maxSteps = 4000

/** A random value of a schema. */
export function randomValue(root: RootSchema, random: Random): unknown {
  let steps = 0
  return make(root.schema, 0)

  function make(schema: Schema, depth: number): unknown {
    if (++steps > maxSteps || depth > maxDepth) throw new NoValue()
    const one = resolve(schema, root)
    if (one === false) throw new NoValue()
    if (one === true || isAnything(one)) return randomJson(random, 2)
    if (one.allOf !== undefined) return merged(one, one.allOf, depth)
    if (one.const !== undefined) return one.const
    if (one.enum !== undefined) return pick(random, one.enum)
    if (one.anyOf !== undefined || one.oneOf !== undefined || Array.isArray(one.type)) {
      return makeOneOf(branchesOf(one, root), depth)
    }
    return makeKind(one, depth)
  }

  function makeOneOf(branches: readonly Schema[], depth: number): unknown {
    for (const branch of shuffled(branches, random)) {
      const made = attempt(() => make(branch, depth + 1))
      if (made !== undefined) return made.value
    }
    throw new NoValue()
  }

  function makeKind(schema: SchemaObject, depth: number): unknown {
    if (schema.not !== undefined && schema.type === undefined) throw new NoValue()
    switch (schema.type) {
      case 'null':
        return null
      case 'boolean':
        return random() < 0.5
      case 'integer':
        return Math.floor(random() * 1000)
      case 'number':
        return pick(random, numbers)
      case 'string':
        return makeText(schema)
      case 'array':
        return makeList(schema, depth)
      default:
        return makeObject(schema, depth)
    }
  }

  function makeText({ format, pattern }: SchemaObject): string {
    if (pattern !== undefined) return textLike(pattern, random)
    return pick(random, formats[format ?? ''] ?? texts)
  }

  function makeList(schema: SchemaObject, depth: number): readonly unknown[] {
    const { items = true, minItems = 0, additionalItems = items } = schema
    const fixed: readonly Schema[] = Array.isArray(items) ? items : []
    const rest = fixed.length > 0 ? additionalItems : (items as Schema)
    const most = Math.min(
      schema.maxItems ?? Infinity,
      Math.max(minItems, fixed.length) + (depth > easyDepth ? 0 : 3),
    )
    const length = minItems + Math.floor(random() * (most - minItems + 1))
    const made: unknown[] = []
    for (let index = 0; index < length; index++) {
      const element = attempt(() => make(fixed[index] ?? (rest as Schema), depth + 1))
      if (element === undefined && index < minItems) throw new NoValue()
      if (element === undefined) break
      made.push(element.value)
    }
    return made
  }

  function makeObject(schema: SchemaObject, depth: number): object {
    const made: Record<string, unknown> = {}
    const required = new Set(schema.required ?? [])
    const share = depth > easyDepth ? 0.1 : 0.5
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (name === '__proto__') continue
      if (required.has(name)) made[name] = make(member, depth + 1)
      else if (random() < share) {
        const found = attempt(() => make(member, depth + 1))
        if (found !== undefined) made[name] = found.value
      }
    }
    const { additionalProperties = true } = schema
    if (typeof additionalProperties === 'object' && random() < share) {
      for (const key of ['k', 'other key']) {
        const found = attempt(() => make(additionalProperties, depth + 1))
        if (found !== undefined && !(key in made)) made[key] = found.value
      }
    }
    return made
  }

  /** The members of all parts of an intersection. */
  function merged({ allOf: _, ...rest }: SchemaObject, parts: readonly Schema[], depth: number): unknown {
    const made = [rest, ...parts]
      .filter((part) => Object.keys(part).length > 0)
      .map((part) => make(part, depth + 1))
    if (made.every(isPlainObject)) return Object.assign({}, ...made)
    return made[0]
  }
}

/** JSON of any kind. */
export function randomJson(random: Random, depth: number): unknown {
  const kinds = depth > 0 ? 6 : 4
  switch (Math.floor(random() * kinds)) {
    case 0:
      return pick(random, texts)
    case 1:
      return pick(random, numbers)
    case 2:
      return random() < 0.5
    case 3:
      return 'text'
    case 4:
      return [randomJson(random, depth - 1)]
    default:
      return { a: randomJson(random, depth - 1) }
  }
}

/** A text for the patterns that template literals become. */
function textLike(pattern: string, random: Random): string {
  if (pattern.includes('A-Za-z0-9+/')) return pick(random, ['', 'AAEC', 'aGVsbG8='])
  const text = pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\((?:\?:)?([^()|]*)\|[^()]*\)/g, '$1')
    .replace(/\[0-9\][+*]|\\d[+*]/g, '12')
    .replace(/\.[*+]\??/g, () => pick(random, ['a', 'bc']))
    .replace(/\\(.)/g, '$1')
  return text
}

/** Whether a schema without a type has no constraint at all. */
export function isAnything(schema: SchemaObject): boolean {
  const { type, anyOf, oneOf, allOf, not, enum: values, properties, items } = schema
  const said = [
    type,
    anyOf,
    oneOf,
    allOf,
    not,
    values,
    properties,
    items,
    schema.const,
    schema.additionalProperties,
  ]
  return said.every((one) => one === undefined)
}

function attempt<T>(make: () => T): { readonly value: T } | undefined {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof NoValue) return undefined
    throw error
  }
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
