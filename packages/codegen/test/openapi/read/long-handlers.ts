/** Handlers that once took time with a power of their length, by what is in them. */

export function repeated(count: number, text: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => text(i)).join('\n')
}

/** An app with one route. */
export function appOf(body: string, before = ''): string {
  return `import { App, type Ctx, HttpError } from '@ctxgen/runtime'
${before}
export const app = new App()
app.get('/', async (c: Ctx) => {
${body}
})
`
}

const is = (i: number): string => `c.query('q${i % 9}') !== ''`

/** A statement of each kind, in turn. */
const kinds: readonly ((i: number) => string)[] = [
  (i) => `if (${is(i)}) where = where + ' and q${i} = ?'`,
  (i) => `if (${is(i)}) c.set('X-${i}', '1')`,
  (i) => `if (${is(i)}) word = 'v${i}'; else c.set('X-${i}', '1')`,
  (i) => `if (${is(i)}) throw new HttpError(${400 + (i % 9)}, 'no')`,
  (i) => `if (${is(i)}) { c.status(${200 + (i % 4)}).json({ a: 1 }); return }`,
  (i) => `where += c.query('z') === '1' ? ' or ${i}' : ''`,
  (i) =>
    `try { if (${is(i)}) throw new Error('x${i}') } catch (error) { if (${is(i)}) throw error } finally { c.vary('V${i}') }`,
  (i) => `for (const one of ['a', 'b', word]) { if (one === 'a') continue; c.append('Z-${i % 5}', one) }`,
  (i) => `while (count < ${i}) { count++; if (${is(i)}) break }`,
  (i) =>
    `switch (c.query('s')) { case 'a': c.set('S-${i}', 'a'); case 'b': word = 'b${i}'; break; case 'c': c.status(203); default: count += 1 }`,
  (i) => `const t${i} = \`\${word}\${${is(i)} ? 'x' : 'y'}\``,
  (i) => `helper(c, ${i})`,
  (i) => `word = ${is(i)} && word !== 'q' ? word : 'w${i}'`,
  (i) => `list.push(...(${is(i)} ? ['l${i}'] : []))`,
  () => `all = [...all, ...all]`,
  (i) => `c.type(${is(i)} ? 'json' : 'html')`,
]

const start = `let where = ''; let word = 'a'; let count = 0; const list: string[] = []; let all: string[] = ['a']`
const helper = `function helper(c: Ctx, i: number): void {
  if (c.query('h') === String(i)) throw new HttpError(409, 'taken')
  if (i % 2 === 0) c.set('X-Even', '1')
}`

