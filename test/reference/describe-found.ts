import { inspect } from 'node:util'
import type { BatchSize, Found } from './compare-batch.ts'
import { printDto } from './print-dto.ts'

/** A readable disagreement: the DTO, the request, both results, and how to reproduce it. */
export function describeFound({ seed, index, dto, disagreement }: Found, size: BatchSize): string {
  const { bound, expected, got, difference } = disagreement
  const { request, binder, out } = bound
  const { body, ...lines } = request
  return [
    `The generated binder and the reference do not agree: ${difference}`,
    '',
    printDto(dto),
    `binder    ${binder}`,
    `request   ${show({ ...filled(lines), body: bodyText(body) })}`,
    ...(out === undefined ? [] : [`out       ${show(out)}`]),
    `reference ${show(expected)}`,
    `generated ${show(got)}`,
    '',
    `DTO ${index} of seed ${seed}. Again: npm run fuzz -- --seed ${seed} --dtos ${size.dtos} --per-dto ${size.requests} --batches 1`,
  ].join('\n')
}

function filled(lines: object): object {
  const some = Object.entries(lines).filter(([, value]) => Object.keys(Object(value)).length > 0)
  return Object.fromEntries(some)
}

/** As text if it is text. */
function bodyText(body: Uint8Array): unknown {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  return text.includes('\ufffd') ? Buffer.from(body).toString('hex') : text
}

function show(value: unknown): string {
  return inspect(value, { depth: 12, breakLength: 110, maxStringLength: 4000 })
}
