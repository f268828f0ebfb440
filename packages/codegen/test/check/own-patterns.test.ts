import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { patternCost } from '../../src/check/rules/slow-pattern.ts'

// Our own regular expressions take time that grows with their text, never with its square, as CTX4011 asks of patterns.

const packages = fileURLToPath(new URL('../../..', import.meta.url))

interface Expression {
  readonly source: string
  readonly flags: string
}

/** Slow expressions on short texts, none of them a client's: that text, and their sources. */
const bounded: Readonly<Record<string, readonly [text: string, ...sources: readonly string[]]>> = {
  'cli/src/commands/init.ts': ['the tsconfig of a project', '^[^/\\n]*"types":\\s*\\[(?![^\\]]*"node")'],
  'cli/src/config/json-with-comments.ts': [
    'a config of the developer',
    '"(?:[^"\\\\\\n]|\\\\.)*"|\\/\\/[^\\n\\r]*|\\/\\*[\\s\\S]*?\\*\\/',
    '"(?:[^"\\\\\\n]|\\\\.)*"|(?<=[^\\s[{,:]\\s*),(?=\\s*[\\]}])',
  ],
  'cli/src/init/git-lines.ts': [
    'a line of .gitignore or .gitattributes',
    '^\\s*\\*\\.bind\\.\\S*ts\\s.*linguist-generated',
    '^\\s*(\\*\\*\\/|\\/)?node_modules(\\/|\\s*$)',
    '^\\s*(\\*\\*\\/|\\/)?dist(\\/|\\s*$)',
  ],
  'codegen/src/check/rules/pattern-syntax.ts': ['a class of a pattern', '\\\\q\\{((?:[^\\\\}]|\\\\.)*)\\}'],
  'codegen/src/client/plan/plan-client.ts': ['a path of a route', '\\{[^}]*\\}', '\\{([^}]*)\\}'],
  'codegen/src/diagnostics/type-hints.ts': [
    'a type in a message',
    '([\'"`]).*?\\1',
    '(?<![\\w$])[A-Za-z_$][\\w$]*(?![\\w$]|\\s*\\??:)',
  ],
  'codegen/src/openapi/read/declared-answers.ts': [
    'a tag of the developer',
    '^([1-5]\\d\\d|default|\\*)(?:\\s+(.*?))?(?:\\s+-\\s.*)?$',
  ],
  'codegen/src/input/output-path.ts': ['a path of a file', '\\.d\\.([^/\\\\]+\\.)?[mc]?ts$'],
  'codegen/src/openapi/compare/compare-documents.ts': ['a path of a document', '\\{[^}]*\\}'],
  'codegen/src/openapi/compare/compare-parameters.ts': ['a path of a document', '\\{([^}]*)\\}'],
  'codegen/src/openapi/document/write-document.ts': ['a path of a document', '\\{[^}]*\\}'],
  'codegen/src/openapi/read/route-cover.ts': [
    'a pattern of a route',
    '<.*>',
    '(?:^|;)\\s*(?:int|min|max|range)\\b',
  ],
  'codegen/src/openapi/read/router-calls.ts': ['a pattern of a route', '\\/+$'],
  'codegen/src/openapi/verify-routes.ts': ['a pattern of a route', '(.)\\/+$'],
  'codegen/src/emit/text/exported.ts': [
    'a comment of the developer',
    '^.+?(?:[.!?](?=\\s+\\p{Lu}|\\s*$)|(?=\\n\\s*\\n|$))',
  ],
  'codegen/src/parse/project/declaration-text.ts': [
    'a declaration in a source',
    '\\/\\*[\\s\\S]*?\\*\\/|\\/\\/[^\\n]*',
  ],
  'codegen/src/parse/refuse/explain-foreign.ts': ['a path of a file', '^.*\\/node_modules\\/(.*)$'],
  'codegen/src/parse/tags/tag-slips.ts': [
    'a tag in a source',
    '^(?:\\s*:?\\s*|\\(.*\\)\\s*)$|^\\s+[-,|]|^\\s*[:=]?\\s*true\\s*$',
  ],
  'codegen/src/parse/refuse/working-type.ts': ['a type in a source', ' & .*[^\\]]$'],
  'codegen/src/run/unread-inputs.ts': [
    'a source of the developer',
    '\\/\\*\\*(?:(?!\\*\\/)[\\s\\S])*?@(?:uri|query|header|respHeader|cookie|form|json|xml|msgpack|cbor|body|response)\\b',
  ],
  'codegen/src/write/conflict-marks.ts': [
    'a generated file',
    '^<{7} .*\\n([\\s\\S]*?)^={7}\\n[\\s\\S]*?^>{7} .*(?:\\n|$)',
  ],
  'middleware/src/forward/private-address.ts': [
    'an address that node has taken for one',
    '(?:::|:0:|:200:)5efe:[\\da-f:]+$',
  ],
  'runtime/src/messages/rule-alternatives.ts': [
    'the rules of a property',
    'pattern=\\/(?:[^/\\\\[]|\\\\.|\\[(?:[^\\]\\\\]|\\\\.)*\\])+\\/[a-z]*|[^|]+',
  ],
  'runtime/src/response/cookie.ts': ['a domain of at most 255 characters', '(?:^|\\.)\\d+$'],
  'runtime/src/testing/find-operation.ts': ['a path of a document', '(\\{[^}]*\\})'],
}

