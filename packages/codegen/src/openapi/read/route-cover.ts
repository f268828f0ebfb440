/** Whether the pattern of one registration, by its segments, applies to every path of another's. */
export function covers(some: readonly string[], all: readonly string[], isPrefix: boolean): boolean {
  for (const [i, segment] of some.entries()) {
    if (segment === '*') return true
    const other = all[i]
    if (other === undefined) return false
    if (segment === '+') return true
    if (!coversSegment(segment, other)) return false
  }
  return isPrefix || some.length === all.length
}

/** Equal for patterns that are the same path to the router. */
export function routerKey(segments: readonly string[]): string {
  return segments.join('/').toLowerCase()
}

/** A trailing slash makes no difference. */
export function segmentsOf(pattern: string): readonly string[] {
  return pattern.split('/').filter((segment) => segment !== '')
}

function coversSegment(segment: string, other: string): boolean {
  if (segment.toLowerCase() === other.toLowerCase()) return true
  const isOpen = /^:[^<?:*+.-]+$/.test(segment)
  return isOpen && !/[*+?]$/.test(other)
}
