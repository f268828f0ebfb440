import { BindError } from './api.ts'
import { isRecord } from './codec.ts'

/** Like `JSON.stringify`, with all digits of a bigint. */
export function exactText(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`
  if (Array.isArray(value)) return `[${value.map(exactText).join()}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${exactText(one)}`).join()}}`
}

/** Like `JSON.parse`, with a bigint for each integer that a number does not hold. */
export function exactJson(source: string): unknown {
  if (!/\d{16}/.test(source)) return JSON.parse(source)
  const mark = randomText()
  let isText = false
  const marked = source.replace(/\\["\\]|"|-?\d[\d.eE+-]{15,4096}/g, (one) => {
    if (one === '"') isText = !isText
    if (!isText && one.length > 4096) throw new BindError('', 'has too long a number')
    const isExact = isText || !/^-?\d+$/.test(one) || Number.isSafeInteger(Number(one))
    return isExact ? one : `"${mark}${one}"`
  })
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  )
}

/** `crypto.randomUUID` is lacking in a page without TLS. */
export function randomText(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
