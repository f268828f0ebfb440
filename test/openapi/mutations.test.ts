import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '@ctxgen/runtime'
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

/** The differences between an example with a change of its source and its document. */
async function differencesAfter(example: Example, mutation?: Mutation): Promise<readonly string[]> {
  const folder = join(root, 'examples', example.name)
  const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
  let differences: readonly string[] = []
  await inTempProject(async (project) => {
    cpSync(join(folder, 'src'), project.at('src'), { recursive: true })
    if (mutation !== undefined) {
      const path = `src/${mutation.file}`
      const [before, after, ...others] = project.read(path).split(mutation.from)
      assert.ok(
        before !== undefined && after !== undefined && others.length === 0,
        `${path} has one ${mutation.from}`,
      )
      project.write({ [path]: `${before}${mutation.to}${after}` })
    }
    const entryPoints = [project.at('src/app.ts')]
    const module = await importBundle<Readonly<Record<typeof example.make, () => App>>>(
      { entryPoints },
      project.at('app.mjs'),
    )
    differences = await example.probe(module[example.make](), document)
  })
  return differences
}

for (const example of examples) {
  test(`${example.name} answers as its document says`, async () => {
    assert.equal(await differencesAfter(example), [])
  })

  for (const mutation of example.mutations) {
    test(`${example.name}/${mutation.file}: ${mutation.to}`, async () => {
      const differences = await differencesAfter(example, mutation)
      assert.ok(differences.includes(mutation.told), `told: ${differences.join('\n')}`)
    })
  }
}

test('at least fifty mutations are tried', () => {
  assert.ok(conduitMutations.length + garageMutations.length >= 50)
})

test.run()
