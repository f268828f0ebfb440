import fc from 'fast-check'
import { NoValue, pick, type Random, randomJson } from '../foreign/random-values.ts'
import { isPlainObject } from '../foreign/schema.ts'

/** The part of JSON Schema, of draft 7 and 2020-12, of which values are made. */
interface Schema {
  readonly [keyword: string]: unknown
}

const formats: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-02-03T04:05:06Z', '1999-12-31T23:59:59.123Z', '2024-02-29T00:00:00.000Z'],
  date: ['2026-02-03', '2024-02-29'],
  time: ['14:30:00Z'],
  duration: ['P3DT12H', 'PT5M'],
  email: ['a@example.org', 'ann.lee+x@mail.example.com'],
  uri: ['https://example.org/a?b=c', 'http://example.org'],
  url: ['https://example.org/a?b=c'],
  uuid: ['b3f1c8e0-5d2a-4c8e-9f60-0a1b2c3d4e5f', '0189d1e0-7b1c-7c3a-8f00-000000000001'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
}
/** Texts in a form, for rules that no schema has. */
const forms = [
  ...new Set(Object.values(formats).flat()),
  '#ff00aa',
  '5',
  '1.2.3',
  'true',
  'en',
  '+12025550123',
  '0x52908400098527886E0F7030069857D2E4169EE7',
]
const texts = ['', 'a', 'Zürich', 'two words', ' blanks ', 'UPPER', '日本', '😀😀', 'x'.repeat(300), ...forms]
const numbers = [0, 1, -1, 7, 1.5, -0.25, 100, 300, 1e21, 2 ** 31, Number.MAX_SAFE_INTEGER]

const maxDepth = 12
const easyDepth = 4

