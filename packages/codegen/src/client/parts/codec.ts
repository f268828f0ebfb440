import { BindError, type Upload } from './api.ts'

/** Writes and reads the values of a type. */
export interface Codec {
  /** The sent form of a value. @throws TypeError that names the property which cannot be sent */
  to(value: unknown, at: string): unknown
  /** The value of a received form. @throws BindError for a wrong one if it is to be checked */
  from(sent: unknown, at: string, isChecked: boolean): unknown
  /** The number of members that an object type declares, of those that a value has; -1 if it is of another type. */
  count?(value: unknown, isSent: boolean): number
}

export function refuse(at: string, message: string): never {
  throw new TypeError(`${at || 'the value'} ${message}`)
}

/** {@link refuse} for a value that may be missing. */
export function wrong(value: unknown, at: string, message: string): never {
  return refuse(at, value === undefined ? 'is required' : message)
}

/** Values that are sent as they are. */
export function plain(is: (value: unknown) => boolean, message: string): Codec {
  return {
    to: (value, at) => (is(value) ? value : wrong(value, at, message)),
    from(sent, at, isChecked) {
      if (isChecked && !is(sent)) throw new BindError(at, message)
      return sent
    },
  }
}

/** UTF-8 has no form for half of a surrogate pair, which JSON can escape in an answer. */
export const text: Codec = {
  to: (value, at) =>
    typeof value === 'string' && !/\p{Cs}/u.test(value)
      ? value
      : wrong(value, at, 'must be well-formed text'),
  from(sent, at, isChecked) {
    if (isChecked && typeof sent !== 'string') throw new BindError(at, 'must be text')
    return sent
  },
}

/** Text of a template literal type. */
export function matching(pattern: string): Codec {
  const form = new RegExp(pattern)
  const one = plain((value) => typeof value === 'string' && form.test(value), `must match ${pattern}`)
  return { to: (value, at) => one.to(text.to(value, at), at), from: one.from }
}

export const flag: Codec = /* @__PURE__ */ plain((value) => typeof value === 'boolean', 'must be a boolean')

export const float: Codec = /* @__PURE__ */ plain(
  (value) => Number.isFinite(value),
  'must be a finite number',
)

export const int: Codec = /* @__PURE__ */ plain(
  (value) => Number.isSafeInteger(value),
  'must be a whole number',
)

/** A number in JSON with exact integers. */
export function rounded(codec: Codec): Codec {
  return {
    to: codec.to,
    from: (sent, at, isChecked) => codec.from(typeof sent === 'bigint' ? Number(sent) : sent, at, isChecked),
  }
}

export const bigint: Codec = {
  to: (value, at) => (typeof value === 'bigint' ? value : wrong(value, at, 'must be a bigint')),
  from(sent, at, isChecked) {
    if (isChecked ? Number.isSafeInteger(sent) : Number.isInteger(sent)) return BigInt(Number(sent))
    if (isChecked && typeof sent !== 'bigint') throw new BindError(at, 'must be an integer')
    return sent
  },
}

/** Numbers of a smaller type; the service itself refuses those of a request. */
export function ranged(of: Codec, min: number | bigint, max: number | bigint): Codec {
  return {
    to: of.to,
    from(sent, at, isChecked) {
      const value = of.from(sent, at, isChecked)
      if (isChecked && !((value as number | bigint) >= min && (value as number | bigint) <= max))
        throw new BindError(at, `must be from ${min} to ${max}`)
      return value
    },
  }
}

/** MessagePack has integers of 64 bits. */
export function in64Bits(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      const isLong = typeof sent === 'bigint' && (sent < -(2n ** 63n) || sent >= 2n ** 64n)
      return isLong ? refuse(at, 'must have at most 64 bits') : sent
    },
    from: of.from,
  }
}

/** Integers are bigints if they are unsafe as numbers. From 1e21 on a number has an exponent, which tells it from a bigint. */
export const numeric: Codec = {
  to(value, at) {
    const isSafe = Number.isSafeInteger(Number(value))
    const isNumber = Number.isFinite(value) && (isSafe || !Number.isInteger(value) || /e/.test(`${value}`))
    const fits = typeof value === 'bigint' ? !isSafe : isNumber
    return fits ? value : wrong(value, at, 'must be a number, or a bigint for integers beyond 2^53')
  },
  from(sent, at, isChecked) {
    if (isChecked && typeof sent !== 'bigint' && !Number.isFinite(sent))
      throw new BindError(at, 'must be a number')
    return sent
  },
}

/** RFC 3339 has years of four digits. */
export const date: Codec = {
  to(value, at) {
    return value instanceof Date && isWritable(value)
      ? value
      : wrong(value, at, 'must be a date of the years 0 to 9999')
  },
  from(sent, at, isChecked) {
    const value = sent instanceof Date ? sent : new Date(typeof sent === 'string' ? sent : Number.NaN)
    if (isChecked && !(typeof sent === 'string' ? isRfc3339(sent, value) : isWritable(value)))
      throw new BindError(at, 'must be a date')
    return value
  },
}

