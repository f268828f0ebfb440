#!/usr/bin/env node
// node generate/editor.mjs [--files=1000] [--rounds=40]: from a key to diagnostics, completion and hover of
// `ctxgen lsp`, in a source that a hundred others stand on and in one that none does.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { describeRun } from '../describe-run.mjs'
import { markdown } from '../http/tables.mjs'
import { median } from '../micro/statistics.mjs'
import { dto, makeProject } from './make-project.mjs'

register()
const { EditorClient } = await import('../../packages/cli/test/lsp/editor-client.ts')
const { values: options } = parseArgs({
  options: { files: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '40' } },
})
const files = Number(options.files)
const rounds = Number(options.rounds)
const path = makeProject(files)
const client = await EditorClient.start(path, ['src/dto'])
describeRun(`${files} sources of three DTOs, ${rounds} rounds`)
try {
  const rows = []
  for (const [title, index] of [
    ['a source that others import', files - 10],
    ['a source that none imports', files - 1],
  ]) {
    const name = `src/dto/user_${index}.ts`
    const good = dto(index)
    const bad = good.replace('@query', '@query @default')
    if (good === bad) throw new Error('The source has no @query.')
    let start = performance.now()
    await client.open(name, bad)
    await client.diagnostics(name, (found) => found.length > 0)
    const first = performance.now() - start
    const times = { key: [], completion: [], hover: [] }
    for (let round = 0; round < rounds; round++) {
      const isBad = round % 2 === 1
      start = performance.now()
      await client.type(name, isBad ? bad : good)
      await client.diagnostics(name, (found) => found.length > 0 === isBad)
      times.key.push(performance.now() - start)
      start = performance.now()
      await client.complete(name, '@que')
      times.completion.push(performance.now() - start)
      start = performance.now()
      await client.hover(name, '@que')
      times.hover.push(performance.now() - start)
    }
    const cells = Object.values(times).map(
      (list) => `${median(list).toFixed(1)} (${Math.max(...list).toFixed(0)})`,
    )
    rows.push([title, first.toFixed(0), ...cells])
  }
  console.log(markdown([['', 'opened', 'a key to diagnostics', 'completion', 'hover'], ...rows]))
  console.log('Milliseconds, medians (and the longest).')
} finally {
  await client.stop()
  rmSync(path, { recursive: true })
}
