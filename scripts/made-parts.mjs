// Parts of pages that are made when the package and the site are built: the messages of diagnostics from the catalogue,
// and the methods of Ctx without a row of their own from their docstrings.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const { diagnostics, methods } = await import(`data:text/javascript,${encodeURIComponent(bundled())}`)

/** The sources, since the built packages are one file each. */
function bundled() {
  const catalogs = ['catalog', 'openapi-catalog', 'breaking-catalog', 'migrate-catalog'].map(
    (file, i) => `import * as c${i} from './packages/codegen/src/diagnostics/${file}.ts'`,
  )
  const contents = `${catalogs.join('\n')}
export * as methods from './packages/core/src/ctx-methods.ts'
export const diagnostics = [c0, c1, c2, c3].flatMap((file) => Object.values(file).flatMap((one) => Object.values(one)))`
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0].text
}

/** Stands for each value in a message. */
class Gap extends String {
  constructor() {
    super('…')
    for (const member of ['meant', 'hint', 'reason', 'wayOut']) this[member] = '…'
  }

  join() {
    return '…'
  }
}

/** @param name of the page below docs: `ctx.md` */
export function withMadeParts(name, text) {
  if (name === 'diagnostics.md')
    return text.replace(/^### (CTX\d+)$/gm, (heading, code) => `${heading}\n\n${noteOf(code)}`)
  if (name === 'ctx.md')
    return text.replace(/<!-- (\w+Methods) -->\n/g, (_, list) => rowsOf(Object.keys(methods[list]), text))
  return text
}

function noteOf(code) {
  const { severity, message, hint } = diagnostics.find((one) => one.code === code)
  const gaps = Array.from({ length: message.length }, () => new Gap())
  const name = severity === 'warning' ? 'Warning' : 'Error'
  // A hint that depends on the values is not for the page.
  const always = typeof hint === 'string' ? hint : hint?.length === 0 ? hint() : undefined
  const text = message(...gaps).replace('undefined', '…')
  return [`${name}: ${text}`, ...(always === undefined ? [] : [always])]
    .map((one) => `> ${escaped(one)}`)
    .join('\n>\n')
}

function rowsOf(names, page) {
  const rows = (page.match(/^\| `[^|]*/gm) ?? []).join('')
  return names
    .filter((name) => !rows.includes(`c.${name}(`))
    .map((name) => rowOf(name, docs.get(name)))
    .join('')
}

function rowOf(name, doc) {
  if (doc === undefined) throw new Error(`c.${name}() has neither a row in docs/ctx.md nor a docstring`)
  return `| \`c.${name}(${doc.parameters})\` | ${escaped(doc.text).replaceAll('|', '\\|')} |\n`
}

/** Outside of code, characters of HTML, emphasis and links are text. */
function escaped(text) {
  const parts = text.split(/(`[^`]*`)/)
  return parts.map((part) => (part.startsWith('`') ? part : part.replace(/[<*[\]]/g, '\\$&'))).join('')
}

const docs = new Map(['ctx-request', 'ctx'].flatMap((file) => [...docsOf(file)]))

function* docsOf(file) {
  const source = readFileSync(new URL(`../packages/runtime/src/ctx/${file}.ts`, import.meta.url), 'utf8')
  for (const [, doc, name, head] of source.matchAll(
    /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+)(?:<[^(]*>)?\((.*)$/gm,
  )) {
    const text = doc
      .replace(/\n\s*\*/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/\{@link (\w+)\}/g, '`$1`')
      .trim()
    const parameters = [...head.matchAll(/(?:^|, )((?:\.\.\.)?\w+)\??(?=: )/g)].map(([, one]) => one)
    const words = { throws: 'Throws', returns: 'Returns' }
    const sentences = text
      .replace(/@(throws|returns)/g, (_, tag) => words[tag])
      .replace(/@param (\w+)/g, '`$1`:')
    yield [name, { text: sentences, parameters: parameters.join(', ') }]
  }
}