/** Whether a date is one of the years 0 to 9999. */
export function isWritable(value: Date): boolean {
  // That of an invalid date is null.
  return /^\d/.test(value.toJSON())
}

/** Whether a text is its date with a zone, on a day of the calendar: `Date` takes February 30 for March 2. */
export function isRfc3339(sent: string, value: Date): boolean {
  const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
  const [, local = ''] = pattern.exec(sent) ?? []
  const day = new Date(`${local}Z`)
  return isWritable(value) && isWritable(day) && day.toJSON().startsWith(local)
}

export const bytes: Codec = /* @__PURE__ */ plain((value) => value instanceof Uint8Array, 'must be bytes')

/** Bytes in text. */
export const base64: Codec = {
  to: (value, at) =>
    btoa(Array.from(bytes.to(value, at) as Uint8Array, (one) => String.fromCharCode(one)).join('')),
  from(sent, at, isChecked) {
    const source = typeof sent === 'string' ? sent : '='
    // `atob` takes blanks, and texts without padding.
    if (isChecked && !(source.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(source)))
      throw new BindError(at, 'must be base64')
    try {
      return Uint8Array.from(atob(source), (one) => one.charCodeAt(0))
    } catch {
      return sent
    }
  },
}

/** A form cuts paths, blanks and control characters off a name, reads `%22` as a quote, and changes what Windows would. */
export const file: Codec = {
  to(value, at) {
    const sent = value instanceof Blob ? value : fileOf(Object(value))
    if (sent === undefined) return wrong(value, at, 'must be a File, a Blob or an Upload')
    const isCut = sent instanceof File && /[/\\:\p{Cc}]|^ |[. ]$|^$|~\d|%(?:22|0D|0A)/iu.test(sent.name)
    return isCut ? refuse(at, 'has a file name that a form cannot hold') : sent
  },
  from: (sent) => sent,
}

/** A file with the stream of an upload for its own. */
export function fileOf({ name = 'blob', type = '', stream }: Partial<Upload>): File | undefined {
  if (!(stream instanceof ReadableStream)) return undefined
  return Object.defineProperty(new File([], name, { type }), 'stream', { value: () => stream })
}

/** A text, or an instance with a text of its own. */
export const shown: Codec = {
  to(value, at) {
    if (isRecord(value) || !isObject(value)) return text.to(value, at)
    const { toJSON, toString: own } = value
    if (typeof toJSON === 'function') return text.to(Reflect.apply(toJSON, value, []), at)
    return own === Object.prototype.toString
      ? refuse(at, 'has neither a toJSON nor a toString of its own')
      : text.to(String(value), at)
  },
  from: text.from,
}

export function oneOf(values: readonly unknown[]): Codec {
  const meant = (sent: unknown): unknown =>
    values.find(
      (one) =>
        one === sent || (typeof one === 'bigint' && typeof sent !== 'object' && `${one}` === String(sent)),
    )
  return {
    to: (value, at) =>
      values.includes(value) ? value : wrong(value, at, `must be one of ${values.join(', ')}`),
    from(sent, at, isChecked) {
      const value = meant(sent)
      if (isChecked && value === undefined) throw new BindError(at, `must be one of ${values.join(', ')}`)
      return value ?? sent
    },
  }
}

/** The levels of a value that is sent, which may hold itself. */
export const maxDepth = 500

/** Any JSON. */
export const json: Codec = {
  to(value, at) {
    mustBeJson(value, at, 0)
    return value
  },
  from: (sent) => sent,
}

export function mustBeJson(value: unknown, at: string, depth: number): void {
  if (depth === maxDepth) refuse(at, 'is too deep, or holds itself')
  if (Array.isArray(value)) for (const [i, one] of value.entries()) mustBeJson(one, `${at}.${i}`, depth + 1)
  else if (isRecord(value))
    for (const [key, one] of entries(value, at)) mustBeJson(one, `${at}.${key}`, depth + 1)
  else if (typeof value === 'string') text.to(value, at)
  else if (value !== null && typeof value !== 'boolean') float.to(value, at)
}

/** Any JSON in a body with exact integers, which are numbers here. */
export const roundedJson: Codec = {
  to: json.to,
  from(sent, at, isChecked) {
    if (typeof sent === 'bigint') return Number(sent)
    if (Array.isArray(sent)) return sent.map((one) => roundedJson.from(one, at, isChecked))
    if (!isRecord(sent)) return sent
    return Object.fromEntries(
      Object.entries(sent).map(([key, one]) => [key, roundedJson.from(one, at, isChecked)]),
    )
  },
}

