import type { BinderCase } from '../support/binder-cases.ts'

/** A source written to break out of the generated text. */
export interface HostileSource {
  readonly name: string
  readonly source: string
  /** Default: `dto.ts`. */
  readonly file?: string
  /** The expected behaviour of its binders. */
  readonly cases?: readonly BinderCase[]
  /** Instead of an output: the code of the diagnostic that refuses it. */
  readonly refused?: string
}

/** Code in the source: in a module it would throw, as the name is not declared. */
export const pwn = 'pwned=1'

/** A case with a query string. */
export function query(name: string, text: string, value: unknown, binder = 'bindQueryD'): BinderCase {
  return { name, binders: [binder], query: text, value }
}

/** A source of one interface `D`. */
export function dto(members: string, tags = '@query'): string {
  return `/** ${tags} */\nexport interface D {\n${members}\n}\n`
}
