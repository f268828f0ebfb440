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
type SchemaValue = string | number | readonly SchemaValue[] | { readonly [key: string]: SchemaValue }

/** A message with `{placeholders}`, or two for a count. */
export type RuleMessage = string | { readonly one: string; readonly other: string }

/** Messages by the kind of value. `number` also serves values without a size. */
export interface MessagesByKind {
  readonly string?: RuleMessage
  readonly list?: RuleMessage
  readonly record?: RuleMessage
  readonly bytes?: RuleMessage
  readonly number?: RuleMessage
  /** The value is compared with the current time. */
  readonly date?: RuleMessage
  /** The rule is about a property of the elements. */
  readonly property?: RuleMessage
}

/** `must have at least {param} characters`, `must be at least {param}`: the words before a size, and other messages. */
export interface SizeMessage extends Pick<MessagesByKind, 'number' | 'date'> {
  readonly size: string
}

/** The value of a placeholder: the alternatives as written, or joined by `or`; an example of a date layout, or of a format. */
type MessageFill = 'values' | 'words' | 'layout' | 'format'

/** A rule of `@validate`. */
export interface RuleRow {
  readonly parameter: ParameterKind
  readonly targets: readonly RuleTarget[]
  /** The English message. */
  readonly text: RuleMessage | MessagesByKind | SizeMessage
  /** Catalogues of other languages may lack it; the message is then in English. */
  readonly isUntranslated?: true
  /** For a placeholder with more than the parameter. */
  readonly fill?: MessageFill
  /** A text that passes, where any parameter allows one. */
  readonly example?: string
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
