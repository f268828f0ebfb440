import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../src/run/generate.ts'
import { inTempFolder } from '../support/temp-folder.ts'

/** The shapes in a source's generated file, by name. */
async function shapesOf(source: string): Promise<Readonly<Record<string, string>>> {
  let text = ''
  await inTempFolder(async (folder) => {
    folder.write({ 'dto.ts': `import type { FileHeader, int } from '@ctxgen/runtime'\n${source}` })
    const result = await generate({ inputs: ['dto.ts'], cwd: folder.path, mode: 'memory' })
    assert.equal(
      result.diagnostics.map(({ message }) => message),
      [],
    )
    text = result.files[0]?.text ?? ''
  })
  const statements = text.split(/\n(?=const |export |function |\/\*\*)/).filter((one) => callAt(one) !== -1)
  return Object.fromEntries(statements.map((one) => [nameOf(one), shapeText(one)]))
}

function nameOf(statement: string): string {
  const name = statement.slice(statement.indexOf('const ') + 'const '.length, statement.indexOf(' ='))
  // Exports have their type declared in any case.
  return statement.startsWith('export ') ? name.replace(/:.*/, '') : name
}

function callAt(statement: string): number {
  return /^(?:export )?const /.test(statement) ? statement.search(/(?:shape|sentShape)(?:<[^(]*>)?\(/) : -1
}

/** The call on one line, without its type argument and the body of its reader. */
function shapeText(statement: string): string {
  return withoutReader(statement.slice(callAt(statement)))
    .replace(/^(\w+)<[^(]*>/, '$1')
    .replace(/\s+/g, ' ')
    .replace(/,? (?=\})/g, ' ')
    .trim()
}

function withoutReader(call: string): string {
  const start = call.indexOf('(json, at) => ')
  if (start === -1) return call
  let end = start + '(json, at) => '.length
  let depth = 0
  do {
    if ('({['.includes(call.charAt(end))) depth++
    if (')}]'.includes(call.charAt(end))) depth--
    end++
  } while (depth > 0)
  return `${call.slice(0, start)}reader${call.slice(end)}`
}

test('an object has one shape, however many DTOs nest it', async () => {
  const shapes = await shapesOf(`
interface Owner { name: string; born?: Date }
/** @json */ export interface Car { owner: Owner; /** @json more */ others?: Owner[] }
/** A bike. @json */ export interface Bike { owner: Owner | null }`)
  assert.equal(shapes, {
    carShape:
      "shape('Car', () => ({ owner: ownerShape, 'more?': [ownerShape] }), reader, { names: { more: 'others' } })",
    bikeShape:
      "shape('Bike', () => ({ owner: { anyOf: [ownerShape, 'null'] } }), reader, { description: 'A bike.' })",
    ownerShape: "shape('Owner', () => ({ name: 'string', 'born?': 'date' }), reader)",
  })
})

test('variants of an object have words in their names, and are one if unread with equal members', async () => {
  const shapes = await shapesOf(`
interface Same { on?: boolean; /** @validate alpha */ kind: 'a' | 'b' }
interface Other { name: string; same: Same; /** @validate min=2 */ text?: string }
/** @json */ export interface Usual { other: Other }
/** @json @missing zero */ export interface Zero { other: Other; /** @validate - */ loose: Other }`)
  assert.equal(Object.keys(shapes), [
    ...['usualShape', 'zeroShape', 'otherShape', 'otherShapeOrZero', 'sameShape', 'sameShapeOrZero'],
    ...['uncheckedOtherShapeOrZero', 'uncheckedSameShape'],
  ])
})

test('a response has its own word where it differs from the input', async () => {
  const shapes = await shapesOf(`
interface Item { /** @default 1 */ count: int }
interface Plain { name: string }
/** @json */ export interface Order { item: Item; plain: Plain }
/** @response */ export interface Answer { item: Item; plain: Plain; way: 'in' | 'out' }`)
  assert.equal(shapes, {
    orderShape: "shape('Order', () => ({ item: itemShape, plain: plainShape }), reader)",
    sentAnswerShape:
      "sentShape('Answer', () => ({ item: sentItemShape, plain: plainShape, way: { enum: ['in', 'out'] } }))",
    itemShape: "shape('Item', () => ({ 'count?': ['int', { default: 1 }] }), reader)",
    plainShape: "shape('Plain', () => ({ name: 'string' }), reader)",
    sentItemShape: "sentShape('Item', () => ({ count: ['int', { default: 1 }] }))",
  })
})

test('keys that a mark would change, or an object would reorder, are escaped', async () => {
  const shapes = await shapesOf(`
/** @json */ export interface Keys {
  /** @json a? */ a: string
  /** @json b? */ b?: string
  /** @json c! */ c: string
  /** @json 7 */ seven: string
  constructor: string
}`)
  assert.is(
    shapes['keysShape'],
    "shape('Keys', () => ({ 'a?!': 'string', 'b??': 'string', 'c!!': 'string', '7!': 'string', 'constructor!': 'string' }), reader, { names: { 'a?': 'a', 'b?': 'b', 'c!': 'c', '7': 'seven' } })",
  )
})

test('a file is a key, and literals are those of their reader', async () => {
  const shapes = await shapesOf(`
/** @form */ export interface Upload { kind: 'a' | 'b'; file: FileHeader; part: Part }
interface Part { files: FileHeader[]; kind: 'a' | 'b' }
/** @json */ export interface Wood { tree: Tree }
interface Tree { below: Tree[]; pair: [string, int?]; map: Record<string, 1> }`)
  assert.equal(shapes, {
    woodShape: "shape('Wood', () => ({ tree: treeShape }), reader)",
    'treeShape: Shape<Tree>':
      "shape('Tree', () => ({ below: [treeShape], pair: { tuple: ['string', 'int'], min: 1 }, map: { record: asMap } }), reader)",
    partShape: "shape('Part', () => ({ files: 'file', kind: asKind }), reader)",
  })
})

test.run()
