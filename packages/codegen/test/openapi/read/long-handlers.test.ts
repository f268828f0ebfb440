import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../../../../../test/support/temp-project.ts'
import { describeApp } from '../../../src/openapi/generate-openapi.ts'
import type { OpenApiResult } from '../../../src/openapi/openapi-options.ts'
import { openApps } from '../../../src/openapi/read/app-project.ts'
import { doubling, handlerOf, limited, nested } from './long-handlers.ts'

interface Described {
  readonly result: OpenApiResult
  /** Of the processor, in seconds. */
  readonly time: number
}

/** Describes apps of one project. */
async function describeAll(apps: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Described>> {
  const described = new Map<string, Described>()
  await inTempProject((project) => {
    const names = Object.keys(apps)
    const pathOf = (name: string): string => `${name.replaceAll(/\W/g, '-')}.ts`
    project.write(Object.fromEntries(names.map((name) => [pathOf(name), apps[name] ?? ''])))
    const entries = names.map((name) => project.at(pathOf(name)))
    const opened = openApps({ entries, cwd: project.path, tsconfig: undefined, isLight: true })
    for (const name of names) {
      const start = process.cpuUsage()
      const result = describeApp({ app: pathOf(name), cwd: project.path }, opened)
      const { user } = process.cpuUsage(start)
      described.set(name, { result, time: user / 1e6 })
    }
  })
  return described
}

test('a handler takes time with its length', async () => {
  const sizes = [300, 600, 1200]
  const described = await describeAll(
    Object.fromEntries(sizes.map((size) => [`size ${size}`, handlerOf(size)])),
  )
  const [, small = 0, large = 0] = [...described.values()].map(({ time }) => time)
  for (const [name, { result }] of described) {
    const [one] = result.documents
    assert.equal(
      result.diagnostics.map(({ message }) => message),
      [],
      name,
    )
    const statuses = Object.keys(one?.document.paths['/']?.['get']?.responses ?? {})
    assert.ok(statuses.includes('409') && statuses.includes('203'), statuses.join())
  }
  assert.ok(large < small * 4 + 1, `600 statements take ${small} s, 1200 take ${large} s`)
})

test('code whose values double with each line takes no longer', async () => {
  for (const [name, { result, time }] of await describeAll(doubling)) {
    const reported = result.diagnostics.map(({ code, span }) => `${code} ${span !== undefined}`)
    assert.equal(reported, limited.has(name) ? ['CTX5034 true'] : [], name)
    assert.is(result.documents.length, limited.has(name) ? 0 : 1, name)
    assert.ok(time < 20, `${name} takes ${time} s`)
  }
})

test('code that is nested too deeply is a diagnostic', async () => {
  for (const name of Object.keys(nested)) {
    const described = await describeAll({ [name]: nested[name] ?? '' })
    const result = described.get(name)?.result
    if (result === undefined) throw new Error(name)
    const reported = result.diagnostics.map(({ code, span, path }) => `${code} ${span?.path ?? path}`)
    assert.ok(
      reported.every((one) => /^CTX5034 .*\.ts$/.test(one)),
      `${name}: ${reported}`,
    )
    assert.is(result.documents.length, result.diagnostics.length === 0 ? 1 : 0, name)
  }
})

test.run()
