import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findSlowly } from '../../../src/bind/multipart/find-bytes.ts'
import type { BindInput, BindSettings } from '../../../src/bind/reading/bind-input.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { throwIssues } from '../../../src/bind/reading/throw-issues.ts'
import { formMap as nullMap } from '../../../src/bind/sources/text-maps.ts'
import { asInt, formPairs, pairFile, pairFiles, pairIndexedFile } from '../../../src/codegenv1.ts'
import { FileHeader } from '../../../src/index.ts'
import { bodyInput, issuesOf } from '../body-input.ts'

const type = 'multipart/form-data; boundary=b'

/** The fields of a form as an ordinary object, for comparison. */
function formMap(c: BindInput): Record<string, string[]> {
  return { ...nullMap(c) }
}

interface Part {
  readonly name: string
  readonly value: string
  readonly filename?: string
  readonly more?: string
}

function form(parts: readonly Part[], settings: Partial<BindSettings> = {}): BindInput {
  const body = parts.map(({ name, value, filename, more }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    return `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${more ?? ''}\r\n${value}\r\n`
  })
  return bodyInput(type, `${body.join('')}--b--\r\n`, settings)
}

function raw(body: string, contentType = type): BindInput {
  return bodyInput(contentType, body)
}

/** Reads every file under `f`, like generated code. */
function fileOf(c: BindInput): FileHeader | undefined {
  const at = new Reading(c)
  let file: FileHeader | undefined
  const pairs = formPairs(at)
  while (pairs.next()) {
    if (pairs.key === 'f') file = pairFile(pairs, file)
    else pairs.unknown()
  }
  throwIssues(at)
  return file
}

function filesOf(c: BindInput): string[] | undefined {
  const at = new Reading(c)
  let files: FileHeader[] | undefined
  const pairs = formPairs(at)
  while (pairs.next()) files = pairFiles(pairs, files)
  throwIssues(at)
  return files?.map(({ filename }) => filename)
}

test('a file has its name, type, size, headers and content', async () => {
  const more = 'Content-Type: text/css\r\nX-Two: a\r\nx-two: b\r\n'
  const file = fileOf(form([{ name: 'f', filename: 'a.css', more, value: 'b {}\r\n' }]))
  assert.instance(file, FileHeader)
  assert.is(file?.filename, 'a.css')
  assert.is(file?.type, 'text/css')
  assert.is(file?.size, 6)
  assert.is(file?.text(), 'b {}\r\n')
  assert.equal(Buffer.from(file?.bytes() ?? []).toString(), 'b {}\r\n')
  assert.equal(file?.header['x-two'], ['a', 'b'])
  assert.is(Object.getPrototypeOf(file?.header), null)
  assert.is(await new Response(file?.stream()).text(), 'b {}\r\n')
})

test('the content of a file is a view of the body', () => {
  const input = form([{ name: 'f', filename: 'a', value: 'content' }])
  assert.is(fileOf(input)?.bytes().buffer, input.bodyBytes().buffer)
})

test('a file name is made safe', () => {
  const named = (filename: string) => fileOf(form([{ name: 'f', filename, value: '' }]))?.filename
  assert.is(named('../../etc/passwd'), 'passwd')
  assert.is(named('C:\\\\dir\\\\a.txt'), 'a.txt')
  assert.is(named('..'), 'file')
  assert.is(named('a/'), 'file')
  // Windows would read another name.
  assert.is(named('a.php. .'), 'a.php')
  assert.is(named('a.txt::$DATA'), 'a.txt__$DATA')
  assert.is(named('PROGRA~1.txt'), 'PROGRA_1.txt')
  assert.is(named(' . .'), 'file')
  assert.is(named('~a b~.txt'), '~a b~.txt')
  assert.is(named('a %22b%22.txt'), 'a "b".txt')
  // A backslash is a character, so that this quote ends the name.
  assert.throws(() => named('a \\"b\\".txt'), /cannot be read/)
  assert.is(Buffer.byteLength(named(`${'x'.repeat(400)}.png`) ?? ''), 255)
  assert.match(named(`${'x'.repeat(400)}.png`) ?? '', /x\.png$/)
  const long = new FileHeader('é'.repeat(200), {}, new Uint8Array(0)).filename
  assert.is(long, 'é'.repeat(127))
  assert.is(new FileHeader('a\u0000b\u007f', {}, new Uint8Array(0)).filename, 'ab')
})

test('the first of several files is kept, and an empty file name or field counts as absent', () => {
  const files = [
    { name: 'f', value: '' },
    { name: 'f', filename: 'a', value: '1' },
    { name: 'f', filename: 'b', value: '2' },
    { name: 'f', filename: '', value: '' },
  ]
  assert.is(fileOf(form(files))?.text(), '1')
  assert.equal(filesOf(form(files)), ['a', 'b'])
  assert.is(fileOf(bodyInput('application/x-www-form-urlencoded', 'f=')), undefined)
  assert.is(filesOf(bodyInput('application/x-www-form-urlencoded', 'f')), undefined)
})

