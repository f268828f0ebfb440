import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

const resolveDir = `${root}/test/compat/browser/dto`

/*
 * The parts of a generated file that a page bundles. The limits are a little above today's sizes, in kB after gzip;
 * docs/internals/measurements/bundle.md lists the content.
 */
const bundles = [
  { name: 'a form with its schemas', from: 'member-form', take: 'MemberForm', most: 14.7 },
  { name: 'JSON with its schemas', from: 'member-json', take: 'MemberJson', most: 11.15 },
  { name: 'JSON without rules, with its schemas', from: 'profile', take: 'Profile', most: 9.2 },
  {
    name: 'the check of a form',
    from: 'member-form',
    take: 'bindFormMemberForm',
    by: 'formCheck',
    most: 8,
  },
  { name: 'the check of JSON', from: 'member-json', take: 'bindJsonMemberJson', by: 'jsonCheck', most: 6 },
  {
    name: 'the check of JSON without rules',
    from: 'profile',
    take: 'bindJsonProfile',
    by: 'jsonCheck',
    most: 4.25,
  },
]

for (const { name, from, take, by, most } of bundles) {
  test(`a page needs nothing of node for ${name}`, async () => {
    const lines = [`import { ${take} } from './${from}.bind.ts'`]
    if (by !== undefined) lines.push(`import { ${by} } from '@ctxgen/runtime/check'`)
    lines.push(`export const check = ${by === undefined ? take : `${by}(${take})`}`)
    const { outputFiles, metafile } = await build({
      stdin: { contents: lines.join('\n'), resolveDir, loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      external: ['node:*'],
      metafile: true,
      write: false,
    })
    const reached = Object.values(metafile.outputs).flatMap(({ imports }) => imports)
    assert.equal(reached, [])
    const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / 1000
    assert.ok(size <= most, `${size} kB`)
  })
}

test.run()
