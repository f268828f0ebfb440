import type { Notes } from './draft.ts'
import type { Held, HeldText } from './hold-pairs.ts'
import { elementOf, type TagModel, type TupleModel, type TypeModel } from './model.ts'
import { OpenPoint, Refusal } from './outcome.ts'
import { readText, takesEmpty } from './read-scalar.ts'
import type { WireSettings } from './wire-request.ts'
import { zeroScalar } from './zero-value.ts'

/** A single value: `undefined` if it is empty and so absent, or wrong. */
export function readOneText(
  type: TypeModel,
  { text, at, file }: HeldText,
  path: string,
  notes: Notes,
  settings: Pick<WireSettings, 'zeroEmpty'>,
): unknown {
  if (file !== undefined) {
    notes.wrong(path, at)
    return undefined
  }
  if (text === '' && !takesEmpty(type)) return settings.zeroEmpty ? zeroOfEmpty(type) : undefined
  const value = readText(type, text)
  if (value === undefined) notes.wrong(path, at)
  return value
}

function zeroOfEmpty(type: TypeModel): unknown {
  const value = type.kind === 'scalar' ? zeroScalar(type.scalar) : undefined
  if (value === undefined) throw new OpenPoint('zeroEmpty for a type without a zero value')
  return value
}

export interface ListRules {
  readonly format: TagModel['format']
  readonly notes: Notes
  readonly settings: WireSettings
  readonly zero: boolean
  readonly hasIndices: boolean
}

const separators = { csv: ',', pipe: '|', ssv: ' ' }

/** The elements of one value of a list. */
export function splitValue(text: string, format: TagModel['format'], splitting: boolean): readonly string[] {
  if (format !== undefined && format !== 'json') return text.split(separators[format])
  return splitting ? text.split(',') : [text]
}

/** A list of single values, from repeated keys or from indices. */
export function readListTexts(type: TypeModel, held: Held, path: string, rules: ListRules): unknown {
  if (rules.hasIndices) {
    if (held.texts.length > 0) throw new OpenPoint('a list given by index and by repetition')
    return readIndexed(type, held, path, rules)
  }
  const { notes, settings, format } = rules
  const list: unknown[] = []
  for (const one of held.texts) {
    if (one.file !== undefined) notes.wrong(path, one.at)
    if (one.file !== undefined) continue
    for (const text of splitValue(one.text, format, settings.splitting)) {
      const value = readOneText(type, { text, at: one.at }, path, notes, settings)
      const isDropped = text === '' && value === undefined
      if (!isDropped) list.push(value)
      const fitting = list.filter((element) => element !== undefined)
      if (fitting.length > settings.maxArrayLength) throw new Refusal(notes.source, 'too long a list')
    }
  }
  if (list.length > settings.maxArrayLength) throw new OpenPoint('a list too long by its wrong elements')
  const isEmpty = held.texts.every(({ text }) => text === '') && list.length === 0
  return isEmpty ? undefined : list
}

function readIndexed(type: TypeModel, { indexed }: Held, path: string, rules: ListRules): unknown {
  const { notes, settings, zero } = rules
  const values = new Map<number, unknown>()
  for (const [index, text] of indexed) {
    const before = notes.count()
    const value = readOneText(type, text, `${path}.${index}`, notes, settings)
    if (value !== undefined || notes.count() > before) values.set(index, value)
  }
  if (values.size === 0) return undefined
  const last = Math.max(...values.keys())
  const list: unknown[] = []
  for (let i = 0; i <= last; i++) {
    const filler = zero && type.kind === 'scalar' ? zeroScalar(type.scalar) : undefined
    if (values.has(i)) list.push(values.get(i))
    else if (filler !== undefined) list.push(filler)
    else notes.missing(`${path}.${i}`, { isLoose: true, isOfPairs: true })
  }
  return list
}

/** A tuple is read as a list with its number of elements, none empty except text. */
export function readTupleTexts(
  tuple: TupleModel,
  held: Held,
  path: string,
  notes: Notes,
  settings: WireSettings,
): unknown {
  if (held.indexed.size > 0) throw new OpenPoint('a tuple given by index')
  if (held.texts.some(({ file }) => file !== undefined)) throw new OpenPoint('a file for a tuple')
  const texts = held.texts.flatMap(({ text }) => splitValue(text, undefined, settings.splitting))
  if (texts.includes('')) throw new OpenPoint('an empty element of a tuple')
  if (texts.length > settings.maxArrayLength) throw new Refusal(notes.source, 'too long a list')
  if (texts.length < tuple.of.length || (texts.length > tuple.of.length && tuple.rest === undefined)) {
    notes.wrong(path)
    return undefined
  }
  return texts.map((text, i) => {
    const type = elementOf(tuple, i)
    const value = type && readText(type, text)
    if (value === undefined) notes.wrong(path)
    return value
  })
}
