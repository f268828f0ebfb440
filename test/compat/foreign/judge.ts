import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilerFailures } from './compile-types.ts'
import { isPlainObject } from './schema.ts'
import { type ForeignType, strictOptions } from './sources.ts'

/** A value over which the binder and the other tool's schema differ. */
export interface Dispute {
  readonly value: unknown
  readonly isTaken: boolean
  /** For the report. */
  readonly what: string
}

const judgedBy = '5.9.3'

/** Types too deep, unions too large to compare. */
const gaveUp = /error TS(2321|2589|2590|2859):/

/** Whether the compiler holds each disputed value for one of its type; nothing where the form in JSON hides that. */
export function judge(
  folder: string,
  disputes: ReadonlyMap<ForeignType, readonly Dispute[]>,
): ReadonlyMap<Dispute, boolean> {
  const disputed = [...disputes].filter(([type, some]) => some.length > 0 && isWrittenAsItIs(folder, type))
  const all = new Map<Dispute, boolean>()
  if (disputed.length === 0) return all
  const judged = join(folder, 'judged')
  rmSync(judged, { recursive: true, force: true })
  mkdirSync(judged)
  const compilerOptions = { ...strictOptions, isolatedDeclarations: false }
  writeFileSync(join(judged, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  for (const [{ file, dto }, some] of disputed) {
    // One line for each value, by which its error is found.
    const lines = some.map(
      ({ value }, i) => `export const v${i}: ${dto} = {} as unknown as ${typeText(value)}`,
    )
    writeFileSync(
      join(judged, `${file}.ts`),
      `import type { ${dto} } from '../src/${file}.js'\n${lines.join('\n')}\n`,
    )
  }
  const failures = compilerFailures(judgedBy, judged)
  for (const [{ file }, some] of disputed)
    for (const [i, one] of some.entries()) {
      const own = failures.filter((failure) => failure.startsWith(`${file}.ts(${i + 2},`))
      if (!own.some((failure) => gaveUp.test(failure))) all.set(one, own.length === 0)
    }
  return all
}

/** A date, bytes and a bigint have another type than their text or number in JSON. */
const otherInJson =
  /\bjson(?:Date|Bytes|Bigint|Int64|Uint64|Numeric)\w*\b|(?<!enum): \[?'(?:date|bytes|bigint|int64|uint64)'/

function isWrittenAsItIs(folder: string, { file }: ForeignType): boolean {
  const generated = readFileSync(join(folder, 'generated', `${file}.bind.ts`), 'utf8')
  // In the types before the shapes a 'date' is a literal.
  return !otherInJson.test(generated.slice(generated.indexOf(' shape(')))
}

/** The type that has one value. */
function typeText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typeText).join(', ')}]`
  if (!isPlainObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${typeText(one)}`)
  return `{ ${members.join('; ')} }`
}