/** An object of members, even one with methods. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  const isOther =
    Array.isArray(value) || value instanceof Date || value instanceof Uint8Array || value instanceof Blob
  return typeof value === 'object' && value !== null && !isOther
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const above: unknown = Object.getPrototypeOf(value)
  return above === null || Object.getPrototypeOf(above) === null
}

/** Members with a value. The service refuses the key `__proto__`. */
export function entries(value: object, at: string): [key: string, value: unknown][] {
  if (Object.hasOwn(value, '__proto__')) refuse(at, 'must not have the key __proto__')
  return Object.entries(value).filter(([, one]) => one !== undefined)
}

export function nullable(of: Codec): Codec {
  return {
    to: (value, at) => (value === null ? null : of.to(value, at)),
    from: (sent, at, isChecked) => (sent === null ? null : of.from(sent, at, isChecked)),
  }
}

export function optional(of: Codec): Codec {
  return {
    to: (value, at) => (value === undefined ? undefined : of.to(value, at)),
    from: (sent, at, isChecked) => (sent === undefined ? undefined : of.from(sent, at, isChecked)),
  }
}

export function list(of: Codec): Codec {
  return {
    to(value, at) {
      if (!Array.isArray(value)) return wrong(value, at, 'must be a list')
      return Array.from(value, (one, i) => of.to(one, join(at, i)))
    },
    from(sent, at, isChecked) {
      if (Array.isArray(sent)) return sent.map((one, i) => of.from(one, join(at, i), isChecked))
      if (isChecked) throw new BindError(at, 'must be a list')
      return sent
    },
  }
}

/** @param required the number of elements that must be there */
export function tuple(of: readonly Codec[], required: number, others?: Codec): Codec {
  const at = (i: number): Codec | undefined => of[i] ?? others
  const fits = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && value.length >= required && (value.length <= of.length || others !== undefined)
  return {
    to(value, path) {
      if (!fits(value)) return wrong(value, path, 'has a wrong number of elements')
      return Array.from(value, (one, i) => at(i)?.to(one, join(path, i)))
    },
    from(sent, path, isChecked) {
      if (fits(sent)) return sent.map((one, i) => at(i)?.from(one, join(path, i), isChecked))
      if (isChecked) throw new BindError(path, 'has a wrong number of elements')
      return sent
    },
  }
}

export function record(of: Codec): Codec {
  return {
    to(value, at) {
      if (!isRecord(value)) return wrong(value, at, 'must be an object')
      return Object.fromEntries(
        entries(value, at).map(([key, one]) => [text.to(key, at), of.to(one, join(at, key))]),
      )
    },
    from(sent, at, isChecked) {
      if (!isRecord(sent)) return noObject(sent, at, isChecked)
      return Object.fromEntries(
        Object.entries(sent).map(([key, one]) => [key, of.from(one, join(at, key), isChecked)]),
      )
    },
    count: (value) => (isRecord(value) ? Object.keys(value).length : -1),
  }
}

/** A record whose keys are numbers. */
export function numbered(keys: Codec, of: Codec): Codec {
  const all = record(of)
  const isKey = (key: string): boolean => {
    try {
      return `${keys.from(Number(key), '', true)}` === key
    } catch {
      return false
    }
  }
  const isOther = (value: unknown): boolean => !Object.keys(Object(value)).every(isKey)
  return {
    to: (value, at) => (isOther(value) ? refuse(at, 'must have numbers as keys') : all.to(value, at)),
    from(sent, at, isChecked) {
      if (isChecked && isOther(sent)) throw new BindError(at, 'must have numbers as keys')
      return all.from(sent, at, isChecked)
    },
    count: (value) => (isRecord(value) ? Object.keys(value).filter(isKey).length : -1),
  }
}

export function noObject(sent: unknown, at: string, isChecked: boolean): unknown {
  if (isChecked) throw new BindError(at, 'must be an object')
  return sent
}

/** A property, its codec, and its key. */
export type Member = readonly [name: string, codec: Codec, key?: string]

export function object(members: readonly Member[]): Codec {
  return {
    to(value, at) {
      if (!isObject(value)) return wrong(value, at, 'must be an object')
      const sent = {}
      for (const [name, codec, key = name] of members)
        put(sent, key, codec.to(memberOf(value, name), join(at, name)))
      return sent
    },
    from(sent, at, isChecked) {
      if (!isObject(sent)) return noObject(sent, at, isChecked)
      const value = {}
      for (const [name, codec, key = name] of members)
        put(value, name, codec.from(memberOf(sent, key), join(at, key), isChecked))
      return value
    },
    count(value, isSent) {
      if (!isObject(value)) return -1
      const all = members.map(([name, , key = name]) => (isSent ? key : name))
      return all.filter((name) => memberOf(value, name) !== undefined).length
    },
  }
}

