import { BlockList, isIP } from 'node:net'

const ranges: readonly (readonly [net: string, prefix: number])[] = [
  // IANA's special-purpose registries (RFC 6890), and multicast.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // All but 2000::/3, the global unicast addresses: translations of IPv4 addresses among them.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** An IPv4 address in a tunnel of ISATAP (RFC 5214), as node and URLs write it. */
const isatap = /(?:::|:0:|:200:)5efe:[\da-f:]+$/i

// One list would check an IPv4 address as an IPv6 one, too.
const [ipv4, ipv6] = [new BlockList(), new BlockList()]
for (const [net, prefix] of ranges) {
  if (net.includes(':')) ipv6.addSubnet(net, prefix, 'ipv6')
  else ipv4.addSubnet(net, prefix, 'ipv4')
}

/** Whether an address is of this machine, a private network or no host of the internet. Anything but an address is. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
  const family = isIP(mapped)
  if (family === 4) return ipv4.check(mapped, 'ipv4')
  return family === 0 || isatap.test(plain) || ipv6.check(plain, 'ipv6')
}
