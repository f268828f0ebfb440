import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from './fixture-folders.ts'
import { packages } from './source-imports.ts'

interface Manifest {
  readonly license: string
  readonly engines: { readonly node: string }
  readonly main: string
  readonly types: string
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> }
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

for (const name of packages) {
  const folder = join(root, 'packages', name)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

  test(`${name}: each export has its types first, also for the resolution that knows no exports`, () => {
    const versions: Record<string, readonly string[]> = {}
    for (const [subpath, entry] of Object.entries(manifest.exports)) {
      if (typeof entry === 'string') continue
      assert.equal(Object.keys(entry), ['types', 'default'])
      assert.is(entry.types, entry.default.replace(/\.js$/, '.d.ts'))
      if (subpath === '.') assert.equal([manifest.types, manifest.main], [entry.types, entry.default])
      else versions[subpath.slice(2)] = [entry.types]
    }
    assert.equal(manifest.typesVersions['*'], versions)
  })

  test(`${name}: licence and versions of Node are those of the whole`, () => {
    const whole: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    assert.is(manifest.license, whole.license)
    assert.is(manifest.engines.node, whole.engines.node)
    const licence = (place: string): string => readFileSync(join(place, 'LICENSE'), 'utf8')
    assert.is(licence(folder), licence(root))
  })
}

test.run()