/** An object with undeclared members. */
export function indexed(members: readonly Member[], of: Codec): Codec {
  const declared = object(members)
  const undeclared = record(of)
  const names = new Set(members.map(([name]) => name))
  const keys = new Set(members.map(([name, , key = name]) => key))
  const without = (value: object, known: ReadonlySet<string>): object =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !known.has(name)))
  return {
    to(value, at) {
      const sent: object = Object(declared.to(value, at))
      return { ...sent, ...Object(undeclared.to(without(Object(value), names), at)) }
    },
    from(sent, at, isChecked) {
      const value = declared.from(sent, at, isChecked)
      if (!isObject(sent)) return value
      return { ...Object(value), ...Object(undeclared.from(without(sent, keys), at, isChecked)) }
    },
    count: (value) => (isObject(value) ? Object.values(value).filter((one) => one !== undefined).length : -1),
  }
}

/** Sets a member that has a value, even one of the name `__proto__`. */
export function put(to: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) return
  if (name === '__proto__')
    Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true })
  else to[name] = value
}

/** Without the members that every object inherits. */
export function memberOf(value: object, name: string): unknown {
  if (name in Object.prototype && !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

export function join(at: string, name: string | number): string {
  return at === '' ? `${name}` : `${at}.${name}`
}

/** Made on first use, which leaves unused codecs out of bundles, and lets a type hold itself. */
export function lazy(make: () => Codec): Codec {
  let made: Codec | undefined
  let depth = 0
  const get = (): Codec => (made ??= make())
  return {
    to(value, at) {
      if (depth === maxDepth) refuse(at, 'is too deep, or holds itself')
      depth++
      try {
        return get().to(value, at)
      } finally {
        depth--
      }
    },
    from: (sent, at, isChecked) => get().from(sent, at, isChecked),
    count: (value, isSent) => get().count?.(value, isSent) ?? 0,
  }
}

/** Declared members, and others that a property holds. */
export function open(property: string, declared: Codec, others: Codec): Codec {
  return {
    to(value, at) {
      const more: object = Object(others.to(memberOf(Object(value), property) ?? {}, property))
      const sent: object = Object(declared.to(value, at))
      const both = Object.keys(more).find((key) => Object.hasOwn(sent, key))
      if (both !== undefined) refuse(join(property, both), 'is declared')
      return { ...more, ...sent }
    },
    from: declared.from,
  }
}

/** Objects that the value of a member distinguishes. */
export function union(
  member: string,
  branches: readonly (readonly [values: readonly unknown[], codec: Codec])[],
  key: string = member,
): Codec {
  const others = either(branches.map(([, codec]) => codec))
  const none = object([[member, oneOf(branches.flatMap(([values]) => values))]])
  const at = (of: unknown, name: string, another = others): Codec => {
    const own = typeof of === 'object' && of !== null ? memberOf(of, name) : undefined
    return branches.find(([values]) => values.includes(own))?.[1] ?? (own === undefined ? others : another)
  }
  return {
    to: (value, path) => at(value, member, none).to(value, path),
    from: (sent, path, isChecked) => at(sent, key).from(sent, path, isChecked),
    count: (value, isSent) => at(value, isSent ? key : member).count?.(value, isSent) ?? 0,
  }
}

/** The type that declares most members of a value; among equals the first that fits. */
export function either(codecs: readonly Codec[]): Codec {
  const choose = (value: unknown, at: string, isSent: boolean, use: (codec: Codec) => unknown): unknown => {
    const counts = codecs.map((codec) => codec.count?.(value, isSent) ?? 0)
    const most = Math.max(...counts)
    let failure: unknown
    for (const [i, codec] of codecs.entries()) {
      if (counts[i] !== most || most < 0) continue
      try {
        return use(codec)
      } catch (error) {
        failure ??= error
        // The service takes a type whose own members fit, whatever is below them.
        if (!isSent && isBelow(error, at)) break
      }
    }
    throw failure ?? wrong(value, at, 'is of none of its types')
  }
  return {
    to: (value, at) => choose(value, at, false, (codec) => codec.to(value, at)),
    from(sent, at, isChecked) {
      try {
        return choose(sent, at, true, (codec) => codec.from(sent, at, true))
      } catch (error) {
        if (isChecked) throw error instanceof BindError ? error : new BindError(at, 'is of none of its types')
        return sent
      }
    },
    count: (value, isSent) => Math.max(...codecs.map((codec) => codec.count?.(value, isSent) ?? 0)),
  }
}

/** Whether a refusal is about a value below a member. */
export function isBelow(error: unknown, at: string): boolean {
  const [path = ''] = String(Object(error).message).split(' ')
  return path.slice(at === '' ? 0 : at.length + 1).includes('.')
}
