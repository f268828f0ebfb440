import fc from 'fast-check'
import { writeSync } from 'node:fs'
import { dtoArbitrary, named } from './arbitrary-dto.ts'
import { requestArbitrary } from './arbitrary-request.ts'
import { bindByReference } from './reference-binder.ts'
const dtos = fc.sample(dtoArbitrary, { numRuns: 6, seed: 1 }).map((d, i) => named(d, `D${i}`))
const dto = dtos[5]!
import { DtoCompiler } from './compile-dtos.ts'
import { compareOne } from './compare-dto.ts'
import { printDto } from './print-dto.ts'
const c = new DtoCompiler()
const [compiled] = await c.compile([[dto]])
console.log(printDto(dto))
let n = 0
fc.check(fc.property(requestArbitrary(dto), (b) => {
  writeSync(1, `${n++} ${b.binder} ${Buffer.from(b.request.body).toString().slice(0, 300)} ${b.request.contentType} ${b.request.query.slice(0,300)} ${JSON.stringify(b.request.settings)}\n`)
  if (compareOne(compiled!, b).disagreement) throw 1; writeSync(1, 'ok\n')
}), { seed: 6, numRuns: 200 })
