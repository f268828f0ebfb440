import nodeModule from 'node:module'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { PnpApi } from '../../../src/parse/project/plug-and-play.ts'
import { generate } from '../../../src/run/generate.ts'
import { inTempFolder, type TempFolder } from '../../support/temp-folder.ts'

const declared =
  'export declare class Money { static parse(text: string): Money }\nexport type Kind = "a" | "b"\n'
const source = `import type { Money } from '@acme/shared'
import type { Kind } from 'kinds/sub'
import type { Old } from 'old'
/** @query */
export interface Bill { sum: Money; kind: Kind; old: Old }
`
const files = {
  'app/dto.ts': source,
  // A package of the workspace, one in a cache, and one without `exports`.
  'shared/package.json': '{"name":"@acme/shared","exports":{".":{"types":"./money.d.ts"}}}',
  'shared/money.d.ts': declared,
  'cache/k.zip/node_modules/kinds/package.json':
    '{"name":"kinds","exports":{"./sub":{"types":"./lib/k.d.ts"}}}',
  'cache/k.zip/node_modules/kinds/lib/k.d.ts': declared,
  'vendor/old/package.json': '{"name":"old","types":"old.d.ts"}',
  'vendor/old/old.d.ts': 'export type Old = number\n',
  '.pnp.cjs': '',
}
const folders: Readonly<Record<string, string>> = {
  '@acme/shared': 'shared/',
  kinds: 'cache/k.zip/node_modules/kinds/',
  old: 'vendor/old/',
  pnpapi: '.pnp.cjs',
}

async function withPnp<Result>(folder: TempFolder, work: () => Promise<Result>): Promise<Result> {
  const api: PnpApi = {
    resolveToUnqualified(request) {
      const place = folders[request]
      if (place === undefined) throw new Error(`nothing depends on ${request}`)
      return join(folder.path, place)
    },
  }
  Reflect.set(nodeModule, 'findPnpApi', () => api)
  try {
    return await work()
  } finally {
    Reflect.deleteProperty(nodeModule, 'findPnpApi')
  }
}

test("types of packages are found where Yarn's Plug'n'Play has them", () =>
  inTempFolder(async (folder) => {
    folder.write(files)
    const run = () => generate({ inputs: ['app'], cwd: folder.path, mode: 'memory' })
    const { files: found, diagnostics } = await withPnp(folder, run)
    assert.equal(diagnostics, [])
    const text = found[0]?.text ?? ''
    for (const part of ["import { Money } from '@acme/shared'", "kind: 'a' | 'b'", 'old: number']) {
      assert.match(text, part)
    }
    assert.is((await run()).diagnostics.length, 3)
  }))

test('a package missing from package.json is not found', () =>
  inTempFolder(async (folder) => {
    folder.write({ ...files, 'app/dto.ts': source.replace('@acme/shared', '@acme/other') })
    const run = () => generate({ inputs: ['app'], cwd: folder.path, mode: 'memory' })
    const { diagnostics } = await withPnp(folder, run)
    assert.equal(
      diagnostics.map(({ code }) => code),
      ['CTX2002'],
    )
  }))

test.run()
