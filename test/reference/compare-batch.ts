import { existsSync, readFileSync } from 'node:fs'
import { sampleDtos } from './arbitrary-dto.ts'
import { compareThroughApp } from './compare-app.ts'
import { compareDto, type Disagreement, type Tally } from './compare-dto.ts'
import type { DtoCompiler } from './compile-dtos.ts'
import type { DtoModel } from './model.ts'
import { printDto } from './print-dto.ts'
import { shrinkDto } from './shrink-dto.ts'

/** The size of a comparison. */
export interface BatchSize {
  readonly seed: number
  readonly dtos: number
  /** For each DTO. */
  readonly requests: number
}

/** A disagreement, shrunk as far as possible. */
export interface Found {
  readonly seed: number
  /** The index of the DTO for this seed. */
  readonly index: number
  readonly dto: DtoModel
  readonly disagreement: Disagreement
}

const dtosPerFile = 50

/**
 * Compares random DTOs on random requests, the same ones for a seed. Stops at the first disagreement or on
 * abort.
 *
 * @throws Error if the generated code does not compile.
 */
export async function compareBatch(
  { seed, dtos, requests }: BatchSize,
  compiler: DtoCompiler,
  tally: Tally,
  isOver: () => boolean = () => false,
): Promise<Found | undefined> {
  const models = sampleDtos(dtos, seed)
  const files = []
  for (let i = 0; i < models.length; i += dtosPerFile) files.push(models.slice(i, i + dtosPerFile))
  const all = await compiler.compile(files)
  const errors = await compiler.typeErrors()
  if (errors.length > 0) throw new Error(`seed ${seed}: ${describeErrors(errors, models)}`)
  for (const [index, compiled] of all.entries()) {
    if (isOver()) return undefined
    const found = compareDto(compiled, { seed: seed + index, requests, tally })
    if (found === undefined) continue
    const small = await shrinkDto(compiled.dto, found, compiler)
    return { seed, index, dto: small.dto, disagreement: small.found }
  }
  return undefined
}

/** Compares some more requests through an app and `fetch`, which is slower. */
export async function compareAppBatch(
  seed: number,
  compiler: DtoCompiler,
): Promise<{ readonly compared: number; readonly found: Found | undefined }> {
  const models = sampleDtos(60, seed)
  let compared = 0
  for (const [index, compiled] of (await compiler.compile([models])).entries()) {
    const result = await compareThroughApp(compiled, { seed, requests: 25 })
    compared += result.compared
    const { disagreement } = result
    if (disagreement !== undefined)
      return { compared, found: { seed, index, dto: compiled.dto, disagreement } }
  }
  return { compared, found: undefined }
}

/** The errors, and the DTOs that they name. */
function describeErrors(errors: readonly string[], models: readonly DtoModel[]): string {
  const text = errors.slice(0, 5).map(withCode).join('\n')
  const guilty = models.filter(({ name }) => new RegExp(`${name}(?!\\d)`).test(text))
  return ['what was generated does not compile', text, ...guilty.map(printDto)].join('\n\n')
}

/** A compiler error with its source lines, read before the file is removed. */
function withCode(error: string): string {
  const [, path = '', line = ''] = /^(.*?)\((\d+),/.exec(error) ?? []
  if (!existsSync(path)) return error
  const lines = readFileSync(path, 'utf8').split('\n')
  return [error, ...lines.slice(Number(line) - 4, Number(line) + 2).map((one) => `    ${one}`)].join('\n')
}
