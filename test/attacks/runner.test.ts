import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loadAttacks } from './run/reference.ts'
import { type EntryResult, runSuite } from './run/run-suite.ts'

type Entry = Readonly<Record<string, unknown>>

const check = { maxMs: 3000, maxRssMb: 200 }
const texts = { area: 'runner', source: 'test', description: 'none', demand: 'none' }
const get = { method: 'GET', path: '/healthz', headers: [] }
const ok = { ...check, statusIn: [200] }
const dto = '/** @query */\nexport interface A {\n  v: string\n}\n'
const parses = { ...check, generatorMustExitZero: true, generatedMustParse: true }

/** Entries by the expected report; all run at once, so that each stands beside a broken one. */
const wrong: readonly (readonly [failure: RegExp, entry: Entry])[] = [
  [/"bodyText" of the request is not known/, { request: { ...get, bodyText: 'x' }, check: ok }],
  [/"viaa" of the entry is not known/, { request: get, viaa: ['http'], check: ok }],
  [/the check maxCpu is not known/, { request: get, check: { ...ok, maxCpu: 1 } }],
  [/the check toString is not known/, { request: get, check: { ...ok, toString: true } }],
  [/the check statusIn cannot be 200/, { request: get, check: { ...check, statusIn: 200 } }],
  [/the check has no maxRssMb/, { request: get, check: { maxMs: 10, statusIn: [200] } }],
  [/deterministic does not apply to an answer/, { request: get, check: { ...ok, deterministic: true } }],
  [/statusIn does not apply to the generator/, { codegen: dto, check: { ...parses, statusIn: [200] } }],
  [/unknown transport h3/, { request: get, via: ['h3'], check: ok }],
  [/unknown transport "http"/, { request: get, via: 'http', check: ok }],
  [/there is no profile "fast"/, { request: get, profile: 'fast', check: ok }],
  [/a client cannot do "wait"/, { request: get, client: { action: 'wait' }, check: ok }],
  [/"forMs" of the client/, { request: get, client: { action: 'destroy-after-send', forMs: 1 }, check: ok }],
  [/the client lacks unit/, { request: get, client: { action: 'drip', everyMs: 1 }, check: ok }],
  [/bodyStream has no chunks/, { request: { ...get, bodyStream: 'slow' }, check: ok }],
  [
    /a body cannot end by "late"/,
    { request: { ...get, bodyStream: { chunks: [], ending: 'late' } }, check: ok },
  ],
  [/there is no fault "flood"/, { codegen: dto, codegenExtra: { fault: 'flood' }, check: parses }],
  [/there is no fault "toString"/, { codegen: dto, codegenExtra: { fault: 'toString' }, check: parses }],
  [/the entry has 2 of/, { request: get, raw: 'x', check: ok }],
  [/the entry has 0 of/, { check: ok }],
  [/"via" does not apply to the generator/, { codegen: dto, via: ['http'], check: parses }],
  [/unpacked .* bad gz/, { codegen: { gz: 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=', len: 7 }, check: parses }],
  [
    /there is no noSuchMethod\(\)/,
    { call: { method: 'noSuchMethod', args: [] }, check: { ...check, statusIn: [500] } },
  ],
  [
    /there is no redirect\.away\(\)/,
    { call: { method: 'redirect.away', args: [] }, check: { ...check, statusIn: [500] } },
  ],
  [/fetch has no connection to write/, { raw: 'GET / HTTP/1.1\r\n\r\n', via: ['fetch'], check: ok }],
  [
    /only bytes \(raw\) have a client/,
    { request: get, via: ['h2c'], client: { action: 'destroy-after-send' }, check: ok },
  ],
  [
    /only over fetch .* a named peer/,
    { request: get, via: ['http', 'fetch'], peer: '203.0.113.9', check: ok },
  ],
  [
    /cannot be made: .*ENOTDIR|EEXIST/,
    { codegen: dto, codegenExtra: { files: { 'dto.ts/below.ts': '' } }, check: parses },
  ],
  [
    /cannot be made: .*ERR_INVALID_ARG_VALUE|null bytes/,
    { codegen: dto, codegenExtra: { fileName: 'a\0.ts' }, check: parses },
  ],
  [
    /leads out of the scene/,
    { codegen: dto, codegenExtra: { files: { '../../out.ts': '' } }, check: parses },
  ],
  [/outputsWhole needs a fault/, { codegen: dto, check: { ...check, outputsWhole: true } }],
  [/ended by SIGKILL after .*ms; /, withConfig('for (;;) {}', { ...parses, maxMs: 300 })],
  [/exit code 7/, withConfig('process.exit(7)')],
  [/a stack trace; exit code 1/, withConfig('setImmediate(() => { throw new Error("late") })')],
  [/took \d+ MB/, withConfig('Buffer.alloc(400 * 2 ** 20, 1)')],
  [
    /a clean run ended with 1/,
    { codegen: 'export interface A {', codegenExtra: { fault: 'parallel' }, check: parses },
  ],
]

const right: readonly Entry[] = [
  { request: get, check: ok },
  { codegen: dto, check: parses },
  { call: { method: 'status', args: [201] }, check: { ...check, statusIn: [201] } },
]

/** Code that the command runs. */
function withConfig(code: string, check = parses): Entry {
  return {
    codegen: dto,
    codegenExtra: { files: { 'ctxgen.config.mjs': `${code}\nexport default {}` } },
    check,
  }
}

const entries = [...wrong.map(([, entry]) => entry), ...right].map((entry, i) => ({
  id: `e${i}`,
  ...texts,
  ...entry,
}))
const folder = mkdtempSync(join(tmpdir(), 'ctxgen-runner-'))
writeFileSync(join(folder, 'cases.json'), JSON.stringify(entries))
const results = await runSuite(loadAttacks(join(folder, 'cases.json')), true)
rmSync(folder, { recursive: true })

test('a wrong entry fails alone, with the reason', () => {
  for (const [i, [failure]] of wrong.entries()) {
    assert.is(results[i]?.verdict, 'failed', `${failure}`)
    assert.match(failuresOf(results[i]), failure)
  }
})

test('its neighbours still run', () => {
  for (const result of results.slice(wrong.length)) assert.is(result.verdict, 'passed', failuresOf(result))
})

test('an entry that is not an object fails too', async () => {
  const [result] = await runSuite([JSON.parse('{"id":"x","check":null}')], true)
  assert.is(result?.verdict, 'failed')
  assert.match(failuresOf(result), /there is no check/)
})

test('memory is judged by its peak, not by the remainder', async () => {
  const body = { prefix: '{"tags":["', unit: '1","', count: 900_000, suffix: '"]}' }
  const request = { method: 'POST', path: '/j', headers: [], bodyRepeat: body }
  const entry = { id: 'peak', ...texts, request, check: { maxMs: 20_000, maxRssMb: 4 } }
  const [result] = await runSuite([JSON.parse(JSON.stringify(entry))], true)
  assert.is(result?.verdict, 'failed')
  assert.match(failuresOf(result), /MB more at its peak, of 6/)
})

test('an entry with a peer is judged only where a peer can be set', async () => {
  const request = { ...get, path: '/ip' }
  const entry = {
    id: 'peer',
    ...texts,
    request,
    peer: '203.0.113.9',
    check: { ...ok, jsonEquals: { ip: '203.0.113.9' } },
  }
  const [result] = await runSuite([JSON.parse(JSON.stringify(entry))], true)
  assert.is(result?.verdict, 'passed', failuresOf(result))
  assert.equal(
    result?.outcomes.map(({ over }) => over.split(',')[0]),
    ['fetch'],
  )
})

function failuresOf(result: EntryResult | undefined): string {
  return (result?.outcomes ?? []).flatMap(({ failures }) => failures).join('; ')
}

test.run()
