/** Whether a media type is in a range such as `image/png` or `image/*`, ignoring parameters. */
export function isMediaType(type: string, range: string): boolean {
  const end = type.indexOf(';')
  const plain = (end === -1 ? type : type.slice(0, end)).trim().toLowerCase()
  if (range === '*/*') return true
  return range.endsWith('/*') ? plain.startsWith(range.slice(0, -1)) : plain === range
}
