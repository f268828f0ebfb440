import { type Draft, draftOf, Notes } from './draft.ts'
import { type Held, type HeldObject, type HeldText, hold } from './hold-pairs.ts'
import { readJsonOption } from './json-option.ts'
import type { RecordModel, TypeModel } from './model.ts'
import {
  type BoundField,
  boundFields,
  type DtoModel,
  hasKey,
  memberFields,
  nonNull,
  type Source,
} from './model.ts'
import { type IssueSource, OpenPoint, Refusal } from './outcome.ts'
import { takesEmpty } from './read-scalar.ts'
import { keyParts } from './text-syntax.ts'
import { type ListRules, readListTexts, readOneText, readTupleTexts } from './text-values.ts'
import type { WireSettings } from './wire-request.ts'
import { defaultOf, makeObject, missingPaths, zeroOf } from './zero-value.ts'

/** A pair, or a file part of a multipart form. */
export interface FormPair {
  readonly key: string
  readonly value: string
  readonly file?: unknown
}

interface Scope {
  readonly source: Source
  readonly notes: Notes
  readonly settings: WireSettings
  readonly zero: boolean
}

/** Query strings, forms and cookies: pairs of a key and a value. The key is a path, except in cookies. */
export function bindPairs(
  dto: DtoModel,
  source: Source,
  pairs: readonly FormPair[],
  settings: WireSettings,
): Draft {
  const reported: IssueSource = source === 'form' ? 'body' : source === 'cookie' ? 'cookie' : 'query'
  const scope = { source, notes: new Notes(reported), settings, zero: dto.missing === 'zero' }
  const fields = boundFields(dto, source)
  const top = holdAll(fields, pairs, scope)
  return draftOf(
    fields.map(({ field }) => field),
    scope.notes,
    (field) => {
      const bound = fields.find((one) => one.field === field)
      return bound === undefined ? undefined : pairsValue(bound, top.get(field.name), '', scope)
    },
  )
}

function holdAll(fields: readonly BoundField[], pairs: readonly FormPair[], scope: Scope): HeldObject {
  const { source, notes, settings } = scope
  const top: HeldObject = new Map()
  const misfits = new Set<string>()
  for (const [at, { key, value, file }] of pairs.entries()) {
    if (at >= settings.maxKeys) throw new Refusal(notes.source, 'too many keys')
    const path = source === 'cookie' ? [key] : within(notes.source, () => keyParts(key))
    if (path.length > settings.maxDepth) throw new Refusal(notes.source, 'too deep a key')
    const text: HeldText = file === undefined ? { text: value, at } : { text: value, at, file }
    const rules = { source, maxArrayLength: settings.maxArrayLength }
    const place = within(notes.source, () => hold(fields, top, path, text, rules))
    if (place === 'unknown' && !settings.ignoreUnknownKeys && source !== 'cookie')
      notes.wrong(path.join('.'), at)
    const misfit = typeof place === 'number' ? path.slice(0, place).join('.') : undefined
    // A value reports once that it cannot have members.
    if (misfit !== undefined && !misfits.has(misfit)) notes.wrong(misfit, at)
    if (misfit !== undefined) misfits.add(misfit)
  }
  return top
}

/** Refusals from below lack the source. */
function within<T>(source: IssueSource, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(source, error.message) : error
  }
}

function pairsValue(bound: BoundField, held: Held | undefined, above: string, scope: Scope): unknown {
  if (held === undefined) return undefined
  const { notes, settings } = scope
  const path = above === '' ? bound.key : `${above}.${bound.key}`
  const type = nonNull(bound.field.type)
  const last = held.texts.at(-1)
  if (bound.format === 'json') {
    const option = { ...scope, isLoose: true }
    // The last one wins, but none may be too deep.
    for (const one of held.texts) readJsonOption(bound.field, one, path, new Notes(notes.source), option)
    return last && readJsonOption(bound.field, last, path, notes, option)
  }
  switch (type.kind) {
    case 'object':
      return held.object && objectOf(memberFields(type, scope.source), held.object, path, scope)
    case 'record':
      return recordOf(type, held, path, scope)
    case 'tuple':
      return readTupleTexts(type, held, path, notes, settings)
    case 'file':
      return held.texts.find(({ file }) => file !== undefined)?.file
    case 'list':
      return listOf(nonNull(type.of), bound, held, path, scope)
    default:
      return last && readOneText(type, last, path, notes, settings)
  }
}

