import type { BindIssue, BindSourceName } from '../../error/bind-error.ts'
import type { IssueText } from '../../error/issue-text.ts'
import type { NamingSource } from '../../validate/rule-issue.ts'
import type { Parsers } from '../parsers/parsers.ts'
import { type BindInput, type BindSettings, defaultLimits } from '../reading/bind-input.ts'
import { issueAt } from '../reading/issue-at.ts'

/** Reads the values of one source. */
export interface ValueSource {
  readonly settings: BindSettings
  /** The names of its values; of a body they depend on the value. */
  readonly names: NamingSource
  readonly isText: boolean
}

export function valueSource(names: NamingSource, isText: boolean, parsers: Partial<Parsers>): ValueSource {
  return { names, isText, settings: { ...defaultLimits, parsers, refuse } }
}

function refuse(source: BindSourceName, path: string, issue: IssueText): never {
  throw new Refused(issueAt(source, path, issue))
}

/** A source was refused for its one issue. */
export class Refused extends Error {
  readonly issue: BindIssue

  constructor(issue: BindIssue) {
    super(issue.message)
    this.issue = issue
  }
}

/**
 * A value in the place of a request's source, so that the binders read it by their own rules. The parsers of a value ask for
 * no other part of a request.
 */
export class ValueInput implements BindInput {
  declare readonly routeParam: BindInput['routeParam']
  declare readonly rawHeaders: BindInput['rawHeaders']
  declare readonly rawResponseHeaders: BindInput['rawResponseHeaders']
  declare readonly routeParamNames: BindInput['routeParamNames']
  declare readonly rawQuery: BindInput['rawQuery']
  declare readonly contentType: BindInput['contentType']
  declare readonly bodyBytes: BindInput['bodyBytes']
  readonly held: unknown
  /** The source whose names the value has. */
  names: NamingSource
  private readonly settings: BindSettings

  constructor(value: unknown, { names, settings }: ValueSource) {
    this.held = value
    this.names = names
    this.settings = settings
  }

  bindSettings(): BindSettings {
    return this.settings
  }
}