/** A random value of a schema. @throws NoValue when none is found */
export function randomValueOf(root: unknown, random: Random): unknown {
  let steps = 0
  return make(root, 0)

  function make(part: unknown, depth: number): unknown {
    if (++steps > 4000 || depth > maxDepth) throw new NoValue()
    if (part === false) throw new NoValue()
    if (!isPlainObject(part)) return randomJson(random, 2)
    const one: Schema = part
    if (typeof one['$ref'] === 'string') return make(target(one['$ref']), depth + 1)
    if ('const' in one) return one['const']
    if (Array.isArray(one['enum'])) return pick(random, one['enum'])
    const union = one['anyOf'] ?? one['oneOf']
    if (Array.isArray(union)) {
      const made = first(shuffled(union, random), (branch) =>
        make({ ...without(one, 'anyOf', 'oneOf'), ...branch }, depth + 1),
      )
      return made
    }
    if (Array.isArray(one['allOf'])) return merged(one, one['allOf'], depth)
    if (Array.isArray(one['type'])) return make({ ...one, type: pick(random, one['type']) }, depth)
    return makeKind(one, depth)
  }

  function makeKind(one: Schema, depth: number): unknown {
    switch (one['type'] ?? guessed(one)) {
      case 'null':
        return null
      case 'boolean':
        return random() < 0.5
      case 'integer':
      case 'number':
        return makeNumber(one)
      case 'string':
        return makeText(one)
      case 'array':
        return makeList(one, depth)
      case 'object':
        return makeObject(one, depth)
      default:
        if (isPlainObject(one['not']) && Object.keys(one['not']).length === 0) throw new NoValue()
        return randomJson(random, 2)
    }
  }

  function makeNumber(one: Schema): number {
    const least = Math.max(number(one['minimum'], -Infinity), number(one['exclusiveMinimum'], -Infinity))
    const most = Math.min(number(one['maximum'], Infinity), number(one['exclusiveMaximum'], Infinity))
    const step = number(one['multipleOf'], one['type'] === 'integer' ? 1 : 0)
    const edges = [least, most, least + 1, most - 1, (least + most) / 2].filter((edge) =>
      Number.isFinite(edge),
    )
    const fits = (x: number): boolean =>
      x >= least &&
      x <= most &&
      x !== one['exclusiveMinimum'] &&
      x !== one['exclusiveMaximum'] &&
      (step === 0 || Number.isInteger(x / step))
    const found = [...numbers, ...edges, ...edges.map(Math.floor), ...edges.map((edge) => edge + 0.5)]
      .map((x) => (step > 0 && x !== least && x !== most ? Math.round(x / step) * step : x))
      .filter(fits)
    return pick(random, found)
  }

  function makeText(one: Schema): string {
    const [least, most] = [number(one['minLength'], 0), number(one['maxLength'], Infinity)]
    const fits = (text: string): boolean => [...text].length >= least && text.length <= most
    const { pattern, format } = one
    if (typeof format === 'string' && formats[format] !== undefined) {
      const found = formats[format].filter(fits)
      if (found.length > 0) return pick(random, found)
    }
    if (typeof pattern === 'string')
      return pick(random, [
        ...forms.filter((text) => fits(text) && matches(pattern, text)),
        ...textsLike(pattern).filter(fits),
      ])
    const filled = Number.isFinite(most)
      ? ['y'.repeat(Math.min(most, 5000)), 'z'.repeat(least)]
      : ['z'.repeat(least)]
    return pick(random, [...texts, ...filled].filter(fits))
  }

  function makeList(one: Schema, depth: number): readonly unknown[] {
    const tuple = one['prefixItems'] ?? (Array.isArray(one['items']) ? one['items'] : [])
    const fixed = Array.isArray(tuple) ? tuple : []
    const rest = Array.isArray(one['items']) ? (one['additionalItems'] ?? false) : (one['items'] ?? true)
    const least = Math.max(number(one['minItems'], 0), fixed.length)
    const most = Math.min(number(one['maxItems'], Infinity), least + (depth > easyDepth ? 0 : 3))
    const length = rest === false ? fixed.length : least + Math.floor(random() * (most - least + 1))
    const made: unknown[] = []
    for (let tries = 0; made.length < length && tries < 40; tries++) {
      const element = make(fixed[made.length] ?? rest, depth + 1)
      const isNew =
        one['uniqueItems'] !== true ||
        made.every((other) => JSON.stringify(other) !== JSON.stringify(element))
      if (isNew) made.push(element)
    }
    return made
  }

  function makeObject(one: Schema, depth: number): object {
    const made: Record<string, unknown> = {}
    const required = new Set(Array.isArray(one['required']) ? (one['required'] as string[]) : [])
    const share = depth > easyDepth ? 0.1 : 0.6
    const properties = isPlainObject(one['properties']) ? one['properties'] : {}
    for (const [name, member] of Object.entries(properties)) {
      if (name === '__proto__') continue
      if (required.has(name)) made[name] = make(member, depth + 1)
      else if (random() < share) {
        const found = attempt(() => make(member, depth + 1))
        if (found !== undefined) made[name] = found.value
      }
    }
    makeOthers(one, made, depth)
    return made
  }

  /** Members of a record. */
  function makeOthers(one: Schema, made: Record<string, unknown>, depth: number): void {
    const { additionalProperties, patternProperties, propertyNames } = one
    const byPattern = isPlainObject(patternProperties) ? Object.entries(patternProperties)[0] : undefined
    const value = byPattern?.[1] ?? additionalProperties
    if (!isPlainObject(value)) return
    const least = number(one['minProperties'], 0)
    for (let left = Math.max(least, Math.floor(random() * 3)); left > 0; left--) {
      const key =
        byPattern !== undefined && byPattern[0] !== '^(.*)$' && byPattern[0] !== '^.*$'
          ? pick(random, textsLike(byPattern[0]))
          : isPlainObject(propertyNames)
            ? String(make({ type: 'string', ...propertyNames }, depth + 1))
            : pick(random, ['k', 'other key', 'ü', '7'])
      if (key === '__proto__' || (isPlainObject(one['properties']) && key in one['properties'])) continue
      const found = attempt(() => make(value, depth + 1))
      if (found !== undefined) made[key] = found.value
    }
  }

  function merged(one: Schema, parts: readonly unknown[], depth: number): unknown {
    const own = without(one, 'allOf')
    const made = [own, ...parts]
      .filter(
        (part) =>
          isPlainObject(part) &&
          Object.keys(part).some((key) => !['$defs', 'definitions', '$schema'].includes(key)),
      )
      .map((part) => make(part, depth + 1))
    if (made.every(isPlainObject)) return Object.assign({}, ...made) as unknown
    return made.at(-1)
  }

  function target(reference: string): unknown {
    if (reference === '#') return root
    const parts = reference.replace(/^#\//, '').split('/')
    const names = parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    const found = names.reduce<unknown>((at, name) => (at as Schema | undefined)?.[name], root)
    return found ?? identified(root, reference)
  }
}

/** The part of a schema with an `$id`, as TypeBox refers to it. */
function identified(part: unknown, id: string): unknown {
  if (Array.isArray(part)) return part.map((one) => identified(one, id)).find((one) => one !== undefined)
  if (!isPlainObject(part)) return undefined
  if (part['$id'] === id) return part
  return Object.values(part)
    .map((one) => identified(one, id))
    .find((one) => one !== undefined)
}

const liked = new Map<string, readonly string[]>()

function textsLike(pattern: string): readonly string[] {
  const known = liked.get(pattern)
  if (known !== undefined) return known
  let made: readonly string[] = []
  try {
    made = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 20, seed: 1 })
  } catch {
    try {
      made = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 20, seed: 1 })
    } catch {
      // fast-check reads no look-ahead; a known form may match.
    }
  }
  const found = made.filter((text) => matches(pattern, text))
  liked.set(pattern, found)
  return found
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return new RegExp(pattern).test(text)
  }
}

function guessed(one: Schema): string | undefined {
  if ('properties' in one || 'additionalProperties' in one || 'patternProperties' in one) return 'object'
  if ('items' in one || 'prefixItems' in one) return 'array'
  if ('pattern' in one || 'minLength' in one || 'maxLength' in one || 'format' in one) return 'string'
  return 'minimum' in one || 'maximum' in one ? 'number' : undefined
}

function number(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other
}

function without(one: Schema, ...names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))
}

function attempt<T>(made: () => T): { readonly value: T } | undefined {
  try {
    return { value: made() }
  } catch (error) {
    if (error instanceof NoValue) return undefined
    throw error
  }
}

function first<T>(list: readonly T[], made: (one: T) => unknown): unknown {
  for (const one of list) {
    const found = attempt(() => made(one))
    if (found !== undefined) return found.value
  }
  throw new NoValue()
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
