import type { FieldModel } from './model.ts'
import { type Fault, type FaultSource, OpenPoint } from './outcome.ts'

/** The values of a DTO from one source. */
export interface Draft {
  /** By property name; absent properties have no entry. */
  readonly values: Map<string, unknown>
  /** Properties that were present but invalid. */
  readonly broken: Set<string>
  /** Wrong values in order of arrival, then missing members of present values. */
  readonly faults: readonly Fault[]
}

/** Collects the faults of one source. */
export class Notes {
  readonly source: FaultSource
  /** Whether its faults may come in any order. */
  private readonly isLoose: boolean
  private readonly wrongs: { readonly fault: Fault; readonly at: number }[] = []
  private readonly missings: Fault[] = []

  constructor(source: FaultSource, isLoose = false) {
    this.source = source
    this.isLoose = isLoose
  }

  /** @param at the position among other faults, such as the number of its pair. */
  wrong(path: string, at = Number.MAX_SAFE_INTEGER): void {
    const field = told(path)
    this.wrongs.push({ fault: { source: this.source, field, reason: 'wrong' }, at })
  }

  /** A wrong key is one fault, however often it is sent and whatever follows it. */
  wrongKey(path: string): void {
    const field = told(path)
    if (!this.wrongs.some(({ fault }) => fault.field === field)) this.wrong(path)
  }

  missing(path: string, about: Pick<Fault, 'isLoose' | 'isOfPairs'> = {}): void {
    this.missings.push({ source: this.source, field: told(path), reason: 'missing', ...about })
  }

  /** A fault found by another value's reader. */
  add(fault: Fault, at: number): void {
    if (fault.reason === 'missing' && !fault.isAmongWrong) {
      this.missings.push(fault)
      return
    }
    this.wrongs.push({ fault, at })
  }

  count(): number {
    return this.wrongs.length + this.missings.length
  }

  all(): readonly Fault[] {
    const wrongs = [...this.wrongs].sort((a, b) => a.at - b.at)
    const all = [...wrongs.map(({ fault }) => fault), ...this.missings]
    return this.isLoose ? all.map((fault) => ({ ...fault, isLoose: true })) : all
  }
}

/** `field` is best effort by contract: an empty key at its end is open. */
function told(path: string): string {
  if (/[^.]\.+$/.test(path)) throw new OpenPoint('a fault at an empty key')
  return path
}

/** Reads each field into a draft; `read` returns `undefined` for an absent value, and notes faults. */
export function draftOf(
  fields: readonly FieldModel[],
  notes: Notes,
  read: (field: FieldModel) => unknown,
  ended: () => void = () => {},
): Draft {
  const values = new Map<string, unknown>()
  const broken = new Set<string>()
  for (const field of fields) {
    const before = notes.count()
    const value = read(field)
    if (notes.count() > before) broken.add(field.name)
    else if (value !== undefined) values.set(field.name, value)
  }
  ended()
  return { values, broken, faults: notes.all() }
}
