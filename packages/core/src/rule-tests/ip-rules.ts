/* IP addresses as in Go's net package: no leading zeros, no zones. */

/** The 4 or 16 bytes of an address. */
type Bytes = readonly number[]

/** Longer than any address: `ffff:…:255.255.255.255` has 45 characters. */
const maxCharacters = 45

/** IPv4 or IPv6. */
export function isIp(text: string): boolean {
  return readIp(text) !== undefined
}

/** IPv4, including an IPv4-mapped IPv6 address (`::ffff:1.2.3.4`). */
export function isIpv4(text: string): boolean {
  const bytes = readIp(text)
  return bytes !== undefined && isV4(bytes)
}

export function isIpv6(text: string): boolean {
  const bytes = readIp(text)
  return bytes !== undefined && !isV4(bytes)
}

/** JSON Schema's `ipv4` (RFC 2673): four decimal numbers. */
export function isIpv4Format(text: string): boolean {
  return text.length <= maxCharacters && readV4(text) !== undefined
}

/** JSON Schema's `ipv6` (RFC 4291), which, unlike {@link isIpv6}, includes `::ffff:1.2.3.4`. */
export function isIpv6Format(text: string): boolean {
  return text.includes(':') && readIp(text) !== undefined
}

/** An address with a prefix length. */
export function isCidr(text: string): boolean {
  return readCidr(text) !== undefined
}

/** With host bits zero. */
export function isCidrv4(text: string): boolean {
  const cidr = readCidr(text)
  return cidr !== undefined && isV4(cidr.bytes) && hostBitsAreZero(cidr.bytes, cidr.prefix)
}

export function isCidrv6(text: string): boolean {
  const cidr = readCidr(text)
  return cidr !== undefined && !isV4(cidr.bytes)
}

function isV4(bytes: Bytes): boolean {
  return bytes.length === 4 || (bytes.slice(0, 10).every(isZero) && bytes[10] === 255 && bytes[11] === 255)
}

function readCidr(text: string): { bytes: Bytes; prefix: number } | undefined {
  const slash = text.indexOf('/')
  const length = text.slice(slash + 1)
  if (slash === -1 || !/^\d+$/.test(length)) return undefined
  const bytes = readIp(text.slice(0, slash))
  const prefix = Number(length)
  return bytes === undefined || prefix > bytes.length * 8 ? undefined : { bytes, prefix }
}

function hostBitsAreZero(bytes: Bytes, prefix: number): boolean {
  return bytes.every((byte, i) => {
    const kept = Math.min(8, Math.max(0, prefix - i * 8))
    return (byte & (0xff >> kept)) === 0
  })
}

function readIp(text: string): Bytes | undefined {
  if (text.length > maxCharacters) return undefined
  return text.includes(':') ? readV6(text) : readV4(text)
}

const v4Part = /^(?:0|[1-9]\d{0,2})$/

function readV4(text: string): Bytes | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  return parts.every((part) => v4Part.test(part) && Number(part) <= 255) ? parts.map(Number) : undefined
}

function readV6(text: string): Bytes | undefined {
  const gap = text.indexOf('::')
  if (gap === -1) {
    const bytes = readGroups(text, true)
    return bytes?.length === 16 ? bytes : undefined
  }
  const before = readGroups(text.slice(0, gap), false)
  const after = readGroups(text.slice(gap + 2), true)
  if (before === undefined || after === undefined) return undefined
  const missing = 16 - before.length - after.length
  return missing < 2 ? undefined : [...before, ...Array<number>(missing).fill(0), ...after]
}

/** The bytes of colon-separated groups; the last group may be an IPv4 address. */
function readGroups(text: string, atEnd: boolean): number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [i, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 0xff)
      continue
    }
    const v4 = atEnd && i === groups.length - 1 ? readV4(group) : undefined
    if (v4 === undefined) return undefined
    bytes.push(...v4)
  }
  return bytes
}

function isZero(byte: number): boolean {
  return byte === 0
}
