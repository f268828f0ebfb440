import type { BinderCase } from '../support/binder-cases.ts'

/** A source written to break out of the text that is generated from it. */
export interface HostileSource {
  readonly name: string
  readonly source: string
  /** Default: `dto.ts`. */
  readonly file?: string
  /** What its binders must do. */
  readonly cases?: readonly BinderCase[]
  /** Instead of an output: the code of the diagnostic that refuses it. */
  readonly refused?: string
}

/** Code of the source: run as part of a module it throws, as nothing declares the name. */
export const pwn = 'pwned=1'

/** A case that gives a query string. */
export function query(name: string, text: string, value: unknown, binder = 'bindQueryD'): BinderCase {
  return { name, binders: [binder], query: text, value }
}

/** A source of one interface `D`. */
export function dto(members: string, tags = '@query'): string {
  return `/** ${tags} */\nexport interface D {\n${members}\n}\n`
}
