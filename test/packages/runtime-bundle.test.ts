import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

const dist = join(root, 'packages/runtime/dist')

/** The static imports of a file of the runtime, with repetitions. */
function importsOf(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/\b(?:import|export) (?:[^"';]*? from )?"([^"]+)";/g)].map(([, from = '']) => from)
}

/** All files that an entry loads, and the modules that they import. */
function loadedBy(entry: string): {
  readonly files: ReadonlySet<string>
  readonly modules: ReadonlySet<string>
} {
  const files = new Set([join(dist, entry)])
  const modules = new Set<string>()
  for (const path of files) {
    for (const from of importsOf(path)) {
      const file = join(dirname(path), from)
      if (from.startsWith('.') && existsSync(file)) files.add(file)
      else modules.add(from)
    }
  }
  return { files, modules }
}

// Each file and each module of Node costs a start half a millisecond and more.
test('an app loads four files and no other module before it listens', () => {
  const app = loadedBy('index.js')
  const binders = loadedBy('codegenv1.js')
  assert.equal(
    [...new Set([...app.files, ...binders.files])].map((path) => path.slice(dist.length + 1)).sort(),
    ['chunks/bind.js', 'chunks/core.js', 'codegenv1.js', 'index.js'],
  )
  assert.equal([...app.modules, ...binders.modules], [])
})

test('a file imports another one once: Node takes time for each statement', () => {
  for (const path of [...loadedBy('index.js').files, ...loadedBy('codegenv1.js').files]) {
    const imports = importsOf(path)
    assert.equal([...new Set(imports)], imports, path)
  }
})

test.run()
