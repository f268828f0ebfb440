import type { Library } from '@ctxgen/codegen/migrate'
import type { Issue } from './originals.ts'

/** A difference at one place of a value. */
export interface Place {
  readonly library: Library
  /** Who refuses, or `value` for two that took it. */
  readonly side: 'ours' | 'theirs' | 'value'
  readonly path: readonly (string | number)[]
  readonly issue?: Issue
  /** The value there. */
  readonly at?: unknown
  readonly ours?: unknown
  readonly theirs?: unknown
  /** The rules of the property in the new file. */
  readonly rules: string
  /** The declared types of the property in the new file. */
  readonly type: string
  /** Whether a class of class-validator checks the type there. */
  readonly isChecked: boolean
  /** Whether it is in an object of a union that no literal distinguishes. */
  readonly isInUnion: boolean
}

interface Clause {
  /** The beginning of its line in docs/moving.md, "What is different". */
  readonly name: string
  explains(place: Place): boolean
}

const formats =
  /\^c\[|\b(?:email|url|http_url|uri|uuid\d?|ulid|ip|ipv4|ipv6|mac|jwt|json|base64|base64url|base32|semver|fqdn|hostname|e164|format=[\w-]+|datetime=\S+|timezone|isbn|numeric|hexadecimal|hexcolor|rgba?|hsla?|latitude|longitude|port|alpha|alphanum|cidrv4|cidrv6|ascii)\b/

const clauses: readonly Clause[] = [
  {
    name: '`null` for an optional property means absent',
    explains: ({ side, at, theirs }) =>
      (side !== 'ours' && at === null) || (side === 'value' && theirs === null),
  },
  {
    name: 'An `unknown` may be absent',
    explains: ({ library, side, at, type }) =>
      library === 'zod' && side === 'theirs' && at === undefined && /\bunknown\b/.test(type),
  },
  {
    name: 'Whole numbers are safe',
    explains: ({ side, at, issue }) =>
      side === 'ours' &&
      typeof at === 'number' &&
      issue?.code === 'range' &&
      Math.abs(at) > Number.MAX_SAFE_INTEGER,
  },
  {
    name: 'A `Date` has a time and a zone',
    explains: ({ library, side, at, type }) =>
      side === 'ours' &&
      /\bDate\b/.test(type) &&
      (library === 'zod' || typeof at === 'string' || typeof at === 'number'),
  },
  {
    name: 'Formats end elsewhere',
    explains: ({ library, side, at, rules, issue }) =>
      (typeof at === 'string' || (library === 'class-validator' && Array.isArray(at))) &&
      formats.test(rules) &&
      (side === 'theirs' ||
        formats.test(issue?.code ?? '') ||
        /^(?:format|datetime)/.test(issue?.code ?? '')),
  },
  {
    name: 'Characters are code points',
    explains: ({ at, issue }) =>
      typeof at === 'string' &&
      [...at].length !== at.length &&
      /min|max|len|too_|size|Length|5[12]/i.test(issue?.code ?? ''),
  },
  {
    name: 'A declared type is checked',
    explains: ({ library, side, isChecked, theirs }) =>
      library === 'class-validator' &&
      !isChecked &&
      (side === 'ours' || (side === 'value' && theirs === undefined)),
  },
  {
    name: 'Unknown keys are dropped',
    explains: ({ library, side, isChecked, ours, issue }) =>
      // A strict object is strict below, too.
      (side === 'ours' && issue?.code === 'unknown' && library !== 'class-validator') ||
      (library === 'class-validator' && side === 'value' && !isChecked && ours === undefined),
  },
  {
    name: 'Of a union of objects one is read',
    explains: ({ side, isInUnion }) => side === 'ours' && isInUnion,
  },
  {
    name: 'A pattern is of a text',
    explains: ({ library, side, at, rules }) =>
      library === 'typebox' && side === 'ours' && typeof at !== 'string' && /\bpattern=/.test(rules),
  },
]

/** The clause of docs/moving.md that explains a difference. */
export function clauseOf(place: Place): string | undefined {
  return clauses.find((one) => one.explains(place))?.name
}
