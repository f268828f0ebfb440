import { formatNames } from '../model/formats.ts'
import { defaultHint, optionHint } from './tag-hints.ts'
import { unresolvedHint } from './type-hints.ts'
import type { Unbindable } from './unbindable.ts'

/**
 * Every diagnostic there is: its code, its message and what to do about it. Codes are never reused.
 * `CTX1xxx` tags and their options, `CTX2xxx` types and defaults, `CTX3xxx` outputs and paths, `CTX4xxx` rules.
 *
 * Paths in messages are relative to the working directory, with forward slashes.
 */
export const catalog = {
  syntax: {
    code: 'CTX1001',
    severity: 'error',
    message: (text: string): string => text,
  },
  unknownTag: {
    code: 'CTX1002',
    severity: 'error',
    message: (name: string, { meant }: Meant): string => `unknown tag @${name}; did you mean ${meant}?`,
    hint: (_name: string, { hint }: Meant): string => hint,
  },
  strayTag: {
    code: 'CTX1003',
    severity: 'error',
    message: (name: string): string => `@${name} stands behind a member and belongs to nothing`,
    hint: 'Put the comment before the member it is about.',
  },
  unknownOption: {
    code: 'CTX1004',
    severity: 'error',
    message: (option: string, source: string): string => `${option} is no option of @${source}`,
    hint: 'The options are required, csv, pipe, ssv and json.',
  },
  tagText: {
    code: 'CTX1005',
    severity: 'error',
    message: (text: string, tag: string): string =>
      `${JSON.stringify(text)} after @${tag} is neither a name nor an option`,
    hint: (text: string): string =>
      /^(required|csv|pipe|ssv|json)(,|$)/.test(text)
        ? 'An option follows a comma without a blank.'
        : 'Quote a name that holds a blank or a comma, and put " - " before a description.',
  },
  optionMisfit: {
    code: 'CTX1006',
    severity: 'error',
    message: (option: string, field: string, type: string): string =>
      `${option} does not fit ${field}, which is ${type}`,
    hint: (option: string): string => optionHint(option),
  },
  duplicateName: {
    code: 'CTX1007',
    severity: 'error',
    message: (field: string, other: string, name: string, source: string): string =>
      `${field} and ${other} have the same name ${JSON.stringify(name)} in ${source}`,
    hint: (_field: string, _other: string, _name: string, source: string): string =>
      `Give one of them another name: @${source} other_name.`,
  },
  badName: {
    code: 'CTX1008',
    severity: 'error',
    message: (name: string, source: string, reason: string): string =>
      `${JSON.stringify(name)} is no name in ${source}: ${reason}`,
  },
  badWord: {
    code: 'CTX1009',
    severity: 'error',
    message: (tag: string, word: string, allowed: string): string => `@${tag} ${word}: must be ${allowed}`,
  },
  requiredWithDefault: {
    code: 'CTX1010',
    severity: 'error',
    message: (field: string): string => `${field} is required and has a default`,
    hint: 'A value with a default is never missing: remove one of the two.',
  },
  boundNowhere: {
    code: 'CTX1014',
    severity: 'warning',
    message: (field: string, dto: string): string => `${field} of ${dto} is bound from nowhere`,
    hint: 'Give it a source tag, or give the interface one.',
  },
  misplacedTag: {
    code: 'CTX1015',
    severity: 'error',
    message: (tag: string, place: string): string => `@${tag} does nothing on ${place}`,
    hint: (_tag: string, place: string): string =>
      place === 'a property' ? 'Put it on the interface.' : 'Put it on the properties it is meant for.',
  },
  gluedOption: {
    code: 'CTX1016',
    severity: 'error',
    message: (tag: string, glued: string): string =>
      `@${tag}${glued} is no tag: a blank is missing behind @${tag}`,
    hint: 'Write `@query ,csv`, or with a name `@query tags,csv`.',
  },
  nameClash: {
    code: 'CTX1017',
    severity: 'error',
    message: (name: string, other: string): string =>
      `${name} is also the name of a function generated for ${other}`,
    hint: 'Rename one of the two interfaces.',
  },
  reservedName: {
    code: 'CTX1018',
    severity: 'error',
    message: (name: string): string => `${name} is the name of something that every generated file uses`,
    hint: 'Rename the interface.',
  },
  unreadTag: {
    code: 'CTX1019',
    severity: 'warning',
    message: (tag: string, { reason }: Unbindable): string => `@${tag} does nothing here: ${reason}`,
    hint: (_tag: string, { wayOut }: Unbindable): string => wayOut,
  },
  twoFormats: {
    code: 'CTX1020',
    severity: 'error',
    message: (one: string, other: string): string => `${one} and ${other} are two ways to read one value`,
    hint: 'Keep one of csv, pipe, ssv and json.',
  },
  repeatedTag: {
    code: 'CTX1021',
    severity: 'error',
    message: (tag: string): string => `@${tag} stands here twice, and only one of them can count`,
    hint: 'Keep one of them.',
  },
  overlookedTag: {
    code: 'CTX1022',
    severity: 'error',
    message: (tag: string, _text: string, isJsDoc: boolean): string =>
      isJsDoc
        ? `@${tag} is not read: another JSDoc comment stands behind its own`
        : `@${tag} is not read: its comment is not JSDoc`,
    hint: (tag: string, text: string, isJsDoc: boolean): string =>
      isJsDoc ? 'Put the tags into one comment.' : `Write \`/** @${tag}${text} */\`.`,
  },
  unbindableType: {
    code: 'CTX2001',
    severity: 'error',
    message: (field: string, type: string, { reason }: Unbindable): string =>
      `${field}: ${type} cannot be bound: ${reason}`,
    hint: (_field: string, _type: string, { wayOut }: Unbindable): string => wayOut,
  },
  unresolvedType: {
    code: 'CTX2002',
    severity: 'error',
    message: (field: string, type: string): string => `${field}: the type ${type} cannot be found`,
    hint: (_field: string, type: string): string => unresolvedHint(type),
  },
  nestedInText: {
    code: 'CTX2003',
    severity: 'error',
    message: (field: string, source: string): string =>
      `${field} is an object, and @${source} holds single values only`,
    hint: (field: string, source: string): string =>
      `Bind it from query, form or json, or bind text that holds JSON: \`@${source} ${field},json\`.`,
  },
  badDefault: {
    code: 'CTX2004',
    severity: 'error',
    message: (field: string, text: string, type: string): string =>
      `@default ${text} of ${field} is not ${type}`,
    hint: (_field: string, text: string, type: string): string | undefined => defaultHint(text, type),
  },
  badScalar: {
    code: 'CTX2005',
    severity: 'error',
    message: (name: string, field: string, type: string): string =>
      `@type ${name} does not fit ${field}, which is ${type}`,
    hint: 'A number may be int, int8, int16, int32, uint, uint8, uint16, uint32, float32 or float64; a bigint int64 or uint64.',
  },
  nestedTooDeep: {
    code: 'CTX2006',
    severity: 'error',
    message: (path: string): string => `${path} is nested too deeply for the compiler`,
    hint: 'Give the inner types names of their own.',
  },
  unclearDefault: {
    code: 'CTX2007',
    severity: 'error',
    message: (field: string, text: string, types: readonly string[], _isText: boolean): string =>
      `@default ${text} of ${field} could be ${types.join(' or ')}`,
    hint: (_field: string, text: string, _types: readonly string[], isText: boolean): string =>
      isText
        ? `Text stands between backticks: \`${text}\`.`
        : 'Write a value that only one of the types has, or leave the property absent.',
  },
  unsendableType: {
    code: 'CTX2008',
    severity: 'error',
    message: (field: string, type: string, { reason }: Unbindable): string =>
      `${field}: ${type} cannot be sent: ${reason}`,
    hint: (_field: string, _type: string, { wayOut }: Unbindable): string => wayOut,
  },
  outputNotOurs: {
    code: 'CTX3001',
    severity: 'error',
    message: (output: string): string => `${output} was not written by ctxgen, so it stays as it is`,
    hint: 'Move or delete that file, or write elsewhere with --out-dir.',
  },
  outputOutsideProject: {
    code: 'CTX3002',
    severity: 'error',
    message: (output: string, real: string, root: string): string =>
      `${output} ${output === real ? 'is' : `leads to ${real}, which is`} outside the project ${root}`,
    hint: 'Run ctxgen in the project the file belongs to, or write elsewhere with --out-dir.',
  },
  outputCollision: {
    code: 'CTX3003',
    severity: 'error',
    message: (output: string, sources: readonly string[]): string =>
      `${sources.join(' and ')} would both be written to ${output}`,
    hint: 'Rename one of them, or give each folder its own --out-dir. Names that differ in case only count as one.',
  },
  outputFailure: {
    code: 'CTX3004',
    severity: 'error',
    message: (output: string, action: 'written' | 'checked' | 'removed', reason: string): string =>
      `${output} could not be ${action}: ${reason}`,
  },
  outputStale: {
    code: 'CTX3005',
    severity: 'error',
    message: (output: string, source: string): string =>
      `${output} is stale: it is not what ${source} gives now`,
  },
  outputMissing: {
    code: 'CTX3006',
    severity: 'error',
    message: (output: string, source: string): string =>
      `${output} is missing: ${source} has DTOs and no binders yet`,
  },
  outputOrphaned: {
    code: 'CTX3007',
    severity: 'error',
    message: (output: string, source: string, reason: 'gone' | 'no-dto' | 'elsewhere'): string =>
      `${output} is orphaned: ${source} ${orphanReasons[reason]}`,
    hint: 'Remove it with --clean.',
  },
  outputEdited: {
    code: 'CTX3008',
    severity: 'error',
    message: (output: string, source: string): string =>
      `${output} was edited: it is neither what ${source} gives now nor what ctxgen wrote`,
    hint: 'Make the change in the source: the next run writes over this file.',
  },
  sourceUnreadable: {
    code: 'CTX3009',
    severity: 'error',
    message: (source: string, reason: string): string => `${source} could not be read: ${reason}`,
  },
  unknownRule: {
    code: 'CTX4001',
    severity: 'error',
    message: (name: string, nearest: string | undefined): string =>
      `${name} is no rule${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    hint: 'node_modules/ctxgen/docs/rules.md lists every rule; one of your own is named in the config: { rules: { isEven: "./rules.ts#isEven" } }.',
  },
  emptyRule: {
    code: 'CTX4002',
    severity: 'error',
    message: (): string => 'a rule is missing here',
    hint: 'Rules are separated by single commas: @validate required,min=3.',
  },
  parameterMissing: {
    code: 'CTX4003',
    severity: 'error',
    message: (name: string): string => `${name} needs a parameter: ${name}=…`,
  },
  parameterUnexpected: {
    code: 'CTX4004',
    severity: 'error',
    message: (name: string, param: string): string => `${name} takes no parameter, and has ${param}`,
  },
  badParameter: {
    code: 'CTX4005',
    severity: 'error',
    message: (rule: string, reason: string): string => `${rule}: ${reason}`,
  },
  ruleMisfit: {
    code: 'CTX4006',
    severity: 'error',
    message: (rule: string, place: string, targets: string): string =>
      `${rule} does not fit ${place}: it is for ${targets}`,
  },
  misplacedRule: {
    code: 'CTX4007',
    severity: 'error',
    message: (rule: string, reason: string): string => `${rule} is misplaced: ${reason}`,
    hint: 'The order is: rules of the list or record, dive, keys, rules of its keys, endkeys, rules of its elements.',
  },
  unknownProperty: {
    code: 'CTX4008',
    severity: 'error',
    message: (rule: string, property: string, owner: string, nearest: string | undefined): string =>
      `${rule}: ${owner} has no property ${property}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  },
  propertyMisfit: {
    code: 'CTX4009',
    severity: 'error',
    message: (rule: string, place: string, other: string): string =>
      `${rule} cannot compare ${place} with ${other}: they are of different kinds`,
  },
  badPattern: {
    code: 'CTX4010',
    severity: 'error',
    message: (reason: string): string => `the pattern is no regular expression: ${reason}`,
    hint: 'Patterns are read with the flag u, as JSON Schema reads them: a backslash stands only before ^ $ \\ . * + ? ( ) [ ] { } | / (inside [] also before -) and before letters with a meaning.',
  },
  slowPattern: {
    code: 'CTX4011',
    severity: 'error',
    message: (pattern: string, reason: string, _most: number | undefined): string => `${pattern} ${reason}`,
    hint: (_pattern: string, _reason: string, most: number | undefined): string => {
      const bound = most === undefined ? '' : `, or put max=${most} or less before it (@maxLength ${most})`
      return `A client could stop the server with one request. Write each repetition so that a text fits it in one way only${bound}.`
    },
  },
  unknownFormat: {
    code: 'CTX4012',
    severity: 'error',
    message: (format: string, _type: string | undefined): string =>
      `@format ${format} is not checked: it stands for no rule`,
    hint: (_format: string, type: string | undefined): string =>
      type === undefined
        ? `Formats that are: ${formatNames}. For others there is @pattern.`
        : `Write it as the type, ${type}.`,
  },
  contradiction: {
    code: 'CTX4013',
    severity: 'error',
    message: (place: string, rules: string): string => `no value of ${place} keeps ${rules}`,
    hint: 'Every request with a value would be refused: change one of the rules.',
  },
  brokenDefault: {
    code: 'CTX4014',
    severity: 'error',
    message: (field: string, value: string, rule: string): string =>
      `@default ${value} of ${field} breaks ${rule}`,
    hint: 'Every request without a value would be refused: change the default or the rule.',
  },
} as const

/** What an unknown tag was probably meant to be. */
interface Meant {
  readonly meant: string
  readonly hint: string
}

const orphanReasons = {
  gone: 'is gone',
  'no-dto': 'has no DTO any more',
  elsewhere: 'is written to another file',
} as const
