import { extname } from 'node:path'
import { bannerLine } from '../../emit/text/banner.ts'
import { CodeWriter } from '../../emit/text/code-writer.ts'
import { commentText, literal } from '../../emit/text/literal.ts'
import type { ClientPlan, NamedShape, OperationPlan } from '../plan/client-plan.ts'
import { FileDraft } from './file-draft.ts'
import { Homes } from './homes.ts'
import { type Part, partsFor, partText } from './load-parts.ts'
import { namesOf } from './name-table.ts'
import { printMocks } from './print-mocks.ts'
import { printOperation } from './print-operation.ts'
import { printQueries } from './print-queries.ts'
import { printMembers, printShapeCodec } from './print-shapes.ts'
import { isInline, typeText } from './print-values.ts'
import { tagWords } from './tag-words.ts'

/** How a client is printed. */
interface PrintOptions {
  /** Absolute path of the main file. */
  readonly output: string
  /** The command that updates it. */
  readonly command: string
  /** Whether functions return the body, and throw for other answers. */
  readonly isThrowing: boolean
  /** Whether each tag has a file. */
  readonly isSplit: boolean
  readonly hasQueries: boolean
  readonly hasMocks: boolean
  /** Of imports of a file beside. */
  readonly extension: '.js' | '.ts' | ''
}

interface PrintedFile {
  /** Absolute. */
  readonly path: string
  readonly text: string
}

type Plan = Pick<ClientPlan, 'source' | 'operations'>

/** The functions that make codecs of binary formats, in modules of their names. */
const binaryFormats = ['cbor', 'msgpack']

/** The files of a client, the main one first: functions, their types, then what they share. */
export function printClient(
  plan: Plan,
  parts: ReadonlyMap<string, Part>,
  options: PrintOptions,
): readonly PrintedFile[] {
  return new ClientPrinter(plan, parts, options).print()
}

class ClientPrinter {
  readonly #plan: Plan
  readonly #parts: ReadonlyMap<string, Part>
  readonly #options: PrintOptions
  readonly #main: FileDraft
  /** Those of operations, the main one first. */
  readonly #files: readonly FileDraft[]
  /** Of the files of operations, by the function's name. */
  readonly #fileOf = new Map<string, FileDraft>()
  /** Files that use those of operations. */
  readonly #extras: FileDraft[] = []

