import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import type { Answer, AnswerBody } from '../model/operation.ts'
import type { DocTag } from './doc-comments.ts'

/** One `@answer`. */
export interface AnswerTag {
  /** `*` for every answer, `none` for `@answer -`. */
  readonly status: number | 'default' | '*' | 'none'
  /** `undefined` for headers alone, and for an error. */
  readonly sent: Pick<Answer, 'media' | 'body'> | undefined
  readonly headers: readonly string[]
  readonly span: SourceSpan
}

type DeclaredAnswer = AnswerTag & { readonly status: Answer['status'] }

const thrown = /^([45]\d\d)\s+HttpError(?!\S)/

/** The status of `@answer 429 HttpError`: an error, which the error handler answers. */
export function declaredError({ name, text }: Pick<DocTag, 'name' | 'text'>): number | undefined {
  const [, status] = (name === 'answer' && thrown.exec(text)) || []
  return status === undefined ? undefined : Number(status)
}

export function isAnswer(declared: AnswerTag): declared is DeclaredAnswer {
  return declared.status !== '*' && declared.status !== 'none'
}

/** The `@answer` tags of middleware, which some of its operations must bear out. */
export class AnswerTags {
  readonly #open = new Map<string, { readonly declared: DeclaredAnswer; readonly read: Set<string> }>()
  readonly #met = new Set<string>()

  compare(all: readonly AnswerTag[], read: readonly Answer[], isUnread: boolean): void {
    for (const declared of all.filter(isAnswer)) {
      const key = JSON.stringify(declared.span)
      if (isUnread || read.some((one) => isSame(declared, one))) this.#met.add(key)
      const known = this.#open.get(key) ?? { declared, read: new Set() }
      this.#open.set(key, known)
      for (const one of read) known.read.add(shownAnswer(one))
    }
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#open].flatMap(([key, { declared, read }]) => {
      if (this.#met.has(key)) return []
      const shown = shownAnswer({ ...declared, ...declared.sent })
      return [diagnose(openApiCatalog.otherAnswer, declared.span, shown, [...read].join(', '))]
    })
  }
}

export function isSame(declared: DeclaredAnswer, read: Answer): boolean {
  if (declared.status !== read.status) return false
  const { sent } = declared
  if (sent?.body === undefined) return sent?.media === undefined || sent.media === read.media
  return read.body !== undefined && shownBody(sent.body) === shownBody(read.body)
}

/** An answer for messages: `200 Car`. */
export function shownAnswer({
  status,
  media,
  body,
}: Partial<Pick<Answer, 'status' | 'media' | 'body'>>): string {
  const what = body === undefined ? media : shownBody(body)
  return what === undefined ? String(status) : `${status} ${what}`
}

function shownBody(body: AnswerBody): string {
  if (body.kind === 'dto') return body.name
  return body.kind === 'value' ? body.text : body.kind
}
