import { compilerVersions } from './folders.ts'
import { type ForeignPackage, goal } from './packages.ts'
import type { TypeResult } from './try-package.ts'

/** The types of one package with their results. */
export interface PackageResult {
  readonly one: ForeignPackage
  readonly types: readonly TypeResult[]
  /** Why nothing was tried. */
  readonly missing?: string
}

/** Reasons by which a type is no data: the client of a package has it, not what it sends. */
const notData =
  /it is a function|it has methods|it has the methods of a class|a class must be exported|it is not a plain object|requests have no symbol keys/

export function isData({ refusals }: TypeResult): boolean {
  return !refusals.some((refusal) => notData.test(refusal))
}

export function isGenerated({ bytes }: TypeResult): boolean {
  return bytes !== undefined
}

/** The share of data types that are generated. */
export function shareOf(types: readonly TypeResult[]): number {
  const data = types.filter(isData)
  return data.length === 0 ? 1 : data.filter(isGenerated).length / data.length
}

/** The defects: each a line that begins with the type. */
export function failuresOf({ one, types, missing }: PackageResult): readonly string[] {
  if (missing !== undefined) return [`${one.name}: ${missing}`]
  return types.flatMap((type) => {
    const { expression, crash, failures, compared, proposal } = type
    const proposed = proposal?.failures
      .slice(0, 1)
      .map((failure) => `${failure}, for the proposed ${proposal.text}`)
    const isUnanswered = !isGenerated(type) && crash === undefined && proposal === undefined
    return [
      ...(crash === undefined ? [] : [crash]),
      ...failures.slice(0, 2),
      ...(compared?.failures ?? []),
      ...(proposed ?? []),
      ...(isUnanswered ? [`nothing is proposed: ${type.refusals[0]}`] : []),
    ].map((what) => `${one.name} ${expression}: ${what}`)
  })
}

/** One row of the table on the terminal. */
export function rowOf({ one, types }: PackageResult): string {
  const [generated, data] = [types.filter(isGenerated).length, types.filter(isData).length]
  const bad = types.filter(({ failures }) => failures.length > 0).length
  const different = types.filter(({ compared }) => (compared?.failures.length ?? 0) > 0).length
  const name = `${one.name}@${one.version}`.padEnd(44)
  return `${name} ${generated}/${data} data types of ${types.length}, ${bad} do not compile, ${different} differ`
}

/** The page of docs/internals/measurements. */
export function pageOf(results: readonly PackageResult[], date: string): string {
  const all = results.flatMap(({ types }) => types)
  const compared = all.flatMap((type) => (type.compared === undefined ? [] : [type.compared]))
  const sum = (of: (one: (typeof compared)[number]) => number): number =>
    compared.reduce((total, one) => total + of(one), 0)
  const known = counted(compared.flatMap((one) => Object.entries(one.known)))
  const largest = [...all].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0)).slice(0, 5)
  return `# Types that others wrote

Written by \`npm run test:foreign\` on ${date}. Each type is a member of a DTO of its own with \`@json @response\`. What is
generated is compiled with TypeScript ${compilerVersions.join(' and ')} under the strictest flags,
also without \`exactOptionalPropertyTypes\`, and binds random and
damaged values; Ajv gives the other verdict, with schemas of ts-json-schema-generator (of typescript-json-schema where
that has none). Where binder and schema differ and no clause of the contract says why, the compiler is asked whether the
value is one of the type.

| | |
|---|---|
| packages, types | ${results.length}, ${all.length} |
| data types (without functions and classes of a client) | ${all.filter(isData).length} |
| generated of them | ${all.filter(isData).filter(isGenerated).length} (${percent(shareOf(all))}; the goal is ${percent(goal)}) |
| with an \`any\`, read as \`unknown\` (\`"any": "unknown"\` in the config) | ${all.filter(isData).filter(({ hasAny }) => hasAny).length} |
| generated and not compiling | ${all.filter(({ failures }) => failures.length > 0).length} |
| types compared with a schema | ${compared.length} |
| values that both take, both refuse | ${number(sum(({ taken }) => taken))}, ${number(sum(({ refused }) => refused))} |
| written and bound again | ${number(sum(({ roundTrips }) => roundTrips))} |
| types with a difference that nothing explains | ${compared.filter(({ failures }) => failures.length > 0).length} |

## Packages

| package | subject | types | data | generated |
|---|---|---|---|---|
${results.map(pageRowOf).join('\n')}

## Refused

A type counts once for each reason.

| reason | types | for example |
|---|---|---|
${refusalRows(all).join('\n')}

## Differences that the contract explains

| clause | values |
|---|---|
${known.map(([reason, count]) => `| ${reason} | ${number(count)} |`).join('\n')}

## Without a comparison

| type | why |
|---|---|
${results.flatMap(uncomparedRows).join('\n')}

## Largest generated files

| type | kB |
|---|---|
${largest.map(({ expression, bytes = 0 }) => `| \`${cell(expression)}\` | ${Math.round(bytes / 1000)} |`).join('\n')}
`
}

function pageRowOf({ one, types, missing }: PackageResult): string {
  const generated = types.filter(isData).filter(isGenerated).length
  const words =
    missing === undefined ? `${types.length} | ${types.filter(isData).length} | ${generated}` : '| | |'
  return `| ${one.name} ${one.version} | ${one.about} | ${words} |`
}

/** The reasons of refusals, the commonest first. */
export function refusalRows(types: readonly TypeResult[]): readonly string[] {
  const examples = new Map<string, string>()
  const reasons = types.flatMap(({ expression, refusals, crash }) => {
    const found = [...new Set([...refusals.map(reasonOf), ...(crash === undefined ? [] : [crash])])]
    for (const reason of found) if (!examples.has(reason)) examples.set(reason, expression)
    return found.map((reason) => [reason, 1] as const)
  })
  return counted(reasons).map(
    ([reason, count]) => `| ${cell(reason)} | ${count} | \`${cell(examples.get(reason) ?? '')}\` |`,
  )
}

/** `x: T cannot be bound: reason` without the place and the type. */
function reasonOf(refusal: string): string {
  const [code = '', ...words] = refusal.split(' ')
  const [, reason] = /cannot be (?:bound|sent): (.*)$/s.exec(refusal) ?? []
  return `${code} ${(reason ?? words.join(' ').replace(/^[^:]*: /, '')).slice(0, 160)}`
}

function uncomparedRows({ types }: PackageResult): readonly string[] {
  return types.flatMap(({ expression, noSchema, compared }) => {
    const isEmpty = compared !== undefined && compared.taken + compared.refused === 0
    const why = noSchema ?? (isEmpty ? 'no value of the schema is found' : undefined)
    return why === undefined ? [] : [`| \`${cell(expression)}\` | ${cell(why)} |`]
  })
}

function counted(list: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const [name, count] of list) counts.set(name, (counts.get(name) ?? 0) + count)
  return [...counts].sort(([a, more], [b, most]) => most - more || (a < b ? -1 : 1))
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function number(count: number): string {
  return count.toLocaleString('en')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
