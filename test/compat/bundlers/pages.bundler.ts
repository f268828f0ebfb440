import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { rollup } from 'rollup'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { build } from 'vite'
import webpack from 'webpack'
import { typescript } from './rollup-bundler.ts'

/*
 * The bundle of ten properties with rules by each bundler: nothing of node, and not much larger than by esbuild
 * (test/packages/page-bundle.test.ts). In kB after gzip.
 */
const pages = [
  { name: 'a form', from: 'member-form', take: 'bindFormMemberForm', by: 'formCheck', most: 10.2 },
  { name: 'JSON', from: 'member-json', take: 'bindJsonMemberJson', by: 'jsonCheck', most: 7.9 },
]

const bundlers: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  async Rollup(folder) {
    const warnings: string[] = []
    const bundle = await rollup({
      input: `${folder}/main.ts`,
      plugins: [typescript],
      onwarn: ({ message }) => warnings.push(message),
    })
    assert.equal(warnings, [])
    const { output } = await bundle.generate({})
    assert.is(output.length, 1)
    return (await transform(output[0].code, { minify: true, format: 'esm' })).code
  },
  async Vite(folder) {
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: {
        outDir: `${folder}/out`,
        // A library would keep its spaces.
        rolldownOptions: { input: `${folder}/main.ts`, output: { entryFileNames: 'main.mjs' } },
        modulePreload: false,
      },
    })
    return readFileSync(`${folder}/out/main.mjs`, 'utf8')
  },
  async webpack(folder) {
    const require = createRequire(import.meta.url)
    const compiler = webpack({
      context: folder,
      mode: 'production',
      target: ['web', 'es2022'],
      entry: './main.ts',
      output: { path: `${folder}/out`, filename: 'main.js' },
      resolve: { extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } },
      module: { rules: [{ test: /\.ts$/, loader: require.resolve('./typescript-loader.cjs') }] },
    })
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler.run((error, made) => (error === null ? resolve(made) : reject(error)))
    })
    assert.equal(stats?.toJson({ all: false, errors: true, warnings: true }).errors, [])
    return readFileSync(`${folder}/out/main.js`, 'utf8')
  },
}

for (const [bundler, bundle] of Object.entries(bundlers)) {
  for (const { name, from, take, by, most } of pages) {
    test(`${bundler}: a page needs nothing of node to check ${name}`, async () => {
      const folder = mkdtempSync(fileURLToPath(new URL('page-', import.meta.url)))
      try {
        const lines = [
          `import { ${by} } from '@ctxgen/runtime/check'`,
          `import { ${take} } from '../../browser/dto/${from}.bind.ts'`,
          `globalThis.check = ${by}(${take})['~standard'].validate`,
        ]
        writeFileSync(`${folder}/main.ts`, lines.join('\n'))
        const code = await bundle(folder)
        assert.not.match(code, /["'](?:node:|fs|path|zlib|crypto)\b/)
        const size = gzipSync(code, { level: 9 }).length / 1000
        console.log(`${bundler}, ${name}: ${size} kB`)
        assert.ok(size > 5 && size <= most, `${size} kB`)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  }
}

test.run()
