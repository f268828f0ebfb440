const rfc952 =
  /^[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
const rfc1123 =
  /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
const qualified =
  /^[a-zA-Z0-9][a-zA-Z0-9-]{0,62}(?:\.[a-zA-Z0-9][a-zA-Z0-9-]{0,62})*?\.[a-zA-Z][a-zA-Z0-9-]{0,62}\.?$/

/** RFC 952: the first character is a letter. */
export function isHostname(text: string): boolean {
  return rfc952.test(text)
}

/** RFC 1123: the first character is a letter or a digit. */
export function isHostnameRfc1123(text: string): boolean {
  return rfc1123.test(text)
}

/** At least one dot, and a last label that begins with a letter; a final dot is allowed. */
export function isFqdn(text: string): boolean {
  return qualified.test(text)
}

/** A host, possibly empty, and a port from 1 to 65535. */
export function isHostnamePort(text: string): boolean {
  const colon = text.lastIndexOf(':')
  if (colon === -1) return false
  const port = /^\+?\d+$/.test(text.slice(colon + 1)) ? Number(text.slice(colon + 1)) : 0
  if (port < 1 || port > 65535) return false
  const written = text.slice(0, colon)
  const host = written.startsWith('[') && written.endsWith(']') ? written.slice(1, -1) : written
  return host === '' || isHostnameRfc1123(host)
}
