import { setOwn } from './body-scan.ts'

// Ends cycles, and nesting that no reader would accept.
const maxDepth = 200

/**
 * The data of a value in XML, MessagePack and CBOR: the members that `JSON.stringify` would write, with `toJSON` called
 * at each level. Dates, bytes, big integers and non-finite numbers stay unchanged.
 *
 * @throws RangeError for a cycle.
 */
export function sentData(value: unknown): unknown {
  return dataOf(value, '', 0)
}

function dataOf(value: unknown, key: string, depth: number): unknown {
  if (typeof value !== 'object' && typeof value !== 'function') return isText(value) ? value : undefined
  if (value === null || value instanceof Uint8Array) return value
  // JSON writes null for an invalid date, too.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value
  const { toJSON }: { readonly toJSON?: unknown } = value
  if (typeof toJSON !== 'function') return contentOf(value, depth)
  const shown: unknown = Reflect.apply(toJSON, value, [key])
  const isContainer = typeof shown === 'object' && shown !== null && !isNative(shown)
  // As JSON.stringify, which calls the method once.
  return isContainer ? contentOf(shown, depth) : dataOf(shown, key, depth)
}

function isText(value: unknown): boolean {
  return typeof value !== 'symbol'
}

function isNative(value: object): boolean {
  return value instanceof Date || value instanceof Uint8Array
}

function contentOf(value: object, depth: number): unknown {
  if (depth > maxDepth) throw new RangeError(`nested more than ${maxDepth} levels deep, or a cycle`)
  if (Array.isArray(value)) return listOf(value, depth)
  if (typeof value === 'function') return undefined
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf()
  return membersOf(value, depth)
}

/** An element without a value keeps its place. */
function listOf(list: readonly unknown[], depth: number): unknown[] {
  const copy: unknown[] = []
  for (let i = 0; i < list.length; i++) copy.push(dataOf(list[i], String(i), depth + 1) ?? null)
  return copy
}

function membersOf(object: object, depth: number): object {
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(object)) {
    const data = dataOf(member, key, depth + 1)
    if (data === undefined) continue
    if (key === '__proto__') setOwn(copy, key, data)
    else copy[key] = data
  }
  return copy
}
