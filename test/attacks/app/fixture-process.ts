import type { App } from '@ctxgen/runtime'
import { type Call, setCall } from './call-routes.ts'
import { exchangeByFetch, type FetchRequest } from './fetch-exchange.ts'
import { fixtureApp, routesApp } from './fixture-app.ts'
import { makeFixtureFiles } from './fixture-files.ts'
import { countUncaught, watchInherited } from './fixture-state.ts'
import { profiles } from './profiles.ts'

/** Requests of the runner to the fixture; each reply carries the same `id`. */
export type FixtureOrder = { readonly id: number } & (
  | { readonly order: 'serve'; readonly profile: string; readonly routes?: readonly string[] | undefined }
  | { readonly order: 'call'; readonly call: Call }
  | { readonly order: 'watch'; readonly names: readonly string[] }
  | { readonly order: 'fetch'; readonly served: number; readonly request: FetchRequest }
)

/** A served app: its number and address. */
export interface Served {
  readonly served: number
  readonly http: number
  readonly h2c: number
}

// A separate process, so that memory, files and uncaught errors are those of the service alone.
countUncaught()
const files = makeFixtureFiles()
const apps: App[] = []

process.on('message', (message: FixtureOrder) => {
  obey(message).then((answer) => process.send?.({ id: message.id, answer }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0 })

async function obey(message: FixtureOrder): Promise<unknown> {
  switch (message.order) {
    case 'serve':
      return serve(message.profile, message.routes)
    case 'call':
      return setCall(message.call)
    case 'watch':
      return watchInherited(message.names)
    case 'fetch': {
      const app = apps[message.served]
      if (app === undefined) throw new Error(`there is no app ${message.served}`)
      return exchangeByFetch(app, message.request)
    }
  }
}

async function serve(name: string, routes: readonly string[] | undefined): Promise<Served> {
  const profile = profiles.get(name)
  if (profile === undefined) throw new Error(`there is no profile ${name}`)
  const app = routes === undefined ? fixtureApp(profile.config, files) : routesApp(routes)
  const http = await app.listen(profile.listen)
  const h2c = await app.listen({ ...profile.listen, http2: true })
  return { served: apps.push(app) - 1, http: http.port, h2c: h2c.port }
}