test('text where a file is bound is an issue, once', () => {
  const texts = [
    { name: 'f', value: 'a' },
    { name: 'f', value: 'b' },
    { name: 'f', filename: 'a', value: '1' },
  ]
  for (const [c, message] of [
    [form(texts), 'must be a file'],
    [
      bodyInput('application/x-www-form-urlencoded', 'f=a&f=b'),
      'must be a file, sent as multipart/form-data',
    ],
  ] as const) {
    const issues = [{ source: 'body', path: 'f', code: 'type', expected: 'file', message }]
    assert.equal(
      issuesOf(() => fileOf(c)),
      issues,
    )
    assert.equal(
      issuesOf(() => filesOf(c)),
      issues,
    )
  }
})

test('a file where text is bound is an issue', () => {
  const at = new Reading(form([{ name: 'a', filename: 'x', value: 'v' }]))
  const pairs = formPairs(at)
  while (pairs.next()) pairs.text()
  assert.equal(
    issuesOf(() => throwIssues(at)),
    [{ source: 'body', path: 'a', code: 'type', expected: 'string', message: 'must be text, not a file' }],
  )
})

test('a file before the winning text does no harm', () => {
  const parts = [
    { name: 'a', value: '1', filename: 'x' },
    { name: 'a', value: '2' },
  ]
  const at = new Reading(form(parts))
  const pairs = formPairs(at)
  let a: number | undefined
  while (pairs.next()) a = pairs.int(asInt)
  assert.is(a, 2)
  assert.equal(at.issues(), [])
})

test('names are paths, values are unchanged', () => {
  const at = new Reading(form([{ name: 'a[b%20]', value: '+%41' }]))
  const pairs = formPairs(at)
  assert.ok(pairs.next())
  assert.is(pairs.key, 'a.')
  assert.is(pairs.inner(), 'b%20')
  assert.is(pairs.text(), '+%41')
  assert.not.ok(pairs.next())
})

test('of a repeated wrong value only the last counts, and wrong values have the path of their name', () => {
  const parts = [
    { name: 'n', value: 'x' },
    { name: 'n', value: '5' },
    { name: 'm[0]', value: 'y' },
  ]
  const at = new Reading(form(parts))
  const pairs = formPairs(at)
  const numbers: (number | undefined)[] = []
  while (pairs.next()) numbers.push(pairs.int(asInt))
  assert.equal(numbers, [undefined, 5, undefined])
  assert.equal(
    issuesOf(() => throwIssues(at)).map(({ path }) => path),
    ['m.0'],
  )
})

/** Reads every file under `f`, with and without an index, like generated code. */
function placedFiles(parts: readonly (readonly [name: string, filename: string])[]): string[] | undefined {
  let files: FileHeader[] | undefined
  const at = new Reading(form(parts.map(([name, filename]) => ({ name, filename, value: '1' }))))
  const pairs = formPairs(at)
  while (pairs.next()) files = pairs.key === 'f.' ? pairIndexedFile(pairs, files) : pairFiles(pairs, files)
  throwIssues(at)
  return files?.map(({ filename }) => filename)
}

test('files are in the order of their indices, the first of each', () => {
  assert.equal(
    placedFiles([
      ['f[1]', 'b'],
      ['f[0]', 'a'],
    ]),
    ['a', 'b'],
  )
  assert.equal(
    placedFiles([
      ['f.0', 'a'],
      ['f[0]', 'b'],
      ['f[1]', 'c'],
    ]),
    ['a', 'c'],
  )
  assert.equal(
    placedFiles([
      ['f', 'a'],
      ['f[1]', 'b'],
      ['f[]', 'c'],
    ]),
    ['a', 'b', 'c'],
  )
  assert.throws(() => placedFiles([['f[x]', 'a']]), /"f" from body: must be a list, sent as f\[0\]/)
  assert.throws(() => placedFiles([['f[1]', 'b']]), /"f\.0"/)
})

test('a map has the fields of a form but not its files', () => {
  const parts = [
    { name: '__proto__', value: 'x' },
    { name: 'a', value: '1' },
    { name: 'a', value: '2' },
    { name: 'f', filename: 'x', value: '3' },
  ]
  const map = nullMap(form(parts))
  assert.is(Object.getPrototypeOf(map), null)
  assert.equal(Object.entries(map), [
    ['__proto__', ['x']],
    ['a', ['1', '2']],
  ])
})

test('limits: parts, names and depth', () => {
  const parts = Array.from({ length: 3 }, () => ({ name: 'a', value: '' }))
  assert.equal(formMap(form(parts, { maxParts: 3 })), { a: ['', '', ''] })
  const message = 'has more than 2 parts'
  assert.equal(
    issuesOf(() => formMap(form(parts, { maxParts: 2 }))),
    [{ source: 'body', path: '', code: 'limit', message, values: { max: 2 } }],
  )
  assert.equal(issuesOf(() => formMap(form(parts, { maxKeys: 2 }))).length, 1)
  assert.equal(issuesOf(() => formMap(form([{ name: `a${'[b]'.repeat(50)}`, value: '' }]))).length, 1)
  assert.equal(issuesOf(() => formMap(form([{ name: 'a[', filename: 'x', value: '' }]))).length, 1)
})

