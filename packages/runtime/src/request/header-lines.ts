/** Whether two header names are the same; `lower` is already in lower case. */
export function isHeaderName(name: string, lower: string): boolean {
  return name.length === lower.length && (name === lower || name.toLowerCase() === lower)
}

/** The value of the first line of that name; `lower` is the name in lower case. */
export function headerValue(lines: readonly string[], lower: string): string | undefined {
  for (let i = 0; i < lines.length; i += 2) {
    if (isHeaderName(lines[i] ?? '', lower)) return lines[i + 1]
  }
  return undefined
}

/** The value of the last line of that name; `lower` is the name in lower case. */
export function lastHeaderValue(lines: readonly string[], lower: string): string | undefined {
  for (let i = lines.length - 2; i >= 0; i -= 2) {
    if (isHeaderName(lines[i] ?? '', lower)) return lines[i + 1]
  }
  return undefined
}

/** All lines of that name as one list (RFC 9110 section 5.3); `""` when there is none. */
export function headerList(lines: readonly string[], lower: string, separator: string = ', '): string {
  let list: string | undefined
  for (let i = 0; i < lines.length; i += 2) {
    if (!isHeaderName(lines[i] ?? '', lower)) continue
    const value = lines[i + 1] ?? ''
    list = list === undefined ? value : list + separator + value
  }
  return list ?? ''
}

/** Every name in lower case with one entry per line; without a prototype, so no name is special. */
export function headerRecord(lines: readonly string[]): Record<string, string[]> {
  const record: Record<string, string[]> = Object.create(null)
  for (let i = 0; i < lines.length; i += 2) {
    const name = (lines[i] ?? '').toLowerCase()
    const value = lines[i + 1] ?? ''
    const seen = record[name]
    if (seen === undefined) record[name] = [value]
    else seen.push(value)
  }
  return record
}
