/**
 * A URL for a header: spaces and non-ASCII characters are percent-encoded as UTF-8.
 * @throws TypeError for control characters.
 */
export function headerUrl(url: string): string {
  if (/^[\x21-\x7e]*$/.test(url)) return url
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refused here
  if (/[\u0000-\u001f\u007f]/.test(url)) {
    throw new TypeError('a URL with control characters cannot be sent in a header')
  }
  return url.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** A Link header of alternating URLs and relations (RFC 8288); `""` for none. @throws TypeError for control characters. */
export function linkHeader(links: readonly string[]): string {
  const entries: string[] = []
  for (let i = 0; i < links.length; i += 2) {
    const url = headerUrl(links[i] ?? '').replace(/[<>]/g, encodeURIComponent)
    const rel = links[i + 1]
    entries.push(rel === undefined ? `<${url}>` : `<${url}>; rel="${rel.replace(/["\\]/g, '\\$&')}"`)
  }
  return entries.join(', ')
}
