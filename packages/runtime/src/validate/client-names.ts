import type { BindSourceName } from '../error/bind-error.ts'
import { type Key, withDetails } from '../error/issue-details.ts'
import type { ValidationIssue } from '../error/validation-error.ts'
import type { BrokenRule, Issues } from './issues.ts'

/** A source whose names clients use; each format of a body has its own. */
export type NamingSource = Exclude<BindSourceName, 'body'> | 'form' | 'json' | 'xml' | 'msgpack' | 'cbor'

/** What clients call a property: everywhere, or in the sources where that is not the property's own name. */
export type Sent = string | { readonly [S in NamingSource]?: string | JsonText }

/** A name for a text that holds JSON: what is in it has the names of JSON. */
interface JsonText {
  readonly holdsJson: string
}

/** What clients call the properties of a type: those that have another name somewhere. */
export type Names = Readonly<Record<string, Sent>>

/** A property, and what clients call it. */
export interface Name {
  readonly property: string
  readonly sent: Sent
}

/** Text, with names of other properties in it: of the object whose rule it is, or `below` the value itself. */
export type Words = string | readonly (string | (Name & { readonly below?: true }))[]

/** Where the value of a property was read from. */
export interface Origin {
  readonly source: BindSourceName
  /** Whose names the client used; `undefined` where only the properties' own are known. */
  readonly names: NamingSource | undefined
  /** Whether the path leads into a body that was decoded. */
  readonly isDecoded: boolean
}

/** Most characters in the paths of issues: a body has room for a key of its own length above each of thousands. */
const maxPaths = 2 ** 18

/** What `validateX` gives for every value that is right: one list for all, so frozen. */
const noIssues: ValidationIssue[] = /* @__PURE__ */ frozen([])

/** Broken rules of a value that nobody sent, in names of properties. */
export function propertyIssues(broken: Issues): ValidationIssue[] {
  return broken === undefined ? noIssues : bounded(broken, (rule) => issueOf(rule))
}

/** Broken rules of what was sent. @param originOf tells where a property of the DTO came from. */
export function clientIssues(
  broken: readonly BrokenRule[],
  originOf: (property: string) => Origin,
): ValidationIssue[] {
  return bounded(broken, (rule) => issueOf(rule, originOf))
}

/** A broken rule as a client is told it. */
export interface Told {
  readonly keys: readonly Key[]
  readonly rule: string
  readonly message: string
  readonly param: string | undefined
}

/** @param namesOf tells whose names the client used for a property of the DTO. */
export function toldIn(
  namesOf: (property: string) => NamingSource | undefined,
  { path, inside, rule, message, param }: BrokenRule,
): Told {
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

function issueOf(broken: BrokenRule, originOf?: (property: string) => Origin): ValidationIssue {
  const origin = originOf?.(propertyOf(broken.path[0] ?? ''))
  const told = toldIn((property) => originOf?.(property).names, broken)
  const param = broken.param === undefined ? {} : { param: textOf(broken.param, propertyOf) }
  const issue: ValidationIssue = {
    ...(origin === undefined ? {} : { source: origin.source }),
    path: told.keys.join('.'),
    message: told.message,
    rule: textOf(broken.rule, propertyOf),
    ...param,
    property: broken.path.map(propertyOf).join('.'),
  }
  const keys = origin?.isDecoded ? told.keys : undefined
  return withDetails(issue, { keys, rule: told.rule, param: told.param })
}

/** As many issues as the limit of their paths allows, and the first in any case. */
function bounded(
  broken: readonly BrokenRule[],
  toIssue: (rule: BrokenRule) => ValidationIssue,
): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  let characters = 0
  for (const rule of broken) {
    const issue = toIssue(rule)
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
