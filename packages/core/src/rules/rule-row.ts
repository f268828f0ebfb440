/** Kinds of values that rules apply to. */
export type RuleTarget =
  | 'string'
  | 'integer'
  | 'float'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'list'
  | 'record'
  | 'bytes'
  | 'object'
  | 'class'
  | 'file'

/** Syntax of a rule's parameter. */
export type ParameterKind =
  | 'none'
  /** A number; no parameter on a date. */
  | 'size'
  | 'text'
  | 'words'
  | 'property'
  | 'properties'
  | 'optional-property'
  | 'conditions'
  | 'layout'
  | 'format'
  | 'pattern'
  | 'bytes'
  | 'media-types'

/** Operators by which a value, or its size, breaks a rule. */
export type BreakingOperator = '<' | '<=' | '>' | '>=' | '===' | '!=='

/** Values in keywords of JSON Schema. */
export type SchemaValue = string | number | readonly SchemaValue[] | { readonly [key: string]: SchemaValue }

/** A rule of `@validate`. */
export interface RuleRow {
  readonly parameter: ParameterKind
  readonly targets: readonly RuleTarget[]
  /** The English message. The runtime computes it where it depends on the value or has more placeholders. */
  readonly text?: string
  /** The predicate of the runtime for texts. */
  readonly test?: string
  /** The comparison with the parameter, another property or, for a date, the current time. */
  readonly breaks?: BreakingOperator
  /**
   * Matches the same texts as the test, or more where an exact one would be far too long: ECMA-262 with the flag u.
   */
  readonly pattern?: string
  /** The name by which the runtime exports a long pattern. */
  readonly constant?: string
  /** The test of the runtime is made from the pattern. */
  readonly isExact?: boolean
  /** Keywords of JSON Schema beside the pattern. */
  readonly schema?: { readonly [key: string]: SchemaValue }
  /** The greatest amount of a number. */
  readonly amount?: number
  /** A text that passes consists of parts that pass. */
  readonly holdsForParts?: boolean
}
