import type { DtoResult, SourcesResult } from './try-sources.ts'

/** The defects: each a line that begins with the DTO. */
export function failuresOf({ dtos }: SourcesResult): readonly string[] {
  return dtos.flatMap(({ file, name, errors, compared }) =>
    [...errors, ...(compared?.failures ?? [])].map((what) => `${file} ${name}: ${what}`),
  )
}

export function reportOf(result: SourcesResult): string {
  const { title, library, dtos, losses } = result
  const compared = dtos.flatMap((one) => (one.compared === undefined ? [] : [one.compared]))
  const sum = (of: (one: (typeof compared)[number]) => number): number =>
    compared.reduce((total, one) => total + of(one), 0)
  const known = counted(compared.flatMap((one) => Object.entries(one.known)))
  const missing = counted(
    dtos.flatMap((one) => (one.missing === undefined ? [] : [[one.missing, 1] as const])),
  )
  const whole = dtos.filter(isWhole).length
  const lines = [
    `${title} (${library})`,
    `  ${dtos.length} DTOs, ${whole} carried over whole (${percent(whole, dtos.length)}), ${losses.length} warnings`,
    `  ${compared.length} compared: both take ${sum((one) => one.taken)}, both refuse ${sum((one) => one.refused)}, ${sum((one) => one.threw)} threw`,
    `  without a value that both take: ${dtos
      .filter((one) => one.compared?.taken === 0)
      .map(({ name }) => name)
      .join(', ')}`,
    ...counted(losses.map(({ what }) => [kindOf(what), 1] as const)).map(
      ([what, count]) => `  not carried over: ${count} × ${what}`,
    ),
    ...missing.map(([what, count]) => `  not compared: ${count} × ${what}`),
    ...known.map(([reason, count]) => `  differs: ${count} × ${reason}`),
    ...failuresOf(result).map((failure) => `  FAILS ${failure}`),
  ]
  return lines.join('\n')
}

function isWhole({ losses, errors }: DtoResult): boolean {
  return losses.length === 0 && errors.length === 0
}

/** The construct without its arguments. */
export function kindOf(what: string): string {
  return what.length > 60 ? `${what.slice(0, 60)}…` : what
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`
}

export function counted(
  list: readonly (readonly [string, number])[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const [name, count] of list) counts.set(name, (counts.get(name) ?? 0) + count)
  return [...counts].sort(([a, more], [b, most]) => most - more || (a < b ? -1 : 1))
}
