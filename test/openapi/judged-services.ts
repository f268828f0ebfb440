import { join } from 'node:path'
import { generateOpenApi } from '@ctxgen/codegen/openapi'
import type { App } from '@ctxgen/runtime'
import { conduit } from '../../examples/conduit/src/app.ts'
import { garageApp } from '../../examples/garage-api/src/app.ts'
import { app as allSources } from '../../fixtures/openapi/all-sources/app.ts'
import { app as queryFormats } from '../../fixtures/openapi/query-formats/app.ts'
import { root } from '../support/fixture-folders.ts'
import type { JudgedService } from './random-requests.ts'

/** Services whose documents are judged by random requests. */
export function judgedServices(): Readonly<Record<string, JudgedService>> {
  return {
    'garage-api': { ...service('examples/garage-api', 'src/app.ts', garageApp), known: { garage: 7 } },
    conduit: { ...service('examples/conduit', 'src/app.ts', conduit), refusals: [422], headers: token },
    'all-sources': service('fixtures/openapi/all-sources', 'app.ts', () => allSources),
    'query-formats': service('fixtures/openapi/query-formats', 'app.ts', () => queryFormats),
  }
}

function service(folder: string, app: string, make: () => App): JudgedService {
  const { documents, diagnostics } = generateOpenApi({ app, cwd: join(root, folder) })
  const [first] = documents
  if (first === undefined)
    throw new Error(`${folder}: ${diagnostics.map(({ message }) => message).join('; ')}`)
  return { app: make, document: { ...first.document }, refusals: [400] }
}

/** Signs a user up, whose name no random request takes. */
async function token(app: App): Promise<Readonly<Record<string, string>>> {
  const user = { username: 'the user of this test', email: 'user@of.test', password: 'password' }
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user }),
  }
  const [, found = ''] = /"token":"([^"]+)"/.exec(await (await app.test('/api/users', init)).text()) ?? []
  return { Authorization: `Token ${found}` }
}