function listOf(element: TypeModel, bound: BoundField, held: Held, path: string, scope: Scope): unknown {
  if (element.kind === 'object') {
    return elementsOf(held, path, scope, {
      zero: () => zeroOf(element, scope.source),
      make: (one, at) => objectOf(memberFields(element, scope.source), one, at, scope),
    })
  }
  if (element.kind === 'file') return filesOf(held, path, scope)
  const rules: ListRules = { ...scope, format: bound.format, hasIndices: held.indexed.size > 0 }
  return readListTexts(element, held, path, rules)
}

function filesOf({ texts, indexed }: Held, path: string, { notes, settings }: Scope): unknown {
  const files: unknown[] = texts.flatMap(({ file }) => file ?? [])
  if (files.length > settings.maxArrayLength) throw new Refusal(notes.source, 'too many files')
  if (indexed.size === 0) return files.length === 0 ? undefined : files
  if (files.length > 0) throw new OpenPoint('a list of files given by index and by repetition')
  const last = Math.max(...indexed.keys())
  for (let i = 0; i <= last; i++) {
    const file = indexed.get(i)?.file
    if (file === undefined) notes.missing(`${path}.${i}`, { isLoose: true, isOfPairs: true })
    else files.push(file)
  }
  return files
}

function recordOf(type: RecordModel, held: Held, path: string, { notes, settings }: Scope): unknown {
  const record = Object.create(null)
  for (const [key, text] of held.entries) {
    if (!hasKey(type, key)) {
      notes.wrongKey(`${path}.${key}`)
      continue
    }
    const value = readOneText(nonNull(type.of), text, `${path}.${key}`, notes, settings)
    if (value !== undefined) record[key] = value
  }
  return Object.keys(record).length === 0 ? undefined : record
}

interface ElementRules {
  readonly zero: () => unknown
  readonly make: (held: HeldObject, path: string) => unknown
}

/** The elements by index; a gap is a missing element, or a zero value. */
function elementsOf(held: Held, path: string, { notes, zero }: Scope, rules: ElementRules): unknown {
  const list: unknown[] = []
  const last = Math.max(...held.elements.keys())
  for (let i = 0; i <= last; i++) {
    const element = held.elements.get(i)
    if (element !== undefined) list.push(rules.make(element, `${path}.${i}`))
    else if (zero && rules.zero() !== undefined) list.push(rules.zero())
    else notes.missing(`${path}.${i}`, { isLoose: true, isOfPairs: true })
  }
  return list
}

function objectOf(fields: readonly BoundField[], held: HeldObject, path: string, scope: Scope): unknown {
  if (!scope.settings.zeroEmpty && !isSolid(fields, held, scope.source)) {
    throw new OpenPoint('an object of empty values')
  }
  const values = new Map<string, unknown>()
  for (const bound of fields) {
    const { field } = bound
    const before = scope.notes.count()
    const had = pairsValue(bound, held.get(field.name), path, scope)
    // JSON in text may hold a `null`.
    const value = had === undefined ? absentValue(bound, scope) : had
    const isBroken = scope.notes.count() > before
    if (value !== undefined) values.set(field.name, value)
    else if (!isBroken && (!field.optional || bound.required)) {
      for (const place of missingPaths(bound, scope.source, scope.zero && !bound.required)) {
        scope.notes.missing(`${path}.${place}`, { isOfPairs: true })
      }
    }
  }
  return makeObject(fields, values)
}

/** Whether any pair of the object has a value other than an empty one that counts as absent. */
function isSolid(fields: readonly BoundField[], held: HeldObject, source: Source): boolean {
  return fields.some(({ field }) => {
    const of = nonNull(field.type)
    const type = of.kind === 'list' ? nonNull(of.of) : of
    const one = held.get(field.name)
    if (one === undefined) return false
    const texts = [...one.texts, ...one.indexed.values(), ...one.entries.values()]
    if (
      texts.some(
        ({ text, file }) =>
          text !== '' || file !== undefined || takesEmpty(type.kind === 'record' ? type.of : type),
      )
    )
      return true
    if (type.kind !== 'object') return false
    const below = [...one.elements.values(), ...(one.object === undefined ? [] : [one.object])]
    return below.some((object) => isSolid(memberFields(type, source), object, source))
  })
}

/** The value of an absent member in a present object. */
function absentValue({ field, required }: BoundField, { zero, source }: Scope): unknown {
  const value = defaultOf(field)
  if (value !== undefined || field.optional || required) return value
  if (nonNull(field.type).kind === 'list') return []
  return zero ? zeroOf(field.type, source) : undefined
}
