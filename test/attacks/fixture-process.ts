import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListenOptions } from '@ctxgen/runtime'
import { fixtureApp, routesApp } from './fixture-app.ts'

// A process of its own, so that its memory, files and uncaught errors are those of the service alone.
const folder = mkdtempSync(join(tmpdir(), 'ctxgen-attacks-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const publicFolder = join(folder, 'public')
mkdirSync(publicFolder)
writeFileSync(join(publicFolder, 'a.txt'), 'hello')
writeFileSync(join(publicFolder, 'big.bin'), Buffer.alloc(2 ** 20, 1))

const forwarded = { trustProxy: true, proxyHeader: 'X-Forwarded-For', enableIPValidation: true }
const configs = {
  http: {},
  h2c: {},
  slow: {},
  'trust-loopback': { ...forwarded, trustProxyConfig: { loopback: true } },
  'trust-none-peer': { ...forwarded, trustProxyConfig: { proxies: ['10.0.0.1'] } },
}
const usual = { host: '127.0.0.1', headersTimeout: 10_000, requestTimeout: 10_000 }
const listens: Readonly<Record<string, ListenOptions>> = {
  h2c: { ...usual, http2: true },
  slow: { host: '127.0.0.1', headersTimeout: 2000, requestTimeout: 3000, keepAliveTimeout: 1000 },
}

const ports: Record<string, number> = {}
for (const [name, config] of Object.entries(configs)) {
  const app = fixtureApp({ onError: () => {}, ...config }, publicFolder)
  ports[name] = (await app.listen(listens[name] ?? usual)).port
}
process.on('message', async (message: { readonly id: string; readonly routes: readonly string[] }) => {
  const { port } = await routesApp(message.routes).listen(usual)
  process.send?.({ id: message.id, port })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 'ready', ports })
