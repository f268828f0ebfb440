import { type Draft, draftOf, Notes } from './draft.ts'
import { readJsonOption } from './json-option.ts'
import { type BoundField, boundFields, type DtoModel, type NonNullType, nonNull } from './model.ts'
import { OpenPoint, Refusal } from './outcome.ts'
import { readText, takesEmpty } from './read-scalar.ts'
import { trim } from './text-syntax.ts'
import { readOneText, readTupleTexts, splitValue } from './text-values.ts'
import type { HeaderLine, WireRequest, WireSettings } from './wire-request.ts'

/** Issues keep the order of discovery. */
const asRead = Number.MAX_SAFE_INTEGER

interface Scope {
  readonly notes: Notes
  readonly settings: WireSettings
  readonly zero: boolean
}

/** Route parameters, looked up by name. */
export function bindUri(dto: DtoModel, { params, settings }: WireRequest): Draft {
  const scope = { notes: new Notes('uri'), settings, zero: dto.missing === 'zero' }
  return bindNamed(dto, 'uri', scope, ({ key, field, format }) => {
    const text = Object.hasOwn(params, key) ? params[key] : undefined
    if (text === undefined) return []
    const { kind } = nonNull(field.type)
    return (kind === 'list' || kind === 'tuple') && format !== 'json'
      ? splitValue(text, format, settings.splitting)
      : [text]
  })
}

/** Header lines: a scalar takes the last of its name, a list takes all, split at commas. */
export function bindHeader(dto: DtoModel, source: 'header' | 'respHeader', request: WireRequest): Draft {
  const { settings } = request
  const lines = source === 'header' ? request.headers : request.responseHeaders
  const scope = { notes: new Notes(source), settings, zero: dto.missing === 'zero' }
  return bindNamed(dto, source, scope, (bound) => headerTexts(bound, lines))
}

function headerTexts({ key, field, format }: BoundField, lines: readonly HeaderLine[]): readonly string[] {
  const { kind } = nonNull(field.type)
  const values = lines.flatMap(([name, value]) => (sameName(name, key) ? [value] : []))
  if ((kind !== 'list' && kind !== 'tuple') || format === 'json') return values.slice(-1)
  const parts = values.flatMap((value) => splitValue(value, format ?? 'csv', false).map(trim))
  const some = parts.filter((part) => part !== '')
  // A header that is present but empty.
  return some.length === 0 && values.length > 0 ? [''] : some
}

function sameName(a: string, b: string): boolean {
  return (
    a.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) ===
    b.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  )
}

function bindNamed(
  dto: DtoModel,
  source: 'uri' | 'header' | 'respHeader',
  scope: Scope,
  textsOf: (field: BoundField) => readonly string[],
): Draft {
  const fields = boundFields(dto, source)
  return draftOf(
    fields.map(({ field }) => field),
    scope.notes,
    (field) => {
      const bound = fields.find((one) => one.field === field)
      const texts = bound === undefined ? [] : textsOf(bound)
      return bound === undefined || texts.length === 0 ? undefined : namedValue(bound, texts, scope)
    },
  )
}

function namedValue({ field, key, format }: BoundField, texts: readonly string[], scope: Scope): unknown {
  const { notes, settings } = scope
  const type = nonNull(field.type)
  const one = { text: texts[0] ?? '', at: asRead }
  if (format === 'json') return readJsonOption(field, one, key, notes, { ...scope, isLoose: false })
  const held = {
    texts: texts.map((text) => ({ text, at: asRead })),
    indexed: new Map(),
    entries: new Map(),
    elements: new Map(),
    object: undefined,
  }
  if (texts.length > settings.maxArrayLength) throw tooLong(type, texts, notes, key)
  if (type.kind === 'tuple') {
    return readTupleTexts(type, held, key, notes, { ...settings, splitting: false })
  }
  if (type.kind !== 'list') return readOneText(type, one, key, notes, settings)
  const element = nonNull(type.of)
  if (texts.length === 1 && texts[0] === '') return emptyList(takesEmpty(element), notes, settings)
  return texts.flatMap((text) => {
    const value = readOneText(element, { text, at: asRead }, key, notes, settings)
    return value === undefined ? [] : [value]
  })
}

/** Whether invalid elements count is open. */
function tooLong(type: NonNullType, texts: readonly string[], { source }: Notes, key: string): Error {
  const isFit = (text: string): boolean => type.kind !== 'list' || readText(type.of, text) !== undefined
  if (texts.every(isFit)) return new Refusal(source, 'too long a list', key)
  return new OpenPoint('a list too long by its wrong elements')
}

function emptyList(isValue: boolean, { source }: Notes, { zeroEmpty }: WireSettings): unknown {
  if (zeroEmpty) throw new OpenPoint('zeroEmpty for a list whose value is empty')
  if (!isValue) return undefined
  if (source !== 'uri') throw new OpenPoint('a list header without elements')
  return ['']
}
