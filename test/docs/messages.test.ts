import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import type { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

// Runs the app of docs/messages.md, which must answer each of its `answer` blocks: headers, a body, `->`,
// and the response.

const page = readFileSync(join(root, 'docs/messages.md'), 'utf8')

function blocksOf(info: string): readonly string[] {
  return [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === info ? [text] : [],
  )
}

test('the app of the page answers as it says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-messages-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    const rules = 'export const isEven = (value: number): boolean => value % 2 === 0\n'
    const files = {
      'package.json': '{ "type": "module" }',
      'rules.ts': rules,
      'dto.ts': blocksOf('ts dto.ts').join(''),
      'app.ts': blocksOf('ts app.ts').join(''),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    await generate({ inputs: ['dto.ts'], cwd: folder, rules: { isEven: './rules.ts#isEven' } })
    const { app }: { app: App } = await import(pathToFileURL(join(folder, 'app.ts')).href)
    const answers = blocksOf('answer')
    assert.is(answers.length, 1)
    for (const block of answers) await assertAnswer(app, block)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

async function assertAnswer(app: App, block: string): Promise<void> {
  const [language = '', body = '', , answered = '', ...text] = block.split('\n')
  const headers = { 'content-type': 'application/json', 'accept-language': language.split(': ')[1] ?? '' }
  const response = await app.test('/cars', { method: 'POST', headers, body })
  assert.is(`Content-Language: ${response.headers.get('content-language')}`, answered)
  assert.equal(await response.json(), JSON.parse(text.join('\n')))
}

test.run()
