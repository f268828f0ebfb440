import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bindInputMethods, ownMethods, requestMethods, responseMethods } from '@ctxgen/core/ctx-methods'
import { App, Bind, Ctx } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { breakingCatalog } from '../../packages/codegen/src/diagnostics/breaking-catalog.ts'
import { catalog } from '../../packages/codegen/src/diagnostics/catalog.ts'
import { migrateCatalog } from '../../packages/codegen/src/diagnostics/migrate-catalog.ts'
import { openApiCatalog } from '../../packages/codegen/src/diagnostics/openapi-catalog.ts'
import { withMadeParts } from '../../scripts/made-parts.mjs'
import { root } from '../support/fixture-folders.ts'
import { languages } from '../support/languages.ts'
import { namedMethods, pages, pageText } from './doc-pages.ts'

// Lists in the documentation are complete, and its links resolve.

test('docs/diagnostics.md and the catalogue agree', () => {
  const text = withMadeParts('diagnostics.md', pageText('docs/diagnostics.md'))
  const headings = [...text.matchAll(/^### (CTX\d+)\n\n> (\w+): \S/gm)].map(
    ([, code, severity]) => `${code} ${severity?.toLowerCase()}`,
  )
  const entries = Object.values({ ...catalog, ...openApiCatalog, ...breakingCatalog, ...migrateCatalog }).map(
    ({ code, severity }) => `${code} ${severity}`,
  )
  assert.equal(headings, entries.sort())
})

/** As the site and the package show it. */
const ctxPage = withMadeParts('ctx.md', pageText('docs/ctx.md'))

test('docs/fiber.md and docs/ctx.md name exactly the existing methods', () => {
  const [fiber = '', missing = ''] = pageText('docs/fiber.md').split(/^## Not there yet$/m)
  const table = fiber + ctxPage
  const classes = { c: Ctx.prototype, 'c.bind()': Bind.prototype, app: new App() }
  const there = new Map<string, ReadonlySet<string>>()
  for (const [receiver, owner] of Object.entries(classes)) {
    const methods = publicMethods(owner)
    there.set(receiver, methods)
    const named = namedMethods(table, receiver)
    const unknown = [...named].filter((name) => !methods.has(name))
    assert.equal(
      unknown,
      [],
      `docs/fiber.md or docs/ctx.md names methods that ${owner.constructor.name} does not have`,
    )
    const unnamed = [...methods].filter((name) => !named.has(name))
    assert.equal(
      unnamed,
      [],
      `docs/fiber.md and docs/ctx.md have no row for these methods of ${owner.constructor.name}`,
    )
  }
  for (const [, receiver = '', list = ''] of missing.matchAll(/^- `([^`]+)`: (.*)$/gm)) {
    const methods = [...(there.get(receiver) ?? [])].map((name) => name.toLowerCase())
    const come = list.match(/\w+/g)?.filter((name) => methods.includes(name.toLowerCase()))
    assert.equal(come, [], 'docs/fiber.md says of these methods that they are not there yet')
  }
})

test('docs/ctx.md has a row for each method in the table of the core', () => {
  const named = namedMethods(ctxPage, 'c')
  const unnamed = [requestMethods, responseMethods, ownMethods]
    .flatMap((methods) => Object.keys(methods))
    .filter((name) => !named.has(name))
  assert.equal(unnamed, [])
})

test('docs/messages.md and the README of the runtime name each language', () => {
  for (const page of ['docs/messages.md', 'packages/runtime/README.md']) {
    const unnamed = languages.filter((language) => !new RegExp(`[\`/]${language}\``).test(pageText(page)))
    assert.equal(unnamed, [], page)
  }
})

test('relative links resolve', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page.text).flatMap((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page.path : resolve(dirname(page.path), decodeURIComponent(path))
      const leads = existsSync(target) && (anchor === undefined || anchorsOf(target).has(anchor))
      return leads ? [] : [`${page.name}: ${link}`]
    }),
  )
  assert.equal(broken, [])
})

test('the READMEs published on npm have links that work there', () => {
  const readmes = pages.filter(({ name }) => /^packages\/\w+\/README\.md$/.test(name))
  assert.is(readmes.length, 5)
  // Without a `repository` in package.json, npm resolves no relative path, even to a file in the package.
  const broken = readmes.flatMap(({ name, path, text }) =>
    linksOf(text)
      .filter((link) => !link.startsWith('#') || !anchorsOf(path).has(link.slice(1)))
      .map((link) => `${name}: ${link}`),
  )
  assert.equal(broken, [])
})

/** The methods a user may call; only the sources know TypeScript's `protected`, and the core what is not declared. */
function publicMethods(owner: object): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at: unknown = owner; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name !== 'constructor' && typeof property.value === 'function') names.add(name)
    }
  }
  for (const name of [...protectedNames, ...Object.keys(bindInputMethods)]) names.delete(name)
  return names
}

const protectedNames = ['app', 'ctx'].flatMap((folder) => {
  const path = join(root, 'packages/runtime/src', folder)
  const files = readdirSync(path).filter((file) => file.endsWith('.ts'))
  return files.flatMap((file) => {
    const source = readFileSync(join(path, file), 'utf8')
    return [...source.matchAll(/^ {2}protected (?:\w+ )*?(\w+)[(<]/gm)].map(([, name]) => String(name))
  })
})

test('docs/performance.md has the figures of the measurements', () => {
  const measured = pages
    .filter(({ name }) => /^bench\/README\.md$|^docs\/internals\/measurements\//.test(name))
    .flatMap(({ text }) => text.match(/\d+\.\d+/g) ?? [])
  const shown = pageText('docs/performance.md').match(/\d+\.\d+/g) ?? []
  assert.ok(shown.length > 50)
  assert.equal(
    shown.filter((figure) => !measured.includes(figure)),
    [],
  )
})

function linksOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => String(link))
    .filter((link) => !/^[a-z]+:/i.test(link))
}

function anchorsOf(path: string): ReadonlySet<string> {
  if (!path.endsWith('.md')) return new Set()
  const prose = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => String(heading))
  return new Set(
    headings.map((one) =>
      one
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  )
}

test.run()
