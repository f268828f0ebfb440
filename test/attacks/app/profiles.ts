import type { AppConfig, ListenOptions } from '@ctxgen/runtime'

/** A configuration of the fixture app and its listen options. */
export interface Profile {
  readonly config: AppConfig
  readonly listen: ListenOptions
}

const host = '127.0.0.1'
const usual: ListenOptions = { host, headersTimeout: 10_000, requestTimeout: 10_000 }
const slow: ListenOptions = { host, headersTimeout: 2000, requestTimeout: 3000, keepAliveTimeout: 1000 }
const forwarded = { trustProxy: true, proxyHeader: 'X-Forwarded-For', enableIPValidation: true }

export const profiles: ReadonlyMap<string, Profile> = new Map([
  ['default', { config: {}, listen: usual }],
  ['slow', { config: {}, listen: slow }],
  ['trust-loopback', { config: { ...forwarded, trustProxyConfig: { loopback: true } }, listen: usual }],
  [
    'trust-none-peer',
    { config: { ...forwarded, trustProxyConfig: { proxies: ['10.0.0.1'] } }, listen: usual },
  ],
  ['bodyLimit0', { config: { bodyLimit: 0 }, listen: usual }],
])