const disposition = 'Content-Disposition: form-data; name=a'
const readable: Record<string, string> = {
  'a preamble and an epilogue': `pre\r\n--b\r\n${disposition}\r\n\r\nv\r\n--b--\r\nepi`,
  'no line break at the end': `--b\r\n${disposition}\r\n\r\nv\r\n--b--`,
  'blanks behind the boundary': `--b \t\r\n${disposition}\r\n\r\nv\r\n--b-- \r\n`,
  'a header of any case': `--b\r\ncontent-disposition:FORM-DATA ; NAME = "a" ;\r\n\r\nv\r\n--b--`,
  'a file name beside its extended form': `--b\r\n${disposition}; filename=""; filename*=nonsense'%2f\r\n\r\nv\r\n--b--`,
}
for (const [what, body] of Object.entries(readable)) {
  test(`reads ${what}`, () => assert.equal(formMap(raw(body)), { a: ['v'] }))
}

test('an empty name is a name, as in a query string', () => {
  assert.equal(formMap(form([{ name: '', value: 'x' }])), { '': ['x'] })
  const query = bodyInput('application/x-www-form-urlencoded', '=x')
  assert.equal(formMap(query), { '': ['x'] })
})

test("a boundary's text in a value is part of the value", () => {
  const value = 'x --b y\r\n--bb\r\n--b-\r\n--b--x'
  assert.equal(formMap(raw(`--b\r\n${disposition}\r\n\r\n${value}\r\n--b--`)), { a: [value] })
})

const unreadable: Record<string, BindInput> = {
  'an empty body': raw(''),
  'no boundary': raw('--b--', 'multipart/form-data'),
  'an empty boundary': raw('--b--', 'multipart/form-data; boundary=""'),
  'two boundaries': raw('--b--', 'multipart/form-data; boundary=b; boundary=c'),
  'a long boundary': raw(`--${'b'.repeat(71)}--`, `multipart/form-data; boundary=${'b'.repeat(71)}`),
  'a boundary that is not there': raw('--B--'),
  'a boundary within a line': raw('x--b--'),
  'no last boundary': raw(`--b\r\n${disposition}\r\n\r\nv`),
  'a header without end': raw(`--b\r\n${disposition}\r\n--b--`),
  'a long header': raw(`--b\r\n${disposition}\r\nX: ${'x'.repeat(9000)}\r\n\r\nv\r\n--b--`),
  'a folded header': raw(`--b\r\n${disposition}\r\n x\r\n\r\nv\r\n--b--`),
  'an invalid header line': raw(`--b\r\n${disposition}\r\nnothing\r\n\r\nv\r\n--b--`),
  'a control character': raw(`--b\r\n${disposition}\0\r\n\r\nv\r\n--b--`),
  'a name twice': raw(`--b\r\n${disposition}; name=b\r\n\r\nv\r\n--b--`),
  'two dispositions': raw(`--b\r\n${disposition}\r\n${disposition}\r\n\r\nv\r\n--b--`),
  'a part without a header': raw(`--b\r\n\r\nx\r\n--b\r\n${disposition}\r\n\r\nv\r\n--b--`),
  'a part without a name': raw('--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'),
  'a file without a name': raw('--b\r\nContent-Disposition: form-data; filename=a\r\n\r\nx\r\n--b--'),
  'a part of another kind': raw('--b\r\nContent-Disposition: attachment; name=z\r\n\r\nx\r\n--b--'),
  'an open quote': raw('--b\r\nContent-Disposition: form-data; name="a\r\n\r\nv\r\n--b--'),
  'text behind a quote': raw('--b\r\nContent-Disposition: form-data; name="a"b\r\n\r\nv\r\n--b--'),
}
for (const [what, input] of Object.entries(unreadable)) {
  test(`${what} is one issue of the whole body`, () => {
    const issues = issuesOf(() => formMap(input))
    assert.is(issues.length, 1)
    assert.is(issues[0]?.path, '')
    assert.is(issues[0]?.source, 'body')
  })
}

test('other issues are still reported beside an unreadable body', () => {
  const at = new Reading(raw('x'))
  formPairs(at).next()
  at.missing('id', 'uri')
  assert.equal(
    issuesOf(() => throwIssues(at)).map(({ source, path }) => [source, path]),
    [
      ['uri', 'id'],
      ['body', ''],
    ],
  )
})

test("the search without the host's help finds the same", () => {
  const body = Buffer.from('aab aaab ab a')
  for (const needle of ['a', 'ab', 'aab', 'aaab', 'x', 'a ', ' a']) {
    for (let from = 0; from <= body.length; from++) {
      assert.is(findSlowly(body, Buffer.from(needle), from), body.indexOf(needle, from), `${needle} ${from}`)
    }
  }
})

test('work is linear in the body: 4 MB of near-boundaries', () => {
  const start = performance.now()
  const body = `--b\r\n${disposition}\r\n\r\n${'\r\n--bb'.repeat(600_000)}\r\n--b--`
  assert.is(formMap(raw(body))['a']?.[0]?.length, 3_600_000)
  assert.ok(performance.now() - start < 2000)
})

test.run()
