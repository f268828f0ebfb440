import type { BindIssue } from '../../error/bind-error.ts'
import { isRequired, mustBeObject } from '../../error/english-issues.ts'
import { detailsOf, type Key, withDetails } from '../../error/issue-details.ts'
import type { IssueText } from '../../error/issue-text.ts'
import type { Words } from '../../error/translator.ts'
import type { ValidationIssue } from '../../error/validation-error.ts'
import { namesOfIssue } from '../../validate/issue-names.ts'
import type { FoundIssues } from '../../validate/issues.ts'
import { noRequest } from '../../validate/rule-context.ts'
import type { NamingSource, RuleIssue } from '../../validate/rule-issue.ts'
import type { BinderParts } from '../parsers/binder-parts.ts'
import { issueAt } from '../reading/issue-at.ts'
import { checkAliasTag } from '../reading/parser-config.ts'
import { Reading } from '../reading/reading.ts'
import type { StandardFailure, StandardIssue, StandardOptions, StandardResult } from './standard-schema.ts'
import { Refused, ValueInput, type ValueSource } from './value-input.ts'

/** Checks a value. */
type ValueCheck = (value: unknown, options?: StandardOptions) => CheckResult

type CheckResult = StandardResult<object> | Promise<StandardResult<object>>

/** Selects the issues of a check that is about a part of the value. */
interface IssueFilter {
  issue(issue: StandardIssue): boolean
  rule(issue: RuleIssue): boolean
}

/** Checks a value by the reader and the rules of a binder. */
export function valueCheck(parts: BinderParts, source: ValueSource, filter?: IssueFilter): ValueCheck {
  const settled = (made: object, found: FoundIssues, naming: IssueNaming): StandardResult<object> => {
    const rules = filter === undefined ? found : found?.filter(filter.rule)
    return failureOf(rules, (issue) => ruleIssue(issue, naming), filter) ?? { value: made }
  }
  const check = (value: unknown, words: Words | undefined): CheckResult => {
    const unfit = unfitFor(source, value)
    if (unfit !== undefined) return { issues: [standardIssue(issueAt('body', '', unfit), [], words)] }
    const input = new ValueInput(value, source)
    const at = new Reading(input, undefined, parts.dto.unknown)
    const naming = { words, input }
    try {
      const made = parts.read(at)
      const failure = failureOf(at.issues(), (issue) => issueOf(issue, naming), filter)
      if (failure !== undefined) return failure
      const found = parts.findIssues?.(made, noRequest)
      return found instanceof Promise
        ? found.then((issues) => settled(made, issues, naming))
        : settled(made, found, naming)
    } catch (error) {
      // A limit was exceeded.
      if (error instanceof Refused) return { issues: [issueOf(error.issue, naming)] }
      throw error
    }
  }
  return (value, options) => {
    checkAliasTag(parts.dto)
    const result = check(value, wordsIn(options))
    return parts.asyncName === undefined ? result : Promise.resolve(result)
  }
}

function failureOf<T>(
  found: readonly T[] | undefined,
  toIssue: (one: T) => StandardIssue,
  filter: IssueFilter | undefined,
): StandardFailure | undefined {
  if (found === undefined || found.length === 0) return undefined
  const all = found.map(toIssue)
  const issues = filter === undefined ? all : all.filter(filter.issue)
  return issues.length === 0 ? undefined : { issues }
}

/** Whose names an issue has, and in which language. */
interface IssueNaming {
  readonly input: { readonly names: NamingSource }
  readonly words: Words | undefined
}

function unfitFor({ isText }: ValueSource, value: unknown): IssueText | undefined {
  if (isText) {
    const isRecord = value === undefined || (typeof value === 'object' && value !== null)
    return isRecord && !Array.isArray(value) ? undefined : mustBeObject
  }
  return value === undefined ? isRequired : undefined
}

function wordsIn(options: StandardOptions | undefined): Words | undefined {
  const words = options?.libraryOptions?.['messages']
  return isWords(words) ? words : undefined
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && 'messageOf' in value
}

function issueOf(issue: BindIssue, { input: { names }, words }: IssueNaming): StandardIssue {
  const { path } = issue
  const isPath = names === 'query' || names === 'form'
  const keys = detailsOf(issue).keys ?? (isPath ? path.split('.') : [path])
  return standardIssue(issue, path === '' ? [] : keys, words)
}

function ruleIssue(found: RuleIssue, { input: { names }, words }: IssueNaming): StandardIssue {
  const { rule, param } = found
  const { kind, isOwn, issue: { code = 'rule', text, values } = {} } = rule
  const { keys, ...rest } = namesOfIssue(found, () => names)
  const path = keys.join('.')
  const issue: ValidationIssue = {
    path,
    property: path,
    code,
    message: rule.words(rest.rule, rest.param),
    ...(values && { values }),
  }
  return {
    ...standardIssue(withDetails(issue, { ...rest, kind, text }), keys, words),
    rule: String(rule.name),
    ...(param !== undefined && { param: String(param) }),
    ...(isOwn && { isOwn }),
  }
}

function standardIssue(
  issue: BindIssue | ValidationIssue,
  path: readonly Key[],
  words: Words | undefined,
): StandardIssue {
  const { message, code, expected } = issue
  return {
    message: words?.messageOf(issue) ?? message,
    path: path.map(String),
    code,
    ...(expected === undefined ? {} : { expected }),
  }
}
