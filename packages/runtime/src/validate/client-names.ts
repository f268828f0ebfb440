import type { BindSourceName } from '../error/bind-error.ts'
import { type Key, withDetails } from '../error/issue-details.ts'
import type { IssueText } from '../error/issue-text.ts'
import type { ValidationIssue } from '../error/validation-error.ts'
import type { ByType } from '../messages/message-types.ts'

/** A source with its own property names; each body format counts separately. */
export type NamingSource = Exclude<BindSourceName, 'body'> | 'form' | 'json' | 'xml' | 'msgpack' | 'cbor'

/** The client name of a property: one for all sources, or one per source where it differs from the property's name. */
type ClientName = string | { readonly [S in NamingSource]?: string | JsonText }

/** The name of a text that contains JSON, inside which the JSON names apply. */
interface JsonText {
  readonly holdsJson: string
}

/** The client names of a type's properties, for those that have one. */
export type Names = Readonly<Record<string, ClientName>>

/** A property with its client names. */
export interface Name {
  readonly property: string
  readonly sent: ClientName
}

/** Text that refers to other properties: of the rule's own object, or `below` the value itself. */
export type Words = string | readonly (string | (Name & { readonly below?: true }))[]

/** The source of a property's value. */
export interface Origin {
  readonly source: BindSourceName
  /** The source whose names the client used; `undefined` when there are only property names. */
  readonly names: NamingSource | undefined
  /** Whether the path leads into a decoded body. */
  readonly isDecoded: boolean
}

/** The maximum number of characters in all paths: a body has room for thousands of keys below one of its own length. */
const maxPaths = 2 ** 18

/** The shared and therefore frozen result of `validateX` for every valid value. */
const noIssues: ValidationIssue[] = /* @__PURE__ */ frozen([])

/** The issues of a value without a request, in property names. */
export function propertyIssues(found: readonly RuleIssue[] | undefined): ValidationIssue[] {
  return found === undefined ? noIssues : bounded(found)
}

/** The issues of a request, in client names. @param originOf returns the source of a property of the DTO. */
export function clientIssues(
  found: readonly RuleIssue[],
  originOf: (property: string) => Origin,
): ValidationIssue[] {
  return bounded(found, originOf)
}

/** An issue in client names. */
interface ClientIssue {
  readonly keys: readonly Key[]
  readonly rule: string
  readonly message: string
  readonly param: string | undefined
}

/** @param namesOf returns the source whose names the client used for a property of the DTO. */
function inClientNames(
  namesOf: (property: string) => NamingSource | undefined,
  { path, inside, rule, message, param }: RuleIssue,
): ClientIssue {
  const keys: Key[] = []
  const used = [namesOf(propertyOf(path[0] ?? ''))]
  for (const part of path) {
    const source = used.at(-1)
    const { name, holdsJson } = nameIn(source, part)
    keys.push(name)
    used.push(holdsJson ? 'json' : source)
  }
  const beside = ({ property }: Name): NamingSource | undefined =>
    path.length === inside ? namesOf(property) : used[path.length - inside]
  const say = (words: Words): string =>
    textOf(words, (other) => String(nameIn(other.below ? used.at(-1) : beside(other), other).name))
  const [name, text] = [say(rule), param === undefined ? undefined : say(param)]
  return { keys, rule: name, message: message(name, text), param: text }
}

/** An issue in client names, or property names without an origin. */
export function issueInNames(found: RuleIssue, originOf?: (property: string) => Origin): NamedIssue {
  const origin = originOf?.(propertyOf(found.path[0] ?? ''))
  const told = inClientNames((property) => originOf?.(property).names, found)
  const issue: NamedIssue = {
    ...(origin && { source: origin.source }),
    path: told.keys.join('.'),
    message: told.message,
    code: found.issue?.code ?? 'rule',
    ...(found.issue?.values && { values: found.issue.values }),
    rule: textOf(found.rule, propertyOf),
    ...(found.param !== undefined && { param: textOf(found.param, propertyOf) }),
    property: found.path.map(propertyOf).join('.'),
    ...(found.isOwn && { isOwn: true }),
  }
  const keys = origin?.isDecoded ? told.keys : undefined
  const { kind, issue: { text } = {} } = found
  return withDetails(issue, { keys, rule: told.rule, param: told.param, kind, text })
}

/** As many issues as the limit on path characters allows, at least one. */
function bounded(found: readonly RuleIssue[], originOf?: (property: string) => Origin): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  let characters = 0
  for (const one of found) {
    const issue = one.inNames(originOf)
    characters += issue.path.length
    if (characters > maxPaths && issues.length > 0) break
    issues.push(issue)
  }
  return issues
}

function nameIn(
  source: NamingSource | undefined,
  part: Key | Name,
): { readonly name: Key; readonly holdsJson: boolean } {
  if (typeof part !== 'object') return { name: part, holdsJson: false }
  const { property, sent } = part
  if (source === undefined) return { name: property, holdsJson: false }
  const name = (typeof sent === 'string' ? sent : sent[source]) ?? property
  return typeof name === 'string' ? { name, holdsJson: false } : { name: name.holdsJson, holdsJson: true }
}

function propertyOf(part: Key | Name): string {
  return typeof part === 'object' ? part.property : String(part)
}

function textOf(words: Words, nameOf: (other: Name & { readonly below?: true }) => string): string {
  if (typeof words === 'string') return words
  return words.map((word) => (typeof word === 'string' ? word : nameOf(word))).join('')
}

function frozen<T>(list: T[]): T[] {
  Object.freeze(list)
  return list
}

/** An issue that names its rule. */
type NamedIssue = ValidationIssue & { readonly rule: string }

/** The issue of a rule, in property names that can be mapped to client names. */
export interface RuleIssue {
  /** The path from the validated value to the one with the issue. */
  readonly path: readonly (Key | Name)[]
  /** The number of trailing path parts that lie within the rule's own object. */
  readonly inside: number
  readonly rule: Words
  readonly param: Words | undefined
  /** @param rule the rule in client names. @param param its parameter in client names. */
  readonly message: (rule: string, param: string | undefined) => string
  /** The kind of value whose form of the rule's message applies. */
  readonly kind?: keyof ByType
  /** A limit in place of a rule. */
  readonly issue?: IssueText
  /** The message is quoted in the tag. */
  readonly isOwn?: true
  /** The issue in client names, or in property names without `originOf`. */
  readonly inNames: (originOf?: (property: string) => Origin) => NamedIssue
}
