import type { BindSourceName } from '../error/bind-error.ts'
import type { Key, RuleKind } from '../error/issue-details.ts'
import type { IssueText } from '../error/issue-text.ts'

/** A source with its own property names; each body format counts separately. */
export type NamingSource = Exclude<BindSourceName, 'body'> | 'form' | 'json' | 'xml' | 'msgpack' | 'cbor'

/** The client name of a property: one for all sources, or one per source where it differs from the property's name. */
export type ClientName = string | { readonly [S in NamingSource]?: string | JsonText }

/** The name of a text that contains JSON, inside which the JSON names apply. */
interface JsonText {
  readonly holdsJson: string
}

/** A property with its client names. */
export interface NamedProperty {
  readonly property: string
  readonly sent: ClientName
}

/** Returns the source whose names the client used for a property of the DTO; `undefined` for property names. */
export type NamesOf = (property: string) => NamingSource | undefined

/** The names of an issue, as the client used them. */
export interface IssueNames {
  readonly keys: readonly Key[]
  readonly rule: string
  readonly param: string | undefined
}

/** Finds the names that the client used. It comes with them, so that a page without such names bundles none of it. */
export type Translate = (found: RuleIssue, namesOf: NamesOf) => IssueNames

/** The client names of a type's properties, for those that have one. */
export interface ClientNames {
  readonly translate: Translate
  /** Replaces the property at the start of a path by its names. */
  replaceFirst(path: readonly Key[]): (Key | NamedProperty)[]
}

/** Text with properties that have client names; as a string, it has their own names. */
export interface ClientText {
  readonly translate: Translate
  toString(): string
}

/** Text of a rule. */
export type RuleText = string | ClientText

/** A property, or the path from it to a nested value. */
export type Path = string | readonly Key[]

/** A rule as an issue names it, with its message: an `englishRule`, alternatives, or one of the user's own. */
export interface IssueRule {
  readonly name: RuleText
  /** The kind of value whose form of the message applies; absent for a message of the user's own. */
  readonly kind?: RuleKind
  /** @param name the rule in client names. @param param its parameter in client names. */
  readonly words: (name: string, param: string | undefined) => string
  /** The message is quoted in the tag. */
  readonly isOwn?: true
  /** A limit in place of a rule. */
  readonly issue?: IssueText
}

/** A value with a path whose outer parts are added on the way out. */
export interface Placed {
  /** The path from the validated value. */
  readonly path: (Key | NamedProperty)[]
  translate: Translate | undefined
}

/** The issue of a rule, in property names that can be mapped to client names. */
export interface RuleIssue extends Placed {
  readonly rule: IssueRule
  readonly param: RuleText | number | undefined
  /** The number of trailing path parts that lie within the rule's own object. */
  readonly inside: number
}
