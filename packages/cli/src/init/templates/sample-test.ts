import { outputExtension, type TemplateSetting } from './template.ts'

/** How a test calls the service. */
interface TestAccess {
  /** Import statements besides those of node:assert and node:test. */
  readonly imports: readonly string[]
  /** Names imported from node:test besides `test`. */
  readonly hooks?: readonly string[]
  /** Statements that define `ask(path)`, which gives a Response. */
  readonly setUp: string
}

/** A test of the first route: its answer and its error. */
export function sampleTest({ imports, hooks = [], setUp }: TestAccess): string {
  const all = [
    `import assert from 'node:assert/strict'`,
    `import { ${[...hooks, 'test'].sort().join(', ')} } from 'node:test'`,
    ...imports,
  ]
  return `${sortedImports(all)}

${setUp}

test('greets as often as asked', async () => {
  const answer = await ask('/hello/Ann?times=2')
  assert.equal(answer.status, 200)
  assert.deepEqual(await answer.json(), { greetings: ['Hello, Ann!', 'Hello, Ann!'] })
})

test('refuses a request with its issues', async () => {
  const answer = await ask('/hello/Ann?times=x')
  assert.equal(answer.status, 400)
  const { errors } = (await answer.json()) as { errors: { path: string; message: string }[] }
  assert.deepEqual(
    errors.map(({ path, message }) => \`\${path} \${message}\`),
    ['times must be a whole number'],
  )
})
`
}

/** A test of an `App`, whose answers are compared with its document. */
export function documentedTest({ extension }: TemplateSetting): string {
  return sampleTest({
    imports: [
      `import { readFileSync } from 'node:fs'`,
      `import { documented } from '@ctxgen/runtime/testing'`,
      `import { app } from './app.${outputExtension(extension)}'`,
    ],
    setUp: `const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
/** Also fails a test whose answer differs from openapi.json. */
const service = documented(app, document)
const ask = (path: string) => service.test(path)`,
  })
}

/** Node's own modules first, then packages, then files. */
function sortedImports(lines: readonly string[]): string {
  const rank = (line: string): number => {
    const [, from = ''] = / from '([^']+)'/.exec(line) ?? []
    return from.startsWith('node:') ? 0 : from.startsWith('.') ? 2 : 1
  }
  const moduleOf = (line: string): string => / from '([^']+)'/.exec(line)?.[1] ?? ''
  return [...lines].sort((a, b) => rank(a) - rank(b) || (moduleOf(a) < moduleOf(b) ? -1 : 1)).join('\n')
}
