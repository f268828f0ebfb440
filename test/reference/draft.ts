import type { FieldModel } from './model.ts'
import { type Issue, type IssueSource, OpenPoint } from './outcome.ts'

/** The values of a DTO from one source. */
export interface Draft {
  /** By property name; absent properties have no entry. */
  readonly values: Map<string, unknown>
  /** Properties that were present but invalid. */
  readonly broken: Set<string>
  /** Wrong values in order of arrival, then missing members of present values. */
  readonly issues: readonly Issue[]
}

/** Collects the issues of one source. */
export class Notes {
  readonly source: IssueSource
  /** Whether its issues may come in any order. */
  private readonly isLoose: boolean
  private readonly wrongs: { readonly issue: Issue; readonly at: number }[] = []
  private readonly missings: Issue[] = []

  constructor(source: IssueSource, isLoose = false) {
    this.source = source
    this.isLoose = isLoose
  }

  /** @param at the position among other issues, such as the number of its pair. */
  wrong(path: string, at = Number.MAX_SAFE_INTEGER): void {
    const field = told(path)
    this.wrongs.push({ issue: { source: this.source, field, reason: 'wrong' }, at })
  }

  /** A refused `null` for a required value. */
  refusedNull(key: string): void {
    this.add(
      { source: this.source, field: told(key), reason: 'wrong', isRefusedNull: true },
      Number.MAX_SAFE_INTEGER,
    )
  }

  /** A wrong key is one issue, however often it is sent and whatever follows it. */
  wrongKey(path: string): void {
    const field = told(path)
    if (!this.wrongs.some(({ issue }) => issue.field === field)) this.wrong(path)
  }

  missing(path: string, about: Pick<Issue, 'isLoose' | 'isOfPairs'> = {}): void {
    this.missings.push({ source: this.source, field: told(path), reason: 'missing', ...about })
  }

  /** An issue found by another value's reader. */
  add(issue: Issue, at: number): void {
    if (issue.reason === 'missing' && !issue.isAmongWrong) {
      this.missings.push(issue)
      return
    }
    this.wrongs.push({ issue, at })
  }

  count(): number {
    return this.wrongs.length + this.missings.length
  }

  all(): readonly Issue[] {
    const wrongs = [...this.wrongs].sort((a, b) => a.at - b.at)
    const all = [...wrongs.map(({ issue }) => issue), ...this.missings]
    return this.isLoose ? all.map((issue) => ({ ...issue, isLoose: true })) : all
  }
}

/** `field` is best effort by contract: an empty key at its end is open. */
function told(path: string): string {
  if (/[^.]\.+$/.test(path)) throw new OpenPoint('an issue at an empty key')
  return path
}

/** Reads each field into a draft; `read` returns `undefined` for an absent value, and notes issues. */
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
  return { values, broken, issues: notes.all() }
}
