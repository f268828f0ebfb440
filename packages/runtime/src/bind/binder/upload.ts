import { causedIssue } from '../../error/caused-issue.ts'
import { fieldAfterFile, isRequired, unknownKey } from '../../error/english-issues.ts'
import { HttpError } from '../../error/http-error.ts'
import type { IssueText } from '../../error/issue-text.ts'
import type { BegunFile, FileOrigin } from '../../request/file-stream.ts'
import { FileStream, FileStreams } from '../../request/file-stream.ts'
import { collectPieces, type Pieces, piecesFrom, piecesOf } from '../../request/pieces.ts'
import { BodyError } from '../decoded/decode-body.ts'
import type { FormPart } from '../multipart/multipart-body.ts'
import { MultipartReader, type SentPart } from '../multipart/multipart-reader.ts'
import { UploadPairs } from '../multipart/upload-pairs.ts'
import { isMultipart } from '../parsers/body-format.ts'
import type { StreamRules } from '../parsers/parsers.ts'
import type { BindInput, UnknownKeys } from '../reading/bind-input.ts'
import { issueError } from '../reading/issue-error.ts'
import { Reading } from '../reading/reading.ts'
import { awaitable } from '../reading/watched-promise.ts'
import type { KeyTable } from '../text/key-table.ts'

// The fields before the first file are held until the answer.
const maxFieldBytes = 4 * 1024 * 1024

/** A property whose files are streams. */
interface StreamMember extends StreamRules {
  /** Checks the value of the property. @throws ValidationError */
  readonly check: ((value: unknown) => void) | undefined
}

/** A multipart body whose files are streams: its fields come first, then its files one after the other. */
export class Upload {
  readonly #c: BindInput
  readonly #members: ReadonlyMap<string, StreamMember>
  readonly #reader: MultipartReader
  #isStrict = false
  #first: FileStream | undefined = undefined
  /** The fields before the first file. */
  readonly #fields: FormPart[] = []
  /** The file that has begun and was not opened. */
  #next: SentPart | undefined = undefined
  #hasEnded = false
  /** The names of the files that have begun. */
  readonly #passed = new Set<string>()
  #fieldBytes = 0

  /**
   * @param checkOf makes the check of a property.
   * @throws HttpError 415 when the body is no multipart form.
   */
  constructor(
    c: BindInput,
    streams: readonly StreamRules[],
    checkOf: (c: BindInput, rules: StreamRules) => StreamMember['check'],
  ) {
    if (!isMultipart(c))
      throw new HttpError(415, 'The body is not a multipart form', {
        headers: { Accept: 'multipart/form-data' },
      })
    const body = bodyOf(c)
    this.#c = c
    this.#members = new Map(streams.map((one) => [one.key, { ...one, check: checkOf(c, one) }]))
    this.#reader = readerOf(body, c)
  }

  /** Reads the fields; a body that cannot be read is an issue. @throws HttpError 413 past the limit. */
  async readFields(at: Reading): Promise<void> {
    this.#isStrict = at.isStrict
    at.source = 'body'
    try {
      await this.#readFields()
    } catch (cause) {
      if (!(cause instanceof BodyError)) throw cause
      at.wrong('', causedIssue(cause.issue, cause))
      this.#hasEnded = true
    }
  }

  /** Checks the rules of the file that has begun. @throws ValidationError */
  checkFirst(): void {
    this.#first?.check()
  }

  async #readFields(): Promise<void> {
    for (;;) {
      const part = await this.#reader.next()
      if (part === undefined) {
        this.#hasEnded = true
        return
      }
      if (part.filename !== undefined) {
        this.#next = part
        return
      }
      const bytes = await collectPieces(part.pieces, (size) => this.#holdField(size))
      this.#fields.push({ ...part, bytes })
    }
  }

  #holdField(bytes: number): void {
    this.#fieldBytes += bytes
    if (this.#fieldBytes > maxFieldBytes) throw new HttpError(413, 'The fields of the form are too long')
    this.#c.holdBody?.(bytes)
  }