/** Files that compose expressions: while they load, by a call below, or from a text named here. */
const composing: Readonly<Record<string, string>> = {
  'codegen/src/check/rules/keeps.ts': 'a default and a pattern of the developer, which CTX4011 checks',
  'codegen/src/check/rules/pattern-characters.ts': 'an atom, for one character',
  'codegen/src/check/rules/pattern-syntax.ts': '',
  'codegen/src/check/rules/pattern.ts': 'compiled, never run',
  'codegen/src/check/rules/text-tests.ts': 'patterns of the table, which the build writes out',
  'codegen/src/client/parts/codec.ts': 'a template literal type of the developer, which never backtracks',
  'codegen/src/client/plan/value-plans.ts': 'a template literal type of the developer, for a sample',
  'codegen/src/emit/text/literal.ts': 'compiled, never run',
  'codegen/src/migrate/patterns.ts': 'compiled, never run',
  'codegen/src/openapi/read/compile-errors.ts': 'a name of the library, in the declarations of the compiler',
  'codegen/src/parse/tags/parse-default.ts': 'a default and a template literal type of the developer',
  'codegen/src/plan/shape/shape-type.ts': 'compiled, never run',
  'core/src/path-form.ts': '',
  'core/src/rule-tests/colours.ts': '',
  'core/src/rule-tests/coordinates.ts': '',
  'core/src/rule-tests/date-formats.ts': '',
  'core/src/rule-tests/date-layout.ts': '',
  'core/src/rule-tests/email.ts': '',
  'core/src/rule-tests/text-formats.ts': '',
  'core/src/rule-tests/uri-formats.ts': '',
  'core/src/rules/signatures.ts': 'a signature of the table, for 262 bytes',
  'middleware/src/origin/origin-list.ts': 'an option of the developer, for a header',
  'runtime/src/bind/decoded/json-output.ts': '',
  'runtime/src/bind/decoded/scan-xml.ts': '',
  'runtime/src/request/http-date.ts': '',
  'runtime/src/response/xml-text.ts': '',
  'runtime/src/testing/find-operation.ts': 'the path of a test and of a document',
}

/** Expressions of functions, with a text in place of their parameter. */
const inFunctions: readonly Expression[] = [{ source: '"0123-(-?\\d+)"', flags: 'g' }]

function paths(): readonly string[] {
  const all = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => /^\w+\/src\/.*\.ts$/.test(path)).sort()
}

function literalsIn(path: string): readonly Expression[] {
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/su.exec(node.text) ?? []
      found.push({ source, flags })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(packages + path, 'utf8'), ts.ScriptTarget.Latest))
  return found
}

/** The expression whose time is more than linear, with the reason; `undefined` for a quick one. */
function slow({ source, flags }: Expression): string | undefined {
  // A sticky expression is tried at one place.
  const tried = flags.includes('y') ? `^(?:${source})` : source
  const cost = patternCost(tried, flags.replace(/[gyd]/g, ''))
  if (cost.kind !== 'polynomial') return cost.kind
  const { count, degree, parts = [] } = cost.ways(4 * 1024 * 1024)
  return degree > 1 || count > 100 ? `degree ${degree}, ${count} ways: ${parts.join(' and ')}` : undefined
}

test('each regular expression of our sources takes linear time, or a bounded text', () => {
  const found: Record<string, string> = {}
  for (const path of paths()) {
    for (const expression of literalsIn(path)) {
      const why = slow(expression)
      if (why !== undefined) found[`${path}: ${expression.source}`] = why
    }
  }
  const known = Object.entries(bounded).flatMap(([path, [, ...sources]]) =>
    sources.map((source) => `${path}: ${source}`),
  )
  assert.equal(
    Object.entries(found).filter(([key]) => !known.includes(key)),
    [],
  )
  assert.equal(
    known.filter((key) => found[key] === undefined),
    [],
  )
})

test('each expression that our sources compose takes linear time', async () => {
  const files = paths().filter((path) => /\bRegExp\(/.test(readFileSync(packages + path, 'utf8')))
  assert.equal(files, Object.keys(composing))
  const made = await composedBy(files.filter((path) => composing[path] === ''))
  assert.ok(made.length > 15)
  const found = [...made, ...inFunctions].map((one) => [one.source, slow(one)])
  assert.equal(
    found.filter(([, why]) => why !== undefined),
    [],
  )
})

/** The expressions that the modules make while they load, and by some calls. */
async function composedBy(files: readonly string[]): Promise<readonly Expression[]> {
  const Native = globalThis.RegExp
  const made = new Map<string, Expression>()
  globalThis.RegExp = new Proxy(Native, {
    construct(target, args, newTarget) {
      const one: RegExp = Reflect.construct(target, args, newTarget)
      made.set(`${one}`, one)
      return one
    },
  })
  try {
    for (const path of files) await import(packages + path)
    const { dateLayout } = await import('../../../core/src/rule-tests/date-layout.ts')
    dateLayout('Mon, 02 Jan 2006 15:04:05.999 MST')
    dateLayout('2006-01-02T15:04:05.000Z07:00')
  } finally {
    globalThis.RegExp = Native
  }
  return [...made.values()]
}

test.run()
