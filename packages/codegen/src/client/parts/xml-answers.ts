import { decoded } from './answers.ts'
import { type Codec, isObject, isRecord } from './codec.ts'
import type { Reader } from './send.ts'

/** @param isNamed whether the name of the root may be that of the only property */
export function asXml(codec: Codec, isNamed = false): Reader {
  const decode = (source: string): unknown => rootOf(source, isNamed)
  return async (response, isChecked) => ({
    body: decoded(codec, decode, await response.text(), isChecked, response),
  })
}

export function rootOf(source: string, isNamed: boolean): unknown {
  const [[name, [content] = []] = ['']] = Object.entries(readXml(source))
  return isNamed && !/^(?:root|string|number|boolean|bigint)$/.test(name) ? { [name]: [content] } : content
}

/** The contents of elements by name: the text of one, or those of its elements. */
export type Elements = Record<string, unknown[]>

/** The root of a text. @throws Error for one that is not well-formed */
export function readXml(source: string): Elements {
  const nodes = [{ name: '', own: '', inner: Object.create(null) as Elements }]
  let at = 0
  const upTo = (mark: string, from: number): string => {
    const end = source.indexOf(mark, from)
    if (end === -1) throw new Error('not well-formed')
    at = end + mark.length
    return source.slice(from, end)
  }
  while (at < source.length) {
    const node = nodes.at(-1)
    if (node === undefined) throw new Error('not well-formed')
    if (source.startsWith('<!--', at)) upTo('-->', at + 4)
    else if (source.startsWith('<?', at)) upTo('?>', at + 2)
    else if (source.startsWith('<![CDATA[', at)) node.own += upTo(']]>', at + 9)
    else if (source.startsWith('<', at)) {
      const end = endOfTag(source, at)
      const tag = source.slice(at + 1, end)
      const [, slash, name = ''] = /^(\/?)([^\s/]*)/.exec(tag) ?? []
      if (slash === '') nodes.push({ name, own: '', inner: Object.create(null) })
      if (slash === '/' || tag.endsWith('/')) closeIn(nodes, name)
      at = end + 1
    } else {
      const end = source.indexOf('<', at)
      const words = source.slice(at, end === -1 ? source.length : end)
      node.own += words.replace(/\r\n?/g, '\n').replace(/&([^&;]*);/g, characterOf)
      at += words.length
    }
  }
  const [{ inner = {} } = {}] = nodes
  if (nodes.length !== 1 || Object.keys(inner).length !== 1) throw new Error('not well-formed')
  return inner
}

/** The place of `>` behind the attributes of a tag. */
export function endOfTag(source: string, from: number): number {
  let quote = ''
  for (let at = from; at < source.length; at++) {
    const one = source.charAt(at)
    if (quote === '' && one === '>') return at
    if (one === quote) quote = ''
    else if (quote === '' && (one === '"' || one === "'")) quote = one
  }
  throw new Error('not well-formed')
}

export function closeIn(nodes: { name: string; own: string; inner: Elements }[], name?: string): void {
  const last = nodes.pop()
  const above = nodes.at(-1)
  if (last === undefined || above === undefined || last.name !== name) throw new Error('not well-formed')
  const content = Object.keys(last.inner).length === 0 ? last.own : last.inner
  above.inner[last.name] = [...(above.inner[last.name] ?? []), content]
}

export function characterOf(_reference: string, name: string): string {
  const known = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name]
  return known ?? String.fromCodePoint(Number(name.replace('#', '').replace('x', '0x')))
}

/** The only element of a name. */
export function lone(of: Codec): Codec {
  return {
    to: of.to,
    from: (sent, at, isChecked) => of.from(Array.isArray(sent) ? sent[0] : sent, at, isChecked),
  }
}

/** All elements of a name. */
export function repeated(of: Codec): Codec {
  return { to: of.to, from: (sent, at, isChecked) => of.from(sent ?? [], at, isChecked) }
}

/** One element of a name, or several. */
export function someOf(of: Codec): Codec {
  return {
    to: of.to,
    from(sent, at, isChecked) {
      try {
        return of.from(Array.isArray(sent) && sent.length === 1 ? sent[0] : sent, at, true)
      } catch {
        return of.from(sent, at, isChecked)
      }
    },
  }
}

/** A list in an element of its own. */
export function items(of: Codec): Codec {
  return {
    to: of.to,
    from: (sent, at, isChecked) =>
      of.from(sent === '' ? [] : isRecord(sent) ? (sent['item'] ?? []) : sent, at, isChecked),
  }
}

/** XML has no null. */
export function absentAsNull(of: Codec): Codec {
  return { to: of.to, from: (sent, at, isChecked) => of.from(sent ?? null, at, isChecked) }
}

/** An object, whose element may be empty. */
export function element(of: Codec): Codec {
  const own = (sent: unknown): unknown => (sent === '' ? {} : sent)
  return {
    to: of.to,
    from: (sent, at, isChecked) => of.from(own(sent), at, isChecked),
    count: (value, isSent) => of.count?.(isSent ? own(value) : value, isSent) ?? 0,
  }
}

/** A value whose text is written as that of another type. */
export function ofText(of: Codec): Codec {
  return {
    to: of.to,
    from(sent, at, isChecked) {
      for (const one of typeof sent === 'string' ? meanings(sent) : []) {
        try {
          return of.from(one, at, true)
        } catch {
          // It means something else.
        }
      }
      return of.from(sent, at, isChecked)
    },
  }
}

export function meanings(sent: string): readonly unknown[] {
  if (/^(?:true|false)$/.test(sent)) return [sent === 'true']
  if (sent === '' || !Number.isFinite(Number(sent))) return []
  const isLong = /^-?\d+$/.test(sent) && !Number.isSafeInteger(Number(sent))
  return [...(isLong ? [BigInt(sent)] : []), Number(sent)]
}

/** Elements of an unknown type, of which a single one is not a list. */
export const untyped: Codec = {
  to: (value) => value,
  from(sent, at, isChecked) {
    if (Array.isArray(sent))
      return sent.length === 1
        ? untyped.from(sent[0], at, isChecked)
        : sent.map((one) => untyped.from(one, at, isChecked))
    if (!isObject(sent)) return sent
    return Object.fromEntries(
      Object.entries(sent).map(([key, one]) => [key, untyped.from(one, at, isChecked)]),
    )
  },
}
