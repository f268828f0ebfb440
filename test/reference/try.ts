import fc from 'fast-check'
import { inspect } from 'node:util'
import { dtoArbitrary, named } from './arbitrary-dto.ts'
import { DtoCompiler } from './compile-dtos.ts'
import { compareDto } from './compare-dto.ts'
import { printDto } from './print-dto.ts'
const seed = Number(process.argv[2] ?? 1)
const n = Number(process.argv[3] ?? 500)
const per = Number(process.argv[4] ?? 200)
const max = Number(process.argv[5] ?? 5)
const dtos = fc.sample(dtoArbitrary, { numRuns: n, seed }).map((d, i) => named(d, `D${i}`))
const groups = []
for (let i = 0; i < dtos.length; i += 50) groups.push(dtos.slice(i, i + 50))
const c = new DtoCompiler()
console.time('compile')
const r = await c.compile(groups)
console.timeEnd('compile')
const tally = new Map()
let bad = 0
const kinds = new Map<string, number>()
console.time('run')
for (const [i, one] of r.entries()) {
  if (process.env.LOG) console.log("dto", i)
  const d = compareDto(one, { seed: seed + i, requests: per, tally })
  if (!d) continue
  const k = d.difference.replace(/D\d+x\d+/g, 'D').slice(0, 60)
  kinds.set(k, (kinds.get(k) ?? 0) + 1)
  if (++bad > max) continue
  const { body, settings, ...rest } = d.bound.request
  console.log('-----', i, d.difference)
  console.log(printDto(one.dto))
  console.log(d.bound.binder, inspect({ out: d.bound.out, ...rest, body: Buffer.from(body).toString(), settings }, { depth: 5, compact: true, breakLength: 160 }))
  console.log('expected', inspect(d.expected, { depth: 9, breakLength: 160 }))
  console.log('got     ', inspect(d.got, { depth: 9, breakLength: 160 }))
}
console.timeEnd('run')
console.log(kinds); console.log(bad, tally)
c.close()
