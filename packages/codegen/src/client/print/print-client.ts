import { bannerLine } from '../../emit/text/banner.ts'
import { CodeWriter } from '../../emit/text/code-writer.ts'
import { commentText } from '../../emit/text/literal.ts'
import type { ClientPlan, NamedShape } from '../plan/client-plan.ts'
import { type Part, partsFor, partText } from './load-parts.ts'
import { type ClientNames, namesOf } from './name-table.ts'
import { printOperation } from './print-operation.ts'
import { printMembers, printShapeCodec } from './print-shapes.ts'
import { isInline, typeText } from './print-values.ts'

/** How a client is printed. */
export interface PrintOptions {
  /** Absolute path of the file. */
  readonly output: string
  /** The command that updates it. */
  readonly command: string
  /** Whether functions return the body, and throw for other answers. */
  readonly isThrowing: boolean
}

/** The functions that make codecs of binary formats, in modules of their names. */
const binaryFormats = ['cbor', 'msgpack']

/** The file of a client: its functions, their types, then what they share. */
export function printClient(
  plan: Pick<ClientPlan, 'source' | 'operations'>,
  parts: ReadonlyMap<string, Part>,
  options: PrintOptions,
): string {
  const names = namesOf(plan, parts)
  const used = new Set(['Api', 'Call'])
  const use = (part: string): string => {
    used.add(part)
    return names.part(part)
  }
  const body = new CodeWriter()
  for (const operation of plan.operations) printOperation(operation, names, use, options.isThrowing, body)
  for (const one of names.types.all) if (!isInline(one.shape)) printType(one, names, body)
  for (const one of names.codecs.all) printCodec(one, names, use, body)
  const shared = partsFor(used, parts)
  const written = new CodeWriter()
  written.line(bannerLine(options.output, plan.source))
  written.line(`// To update it, run: ${commentText(options.command)}`)
  written.blank()
  for (const format of binaryFormats)
    if (used.has(format)) written.line(`import { ${format} } from '@ctxgen/runtime/${format}'`)
  const texts = shared.map((part) => partText(part, names.part))
  return `${written}\n${body}\n${texts.join('\n\n')}\n`
}

function printType({ name, shape }: NamedShape, names: ClientNames, out: CodeWriter): void {
  const nameOf = names.types.of.bind(names.types)
  out.blank()
  if (shape.description !== '') out.line(`/** ${commentText(shape.description)} */`)
  if (shape.alias !== undefined) {
    out.assign(`export type ${name} =`, typeText(shape.alias, nameOf, false))
    return
  }
  out.block(`export interface ${name} {`, () => printMembers(shape, nameOf, out))
}

function printCodec(
  { name, shape }: NamedShape,
  names: ClientNames,
  use: (part: string) => string,
  out: CodeWriter,
): void {
  out.blank()
  printShapeCodec(name, shape, names, use, out)
}
