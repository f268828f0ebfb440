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

export interface RuleKind {
  readonly parameter: ParameterKind
  readonly targets: readonly RuleTarget[]
}

const numbers: readonly RuleTarget[] = ['integer', 'float', 'bigint']
const scalars: readonly RuleTarget[] = ['string', ...numbers, 'boolean', 'date']
const sized: readonly RuleTarget[] = ['string', ...numbers, 'list', 'record', 'bytes']
const all: readonly RuleTarget[] = [...scalars, 'list', 'record', 'bytes', 'object', 'class', 'file']

function kinds(
  names: string,
  parameter: ParameterKind,
  targets: readonly RuleTarget[],
): readonly (readonly [string, RuleKind])[] {
  return names.split(/\s+/).map((name) => [name, { parameter, targets }] as const)
}

/** Every rule with its parameter and targets: RULES of go-playground/validator v10, and a few additions. */
export const ruleTable: ReadonlyMap<string, RuleKind> = new Map([
  ...kinds('required', 'none', all),
  ...kinds('len min max', 'size', sized),
  ...kinds('gt gte lt lte', 'size', [...sized, 'date']),
  ...kinds('eq ne', 'text', ['string', ...numbers, 'boolean', 'list', 'record']),
  ...kinds('eq_ignore_case ne_ignore_case', 'text', ['string']),
  ...kinds('oneof noneof', 'words', ['string', 'integer', 'bigint']),
  ...kinds('oneofci', 'words', ['string']),
  ...kinds('numeric number', 'none', ['string', ...numbers]),
  ...kinds('latitude longitude', 'none', ['string', 'integer', 'float']),
  ...kinds(
    `alpha alphaspace alphanum alphanumspace alphaunicode alphanumunicode ascii printascii lowercase uppercase boolean
    hexadecimal hexcolor rgb rgba hsl hsla iscolor email url http_url https_url uri uuid uuid3 uuid4 uuid5 ulid md5
    sha256 semver ip ipv4 ipv6 cidr cidrv4 cidrv6 mac hostname hostname_rfc1123 fqdn hostname_port timezone base32
    base64 base64url base64rawurl json jwt e164 isbn isbn10 isbn13`,
    'none',
    ['string'],
  ),
  ...kinds('datetime', 'layout', ['string']),
  ...kinds(
    'contains containsany excludes excludesall startswith endswith startsnotwith endsnotwith',
    'text',
    ['string'],
  ),
  ...kinds('pattern', 'pattern', ['string']),
  ...kinds('format', 'format', ['string']),
  ...kinds('unique', 'optional-property', ['list', 'record']),
  ...kinds('eqfield nefield', 'property', scalars),
  ...kinds('gtfield gtefield ltfield ltefield', 'property', [...numbers, 'date']),
  ...kinds('required_if required_unless excluded_if excluded_unless', 'conditions', all),
  ...kinds(
    `required_with required_with_all required_without required_without_all
    excluded_with excluded_with_all excluded_without excluded_without_all`,
    'properties',
    all,
  ),
  ...kinds('multipleOf', 'size', numbers),
  ...kinds('maxSize', 'bytes', ['file']),
  ...kinds('mime', 'media-types', ['file']),
  ...kinds('maxFiles', 'size', ['list']),
])

/** Whether a rule requires or forbids presence, so it also applies to an absent value. */
export function isAboutPresence(name: string): boolean {
  return name === 'required' || name.startsWith('required_') || name.startsWith('excluded_')
}
