import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ClientCompiler } from './client-compiler.ts'

/*
 * Texts of a source that would end a comment, a literal or a template in the file of a client.
 */

const ends = [
  '*/ harm() /*',
  "' + harm() + '",
  '` + harm() + `',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it would end a template
  '${harm()}',
  '\u2028harm()',
  '\\',
  '</script>',
]
const quoted = (text: string): string => JSON.stringify(text)

const dtos = `/** ${ends.join(' ').replaceAll('*/', '*\\/')} @json */
export interface Evil {
${ends.map((text, i) => `  /** ${text.replaceAll('*/', '*\\/')} @json key${i} */\n  ${quoted(text)}: ${quoted(`=${text}`)} | 'other'`).join('\n')}
}
`
const app = `import { App } from '@ctxgen/runtime'
import { Evil } from './dto.bind.js'
export const seen: { value: unknown } = { value: undefined }
export const app = new App()
/** ${ends.join('\n * ').replaceAll('*/', '*\\/')} */
app.post(${quoted(`/\`;harm();\`\${harm()}/:id`)}, (c) => {
  const body = c.bind().json(Evil)
  seen.value = [body, c.params('id'), ${ends.map((text) => `c.query(${quoted(text)})`).join(', ')}]
  c.json({ ${ends.map((text) => `${quoted(text)}: ${quoted(text)}`).join(', ')} })
}).name(${quoted(ends.join(''))})
`

test('texts of the source never become code of a client', async () => {
  const compiler = new ClientCompiler()
  let harms = 0
  Reflect.set(globalThis, 'harm', () => harms++)
  try {
    const compiled = await compiler.compile([], ['json'], { dtos: () => dtos, app: () => app })
    assert.equal(await compiler.typeErrors(['json']), [])
    const functions = compiled.clients.get('json') ?? {}
    const url = Object.keys(functions).find((name) => name.endsWith('Url')) ?? ''
    const call = functions[url.slice(0, -3)]
    if (typeof call !== 'function') throw new Error(`there is only ${Object.keys(functions)}`)
    const body = Object.fromEntries(ends.map((text) => [text, `=${text}`]))
    const answer = await call({ fetch: compiled.app.fetch }, { ...body, id: '1' })
    assert.equal(answer.body, Object.fromEntries(ends.map((text) => [text, text])))
    assert.equal(compiled.seen.value, [body, '1', ...ends.map(() => '')])
    assert.is(harms, 0)
  } finally {
    Reflect.deleteProperty(globalThis, 'harm')
    compiler.close()
  }
})

test.run()
