import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BindError, type BindInput, setParserDecoder, ValidationError } from '@ctxgen/runtime'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bindInput } from '../support/bind-input.ts'
import { type BinderCase, type Generated, readBinderCases } from '../support/binder-cases.ts'
import { fixtureFolders } from '../support/fixture-folders.ts'

/*
 * The Standard Schema of a source makes of a record what the binder makes of a request: the same value, or the same
 * issues in the same words.
 */

interface Source {
  (c: BindInput): unknown
  readonly '~standard': { readonly validate: (value: unknown) => unknown }
}

const sources = {
  query: {
    word: 'Query',
    sent: ({ query }: BinderCase) => query !== undefined && new URLSearchParams(query),
  },
  uri: { word: 'Uri', sent: ({ params }: BinderCase) => params ?? {} },
  header: { word: 'Header', sent: ({ headers }: BinderCase) => headers ?? {} },
  cookie: {
    word: 'Cookie',
    sent: ({ cookies }: BinderCase) => cookies !== undefined && cookiesIn(cookies),
  },
  form: { word: 'Form', sent: formOf },
  json: { word: 'Json', sent: ({ body }: BinderCase) => typeof body === 'object' && body },
} as const

const compared = { total: 0 }

for (const { name, path } of fixtureFolders('valid')) {
  const casesPath = join(path, 'cases.json')
  if (!existsSync(casesPath)) continue
  const generated: Generated = await import(pathToFileURL(join(path, 'dto.bind.ts')).href)
  const test = suite(name)
  for (const one of readBinderCases(casesPath).filter(
    ({ out, settings }) => out === undefined && settings === undefined,
  )) {
    for (const [key, { word, sent }] of Object.entries(sources)) {
      const value = sent(one)
      if (value === false || one.bodyHex !== undefined) continue
      for (const binder of one.binders.filter((binder) => binder.startsWith(`bind${word}`))) {
        const dto = generated[binder.slice(`bind${word}`.length)] as Readonly<Record<string, Source>>
        test(`${binder}: ${one.name}`, () => compare(dto[key], one, value))
      }
    }
  }
  test.run()
}

const all = suite('all')
all('there are cases enough', () => assert.ok(compared.total > 300, `${compared.total}`))
all.run()

async function compare(source: Source | undefined, one: BinderCase, value: unknown): Promise<void> {
  assert.ok(source)
  const { body, bodyHex: _, ...parts } = one
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const contentType = one.contentType ?? 'application/json'
  const input = bindInput({ ...parts, contentType, ...(body === undefined ? {} : { body: text }) })
  setParserDecoder(one.parser ?? {})
  try {
    const bound = await outcomeOf(() => source(input))
    if (bound === undefined) return
    compared.total++
    assert.equal(told(await source['~standard'].validate(value)), bound)
  } finally {
    setParserDecoder({})
  }
}

/** The result of a binder; `undefined` for an unreadable body, which no schema describes. */
async function outcomeOf(run: () => unknown): Promise<unknown> {
  try {
    return { value: await run() }
  } catch (error) {
    if (error instanceof BindError || error instanceof ValidationError)
      return { issues: error.issues.map(({ path, message }) => `${path} ${message}`) }
    return undefined
  }
}

function told(result: unknown): unknown {
  const { issues } = result as {
    issues?: readonly { readonly path: readonly string[]; readonly message: string }[]
  }
  return issues === undefined
    ? result
    : { issues: issues.map(({ path, message }) => `${path.join('.')} ${message}`) }
}

function cookiesIn(text: string): readonly (readonly [string, string])[] | Map<string, string> {
  return new Map(
    text.split(/; ?/).flatMap((pair) => {
      const [name, ...value] = pair.split('=')
      return name === undefined || value.length === 0
        ? []
        : [
            [
              name.trim(),
              decodeURIComponent(
                value
                  .join('=')
                  .trim()
                  .replace(/^"(.*)"$/, '$1'),
              ),
            ] as const,
          ]
    }),
  )
}

function formOf({ body, contentType }: BinderCase): URLSearchParams | false {
  return (
    contentType === 'application/x-www-form-urlencoded' &&
    typeof body === 'string' &&
    new URLSearchParams(body)
  )
}