  constructor(plan: Plan, parts: ReadonlyMap<string, Part>, options: PrintOptions) {
    this.#plan = plan
    this.#parts = parts
    this.#options = options
    const names = namesOf(plan, parts)
    const words = options.isSplit ? tagWords(plan.operations) : new Map<OperationPlan, string>()
    this.#main = new FileDraft('', names)
    const files = new Map([['', this.#main]])
    for (const operation of plan.operations) {
      const word = words.get(operation) ?? ''
      const file = files.get(word) ?? new FileDraft(word, names)
      files.set(word, file)
      this.#fileOf.set(names.operation(operation), file)
    }
    this.#files = [...files.values()]
  }

  print(): readonly PrintedFile[] {
    const { operations } = this.#plan
    const requests = operations.filter(({ socket }) => socket === undefined)
    const { isThrowing, hasQueries, hasMocks } = this.#options
    const { names, parts } = this.#main
    for (const part of ['Api', 'Call']) parts.add(part)
    if (requests.some(({ method }) => method === 'GET')) parts.add('deduplicated')
    if (operations.some(({ input }) => input !== undefined)) parts.add('fieldErrors')
    if (operations.some(isUpload)) parts.add('withProgress')
    for (const operation of operations) {
      const file = this.#fileOf.get(names.operation(operation)) ?? this.#main
      printOperation(operation, file, isThrowing)
    }
    if (hasQueries) printQueries(requests, this.#extra('query'), isThrowing)
    if (hasMocks) printMocks(requests, this.#extra('msw'))
    const homes = new Homes(names, this.#files, this.#extras)
    for (const one of names.types.all)
      if (!isInline(one.shape)) printType(one, homes.ofType(one.name) ?? this.#main)
    for (const one of names.codecs.all) this.#printCodec(one, homes)
    const texts = [...this.#files, ...this.#extras].map((file) => this.#text(file, homes))
    return texts
  }

  #extra(word: string): FileDraft {
    const file = new FileDraft(word, this.#main.names)
    this.#extras.push(file)
    return file
  }

  #printCodec({ name, shape }: NamedShape, homes: Homes): void {
    const file = homes.ofCodec(name)
    file.out.blank()
    printShapeCodec(name, shape, file, homes.isShared(name))
  }

  /** The parts that functions share are in the main file; further ones in the file that uses them. */
  #ownParts(file: FileDraft): readonly Part[] {
    const shared = partsFor(
      this.#files.flatMap(({ parts }) => [...parts]),
      this.#parts,
    )
    if (file === this.#main) return shared
    const all = this.#extras.includes(file) ? partsFor(file.parts, this.#parts) : []
    return all.filter((one) => !shared.includes(one))
  }

  /** The names of parts that a file imports. */
  #importedParts(file: FileDraft): readonly Part[] {
    const own = this.#ownParts(file)
    const wanted = new Set([...file.parts, ...own.flatMap(({ uses }) => uses)])
    return [...wanted].flatMap((name) => {
      const part = this.#parts.get(name)
      return part === undefined || own.includes(part) ? [] : part
    })
  }

  #text(file: FileDraft, homes: Homes): PrintedFile {
    const { source } = this.#plan
    const { output, command } = this.#options
    const path = this.#pathOf(file)
    const isUsed = new Set(
      file === this.#main
        ? [...this.#files, ...this.#extras].slice(1).flatMap((one) => this.#importedParts(one))
        : [],
    )
    const own = this.#ownParts(file)
    const written = new CodeWriter()
    written.line(bannerLine(output, source))
    written.line(`// To update it, run: ${commentText(command)}`)
    written.blank()
    for (const format of binaryFormats)
      if (file.parts.has(format)) written.line(`import { ${format} } from '@ctxgen/runtime/${format}'`)
    if (file.word === 'msw' && this.#extras.includes(file))
      written.line("import { type HttpHandler, http } from 'msw'")
    this.#printImports(file, homes, written)
    const texts = own.map((part) => partText(part, file.names.part, part.isPublic || isUsed.has(part)))
    return {
      path,
      text: [`${written}\n${file.out}`, ...(texts.length === 0 ? [] : [`${texts.join('\n\n')}\n`])].join(
        '\n',
      ),
    }
  }

  /** Imports of files beside, each with its names in order. */
  #printImports(file: FileDraft, homes: Homes, out: CodeWriter): void {
    const from = new Map<FileDraft, Set<string>>()
    const add = (of: FileDraft | undefined, name: string): void => {
      if (of === undefined || of === file) return
      from.set(of, (from.get(of) ?? new Set()).add(name))
    }
    for (const { name, isType } of this.#importedParts(file))
      add(this.#main, isType ? `type ${file.names.part(name)}` : file.names.part(name))
    for (const name of file.types) add(homes.ofType(name), `type ${name}`)
    for (const name of file.codecs) add(homes.ofCodec(name), name)
    for (const [name, { of, isType }] of file.imports)
      add(this.#fileOf.get(of), isType ? `type ${name}` : name)
    for (const [of, names] of from) {
      const sorted = [...names].sort((a, b) => compare(bare(a), bare(b)))
      out.list('import {', sorted, `} from ${literal(this.#specifierOf(of))}`, ' ')
    }
  }

  #pathOf({ word }: FileDraft): string {
    const { output } = this.#options
    const extension = extname(output)
    return word === '' ? output : `${output.slice(0, output.length - extension.length)}.${word}${extension}`
  }

  #specifierOf(file: FileDraft): string {
    const path = this.#pathOf(file)
    const fileName = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    const [, name = '', letter = ''] = /^(.*)\.([mc]?)tsx?$/.exec(fileName) ?? []
    const { extension } = this.#options
    const end = extension === '' && letter === '' ? '' : `.${letter}${extension === '.ts' ? 'ts' : 'js'}`
    return `./${name}${end}`
  }
}

/** Whether a call sends files or bytes. */
function isUpload({ body }: OperationPlan): boolean {
  return body?.kind === 'raw' || (body?.kind === 'value' && body.format === 'multipart')
}

function bare(name: string): string {
  return name.replace(/^type /, '')
}

function compare(a: string, b: string): number {
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()]
  return lowerA === lowerB ? (a < b ? -1 : 1) : lowerA < lowerB ? -1 : 1
}

function printType({ name, shape }: NamedShape, draft: FileDraft): void {
  const { out } = draft
  out.blank()
  if (shape.description !== '') out.line(`/** ${commentText(shape.description)} */`)
  if (shape.alias !== undefined) {
    out.assign(`export type ${name} =`, typeText(shape.alias, draft, false))
    return
  }
  out.block(`export interface ${name} {`, () => printMembers(shape, draft))
}
