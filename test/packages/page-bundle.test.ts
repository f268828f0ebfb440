import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

/*
 * The parts of a generated file that a page bundles. The limits are a little above today's sizes, in kB after gzip;
 * docs/measurements/bundle.md lists the content.
 */
const bundles = [
  { name: 'a form with its schemas', contents: "export { SignUp } from './sign-up.bind.ts'", most: 15 },
  {
    name: 'the binder of a form',
    contents: "export { bindFormSignUp } from './sign-up.bind.ts'",
    most: 8.2,
  },
  {
    name: 'a JSON body with its schemas',
    contents: "export { Profile } from './profile.bind.ts'",
    most: 8.6,
  },
  {
    name: 'the binder of a JSON body',
    contents: "export { bindJsonProfile } from './profile.bind.ts'",
    most: 3.7,
  },
]

for (const { name, contents, most } of bundles) {
  test(`a page needs nothing of node for ${name}`, async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: `${root}/test/compat/browser/dto`, loader: 'ts' },
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
