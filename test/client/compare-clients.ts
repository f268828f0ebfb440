import { sampleDtos } from '../reference/arbitrary-dto.ts'
import { boundFields, type DtoModel } from '../reference/model.ts'
import { printDto } from '../reference/print-dto.ts'
import type { ClientCompiler, OpenElsewhere } from './client-compiler.ts'
import { type ClientTally, compareClient, describeMistake, formatsOf } from './compare-client.ts'
import { servedDto } from './plain-dto.ts'

/** The size of a comparison. */
export interface InverseSize {
  readonly seed: number
  readonly dtos: number
  /** For each DTO. */
  readonly values: number
}

/**
 * Sends values of random DTOs with generated clients, the same ones for a seed; some over a socket.
 *
 * @param open all are sent over a socket then, by its clients
 * @returns the first mistake as text
 */
export async function compareClients(
  { seed, dtos, values }: InverseSize,
  compiler: ClientCompiler,
  tally: ClientTally,
  open?: OpenElsewhere,
): Promise<string | undefined> {
  const served = sampleDtos(dtos, seed).flatMap((dto) => servedDto(dto) ?? [])
  // The cookies of a page are the browser's.
  const hasOthers = (dto: DtoModel): boolean => open === undefined || boundFields(dto, 'cookie').length === 0
  const sent = served.filter((dto) => formatsOf(dto).length > 0 && hasOthers(dto))
  const compiled = await compiler.compile(sent)
  const errors = await compiler.typeErrors()
  if (errors.length > 0) return `the clients do not compile\n${errors.slice(0, 5).join('\n')}`
  // In-process rounds lie between the calls, longer than node's five idle seconds.
  const { url: baseUrl } = await compiled.app.listen({ port: 0, host: '127.0.0.1', keepAliveTimeout: 0 })
  const client = open === undefined ? compiled : await open(compiled, baseUrl)
  const { stackTraceLimit } = Error
  // A stack is most of the cost of a refusal.
  Error.stackTraceLimit = 0
  try {
    for (const [i, dto] of sent.entries()) {
      const own = { seed: seed + i, tally }
      const inProcess = open === undefined && (await compareClient(compiled, dto, { ...own, values }))
      const overSocket = { ...own, values: open === undefined ? Math.ceil(values / 20) : values }
      const mistake = inProcess || (await compareClient(client, dto, { ...overSocket, api: { baseUrl } }))
      if (mistake !== undefined) return `${describeMistake(mistake)}\n${printDto(dto)}\nseed ${seed}`
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    await compiled.app.shutdown()
  }
  return undefined
}