/** Statements of every kind, in sequence and nested in blocks of their neighbours. */
export function handlerOf(statements: number): string {
  const lines = repeated(statements, (i) => {
    const one = kinds[i % kinds.length]?.(i) ?? ''
    return i % 10 === 4 ? `if (${is(i)}) {\n${one}` : i % 10 === 8 ? `${one}\n}` : one
  })
  const open = lines.split('\n').filter((line) => /^if .* \{$/.test(line)).length
  const closed = lines.split('\n').filter((line) => line === '}').length
  return appOf(
    `${start}\n${lines}\n${'}'.repeat(open - closed)}\nc.json({ where, word, count, list, all })`,
    helper,
  )
}

const choice = `c.query('x') === '1' ? 'a' : 'b'`

/** Small texts whose values, texts, lists or calls double with each line. */
export const doubling: Readonly<Record<string, string>> = {
  'conditional texts': appOf(
    `let where = ''\n${repeated(40, (i) => kinds[0]?.(i) ?? '')}\nc.json({ where })`,
  ),
  'conditional headers': appOf(`${repeated(40, (i) => kinds[1]?.(i) ?? '')}\nc.json({ a: 1 })`),
  'a value or a header': appOf(
    `let word = ''\n${repeated(40, (i) => kinds[2]?.(i) ?? '')}\nc.json({ word })`,
  ),
  'sums of choices': appOf(`let p = ${choice}\n${repeated(8, () => 'p = p + p')}\nc.json({ p })`),
  'a template of a choice': appOf(
    `let q = ${choice}\n${repeated(8, () => `q = \`\${q}\${q}\${q}\${q}\``)}\nc.json({ q })`,
  ),
  'a template of many parts': appOf(
    `c.json({ a: \`${repeated(40, (i) => `\${${is(i)} ? ' and q${i}' : ''}`).replaceAll('\n', '')}\` })`,
  ),
  'a sum of many parts': appOf(
    `c.json({ a: ''${repeated(40, (i) => ` + (${is(i)} ? ' and q${i}' : '')`)} })`,
  ),
  'sums of texts': appOf(
    'c.json({ s40 })',
    `const s0 = 'ab'\n${repeated(40, (i) => `const s${i + 1} = s${i} + s${i}`)}`,
  ),
  'spreads of lists': appOf(
    'c.json({ l30 })',
    `const l0 = [1]\n${repeated(30, (i) => `const l${i + 1} = [...l${i}, ...l${i}]`)}`,
  ),
  'spreads of arguments': appOf(
    'f30(c)',
    `declare function end(...all: string[]): void\nfunction f0(c: Ctx, ...all: string[]) { c.json({ all }) }\n${repeated(30, (i) => `function f${i + 1}(c: Ctx, ...all: string[]) { f${i}(c, ...all, ...all) }`)}`,
  ),
  'calls of calls': appOf(
    'h0(c); c.json({ a: 1 })',
    `${repeated(40, (i) => `function h${i}(c: Ctx) { h${i + 1}(c); h${i + 1}(c) }`)}\nfunction h40(c: Ctx) { if (c.query('x') === '') throw new HttpError(404, 'no') }`,
  ),
  'calls of closures': appOf(
    `${repeated(40, (i) => `const h${i} = (): void => { h${i + 1}(); h${i + 1}() }`)}\nconst h40 = (): void => { c.set('X-A', '1') }\nh0(); c.json({ a: 1 })`,
  ),
  'middleware with two ways': appOf('c.json({ a: 1 })').replace(
    'app.get',
    `${repeated(30, (i) => `app.use(async (c) => { if (${is(i)}) { await c.next(); c.set('X-${i}', '1'); return }\n await c.next() })`)}\napp.get`,
  ),
  'nested finally': appOf(
    `${repeated(25, () => `try {`)}\nif (${is(1)}) throw new HttpError(404, 'no')\n${repeated(25, (i) => `} finally { c.set('F-${i}', '1'); if (${is(i)}) throw new HttpError(${400 + i}, 'f') }`)}\nc.json({ a: 1 })`,
  ),
  'nested catches': appOf(
    `${repeated(25, () => `try {`)}\nif (${is(1)}) throw new HttpError(404, 'no')\n${repeated(25, (i) => `} catch (error) { if (${is(i)}) throw error; c.set('F-${i}', '1') }`)}\nc.json({ a: 1 })`,
  ),
  'getters of getters': appOf(
    'c.json({ a: new Car().g30 })',
    `class Car {\nget g0(): string { return 'a' }\n${repeated(30, (i) => `get g${i + 1}(): string { return this.g${i} + this.g${i} }`)}\n}`,
  ),
  'conditions with calls': appOf(
    `let v = ${choice}\n${repeated(30, (i) => `if (is${i}(v) && is${i}(v)) v = 'c${i}'`)}\nc.json({ v })`,
    repeated(
      30,
      (i) =>
        `function is${i}(v: string): boolean { return ${i === 0 ? "v === 'a'" : `is${i - 1}(v) || is${i - 1}(v)`} }`,
    ),
  ),
  'six thousand terms': appOf(`c.json({ a: ${repeated(6000, (i) => `'t${i}'`).replaceAll('\n', ' + ')} })`),
  'a thousand unknown terms': appOf(
    `c.json({ a: ${repeated(1000, () => "c.query('t')").replaceAll('\n', ' + ')} })`,
  ),
  'loops in loops': appOf(
    `${repeated(6, (i) => `for (const a${i} of [1,2,3,4,5,6,7,8,9,10,11,12])`)} c.status(200 + a0 + a1 + a2 + a3 + a4 + a5)\nc.json({ a: 1 })`,
  ),
  'many statuses, types and bodies': appOf(
    `${repeated(40, (i) => `if (${is(i)}) c.status(${200 + i})`)}\n${repeated(40, (i) => `if (${is(i)}) c.type('text/x-${i}')`)}\nc.sendString('a')`,
  ),
}

/** Those of `doubling` that a limit ends. */
export const limited: ReadonlySet<string> = new Set([
  'getters of getters',
  'loops in loops',
  'many statuses, types and bodies',
])

/** Nested deeper than any reader's stack. */
export const nested: Readonly<Record<string, string>> = {
  'nested conditions': appOf(`c.json({ a: ${repeated(3000, (i) => `${is(i)} ? 'a${i}' :`)} 'b' })`),
  'six thousand conditions': appOf(
    `if (${repeated(6000, () => "c.query('t')").replaceAll('\n', ' && ')}) c.status(201)\nc.json({ a: 1 })`,
  ),
  'nested lists': appOf(`c.json({ a: ${'['.repeat(3000)}1${']'.repeat(3000)} as unknown as string })`),
  'a chain of calls': appOf(
    `const o = { f: (): string => '' }; c.json({ a: c.query('x')${'.trim()'.repeat(3000)} })`,
  ),
  'else if': appOf(
    `${repeated(3000, (i) => `if (${is(i)}) c.status(${200 + (i % 7)}); else`)} c.status(208)\nc.json({ a: 1 })`,
  ),
  'registered in loops': appOf('c.json({ a: 1 })').replace(
    'app.get',
    `${repeated(6, (i) => `for (const a${i} of [1,2,3,4,5,6,7,8,9,10,11,12])`)} app.get(\`/\${a0}\${a1}\${a2}\${a3}\${a4}\${a5}\`, (c) => c.json({ a: 1 }))\napp.get`,
  ),
}
