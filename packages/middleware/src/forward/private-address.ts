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
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [net, prefix] of ranges) blocked.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an address is of this machine, a private network or no host of the internet. Anything but an address is. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
  const family = isIP(mapped)
  return family === 0 || blocked.check(mapped, family === 4 ? 'ipv4' : 'ipv6')
}
