/**
 * The 16-bit groups of an address: 2 for IPv4, 8 for IPv6. An IPv4-mapped address has the groups of its IPv4 address.
 */
export type IpAddress = readonly number[]

const fourParts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** Reads an address (RFC 4291, RFC 6943) without port, zone or leading zeros; `undefined` for anything else. */
export function parseIp(text: string): IpAddress | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text)
}

function parseIpv4(text: string): IpAddress | undefined {
  const match = fourParts.exec(text)
  if (match === null) return undefined
  const [a = 256, b = 256, c = 256, d = 256] = match.slice(1).map(readOctet)
  return a > 255 || b > 255 || c > 255 || d > 255 ? undefined : [a * 256 + b, c * 256 + d]
}

function readOctet(text: string): number {
  // Some parsers read a leading zero as octal.
  return text.length > 1 && text.startsWith('0') ? 256 : Number(text)
}

function parseIpv6(text: string): IpAddress | undefined {
  const halves = text.split('::')
  if (text.length > 45 || halves.length > 2) return undefined
  // An IPv4 address may only be at the end.
  const [head, tail] = halves.map((half, i) => readGroups(half, i === halves.length - 1))
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined
  const filled = halves.length === 2 ? fill(head, tail ?? []) : head
  return filled.length === 8 ? unmapped(filled) : undefined
}

function fill(head: readonly number[], tail: readonly number[]): number[] {
  const missing = 8 - head.length - tail.length
  return missing < 1 ? [] : [...head, ...new Array<number>(missing).fill(0), ...tail]
}

function readGroups(text: string, atEnd: boolean): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [i, part] of parts.entries()) {
    const v4 = atEnd && i === parts.length - 1 ? parseIpv4(part) : undefined
    if (v4 !== undefined) groups.push(...v4)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

function unmapped(groups: readonly number[]): IpAddress {
  const mapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  return mapped ? groups.slice(6) : groups
}

/** The address of a connection's peer. */
export function parsePeerIp(text: string): IpAddress | undefined {
  return parseIp(withoutZone(text))
}

/** The address of a peer as text; an IPv4-mapped address becomes IPv4. */
export function peerIpText(text: string): string {
  if (!text.startsWith('::')) return withoutZone(text)
  return ipText(text, parseIp(text))
}

/** A parsed address as text: an IPv4-mapped address becomes IPv4, any other stays as sent. */
export function ipText(text: string, address: IpAddress | undefined): string {
  if (address?.length !== 2 || !text.includes(':')) return text
  const [high = 0, low = 0] = address
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/** The network of an IPv6 address, `2001:db8:0:0::/64`; any other text is unchanged. */
export function networkText(text: string, bits: number): string {
  const address = text.includes(':') ? parseIp(text) : undefined
  if (address === undefined) return text
  if (address.length === 2) return ipText(text, address)
  const kept = address.slice(0, Math.ceil(bits / 16))
  const last = bits % 16
  if (last > 0) kept.push((kept.pop() ?? 0) & (0xffff << (16 - last)))
  return `${kept.map((group) => group.toString(16)).join(':')}${bits < 128 ? `::/${bits}` : ''}`
}

const withPort = /^(?:([\d.]+)|\[([\da-f:.]+)\]):(\d{1,5})$/i

/** The address without a port, which some proxies add: `1.2.3.4:80`, `[::1]:80`. Any other text is unchanged. */
export function withoutPort(text: string): string {
  const [, v4, literal, port] = withPort.exec(text) ?? []
  const v6 = literal?.includes(':') ? literal : undefined
  return (Number(port) <= 65_535 ? (v4 ?? v6) : undefined) ?? text
}

/** A link-local address ends in the name of a local network interface: `fe80::1%eth0`. */
function withoutZone(text: string): string {
  const zone = text.indexOf('%')
  return zone === -1 ? text : text.slice(0, zone)
}

/** The addresses that share their first `bits` bits. */
export interface IpRange {
  readonly address: IpAddress
  readonly bits: number
}

/** Reads `10.0.0.1`, `10.0.0.0/8` or `10.0.0.0/255.0.0.0`; host bits may be set. `undefined` for anything else. */
export function parseIpRange(text: string): IpRange | undefined {
  const [host = '', length, more] = text.trim().split('/')
  const address = parseIp(host)
  if (address === undefined || more !== undefined) return undefined
  const most = address.length * 16
  if (length === undefined) return { address, bits: most }
  const mask = parseIp(length)
  if (mask !== undefined) {
    const bits = host.includes(':') === length.includes(':') ? maskBits(mask) : undefined
    return bits === undefined || mask.length !== address.length ? undefined : { address, bits }
  }
  // The length of a mapped range includes the 96 bits before the IPv4 address.
  const bits = Number(length) - (host.includes(':') && most === 32 ? 96 : 0)
  return /^\d{1,3}$/.test(length) && bits >= 0 && bits <= most ? { address, bits } : undefined
}

/** The number of bits in a netmask; `undefined` when a one follows a zero. */
function maskBits(mask: IpAddress): number | undefined {
  const digits = mask.map((group) => group.toString(2).padStart(16, '0')).join('')
  return /^1*0*$/.test(digits) ? digits.lastIndexOf('1') + 1 : undefined
}

/** Whether the range contains the address. An IPv4 range never contains an IPv6 address. */
export function isInRange({ address: base, bits }: IpRange, address: IpAddress): boolean {
  if (base.length !== address.length) return false
  for (let i = 0, left = bits; left > 0; i++, left -= 16) {
    const shift = left >= 16 ? 0 : 16 - left
    if ((base[i] ?? 0) >> shift !== (address[i] ?? 0) >> shift) return false
  }
  return true
}
