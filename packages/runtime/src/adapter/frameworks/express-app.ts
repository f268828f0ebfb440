import type { Ctx } from '../../ctx/ctx.ts'
import type { CtxHost } from '../../ctx/ctx-host.ts'
import type { CtxState } from '../../ctx/ctx-state.ts'
import { parseIp } from '../../request/ip-address.ts'
import { isTrusted, type TrustSettings } from '../../request/proxy-trust.ts'

/** The part of an Express application that middleware uses: its settings. */
interface ExpressApp {
  readonly settings: Record<string, unknown>
  readonly locals: Record<string, unknown>
  get(name: string): unknown
  set(name: string, value: unknown): ExpressApp
  enabled(name: string): boolean
  disabled(name: string): boolean
}

const apps = new WeakMap<CtxHost, ExpressApp>()

/** `req.app`: one for each app. */
export function expressAppOf(c: Ctx): ExpressApp {
  const host = hostOf.call(c)
  const made = apps.get(host) ?? newApp(host)
  apps.set(host, made)
  return made
}

function hostOf(this: CtxState<unknown>): CtxHost {
  return this.owner
}

function newApp({ settings: { trust, caseSensitive, strictRouting } }: CtxHost): ExpressApp {
  const settings: Record<string, unknown> = {
    // Read on demand: Deno asks for a permission.
    get env() {
      return process.env['NODE_ENV'] ?? 'development'
    },
    'trust proxy': trust.trustProxy && trusts(trust),
    'trust proxy fn': trusts(trust),
    'case sensitive routing': caseSensitive,
    'strict routing': strictRouting,
    'x-powered-by': false,
    'subdomain offset': 2,
  }
  const app: ExpressApp = {
    settings,
    locals: {},
    get: (name) => settings[name],
    set: (name, value) => {
      settings[name] = value
      return app
    },
    enabled: (name) => Boolean(settings[name]),
    disabled: (name) => !settings[name],
  }
  return app
}

/** Whether an address is that of a trusted proxy, as a function like those of Express. */
function trusts(trust: TrustSettings): (address: string) => boolean {
  return (address) => trust.trustProxy && isTrusted(trust, parseIp(address))
}
