import { decodeCookieText, decodeFormText } from '@ctxgen/core/percent'
import type { BindSourceName } from '../../error/bind-error.ts'
import { tooLong, tooManyKeys } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import { eachCookie } from '../../request/cookie-header.ts'
import { headerList, headerRecord } from '../../request/header-lines.ts'
import { eachPair } from '../../request/query-string.ts'
import { bodyText, decodeUtf8 } from '../decoded/body-text.ts'
import { multipartParts } from '../multipart/multipart-body.ts'
import { isMultipart } from '../parsers/body-format.ts'
import type { BindInput, BindSettings } from '../reading/bind-input.ts'
import { refuseEmpty } from '../reading/empty-body.ts'
import { issueError } from '../reading/issue-error.ts'
import { Reading } from '../reading/reading.ts'
import { throwIssues } from '../reading/throw-issues.ts'
import { KeyParts } from '../text/key-parts.ts'

/** The values of each key, in order of arrival, without a prototype, so that no key is special. */
export type BoundTexts = Record<string, string[]>

/** The last value of each key. */
export type LastBoundTexts = Record<string, string>

// Independent of the cursors for typed values, which makes an app without text DTOs a tenth smaller.

export function queryMap(c: BindInput): BoundTexts {
  return urlencodedMap('query', c.rawQuery(), c.bindSettings())
}

/** The fields of a form, without its files. */
export function formMap(c: BindInput): BoundTexts {
  if (isMultipart(c)) return multipartMap(c)
  return urlencodedMap('body', bodyText(c), c.bindSettings())
}

export function cookieMap(c: BindInput): BoundTexts {
  const texts = new TextCollector('cookie', c.bindSettings())
  eachCookie(headerList(c.rawHeaders(), 'cookie', '; '), (name, value) => {
    texts.countPair()
    texts.put(name, decodeCookieText(value))
  })
  return texts.map
}

/** Names in lower case. */
export function headerMap(c: BindInput): BoundTexts {
  return headerRecord(c.rawHeaders())
}

/** Names in lower case. */
export function respHeaderMap(c: BindInput): BoundTexts {
  return headerRecord(c.rawResponseHeaders())
}

export function uriMap(c: BindInput): BoundTexts {
  const map: BoundTexts = Object.create(null)
  for (const name of c.routeParamNames()) {
    const value = c.routeParam(name)
    if (value !== undefined) map[name] = [value]
  }
  return map
}

export function lastOf(map: BoundTexts): LastBoundTexts {
  const last: LastBoundTexts = Object.create(null)
  for (const key of Object.keys(map)) last[key] = map[key]?.at(-1) ?? ''
  return last
}

function urlencodedMap(source: BindSourceName, text: string, settings: BindSettings): BoundTexts {
  const texts = new TextCollector(source, settings)
  eachPair(text, (key, value) => {
    const path = texts.path(decodeFormText(key))
    texts.countPair()
    texts.put(path, decodeFormText(value))
  })
  return texts.map
}

function multipartMap(c: BindInput): BoundTexts {
  const at = new Reading(c)
  const texts = new TextCollector('body', c.bindSettings())
  for (const { name, filename, bytes } of multipartParts(at)) {
    const path = texts.path(name)
    texts.countPair()
    if (filename === undefined) texts.put(path, decodeUtf8(bytes))
  }
  refuseEmpty(at)
  throwIssues(at)
  return texts.map
}

/** Collects texts by key, within the limits of the binders. */
class TextCollector extends KeyParts {
  readonly map: BoundTexts = Object.create(null)
  readonly #source: BindSourceName
  #pairs = 0

  constructor(source: BindSourceName, settings: BindSettings) {
    super(settings)
    this.#source = source
  }

  path(key: string): string {
    this.split(key)
    return this.wholeKey()
  }

  countPair(): void {
    const { maxKeys } = this.settings
    if (++this.#pairs > maxKeys) this.refuse(withValues(tooManyKeys, { max: maxKeys }))
  }

  put(key: string, text: string): void {
    const { splitting, maxArrayLength } = this.settings
    const list = this.map[key] ?? []
    // One element beyond the limit is enough: a text may contain millions.
    for (const part of splitting ? text.split(',', maxArrayLength + 1) : [text]) {
      if (list.length === maxArrayLength) this.refuse(withValues(tooLong, { max: maxArrayLength }))
      list.push(part)
    }
    this.map[key] = list
  }

  refuse(issue: IssueText): never {
    throw issueError(this.#source, '', issue)
  }
}
