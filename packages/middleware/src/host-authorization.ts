import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { checkOptions } from './chain/check-option.ts'

/** The options of {@link hostAuthorization}. */
export interface HostAuthorizationOptions {
  /**
   * The names under which the service is reached, without a scheme: `example.com`, `*.example.com` for its subdomains
   * (the name itself apart), `127.0.0.1`, `[::1]`. Ports are ignored. Or a function.
   */
  readonly allowedHosts: readonly string[] | ((hostname: string, c: Ctx) => boolean)
}

/**
 * Refuses requests for other hosts with 403: against DNS rebinding, and links made from a forged Host. It sees the host
 * that `c.hostname()` gives, so X-Forwarded-Host counts only of a trusted proxy.
 * @throws TypeError for an empty list or a name that no Host header can have.
 * @answer 403 HttpError
 */
export function hostAuthorization(options: HostAuthorizationOptions): Handler {
  checkOptions('hostAuthorization', options)
  const { allowedHosts } = options
  const allows = typeof allowedHosts === 'function' ? allowedHosts : listOf(allowedHosts)
  return (c) => {
    const host = hostText(c.hostname())
    if (host === undefined || !allows(host, c)) throw new HttpError(403, 'This host is not served here')
    return c.next()
  }
}

function listOf(names: readonly string[]): (hostname: string) => boolean {
  if (!Array.isArray(names) || names.length === 0)
    throw new TypeError('hostAuthorization: without allowedHosts nobody would be served')
  const exact = new Set<string>()
  const suffixes: string[] = []
  for (const name of names) {
    const isWildcard = name.startsWith('*.')
    const host = hostText((isWildcard ? name.slice(2) : name).replace(/:\d+$/, ''))
    if (host === undefined || (isWildcard && !/[a-z]/.test(host)))
      throw new TypeError(
        `hostAuthorization: not a host such as example.com or *.example.com: ${JSON.stringify(name)}`,
      )
    if (isWildcard) suffixes.push(`.${host}`)
    else exact.add(host)
  }
  return (host) =>
    exact.has(host) || suffixes.some((suffix) => host.endsWith(suffix) && host.length > suffix.length)
}

const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/** A host in its one form: lower case, punycode, without the final dot; `undefined` for anything else. */
function hostText(text: string): string | undefined {
  if (text === '' || /[\s/?#@\\%]/.test(text) || !URL.canParse(`http://${text}`)) return undefined
  const host = new URL(`http://${text}`).hostname.replace(/\.$/, '')
  if (host.startsWith('[')) return host
  return host.length <= 253 && host.split('.').every((one) => label.test(one)) ? host : undefined
}
