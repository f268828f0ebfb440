import { FileHeader } from '@ctxgen/runtime'

/** A bound value as answers show it: 64-bit integers as decimal text, files by their description. */
export function shown(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof FileHeader) return { filename: value.filename, size: value.size, type: value.type }
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const copy: Record<string, unknown> = Object.create(null)
  for (const [name, member] of Object.entries(value)) copy[name] = shown(member)
  return copy
}
