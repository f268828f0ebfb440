import { type IpAddress, type IpRange, isInRange, parseIpRange } from './ip-address.ts'

/** The peers that are trusted proxies: `trustProxyConfig`. */
export interface TrustProxyConfig {
  /** Addresses and ranges: `10.1.0.0/16`, `fd00::/8`, `10.1.0.0/255.255.0.0`. */
  readonly proxies?: readonly string[]
  /** 127.0.0.0/8 and ::1. */
  readonly loopback?: boolean
  /** 10/8, 172.16/12, 192.168/16 and fc00::/7. */
  readonly private?: boolean
  /** 169.254/16 and fe80::/10. */
  readonly linkLocal?: boolean
}

/** The resolved proxy settings of an app. */
export interface TrustSettings {
  readonly trustProxy: boolean
  /** The trusted proxies; an empty list trusts no peer. */
  readonly trusted: readonly IpRange[]
  /** The header with the client's address; `""` for none. */
  readonly proxyHeader: string
  readonly enableIPValidation: boolean
}

/** The proxy settings of an app. */
export interface TrustConfig {
  /** Uses forwarded headers from the proxies of `trustProxyConfig`. Default: false. */
  readonly trustProxy?: boolean
  /** The trusted proxies. Default: none. */
  readonly trustProxyConfig?: TrustProxyConfig
  /** The header from which `ip()` reads the client's address, such as `X-Forwarded-For`. Default: none. */
  readonly proxyHeader?: string
  /** `ip()` and `ips()` return valid addresses only. Default: false. */
  readonly enableIPValidation?: boolean
}

// Parsed lazily: parsing takes a millisecond, and few apps trust proxies.
const loopback = ['127.0.0.0/8', '::1']
const privateUse = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']
const linkLocal = ['169.254.0.0/16', 'fe80::/10']
let loopbackRanges: readonly IpRange[] | undefined
let proxyRanges: readonly IpRange[] | undefined

/** Fills in the defaults. @throws TypeError for an entry that is not an address or range, which would trust no peer. */
export function trustSettingsOf(config: TrustConfig): TrustSettings {
  const proxies = config.trustProxyConfig ?? {}
  if (config.proxyHeader && !config.trustProxy) warnOfHeader(config.proxyHeader)
  return {
    trustProxy: config.trustProxy ?? false,
    trusted: [
      ...(proxies.proxies ?? []),
      ...(proxies.loopback ? loopback : []),
      ...(proxies.private ? privateUse : []),
      ...(proxies.linkLocal ? linkLocal : []),
    ].map(rangeOf),
    proxyHeader: config.proxyHeader?.toLowerCase() ?? '',
    enableIPValidation: config.enableIPValidation ?? false,
  }
}

function warnOfHeader(header: string): void {
  console.warn(
    `proxyHeader without trustProxy: any client can send ${header}, and c.ip() trusts it. ` +
      `Set trustProxy: true and trustProxyConfig: { proxies: [the addresses of your proxies] }.`,
  )
}

export function isTrusted({ trusted }: TrustSettings, address: IpAddress | undefined): boolean {
  return address !== undefined && trusted.some((range) => isInRange(range, address))
}

export function isLoopback(address: IpAddress | undefined): boolean {
  loopbackRanges ??= loopback.map(rangeOf)
  return address !== undefined && loopbackRanges.some((range) => isInRange(range, address))
}

/** Whether an address without `trustProxy` may be that of a proxy, behind which are many clients. */
export function mayBeProxy(address: IpAddress | undefined): boolean {
  proxyRanges ??= [...loopback, ...privateUse, ...linkLocal].map(rangeOf)
  return address === undefined || proxyRanges.some((range) => isInRange(range, address))
}

function rangeOf(text: string): IpRange {
  const range = parseIpRange(text)
  if (range === undefined) throw new TypeError(`trustProxyConfig.proxies: not an address or range: ${text}`)
  return range
}