  /** The fields as pairs, followed by the properties whose files may come. */
  pairs(at: Reading, keys?: KeyTable): UploadPairs {
    const coming = this.#hasEnded ? [] : [...this.#members.keys()]
    const next = this.#next
    if (next !== undefined && this.#keyOf(next.name) === undefined) coming.push(next.name)
    return new UploadPairs(this.#fields, coming, this, at, keys)
  }

  /** The file of a property, which may yet come. */
  file(key: string): FileStream {
    const member = this.#members.get(key)
    const next = this.#next
    const begun = next !== undefined && this.#keyOf(next.name) === key ? this.#begin(next) : undefined
    const begin = async (): Promise<BegunFile> => {
      if (this.#passed.has(key))
        throw new Error(`the file ${key} was passed: read the files in the order sent`)
      const part = await this.#take(key)
      return part === undefined ? refuse(key, isRequired) : (begun ?? this.#begin(part))
    }
    const file: FileStream = new FileStream(
      this.#origin(key, begin, member, () => file),
      begun,
    )
    if (begun !== undefined) this.#first = file
    return file
  }

  /** The files of a list, which may yet come. */
  files(key: string): FileStreams {
    const member = this.#members.get(key)
    const come: FileStream[] = []
    return new FileStreams(async () => {
      const part = await this.#take(key)
      if (part === undefined) return undefined
      const begun = this.#begin(part)
      const file = new FileStream(
        this.#origin(
          key,
          async () => begun,
          member,
          () => come,
        ),
        begun,
      )
      come.push(file)
      await file.open()
      return file
    })
  }

  /** @param name of the property, for messages to the developer */
  #origin(
    name: string,
    begin: () => Promise<BegunFile>,
    member: StreamMember | undefined,
    value: () => FileStream | readonly FileStream[],
  ): FileOrigin {
    const c = this.#c
    return {
      begin,
      check: () => member?.check?.(value()),
      hold: (bytes) => c.holdBody?.(bytes),
      save: async (path, pieces, options) => {
        if (c.saveBody === undefined) throw noFileSystem()
        await c.saveBody(path, pieces, options)
      },
      watch: (work, call) => awaitable(c, work, `${name}.${call}`),
    }
  }

  /** The next file of a property; those before are passed. */
  async #take(key: string): Promise<SentPart | undefined> {
    for (;;) {
      const part = this.#next
      if (part === undefined) {
        if (this.#hasEnded) return undefined
        await this.#advance()
        continue
      }
      const own = this.#keyOf(part.name)
      if (own === undefined && this.#isStrict) refuse(part.name, unknownKey)
      this.#next = undefined
      if (own !== undefined) this.#passed.add(own)
      if (own === key) return part
    }
  }

  /** The content ends when the next file has begun, or the body has ended. */
  #begin({ filename = '', header, pieces }: SentPart): BegunFile {
    let hasEnded = false
    const read = async (): Promise<Uint8Array | undefined> => {
      if (hasEnded) return undefined
      const piece = await pieces.read().catch(refuseBody)
      if (piece !== undefined) return piece
      hasEnded = true
      await this.#advance()
      return undefined
    }
    return { filename, header, pieces: { read, close: () => pieces.close() } }
  }

  /** Moves to the next file. */
  async #advance(): Promise<void> {
    for (;;) {
      const part = await this.#reader.next().catch(refuseBody)
      if (part === undefined) this.#hasEnded = true
      else if (part.filename !== undefined) this.#next = part
      else {
        const isEmpty = (await part.pieces.read().catch(refuseBody)) === undefined
        // A file input without a file.
        if (isEmpty && this.#keyOf(part.name) !== undefined) continue
        refuse(part.name, fieldAfterFile)
      }
      return
    }
  }

  /** The key of the property for a part: `films`, `films[]` and `films[0]` are the same list. */
  #keyOf(name: string): string | undefined {
    if (this.#members.has(name)) return name
    const list = name.replace(/\[\d*\]$/, '')
    return this.#members.get(list)?.isList === true ? list : undefined
  }
}

/** The reading of a request whose files are streams. */
export class UploadReading extends Reading {
  readonly upload: Upload

  constructor(upload: Upload, c: BindInput, out?: object, unknown?: UnknownKeys) {
    super(c, out, unknown)
    this.upload = upload
  }
}

/** The error of `save()` for a request of a framework whose adapter writes no files. */
export function noFileSystem(): Error {
  return new Error('there is no file system to save to: use stream()')
}

/** @throws HttpError 400 for a type without a boundary. */
function readerOf(body: Pieces, c: BindInput): MultipartReader {
  try {
    return new MultipartReader(body, c.contentType(), c.bindSettings().maxParts)
  } catch (cause) {
    return refuseBody(cause)
  }
}

function bodyOf(c: BindInput): Pieces {
  const stream = c.bodyStream?.()
  return stream === undefined ? piecesOf(c.bodyBytes()) : piecesFrom(stream)
}

function refuse(key: string, issue: IssueText): never {
  throw issueError('body', key, issue)
}

function refuseBody(cause: unknown): never {
  if (cause instanceof BodyError) throw new HttpError(400, `The body ${cause.message}`, { cause })
  throw cause
}
