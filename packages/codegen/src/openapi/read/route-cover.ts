/** Whether the pattern of one registration applies to every path of another's. */
export function covers(earlier: string, later: string, isPrefix: boolean): boolean {
  const [some, all] = [segmentsOf(earlier), segmentsOf(later)]
  for (const [i, segment] of some.entries()) {
    if (segment === '*') return true
    const other = all[i]
    if (other === undefined) return false
    if (segment === '+') return true
    if (!coversSegment(segment, other)) return false
  }
  return isPrefix || some.length === all.length
}

/** Whether two patterns are the same path to the router. */
export function isSamePattern(a: string, b: string): boolean {
  return segmentsOf(a).join('/').toLowerCase() === segmentsOf(b).join('/').toLowerCase()
}

/** A trailing slash makes no difference. */
function segmentsOf(pattern: string): readonly string[] {
  return pattern.split('/').filter((segment) => segment !== '')
}

function coversSegment(segment: string, other: string): boolean {
  if (segment.toLowerCase() === other.toLowerCase()) return true
  const isOpen = /^:[^<?:*+.-]+$/.test(segment)
  return isOpen && !/[*+?]$/.test(other)
}
