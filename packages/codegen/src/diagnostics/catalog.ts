import { formatNames } from '../model/format-names.ts'
import type { Fix } from './diagnose.ts'
import { defaultHint, optionHint } from './tag-hints.ts'
import { meantType, unresolvedFix, unresolvedHint } from './type-hints.ts'
import type { Unbindable } from './unbindable.ts'

/**
 * All diagnostics: code, message and hint. Codes are never reused.
 * `CTX1xxx` tags and their options, `CTX2xxx` types and defaults, `CTX3xxx` outputs and paths, `CTX4xxx` rules.
 *
 * Paths in messages are relative to the working directory, with forward slashes.
 */
export const catalog = {
  syntax: {
    code: 'CTX1001',
    severity: 'error',
    message: (text: string, _version: string): string => text,
    hint: (_text: string, version: string): string =>
      `ctxgen reads sources by TypeScript ${version}; for syntax that only a newer one knows, update ctxgen.`,
  },
  unknownTag: {
    code: 'CTX1002',
    severity: 'error',
    message: (name: string, { meant }: Suggestion): string => `unknown tag @${name}; did you mean ${meant}?`,
    hint: (_name: string, { hint }: Suggestion): string => hint,
    fix: (_name: string, { fix }: Suggestion): Fix | undefined => fix,
  },
  strayTag: {
    code: 'CTX1003',
    severity: 'error',
    message: (name: string): string => `@${name} applies to nothing: its comment follows the member`,
    hint: 'Move the comment in front of the member.',
  },
  unknownOption: {
    code: 'CTX1004',
    severity: 'error',
    message: (option: string, source: string, nearest: string | undefined): string =>
      option === ''
        ? `empty option in @${source}`
        : `unknown option ${option} in @${source}${meant(nearest)}`,
    hint: 'Options are required, csv, pipe, ssv and json.',
    fix: (option: string, _source: string, nearest: string | undefined): Fix | undefined =>
      replaced(`,${option}`, nearest && `,${nearest}`),
  },
  tagText: {
    code: 'CTX1005',
    severity: 'error',
    message: (text: string, tag: string): string => `unexpected ${JSON.stringify(text)} after @${tag}`,
    hint: (text: string): string =>
      /^(required|csv|pipe|ssv|json)(,|$)/.test(text)
        ? 'Write options directly after a comma: `@query tags,csv,required`.'
        : 'Quote a name with spaces or commas; start a description with " - ".',
  },
  optionMisfit: {
    code: 'CTX1006',
    severity: 'error',
    message: (option: string, field: string, type: string): string =>
      `${option} does not apply to ${field}: ${type}`,
    hint: (option: string): string => optionHint(option),
  },
  duplicateName: {
    code: 'CTX1007',
    severity: 'error',
    message: (field: string, other: string, name: string, source: string): string =>
      `${field} and ${other} share the name ${JSON.stringify(name)} in ${source}`,
    hint: (_field: string, _other: string, _name: string, source: string): string =>
      `Rename one of them: @${source} other_name.`,
  },
  badName: {
    code: 'CTX1008',
    severity: 'error',
    message: (name: string, source: string, reason: string): string =>
      `invalid name ${JSON.stringify(name)} in ${source}: ${reason}`,
  },
  badWord: {
    code: 'CTX1009',
    severity: 'error',
    message: (tag: string, word: string, allowed: string): string =>
      `invalid @${tag} ${word}: expected ${allowed}`,
  },
  requiredWithDefault: {
    code: 'CTX1010',
    severity: 'error',
    message: (field: string): string => `${field} is required but has a default`,
    hint: 'A default makes a value optional: remove one of the two.',
  },
  boundNowhere: {
    code: 'CTX1014',
    severity: 'warning',
    message: (field: string, dto: string): string => `${field} of ${dto} has no source`,
    hint: 'Add a source tag to it or to the interface.',
  },
  misplacedTag: {
    code: 'CTX1015',
    severity: 'error',
    message: (tag: string, place: string): string => `@${tag} has no effect on ${place}`,
    hint: (_tag: string, place: string): string => {
      if (place.endsWith('a socket'))
        return 'Remove it: messages are JSON, MessagePack or CBOR by the subprotocol.'
      return place === 'a property'
        ? 'Move it to the interface.'
        : 'Move it to the properties it is meant for.'
    },
  },
  gluedOption: {
    code: 'CTX1016',
    severity: 'error',
    message: (tag: string, glued: string): string =>
      `unknown tag @${tag}${glued}; did you mean @${tag} ${glued}?`,
    fix: (tag: string, glued: string): Fix => ({ wrong: `@${tag}${glued}`, right: `@${tag} ${glued}` }),
    hint: 'Write a space before the option: `@query ,csv`, or with a name `@query tags,csv`.',
  },
  nameClash: {
    code: 'CTX1017',
    severity: 'error',
    message: (name: string, other: string): string =>
      `${name} clashes with a function generated for ${other}`,
    hint: 'Rename one of the two interfaces.',
  },
  reservedName: {
    code: 'CTX1018',
    severity: 'error',
    message: (name: string): string => `${name} is reserved: every generated file uses this name`,
    hint: 'Rename the interface.',
  },
  unreadTag: {
    code: 'CTX1019',
    severity: 'warning',
    message: (tag: string, { reason }: Unbindable): string => `@${tag} has no effect: ${reason}`,
    hint: (_tag: string, { wayOut }: Unbindable): string => wayOut,
  },
  twoFormats: {
    code: 'CTX1020',
    severity: 'error',
    message: (one: string, other: string): string => `${one} and ${other} cannot be combined`,
    hint: 'Keep one of csv, pipe, ssv and json.',
  },
  repeatedTag: {
    code: 'CTX1021',
    severity: 'error',
    message: (tag: string): string => `duplicate tag @${tag}`,
    hint: 'Keep one of them.',
  },
  overlookedTag: {
    code: 'CTX1022',
    severity: 'error',
    message: (tag: string, _text: string, isJsDoc: boolean): string =>
      isJsDoc
        ? `@${tag} is ignored: another JSDoc comment follows its own`
        : `@${tag} is ignored: its comment is not JSDoc`,
    hint: (tag: string, text: string, isJsDoc: boolean): string =>
      isJsDoc ? 'Merge the two comments.' : `Write \`/** @${tag}${text} */\`.`,
  },
  undeclaredTag: {
    code: 'CTX1023',
    severity: 'warning',
    message: (tag: string): string => `@${tag} is lost in the declarations of this project`,
    hint: 'Begin a line with the comment: the compiler drops one that follows `{`, `;` or `,`, or puts it elsewhere.',
  },
  unknownStep: {
    code: 'CTX1024',
    severity: 'error',
    message: (step: string, nearest: string | undefined): string => {
      if (step === '') return 'empty step in @transform'
      return `unknown step ${step} in @transform${meant(nearest)}`
    },
    hint: 'Steps are trim, collapse, lower, upper and nfc, separated by commas.',
    fix: (wrong: string, right: string | undefined): Fix | undefined => replaced(wrong, right),
  },
  socketMembers: {
    code: 'CTX1025',
    severity: 'error',
    message: (socket: string, what: string): string => `@socket ${socket} ${what}`,
    hint: 'It has two members, what the server receives and what it sends: `{ receive: ClientMessage; send: ServerMessage }`.',
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
    message: (field: string, type: string): string => {
      return `${field}: cannot find type ${type}${meant(meantType(type))}`
    },
    hint: (_field: string, type: string): string => unresolvedHint(type),
    fix: (_field: string, type: string): Fix | undefined => unresolvedFix(type),
  },
  nestedInText: {
    code: 'CTX2003',
    severity: 'error',
    message: (field: string, source: string): string =>
      `${field} is an object, but @${source} holds only single values`,
    hint: (field: string, source: string): string =>
      `Bind it from query, form or json, or as JSON text: \`@${source} ${field},json\`.`,
  },
  badDefault: {
    code: 'CTX2004',
    severity: 'error',
    message: (field: string, text: string, type: string): string =>
      `@default ${text} of ${field} is not ${type}`,
    hint: (_field: string, text: string, type: string): string | undefined => defaultHint(text, type),
    fix: (_field: string, text: string, _type: string): Fix | undefined =>
      replaced(text, /^(['"])(.*)\1$/s.exec(text)?.[2]),
  },
  badScalar: {
    code: 'CTX2005',
    severity: 'error',
    message: (name: string, field: string, type: string): string =>
      `@type ${name} does not apply to ${field}, which is ${type}`,
    hint: 'A number can be int, int8, int16, int32, uint, uint8, uint16, uint32, float32 or float64; a bigint can be int64 or uint64.',
  },
  nestedTooDeep: {
    code: 'CTX2006',
    severity: 'error',
    message: (path: string): string => `${path} nests types too deeply for the compiler`,
    hint: 'Declare the inner types under their own names.',
  },
  unclearDefault: {
    code: 'CTX2007',
    severity: 'error',
    message: (field: string, text: string, types: readonly string[], _isText: boolean): string =>
      `@default ${text} of ${field} is ambiguous: ${types.join(' or ')}`,
    hint: (_field: string, text: string, _types: readonly string[], isText: boolean): string =>
      isText
        ? `Put text in backticks: \`${text}\`.`
        : 'Write a value that fits only one of the types, or remove the default.',
    fix: (_field: string, text: string, _types: readonly string[], isText: boolean): Fix | undefined =>
      replaced(text, isText ? `\`${text}\`` : undefined),
  },
  unsendableType: {
    code: 'CTX2008',
    severity: 'error',
    message: (field: string, type: string, { reason }: Unbindable): string =>
      `${field}: ${type} cannot be sent: ${reason}`,
    hint: (_field: string, _type: string, { wayOut }: Unbindable): string => wayOut,
  },
  badExample: {
    code: 'CTX2009',
    severity: 'warning',
    message: (field: string, text: string, type: string): string =>
      `@example ${text} of ${field} is not ${type}, and is left out of the JSON Schema`,
    hint: 'Write a value as in @default, or code as several lines.',
  },
  transformMisfit: {
    code: 'CTX2010',
    severity: 'error',
    message: (field: string, type: string): string =>
      `@transform does not apply to ${field}, which is ${type}`,
    hint: 'It changes the text of a string or a string[].',
  },
  outputNotOurs: {
    code: 'CTX3001',
    severity: 'error',
    message: (output: string, kind: 'binders' | 'document' | 'client'): string =>
      kind === 'document'
        ? `${output} is no document of OpenAPI or AsyncAPI; left unchanged`
        : `${output} was not written by ctxgen; left unchanged`,
    hint: (_output: string, kind: 'binders' | 'document' | 'client'): string =>
      `Move or delete the file, or write elsewhere with ${kind === 'binders' ? '--out-dir' : '-o'}.`,
  },
  outputOutsideProject: {
    code: 'CTX3002',
    severity: 'error',
    message: (output: string, real: string, root: string): string =>
      `${output} ${output === real ? 'is' : `links to ${real},`} outside the project ${root}`,
    hint: 'Run ctxgen in the project that owns the file, or write elsewhere with -o.',
  },
  outputCollision: {
    code: 'CTX3003',
    severity: 'error',
    message: (output: string, sources: readonly string[]): string =>
      `${sources.join(' and ')} have the same output ${output}`,
    hint: 'Rename one of them, or give each folder its own --out-dir. Case alone does not distinguish names.',
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
    message: (output: string, source: string): string => `${output} is stale: it no longer matches ${source}`,
  },
  outputMissing: {
    code: 'CTX3006',
    severity: 'error',
    message: (output: string, source: string, isOfApp: boolean = false): string =>
      `${output} is missing: ${isOfApp ? `it is written from ${source}` : `${source} has DTOs but no binders`}`,
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
      `${output} was edited: it matches neither ${source} nor what ctxgen wrote`,
    hint: 'Edit the source instead: the next run overwrites this file.',
  },
  sourceUnreadable: {
    code: 'CTX3009',
    severity: 'error',
    message: (source: string, reason: string): string => `${source} could not be read: ${reason}`,
  },
  largeOutput: {
    code: 'CTX3010',
    severity: 'warning',
    message: (dto: string, kilobytes: number, members: readonly string[]): string =>
      `${dto} takes ${kilobytes} kB of generated code${members.length === 0 ? '' : `, most of it for ${members.join(', ')}`}`,
    hint: 'Declare the members that are used, with Pick or in an interface of your own.',
  },
  sourceNotUtf8: {
    code: 'CTX3011',
    severity: 'error',
    message: (source: string): string => `${source} is not UTF-8`,
    hint: 'Save it as UTF-8: another encoding would change texts silently.',
  },
  sourceNameInURL: {
    code: 'CTX3012',
    severity: 'warning',
    message: (source: string, character: string): string =>
      `${source} has ${character} in its name, so Node cannot import what is compiled from it`,
    hint: 'Rename the file: an import is a URL, in which #, ? and % have another meaning.',
  },
  sourceIsCommonJs: {
    code: 'CTX3013',
    severity: 'warning',
    message: (manifest: string | undefined, reason: string): string =>
      `sources are CommonJS by ${manifest ?? 'the lack of a package.json'}, and their generated files do not compile under ${reason}`,
    hint: 'Set "type": "module" in package.json (npm pkg set type=module), or name the sources .mts.',
  },
  sourceWithJsx: {
    code: 'CTX3014',
    severity: 'warning',
    message: (source: string): string => `${source} is not read: its name allows JSX`,
    hint: 'Declare its DTOs in a .ts module, from which it imports them.',
  },
  tsconfigError: {
    code: 'CTX3015',
    severity: 'warning',
    message: (tsconfig: string, reason: string): string => `${tsconfig}: ${reason}`,
    hint: 'Options of the missing file do not count: imports may resolve otherwise than you expect.',
  },
  laxNulls: {
    code: 'CTX3016',
    severity: 'warning',
    message: (tsconfig: string): string =>
      `${tsconfig} turns strictNullChecks off, without which generated files may not compile`,
    hint: 'Set "strictNullChecks": true; the other options of "strict" do not matter.',
  },
  unknownCompilerOption: {
    code: 'CTX3017',
    severity: 'warning',
    message: (tsconfig: string, option: string, version: string): string =>
      `${tsconfig}: TypeScript ${version}, by which ctxgen reads sources, does not know ${option}`,
    hint: 'Sources are read without it. Correct it; if your TypeScript is newer, update ctxgen, or name a tsconfig without it by --project.',
  },
  unknownRule: {
    code: 'CTX4001',
    severity: 'error',
    message: (name: string, nearest: string | undefined): string => `unknown rule ${name}${meant(nearest)}`,
    fix: (wrong: string, right: string | undefined): Fix | undefined => replaced(wrong, right),
    hint: (name: string): string =>
      /\s/.test(name)
        ? 'Write no blanks around =, and commas between rules: @validate required,min=3.'
        : 'node_modules/ctxgen/docs/rules.md lists every rule; declare your own in the config: { rules: { isEven: "./rules.ts#isEven" } }.',
  },
  emptyRule: {
    code: 'CTX4002',
    severity: 'error',
    message: (): string => 'expected a rule',
    hint: 'Separate rules with single commas: @validate required,min=3.',
  },
  parameterMissing: {
    code: 'CTX4003',
    severity: 'error',
    message: (name: string): string => `${name} needs a parameter: ${name}=…`,
  },
  parameterUnexpected: {
    code: 'CTX4004',
    severity: 'error',
    message: (name: string, param: string): string => `${name} takes no parameter, but has ${param}`,
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
      `${rule} does not apply to ${place}; it is for ${targets}`,
  },
  misplacedRule: {
    code: 'CTX4007',
    severity: 'error',
    message: (rule: string, reason: string): string => `${rule} is misplaced: ${reason}`,
    hint: 'Write in order: rules of the list or record, dive, keys, rules of its keys, endkeys, rules of its elements.',
  },
  unknownProperty: {
    code: 'CTX4008',
    severity: 'error',
    message: (rule: string, property: string, owner: string, nearest: string | undefined): string =>
      `${rule}: ${owner} has no property ${property}${meant(nearest)}`,
    fix: (_rule: string, property: string, _owner: string, nearest: string | undefined): Fix | undefined =>
      replaced(property, nearest),
  },
  propertyMisfit: {
    code: 'CTX4009',
    severity: 'error',
    message: (rule: string, place: string, other: string): string =>
      `${rule} cannot compare ${place} with ${other}: their kinds differ`,
  },
  badPattern: {
    code: 'CTX4010',
    severity: 'error',
    message: (reason: string): string =>
      `invalid pattern: ${reason.replace('Invalid regular expression: ', '')}`,
    hint: 'Patterns have the flag u, as in JSON Schema: escape only ^ $ \\ . * + ? ( ) [ ] { } | / (inside [] also -) and letters with a meaning.',
  },
  slowPattern: {
    code: 'CTX4011',
    severity: 'error',
    message: (pattern: string, reason: string, _most: number | undefined): string => `${pattern} ${reason}`,
    hint: (_pattern: string, _reason: string, most: number | undefined): string => {
      const bound = most === undefined ? '' : `, or put max=${most} or less before it (@maxLength ${most})`
      return `One request could stall the server. Write repetitions that match a text in only one way${bound}.`
    },
  },
  unknownFormat: {
    code: 'CTX4012',
    severity: 'error',
    message: (format: string, _type: string | undefined): string =>
      `@format ${format} is not checked: no rule implements it`,
    hint: (_format: string, type: string | undefined): string =>
      type === undefined
        ? `Checked formats: ${formatNames}. Use @pattern for others.`
        : `Use the type ${type} instead.`,
  },
  contradiction: {
    code: 'CTX4013',
    severity: 'error',
    message: (place: string, rules: string): string => `no value of ${place} satisfies ${rules}`,
    hint: 'Every request with a value would be rejected: change one of the rules.',
  },
  brokenExample: {
    code: 'CTX4015',
    severity: 'error',
    message: (field: string, value: string, rule: string): string =>
      `@example ${value} of ${field} breaks ${rule}`,
    hint: 'The documents would show a value that is rejected: change the example or the rule.',
  },
  brokenDefault: {
    code: 'CTX4014',
    severity: 'error',
    message: (field: string, value: string, rule: string): string =>
      `@default ${value} of ${field} breaks ${rule}`,
    hint: 'Every request without a value would be rejected: change the default or the rule.',
  },
  lostRules: {
    code: 'CTX4017',
    severity: 'warning',
    message: (alias: string, place: string): string => `the rules of ${alias} do not hold for ${place}`,
    hint: 'Its type is computed, and no longer has the name. Repeat the rules in its own comment.',
  },
  requiredZero: {
    code: 'CTX4016',
    severity: 'warning',
    message: (place: string, zero: false | 0): string => `required refuses ${zero} as a value of ${place}`,
    hint: (_place: string, zero: false | 0): string =>
      `Remove it, or under @missing zero write \`@json ,required\`: only a missing value is refused then. To refuse ${zero}, add ${zero === 0 ? 'ne=0' : 'eq=true'}.`,
  },
} as const

/** The likely intent of an unknown tag. */
interface Suggestion {
  readonly meant: string
  readonly hint: string
  readonly fix?: Fix | undefined
}

function meant(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

function replaced(wrong: string, right: string | undefined): Fix | undefined {
  return right === undefined ? undefined : { wrong, right }
}

const orphanReasons = {
  gone: 'no longer exists',
  'no-dto': 'no longer has a DTO',
  elsewhere: 'has another output now',
} as const
