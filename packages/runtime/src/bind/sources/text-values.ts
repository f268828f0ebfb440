import type { BindIssue } from '../../error/bind-error.ts'
import { causedIssue } from '../../error/caused-issue.ts'
import { mustBeNoFile, tooLong } from '../../error/english-issues.ts'
import { detailsOf } from '../../error/issue-details.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import { unreadable } from '../decoded/decode-body.ts'
import { checkObjects } from '../decoded/json-objects.ts'
import { parseExactJson } from '../decoded/json-text.ts'
import { parsersOf } from '../parsers/parsers.ts'
import { parserConfig } from '../reading/parser-config.ts'
import { Reading } from '../reading/reading.ts'
import { refusal, type Scalar } from '../scalar/scalar.ts'
import type { JsonReader } from '../shape/json-object.ts'
import type { ListSeparator } from '../text/pair-lists.ts'
import type { TextPairs } from '../text/text-pairs.ts'
import { textsOf } from './value-texts.ts'

/** A route parameter as `type`; `undefined` when it is absent or wrong. */
export function uriValue<T>(at: Reading, name: string, type: Scalar<T>): T | undefined {
  at.source = 'uri'
  return readText(paramText(at, name), name, type, at)
}

/** A route parameter as a list: one element, unless split at `separator` or, if set app-wide, at commas. */
export function uriList<T>(
  at: Reading,
  name: string,
  type: Scalar<T>,
  separator?: ListSeparator,
): T[] | undefined {
  at.source = 'uri'
  const texts = paramTexts(at, name)
  const first = texts?.[0]
  if (texts === undefined || first === undefined) return undefined
  if (first === '' && texts.length === 1 && !type.takesEmpty && !parserConfig().zeroEmpty) return undefined
  const { splitting, maxArrayLength } = at.c.bindSettings()
  const mark = separator ?? (splitting ? ',' : undefined)
  const parts = mark === undefined ? texts : texts.flatMap((text) => text.split(mark))
  return readTexts([], parts, name, type, maxArrayLength, at)
}

/** A route parameter with JSON. */
export function uriJson<T>(at: Reading, name: string, read: JsonReader<T>): T | undefined {
  at.source = 'uri'
  at.maxDepth = at.c.bindSettings().maxDepth
  return readJsonText(paramText(at, name), name, read, at)
}

/** The JSON of a pair, read as strictly as a JSON body. */
export function pairJson<T>(pairs: TextPairs, read: JsonReader<T>): T | undefined {
  if (pairs.isFile()) return pairs.wrong(mustBeNoFile)
  const text = pairs.text()
  if (text === '') return undefined
  const inside = new Reading(pairs.reading.c)
  const { isStrict, refusesNull } = pairs.settled()
  inside.isStrict = isStrict
  inside.refusesNull = refusesNull
  inside.source = pairs.source
  inside.maxDepth = pairs.settings.maxDepth
  const value = readJsonText(text, pairs.wholeKey(), read, inside)
  for (const issue of inside.issues()) pairs.note({ path: issue.path, issue: textOf(issue), counts: 'last' })
  return value
}

function textOf(issue: BindIssue): IssueText {
  return { ...issue, text: detailsOf(issue).text ?? '' }
}

function paramText(at: Reading, name: string): string | undefined {
  const { held } = parsersOf(at.c)
  return held === undefined ? at.c.routeParam(name) : textsOf(held(at.c), name)?.at(-1)
}

/** The elements of a route parameter without a separator of its own. */
function paramTexts(at: Reading, name: string): readonly string[] | undefined {
  const { held } = parsersOf(at.c)
  if (held !== undefined) return textsOf(held(at.c), name)
  const text = at.c.routeParam(name)
  return text === undefined ? undefined : [text]
}

/** A text with JSON, read as strictly as a JSON body; an empty text is absent. */
export function readJsonText<T>(
  text: string | undefined,
  field: string,
  read: JsonReader<T>,
  at: Reading,
): T | undefined {
  if (text === undefined || text === '') return undefined
  let value: unknown
  try {
    const limits = at.c.bindSettings()
    checkObjects(text, limits)
    value = parseExactJson(text, limits)
  } catch (cause) {
    return at.wrong(field, causedIssue(unreadable(cause, 'JSON'), cause))
  }
  const { isBinary, ownsBody } = at
  at.isBinary = false
  at.ownsBody = true
  const made = read(value, field, at)
  at.isBinary = isBinary
  at.ownsBody = ownsBody
  return made
}

/** A text as `type`; `undefined` when it is absent, empty (and so absent) or wrong. */
export function readText<T>(
  text: string | undefined,
  field: string,
  type: Scalar<T>,
  at: Reading,
): T | undefined {
  if (text === undefined) return undefined
  if (text === '' && !type.takesEmpty) {
    return parserConfig().zeroEmpty ? (type.zero ?? at.wrong(field, type.issue)) : undefined
  }
  return type.read(text) ?? at.wrong(field, refusal(type, text))
}

/** Adds texts to a list of `type`; an empty text only counts if the type accepts it. */
export function readTexts<T>(
  list: T[],
  texts: readonly string[],
  field: string,
  type: Scalar<T>,
  maxLength: number,
  at: Reading,
): T[] {
  if (list.length + texts.length > maxLength) {
    at.c.bindSettings().refuse(at.source, field, withValues(tooLong, { max: maxLength }))
  }
  for (const text of texts) {
    const value = readText(text, field, type, at)
    if (value !== undefined) list.push(value)
  }
  return list
}
