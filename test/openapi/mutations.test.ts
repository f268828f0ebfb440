import crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import type { App } from '@ctxgen/runtime'
import type { Plugin } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { inTempProject } from '../support/temp-project.ts'
import { importBundle } from './import-bundle.ts'
import { conduitMutations, garageMutations, type Mutation } from './mutations.ts'
import { type Probe, probeConduit, probeGarage } from './probe.ts'

interface Example {
  readonly name: string
  /** The export of `app.ts` that makes the app. */
  readonly make: 'conduit' | 'garageApp'
  readonly probe: Probe
  readonly mutations: readonly Mutation[]
}

const examples: readonly Example[] = [
  { name: 'conduit', make: 'conduit', probe: probeConduit, mutations: conduitMutations },
  { name: 'garage-api', make: 'garageApp', probe: probeGarage, mutations: garageMutations },
]

// Hashing passwords as a service should takes longer than all else here.
const { scrypt } = crypto
Object.assign(crypto, {
  scrypt: (password: string, salt: Buffer, size: number, _: object, done: () => void) =>
    scrypt(password, salt, size, { cost: 2 }, done),
})
syncBuiltinESMExports()

/** The differences between an example with a change of its source and its document. */
async function differencesAfter(
  { name, make, probe }: Example,
  document: object,
  mutation?: Mutation,
): Promise<readonly string[]> {
  let differences: readonly string[] = []
  const source = join(root, 'examples', name, 'src')
  await inTempProject(async (project) => {
    const module = await importBundle<Readonly<Record<typeof make, () => App>>>(
      {
        entryPoints: [join(source, 'app.ts')],
        plugins: mutation === undefined ? [] : [replacing(join(source, mutation.file), mutation)],
      },
      project.at('app.mjs'),
    )
    differences = await probe(module[make](), document)
  })
  return differences
}

/** Reads a file with a change. */
function replacing(path: string, { from, to }: Mutation): Plugin {
  const [before, after, ...others] = readFileSync(path, 'utf8').split(from)
  assert.ok(before !== undefined && after !== undefined && others.length === 0, `${path} has one ${from}`)
  const contents = `${before}${to}${after}`
  return {
    name: 'mutation',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, (file) => (file.path === path ? { contents, loader: 'ts' } : undefined)),
  }
}

for (const example of examples) {
  const document = JSON.parse(readFileSync(join(root, 'examples', example.name, 'openapi.json'), 'utf8'))

  test(`${example.name} answers as its document says`, async () => {
    assert.equal(await differencesAfter(example, document), [])
  })

  for (const mutation of example.mutations) {
    test(`${example.name}/${mutation.file}: ${mutation.to}`, async () => {
      const differences = await differencesAfter(example, document, mutation)
      assert.ok(differences.includes(mutation.told), `told: ${differences.join('\n')}`)
    })
  }
}

test('at least fifty mutations are tried', () => {
  assert.ok(conduitMutations.length + garageMutations.length >= 50)
})

test.run()
