import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { patternCost } from '../../../src/check/rules/slow-pattern.ts'
import { type TemplateHole, templatePattern, templateText } from '../../../src/model/template-pattern.ts'
import { openProject } from '../../../src/parse/project/source-project.ts'
import { parseTemplates } from '../../../src/parse/types/parse-template.ts'
import { inTempFolder } from '../../support/temp-folder.ts'

/* The expression of a template literal type accepts the same texts as TypeScript, with decimal numbers. */

/** The same numbers below `most` every time. */
function randomNumbers(): (most: number) => number {
  let state = 42
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const below = randomNumbers()
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
const holes: readonly TemplateHole[] = ['string', 'number', 'bigint']
const texts = [
  '',
  '',
  'a',
  '-',
  '.',
  '1',
  'e',
  'ee',
  '.x',
  '-1',
  '11',
  '^',
  ']',
  '\\',
  '+',
  '1.',
  'e1',
  '`',
  '${',
  '\n',
]
const numbers = [
  '0',
  '-1',
  '1.5',
  '007',
  '1e5',
  '-1.5E-7',
  '1e+5',
  '12',
  '.5',
  '5.',
  '+1',
  '0x1f',
  ' 1',
  '',
  '-',
]

function randomForm(): { readonly texts: string[]; readonly holes: TemplateHole[] } {
  const held = Array.from({ length: 1 + below(3) }, () => pick(holes))
  return { texts: ['', ...held].map(() => pick(texts)), holes: held }
}

function randomText(form: { readonly texts: readonly string[] }): string {
  const parts = form.texts.flatMap((text, i) =>
    i === form.texts.length - 1
      ? [text]
      : [text, below(3) === 0 ? pick(texts) + pick(numbers) : pick(numbers)],
  )
  return parts.join('')
}

test('an expression accepts the same texts as TypeScript', async () => {
  const forms = Array.from({ length: 400 }, randomForm).filter(
    (form) => templateText(form) !== `\`\${string}\``,
  )
  const types = forms.map((form, i) => `export type T${i} = ${templateText(form)}`)
  await inTempFolder((folder) => {
    const path = folder.at('types.ts')
    folder.write({ 'types.ts': types.join('\n') })
    const { program, checker } = openProject({ paths: [path], cwd: folder.path, lib: 'tiny' }, {})
    const file = program.getSourceFile(path)
    const aliases = file?.statements.filter(ts.isTypeAliasDeclaration) ?? []
    assert.is(aliases.length, forms.length)
    let taken = 0
    for (const alias of aliases) {
      const type = checker.getTypeAtLocation(alias)
      const parsed = parseTemplates([type])
      if (parsed?.kind !== 'template') throw new Error(`${alias.getText()} is no template`)
      const pattern = new RegExp(parsed.pattern)
      assert.not.equal(patternCost(parsed.pattern, '').kind, 'exponential', alias.getText())
      const [form] = parsed.forms
      for (let n = 0; form !== undefined && n < 40; n++) {
        const text = randomText(form)
        const isOfType = checker.isTypeAssignableTo(checker.getStringLiteralType(text), type)
        const held = isOfType ? heldBy(text, form) : []
        const isDecimal = held.every((one, i) => isNumber(one, form.holes[i] ?? 'string'))
        assert.is(pattern.test(text), isOfType && isDecimal, `${alias.getText()} ${JSON.stringify(text)}`)
        if (isOfType) taken++
      }
    }
    assert.ok(taken > 1000, String(taken))
  })
})

/** The parts of a matching text in a form's holes, as TypeScript finds them. */
function heldBy(text: string, form: { readonly texts: readonly string[] }): readonly string[] {
  const [start = '', ...rest] = form.texts
  let at = start.length
  return rest.map((end, i) => {
    const isLast = i === rest.length - 1
    const to = isLast ? text.length - end.length : end === '' ? at + 1 : text.indexOf(end, at)
    const held = text.slice(at, to)
    at = to + end.length
    return held
  })
}

function isNumber(text: string, hole: TemplateHole): boolean {
  if (hole === 'string') return true
  return (hole === 'number' ? /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/ : /^-?(0|[1-9]\d*)$/).test(text)
}

test('literals stand beside templates', () => {
  const forms = [
    { texts: ['v', ''], holes: ['number'] },
    { texts: ['a|b'], holes: [] },
  ] as const
  assert.is(templatePattern(forms), '^(?:v-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?|a\\|b)$')
})

test('a long text that does not match takes no time', () => {
  const pattern = new RegExp(
    templatePattern([{ texts: ['', '--', '.', ''], holes: ['string', 'number', 'string'] }]),
  )
  const start = performance.now()
  for (const text of ['-'.repeat(1e6), '1'.repeat(1e6), `--${'1'.repeat(1e6)}`, `--1.${'5'.repeat(1e6)}`])
    pattern.test(text)
  assert.ok(performance.now() - start < 1000)
})

test.run()
