#!/usr/bin/env node
// node size/features.mjs: how much smaller the bundle of run.mjs's app would be without unused features.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { makeDtos } from '../start/make-dtos.mjs'
import { jsonApp } from './json-app.mjs'

const folder = fileURLToPath(new URL('../dist/size', import.meta.url))
const source = fileURLToPath(new URL('../../packages/runtime/src', import.meta.url))

/** The modules that only one feature needs, by feature. */
const features = {
  'constraints of route parameters': ['route/constraint', 'route/constraint-text'],
  '· of these regular expressions': ['route/linear-regex'],
  '· dates in Go’s layouts': ['rule-tests/date-layout'],
  'media types by extension': ['extension-type', 'media-subtypes'],
  'maps of queries, forms, cookies and headers': ['bind/sources/text-maps', 'request/cookie-header'],
  'multipart forms, files': [
    'bind/multipart/multipart-body',
    'bind/multipart/multipart-pairs',
    'bind/multipart/part-header',
    'request/file-header',
  ],
  'XML, read and written': [
    'bind/sources/xml-body',
    'bind/decoded/parse-xml',
    'bind/decoded/scan-xml',
    'response/xml-text',
  ],
  'clients behind proxies, host, TLS': [
    'request/request-origin',
    'request/proxy-trust',
    'request/ip-address',
    'request/host',
    'ctx/client-hello-info',
  ],
  'Accept and related headers': [
    'request/accept',
    'request/accept-token',
    'response/auto-format',
    'response/vary-list',
  ],
  'freshness, ranges, dates': ['request/freshness', 'request/byte-range', 'request/http-date'],
  streams: [
    'response/body-stream',
    'response/stream-source',
    'response/stream-writer',
    'adapter/node/node-pump',
    'response/format-text',
  ],
  'cookies and redirects': ['response/cookie', 'ctx/redirect', 'route/route-url'],
  'JSONP, attachments': ['response/jsonp', 'response/content-disposition', 'response/header-url'],
  'views, locals, custom binders, codecs': [
    'ctx/req-res-views',
    'ctx/locals',
    'ctx/typed-values',
    'bind/binder/custom-binder',
    'bind/decoded/binary-body',
    'bind/reading/codec',
  ],
  'Standard Schema, JSON Schema': [
    'bind/dto/standard-schema',
    'bind/shape/json-schema',
    'bind/shape/schema-target',
    'bind/dto/dto-fields',
  ],
}

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false, verbatimModuleSyntax: true } },
  metafile: true,
  write: false,
}

await makeDtos(folder, 1)
const whole = await sizeWithout([])
console.log(`| without | kB less, compressed, of ${kB(whole)} |\n| --- | --- |`)
for (const [name, modules] of Object.entries(features)) {
  console.log(`| ${name} | ${kB(whole - (await sizeWithout(modules)))} |`)
}
const rest = await sizeWithout(Object.values(features).flat())
console.log(`| all of it | ${kB(whole - rest)}: ${kB(rest)} are left |`)

/** The compressed size of the code loaded at start, with empty replacements for these modules. */
async function sizeWithout(modules) {
  const gone = new Map(
    await Promise.all(modules.map(async (name) => [`${source}/${name}.ts`, await namesOf(name)])),
  )
  const leaveOut = ({ onLoad, onResolve }) => {
    onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = gone.get(path)?.map((name) => `export const ${name} = undefined\n`)
      return contents === undefined ? undefined : { contents: contents.join('') }
    })
  }
  const { outputFiles } = await build({
    ...shared,
    stdin: { contents: jsonApp, resolveDir: folder },
    alias: { '@ctxgen/runtime': `${source}/index.ts`, '@ctxgen/runtime/codegenv1': `${source}/codegenv1.ts` },
    bundle: true,
    minify: true,
    logLevel: 'error',
    plugins: [{ name: 'leave-out', setup: leaveOut }],
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length
}

async function namesOf(module) {
  const { metafile } = await build({ ...shared, entryPoints: [`${source}/${module}.ts`], outdir: folder })
  return Object.values(metafile.outputs)[0].exports
}

function kB(bytes) {
  return (bytes / 1000).toFixed(1)
}
