import { type Codec, isRecord, join, refuse } from './codec.ts'

/** A pair of a query or a form. */
export type Pair = readonly [key: string, value: string | Blob]

/** The pairs of a value: `a[b]=1` for members, `a[0][b]=1` for objects in lists, `a=1&a=2` for others. */
export function pairs(value: unknown, key = '', found: Pair[] = []): readonly Pair[] {
  if (value instanceof Blob) found.push([key, value])
  else if (Array.isArray(value))
    for (const [i, one] of value.entries()) pairs(one, isRecord(one) ? `${key}[${i}]` : key, found)
  else if (isRecord(value))
    for (const [name, one] of Object.entries(value)) pairs(one, key === '' ? name : `${key}[${name}]`, found)
  else if (value !== undefined) found.push([key, textOf(value)])
  return found
}

export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

export function queryText(codec: Codec, value: unknown): string {
  return pairs(codec.to(value, ''))
    .map(([key, one]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(one))}`)
    .join('&')
}

/** A query with its mark, if it has pairs. */
export function query(codec: Codec, value: unknown): string {
  const sent = queryText(codec, value)
  return sent === '' ? '' : `?${sent}`
}

/**
 * A value in a path.
 *
 * @param ends literal text of the path after it, where the route ends the value
 */
export function segment(codec: Codec, value: unknown, at: string, ends = ''): string {
  const sent = textOf(codec.to(value, at) ?? refuse(at, 'is missing'))
  if (sent === '' || /^\.\.?$/.test(sent)) refuse(at, `cannot be ${JSON.stringify(sent)} in a path`)
  if (ends !== '' && `${sent}${ends}`.toLowerCase().indexOf(ends.toLowerCase()) < sent.length)
    refuse(at, `must not hold ${ends}, which ends it in the path`)
  return encodeURIComponent(sent)
}

/** Behind a wildcard, whose end is the last such text of the path. */
export function lacking(of: Codec, until: string, before: string, after: string): Codec {
  const count = (one: string): number =>
    Array.from(one, (_, i) => Number(one.toLowerCase().startsWith(until, i))).reduce((sum, n) => sum + n, 0)
  return {
    to(value, at) {
      const sent = textOf(of.to(value, at) ?? refuse(at, 'is missing'))
      const isEnd = count(`${before}${sent}${after}`) !== count(before) + count(after)
      return isEnd ? refuse(at, `must not hold ${until}, which ends the wildcard before it`) : sent
    },
    from: of.from,
  }
}

/** A value that another one follows at once. */
export function character(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      const isOne = /^[^/\\%?#\p{Cc}]$/u.test(textOf(sent)) && textOf(sent).length === 1
      return isOne ? sent : refuse(at, 'must be one character, since another value follows')
    },
    from: of.from,
  }
}

/** The rest of a path. @param isNeeded whether an empty one is none */
export function rest(codec: Codec, value: unknown, at: string, isNeeded = false): string {
  const sent = textOf(codec.to(value, at) ?? refuse(at, 'is missing'))
  if (isNeeded && sent === '') refuse(at, 'cannot be empty in a path')
  const parts = sent
    .split('/')
    .map((one) =>
      /^\.\.?$/.test(one) ? refuse(at, `cannot hold ${one} in a path`) : encodeURIComponent(one),
    )
  // A route ignores a slash at the end of a path.
  return parts.join('/').replace(/\/$/, '%2F')
}

export function headersOf(codec: Codec, value: unknown): Readonly<Record<string, string>> {
  const sent = Object.entries(Object(codec.to(value, '')))
  return Object.fromEntries(sent.map(([key, one]) => [key, textOf(one)]))
}

/** The value of a header, whose ends are trimmed on the way. */
export function headerText(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      if (sent === undefined) return undefined
      const line = textOf(sent)
      const isValue = /^[\t\x20-\x7e\x80-\xff]*$/.test(line) && !/^[\t ]|[\t ]$/.test(line)
      return isValue ? line : refuse(at, 'has characters that a header cannot hold')
    },
    from: of.from,
  }
}

/** The pairs of the header of cookies. */
export function cookieOf(codec: Codec, value: unknown): string {
  return pairs(codec.to(value, ''))
    .map(([key, one]) => `${key}=${encodeURIComponent(String(one))}`)
    .join('; ')
}

/** A text in a cookie, which never holds control characters. */
export function cookieText(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      const isText = typeof sent !== 'string' || !/%(?:[01].|7F)/.test(encodeURIComponent(sent))
      return isText ? sent : refuse(at, 'has control characters, which a cookie cannot hold')
    },
    from: of.from,
  }
}

/** A list in one text. */
export function joined(separator: string, of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      if (!Array.isArray(sent)) return sent
      const texts = sent.map(textOf)
      const i = texts.findIndex((one) => one.includes(separator))
      if (i !== -1) refuse(join(at, i), `holds ${JSON.stringify(separator)}, which ends an element`)
      return texts.length === 0 ? undefined : texts.join(separator)
    },
    from: of.from,
  }
}

/** A list in a header, whose elements are trimmed; an empty header is an empty list. */
export function trimmed(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      if (Array.isArray(sent) && sent.includes(''))
        refuse(join(at, sent.indexOf('')), 'is empty, which a header loses')
      const i = Array.isArray(sent) ? sent.findIndex((one) => /^[\t ]|[\t ]$/.test(textOf(one))) : -1
      return i === -1 ? sent : refuse(join(at, i), 'begins or ends with a blank, which a header loses')
    },
    from: of.from,
  }
}

/** A text that is not a string: an empty one is absent. */
export function nonEmpty(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      return sent === '' ? refuse(at, 'is an empty text, which is absent here') : sent
    },
    from: of.from,
  }
}

/** A list where an app splits texts at commas. */
export function uncut(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      const i = Array.isArray(sent) ? sent.findIndex((one) => textOf(one).includes(',')) : -1
      return i === -1 ? sent : refuse(join(at, i), 'holds a comma, which ends an element')
    },
    from: of.from,
  }
}

/** A list of one element, where there is one text. */
export function single(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      if (!Array.isArray(sent) || sent.length === 0) return undefined
      return sent.length === 1 ? sent[0] : refuse(at, 'may have one element alone here')
    },
    from: of.from,
  }
}

/** A value that has a text: texts have no form for empty lists and objects. */
export function filled(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      return sent !== undefined && pairs(sent).length === 0
        ? refuse(at, 'is empty, which cannot be sent here')
        : sent
    },
    from: of.from,
  }
}

/** The keys of a map in a query or a form. */
export function bracketed(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      const key = Object.keys(sent ?? {}).find((one) => one === '' || /[[\].]|%(?:22|0D|0A)/i.test(one))
      return key === undefined
        ? sent
        : refuse(join(at, key), 'has a key that a query or a form reads otherwise')
    },
    from: of.from,
  }
}

/** A value as JSON in a text. */
export function inJson(of: Codec, write: (value: unknown) => string): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      return sent === undefined ? undefined : write(sent)
    },
    from: of.from,
  }
}
