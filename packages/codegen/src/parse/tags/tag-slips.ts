import { nearestName } from '@ctxgen/core/nearest-name'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'

/** The likely intent of an unknown tag. */
export interface TagSlip {
  /** In words: `@query`, `@validate min=3`. */
  readonly meant: string
  readonly hint: string
  /** For editors. */
  readonly fix?: { readonly wrong: string; readonly right: string }
}

/**
 * The likely intent of a misspelt tag; `undefined` if it resembles nothing.
 *
 * @param text after the name, up to the end of the line or the next tag
 * @param tags the candidates
 */
export function findSlip(name: string, text: string, tags: readonly string[]): TagSlip | undefined {
  // `@types/node` and `@query,` in a sentence are not tags.
  if (/^\S/.test(text) && !isSeparated(text)) return undefined
  const key = folded(name)
  const same = tags.find((tag) => folded(tag) === key) ?? synonyms.get(key)
  if (same !== undefined) return nearTag(name, same, text)
  const words = meanings.get(key)
  if (words !== undefined) return isBare(text) ? words : undefined
  const rule = ruleOf(name)
  if (rule !== undefined) return ruleSlip(name, rule, text)
  const nearest = nearestName(name, tags)
  return nearest === undefined ? undefined : nearTag(name, nearest, text)
}

/** Whether a text follows a tag's name as in a call, an assignment or a list: `(3)`, `=3`, `,min=3`, `, @form`. */
export function isSeparated(text: string): boolean {
  return /^(?:[:=([{<|]|[,;@"'](?!s\b)\w)/.test(text) || isBeforeTag(text)
}

export function isBeforeTag(text: string): boolean {
  return /^[,;.&+/]\s*@[A-Za-z]/.test(text)
}

function nearTag(name: string, tag: string, text: string): TagSlip {
  const [, inside = text] = /^[([{](.*)[)\]}]$/.exec(text) ?? []
  const rest = inside.replace(/^(?:[\s:=,;|]+|[.&+/]\s*(?=@))/, '')
  const right = `@${tag}${rest && ` ${rest}`}`
  return { meant: `@${tag}`, hint: `Write \`${right}\`.`, fix: { wrong: `@${name}${text}`, right } }
}

/** Names in other tools for tags of ctxgen. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['path', 'uri'],
  ['validation', 'validate'],
  ['validations', 'validate'],
  ['regex', 'pattern'],
  ['regexp', 'pattern'],
])

const optional: TagSlip = {
  meant: 'a ? after the name',
  hint: 'Write `name?: string`: the question mark makes a property optional.',
}
const byType: TagSlip = {
  meant: "the property's type",
  hint: "Remove the tag: the property's type already checks values.",
}

/** Tags of other tools that are unnecessary here: the type expresses them. */
const meanings: ReadonlyMap<string, TagSlip> = new Map([
  ['optional', optional],
  ['isoptional', optional],
  ...'string number int boolean array date object enum instance'
    .split(' ')
    .map((type) => [`is${type}`, byType] as const),
  ['validatenested', byType],
])

/** Rules by the names of class-validator's decorators. */
const otherRules: ReadonlyMap<string, string> = new Map([
  ['length', 'len'],
  ['min', 'min'],
  ['max', 'max'],
  ['matches', 'pattern'],
  ['equals', 'eq'],
  ['notequals', 'ne'],
  ['isin', 'oneof'],
  ['isnotin', 'noneof'],
  ['isdefined', 'required'],
  ['isnotempty', 'required'],
  ['arraynotempty', 'required'],
  ['arrayminsize', 'min'],
  ['arraymaxsize', 'max'],
  ['arrayunique', 'unique'],
  ['notcontains', 'excludes'],
  ['isiso8601', 'datetime'],
  ['isdatestring', 'datetime'],
  ['isnumberstring', 'number'],
  ['isalphanumeric', 'alphanum'],
])

/** The rule whose name is used as a tag: `@email`, `@Email`, `@IsEmail`. */
function ruleOf(name: string): string | undefined {
  const key = folded(name)
  const other = otherRules.get(key)
  if (other !== undefined) return other
  const bare = /^Is[A-Z]/.test(name) ? folded(name.slice(2)) : key
  return [...builtInRules.keys()].find((rule) => folded(rule) === bare)
}

/** A rule written as a tag, if its text fits the rule's parameter and is not prose. */
function ruleSlip(name: string, rule: string, text: string): TagSlip | undefined {
  const kind = builtInRules.get(rule)?.parameter
  const [first = '…', ...more] = argumentsOf(text)
  const takesWords = kind !== 'none' && kind !== 'optional-property' && kind !== 'size'
  if (!takesWords && !isBare(text) && !(kind === 'size' && /^-?\d/.test(first))) return undefined
  const param = kind === 'none' || kind === 'optional-property' ? '' : `=${[first, ...more].join(' ')}`
  const isRange = rule === 'len' && more[0] !== undefined && /^\d/.test(more[0])
  const right = `@validate ${isRange ? `min=${first},max=${more[0]}` : rule + param}`
  const isAlone = isBare(text) && !text.startsWith('(')
  const [used = ''] = isAlone ? [] : (/^\(.*?\)|^[\s:=]*[^\s:=]\S*/.exec(text) ?? [])
  const wrong = `@${name}${used}`
  return { meant: right, hint: `Write \`${right}\`: rules belong to @validate.`, fix: { wrong, right } }
}

/** `3`, `=3`, `(3, 5)` */
function argumentsOf(text: string): readonly string[] {
  const [, inside = text] = /^\((.*)\)/.exec(text) ?? []
  return inside.split(/[\s,=:]+/).filter((word) => word !== '')
}

/** Whether the text has only further rules or a description. */
function isBare(text: string): boolean {
  return /^(?:\s*:?\s*|\(.*\)\s*)$|^\s+[-,|]|^\s*[:=]?\s*true\s*$/.test(text)
}

/** `MinLength`, `min_length` and `min-length` are equal. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
