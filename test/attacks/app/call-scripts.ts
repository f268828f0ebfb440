import { App, type Cookie, type Ctx } from '@ctxgen/runtime'
import { HeaderParts } from '../dto/request-parts.bind.js'
import type { FixtureFiles } from './fixture-files.ts'
import { missingMethod } from './fixture-state.ts'
import { runService } from './run-service.ts'

type Script = (c: Ctx, args: readonly unknown[], files: FixtureFiles) => unknown

/** Synthetic methods of attacks that no single Ctx method covers. */
const scripts: Readonly<Record<string, Script>> = {
  sendTwice(c, [first, second]) {
    c.sendString(String(first))
    c.sendString(String(second))
  },
  endTwice(c, [body = 'x']) {
    c.sendString(String(body))
    c.end()
    c.end()
  },
  sendStatusWithBody: (c, [status, body]) => c.status(Number(status)).sendString(String(body)),
  'redirect.statusTo': (c, [status, url]) => c.redirect().status(Number(status)).to(String(url)),
  sendFile: (c, [path, options], { publicFolder: root }) =>
    c.sendFile(String(path), { ...Object(options), root }),
  download: (c, [path, name], { publicFolder }) =>
    c.download(`${publicFolder}/${path}`, name === undefined ? undefined : String(name)),
  cookieInheritedOptions(c, [name, value]) {
    const inherited = Object.create({ [String(name)]: value })
    c.cookie(Object.assign(inherited, { name: 'a', value: 'v' }) as Cookie)
    c.sendString('done')
  },
  bindRespHeaderAfterSet(c, [name, values]) {
    for (const value of [values].flat()) c.append(String(name), String(value))
    c.json({ ok: true, value: c.bind().respHeader(HeaderParts) })
  },
  registerRoutes(c, [patterns]) {
    c.json({ ok: true, value: [patterns].flat().map((pattern) => register(String(pattern))) })
  },
  routerStress(c, [statics, dynamics]) {
    const { buildMs, lookupUs } = stressRouter(Number(statics), Number(dynamics))
    c.status(buildMs < 2000 && lookupUs < 50 ? 200 : 500).json({ buildMs, lookupUs })
  },
  emfileSendFile: async (c, _args, { publicFolder }) => answer(c, await runService('emfile', [publicFolder])),
  uploadEnospc: async (c) => answer(c, await runService('full-disk', [])),
  portInUse: async (c) => answer(c, await runService('port-in-use', [])),
  sigtermIdle: async (c, args) => answer(c, await runService('sigterm-idle', args.map(String))),
  sigtermTwice: async (c) => answer(c, await runService('sigterm-twice', [])),
  sigtermDrain: async (c, args) => answer(c, await runService('sigterm-drain', args.map(String))),
}

/** The script of that name; some names follow a pattern: `jsonCyclic`, `statusAfterSend`, `jsonTwice`. */
export function scriptOf(name: string): Script | undefined {
  if (Object.hasOwn(scripts, name)) return scripts[name]
  const [, method = '', kind = ''] = /^(\w+?)(Cyclic|AfterSend|AfterEnd|Twice)$/.exec(name) ?? []
  if (kind === 'Cyclic') return (c) => callOn(c, method, [cyclic()])
  if (kind === 'Twice') return (c, args) => [callOn(c, method, args), callOn(c, method, args)]
  if (kind === '') return undefined
  return (c, args) => {
    c.sendString('sent')
    c.end()
    callOn(c, method, args)
  }
}

function callOn(c: Ctx, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(c, name)
  if (typeof method !== 'function') throw missingMethod(name)
  return Reflect.apply(method, c, args)
}

function cyclic(): object {
  const data: Record<string, unknown> = { s: 'x' }
  data['self'] = data
  return data
}

/** Either refuses the pattern when it is registered, with a reason, or serves it. */
function register(pattern: string): string {
  const app = new App()
  try {
    app.get(pattern, (c) => c.sendString('x'))
  } catch (error) {
    if (error instanceof TypeError && error.message.length > 10) return error.message
    throw error
  }
  for (const path of ['/', '/a', '/a/b', '/a-b', '/%']) app.router.find('GET', path)
  return 'registered'
}

/** Time to add routes and to look up a missing one. */
function stressRouter(statics: number, dynamics: number): { buildMs: number; lookupUs: number } {
  const start = performance.now()
  const app = new App()
  for (let i = 0; i < statics; i++) app.get(`/static/page${i}`, () => {})
  for (let i = 0; i < dynamics; i++) app.get(`/static/:p/sub${i}`, () => {})
  app.router.find('GET', '/')
  const built = performance.now()
  for (let i = 0; i < 10_000; i++) app.router.find('GET', `/static/page${i}/sub${dynamics}`)
  return { buildMs: built - start, lookupUs: (performance.now() - built) / 10 }
}

function answer(c: Ctx, { ok, report }: { readonly ok: boolean; readonly report: string }): void {
  c.status(ok ? 200 : 500).sendString(report)
}
