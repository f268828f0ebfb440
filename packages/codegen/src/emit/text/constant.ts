import { hasLiteral, regexp } from './literal.ts'
import type { RuntimeName } from './runtime-names.ts'

/** The value of a constant of the file. */
export type ConstantValue =
  | CallValue
  /** `asInt as Scalar<Id>` */
  | { readonly kind: 'cast'; readonly value: string; readonly as: string }
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string }
  | { readonly kind: 'object'; readonly items: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly isConst?: true }
  | { readonly kind: 'set'; readonly items: readonly string[] }

/** A call of the runtime, which bundlers may drop. */
interface CallValue {
  readonly kind: 'call'
  readonly make: RuntimeName
  /** It makes an instance of a class. */
  readonly isNew?: true
  /** Its type arguments. */
  readonly types?: string
  /** The text around the items in the parentheses: `() => [` and `]`. */
  readonly around?: readonly [open: string, close: string]
  readonly items: readonly string[]
  /** The type that the compiler cannot see. */
  readonly as?: string
  /** Whether items that do not fit on one line have a line each; others fill lines. */
  readonly isTall?: boolean
}

/** A value, cut where its lines may break. */
export interface ConstantText {
  readonly open: string
  readonly items: readonly string[]
  readonly close: string
}

/** Whether the value is made by a call, which bundlers keep unless it is marked. */
export function isMade(value: ConstantValue): boolean {
  if (value.kind === 'regexp') return !hasLiteral(value.source, value.flags)
  return value.kind === 'call' || value.kind === 'set'
}

export function constantText(value: ConstantValue, use: (name: RuntimeName) => string): ConstantText {
  switch (value.kind) {
    case 'cast':
      return { open: `${value.value} as ${value.as}`, items: [], close: '' }
    case 'regexp':
      return { open: regexp(value.source, value.flags), items: [], close: '' }
    case 'object':
      return { open: '{', items: value.items, close: '}' }
    case 'list':
      return { open: '[', items: value.items, close: value.isConst ? '] as const' : ']' }
    case 'set':
      return { open: 'new Set([', items: value.items, close: '])' }
    case 'call': {
      const { make, isNew, types, around: [open, close] = ['', ''], items, as } = value
      const called = `${isNew ? 'new ' : ''}${use(make)}${types === undefined ? '' : `<${types}>`}`
      return { open: `${called}(${open}`, items, close: `${close})${as === undefined ? '' : ` as ${as}`}` }
    }
  }
}
