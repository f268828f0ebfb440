import { decodeFormText } from '@ctxgen/core/percent'

/** The last value of a key, decoded, as in the binders; `undefined` when the key is absent. */
export function queryValue(query: string, key: string): string | undefined {
  let value: string | undefined
  eachPair(query, (name, text) => {
    if (decodeFormText(name) === key) value = text
  })
  return value === undefined ? undefined : decodeFormText(value)
}

/** The first value of a key, decoded; `undefined` when the key is absent. */
export function firstQueryValue(query: string, key: string): string | undefined {
  let value: string | undefined
  eachPair(query, (name, text) => {
    if (value === undefined && decodeFormText(name) === key) value = text
  })
  return value === undefined ? undefined : decodeFormText(value)
}

/** Every key with its last value. The record has no prototype, so no key is special. */
export function queryRecord(query: string): Record<string, string> {
  const record: Record<string, string> = Object.create(null)
  eachPair(query, (name, text) => {
    record[decodeFormText(name)] = decodeFormText(text)
  })
  return record
}

/** Visits every pair in order, undecoded. */
export function eachPair(query: string, visit: (name: string, text: string) => void): void {
  let start = 0
  while (start < query.length) {
    let end = query.indexOf('&', start)
    if (end === -1) end = query.length
    if (end > start) {
      const equals = query.indexOf('=', start)
      if (equals === -1 || equals >= end) visit(query.slice(start, end), '')
      else visit(query.slice(start, equals), query.slice(equals + 1, end))
    }
    start = end + 1
  }
}
