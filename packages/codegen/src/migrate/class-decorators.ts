import type { ts } from 'ts-morph'
import type { DecoratorCall } from './decorator-calls.ts'
import { enumOf, inHandler } from './lost-parts.ts'
import { commentText, type MigratedValue, messageText, parameter } from './migrated.ts'
import { patternRule } from './patterns.ts'
import { returnedBy } from './syntax.ts'
import type { Draft } from './type-draft.ts'

/** Decorators that name a type, which a property without one has. */
const types: Readonly<Record<string, string>> = {
  IsString: 'string',
  IsBoolean: 'boolean',
  IsDate: 'Date',
  IsNumber: 'number',
  IsObject: 'Record<string, unknown>',
  IsBigInt: 'bigint',
}

/** Decorators that add nothing to the declared type. */
const silent = 'IsArray ValidateNested Allow IsDefined ValidatePromise'.split(' ')

const rules: Readonly<Record<string, string>> = {
  IsNotEmpty: 'required',
  IsEmail: 'email',
  IsUrl: 'http_url',
  IsUUID: 'uuid',
  IsIP: 'ip',
  IsMACAddress: 'mac',
  IsJWT: 'jwt',
  IsJSON: 'json',
  IsBase64: 'base64',
  IsBase32: 'base32',
  IsSemVer: 'semver',
  IsFQDN: 'fqdn',
  IsAscii: 'ascii',
  IsISBN: 'isbn',
  IsTimeZone: 'timezone',
  IsHSL: 'hsl|hsla',
  IsRgbColor: 'rgb|rgba',
  IsPositive: 'gt=0',
  IsNegative: 'lt=0',
  ArrayNotEmpty: 'min=1',
  ArrayUnique: 'unique',
  IsLowercase: 'lowercase',
  IsUppercase: 'uppercase',
  IsAlpha: 'alpha',
  IsAlphanumeric: 'alphanum',
  IsHexColor: 'hexcolor',
  IsHexadecimal: 'hexadecimal',
  IsNumberString: 'numeric',
  IsISO8601: 'format=date-time',
  IsDateString: 'format=date-time',
  IsRFC3339: 'format=date-time',
  IsLatitude: 'latitude',
  IsLongitude: 'longitude',
  IsPort: 'port',
  IsE164: 'e164',
  IsMongoId: 'pattern=/^[0-9a-f]{24}$/i',
  IsMilitaryTime: 'datetime=15:04',
  IsBooleanString: 'oneof=true false 1 0',
}

/** Those whose first argument is the parameter. */
const sizes: Readonly<Record<string, string>> = {
  Min: 'min',
  Max: 'max',
  MinLength: 'min',
  MaxLength: 'max',
  ArrayMinSize: 'min',
  ArrayMaxSize: 'max',
  Equals: 'eq',
  NotEquals: 'ne',
  Contains: 'contains',
  NotContains: 'excludes',
  IsDivisibleBy: 'multipleOf',
}

export function decorated(value: MigratedValue, call: DecoratorCall, draft: Draft): MigratedValue {
  const module = draft.moduleOf(call.name) ?? ''
  if (module === 'class-transformer') return converted(value, call, draft)
  if (module !== 'class-validator') return foreign(value, call, module, draft)
  const { name, args } = call
  const kind = name.text
  const [first, second] = args
  const options = args.at(-1)
  const message = draft.optionOf(options, 'message')
  const said = typeof message === 'string' ? messageText(message) : ''
  const isEach = draft.optionOf(options, 'each') === true
  const ruled = (word: string): MigratedValue =>
    withRule({ ...value, type: ruledType(value.type, kind) }, word + said, isEach)
  const typed = (type: string): MigratedValue => ({
    ...value,
    type: isEach || value.type.endsWith('[]') ? listText(type) : type,
  })
  const lost = (): MigratedValue => {
    draft.lose(name, `@${kind}()`, inHandler)
    return value
  }
  if (silent.includes(kind)) return value
  if (Object.hasOwn(types, kind)) return value.type === 'unknown' ? typed(types[kind] ?? '') : value
  switch (kind) {
    case 'IsOptional':
      return { ...value, isOptional: true }
    case 'IsNotEmpty':
      // Numbers, booleans and lists are never empty.
      return isEach || isTextOrName(value.type) ? emptiable(value, said, isEach) : value
    case 'IsUUID': {
      const version = draft.constantOf(first)
      return ruled(
        ['3', '4', '5', '7', 3, 4, 5, 7].includes(version as string) ? `uuid${String(version)}` : 'uuid',
      )
    }
    case 'IsInt':
      return { ...value, type: intOf(value.type, draft) }
    case 'IsEnum': {
      const { type } = enumOf(first, draft)
      return type === 'unknown' ? value : typed(type)
    }
    case 'IsIn':
    case 'IsNotIn': {
      const list = draft.constantOf(first)
      if (kind === 'IsNotIn') {
        const isPlain = Array.isArray(list) && list.every((one) => /^[^\s',|]+$/.test(String(one)))
        return isPlain ? ruled(`noneof=${list.join(' ')}`) : lost()
      }
      const { type } = enumOf(first, draft)
      return type === 'unknown' ? value : typed(type)
    }
    case 'Length': {
      const [least, most] = [draft.constantOf(first), draft.constantOf(second)]
      if (typeof least !== 'number') return lost()
      return ruled(typeof most === 'number' ? `min=${least},max=${most}` : `min=${least}`)
    }
    case 'Matches': {
      const pattern = patternRule(first, draft)
      return pattern === undefined ? lost() : ruled(pattern)
    }
    case 'ValidateIf':
      return isNullCheck(first) ? { ...value, isNullable: true } : { ...lost(), isOptional: true }
    default:
  }
  if (Object.hasOwn(rules, kind)) return ruled(rules[kind] ?? '')
  const size = draft.constantOf(first)
  if (Object.hasOwn(sizes, kind) && ['number', 'string', 'boolean'].includes(typeof size))
    return ruled(`${sizes[kind]}=${parameter(String(size))}`)
  return lost()
}

/** The type of a property without one, by a rule that it has. */
function ruledType(type: string, kind: string): string {
  if (type !== 'unknown' || /^(?:Array|Equals|NotEquals)/.test(kind)) return type
  return /^(?:Min|Max|IsPositive|IsNegative|IsDivisibleBy|IsLatitude|IsLongitude)$/.test(kind)
    ? 'number'
    : 'string'
}

function withRule(value: MigratedValue, word: string, isEach: boolean): MigratedValue {
  const kind = isEach ? 'elementRules' : 'rules'
  return { ...value, [kind]: [...value[kind], word] }
}

function emptiable(value: MigratedValue, said: string, isEach: boolean): MigratedValue {
  return withRule(value, (isEach ? 'min=1' : 'required') + said, isEach)
}

/** `(_, value) => value !== null` */
function isNullCheck(node: ts.Expression | undefined): boolean {
  const result = returnedBy(node)
  return result !== undefined && /^\w+(?:\.\w+)? !== null$/.test(result.getText())
}

function listText(type: string): string {
  return /[|&\s]/.test(type) ? `(${type})[]` : `${type}[]`
}

function intOf(type: string, draft: Draft): string {
  const int = draft.import('@ctxgen/runtime', 'int')
  return type === 'unknown' ? int : type.replace(/\bnumber\b/, int)
}

/** Decorators of class-transformer. */
function converted(
  value: MigratedValue,
  { name, args: [first] }: DecoratorCall,
  draft: Draft,
): MigratedValue {
  switch (name.text) {
    case 'Type': {
      const target = returnedBy(first)?.getText() ?? ''
      if (['Number', 'Boolean', 'String'].includes(target))
        draft.lose(
          name,
          `@Type(() => ${target})`,
          'Texts of a query or form are read as the type; JSON is not converted.',
        )
      return value
    }
    case 'Expose': {
      const key = draft.optionOf(first, 'name')
      return typeof key === 'string' ? { ...value, tags: [...value.tags, `@json ${key}`] } : value
    }
    case 'Transform': {
      const words = textSteps(returnedBy(first))
      if (words !== undefined) return { ...value, tags: [...value.tags, `@transform ${words}`] }
      draft.lose(name, '@Transform()', inHandler)
      return value
    }
    default:
      draft.lose(name, `@${name.text}()`, inHandler)
      return value
  }
}

/** `({ value }) => value?.trim().toLowerCase()` */
function textSteps(node: ts.Expression | undefined): string | undefined {
  const [, calls] =
    /^value((?:\??\.(?:trim|toLowerCase|toUpperCase)\(\))+)$/.exec(node?.getText() ?? '') ?? []
  return calls
    ?.match(/\w+/g)
    ?.map((one) => (one === 'trim' ? one : one.slice(2, 7).toLowerCase()))
    .join(',')
}

/** Decorators of other packages: those of documentation describe, and those that may check something are lost. */
function foreign(
  value: MigratedValue,
  { name, args: [first] }: DecoratorCall,
  module: string,
  draft: Draft,
): MigratedValue {
  if (module === '' || module.startsWith('.') || isOfValidator(module))
    draft.lose(name, `@${name.text}()`, inHandler)
  const text = name.text.startsWith('ApiProperty') ? draft.optionOf(first, 'description') : undefined
  return typeof text === 'string' && value.description === ''
    ? { ...value, description: commentText(text) }
    : value
}

/** Decorators that an absent property passes. */
const lenient = [
  ...silent.filter((one) => one !== 'IsArray' && one !== 'IsDefined'),
  'IsOptional',
  'ValidateIf',
  'IsEmpty',
  'NotEquals',
  'IsNotIn',
]

/** The type after all decorators. A decorator that tests the value requires it, whatever the `?` says. */
export function settled(value: MigratedValue, calls: readonly DecoratorCall[], draft: Draft): MigratedValue {
  const ours = calls.filter(({ name }) => draft.moduleOf(name) === 'class-validator')
  const names = ours.map(({ name }) => name.text)
  const mayBeAbsent = names.includes('IsOptional') || names.includes('ValidateIf')
  const isRequired = !mayBeAbsent && names.some((one) => !lenient.includes(one))
  const isOptional = value.isOptional && !isRequired
  const isNullable = value.isNullable && !isRequired
  // The rule `required` takes any text of a property that may be absent.
  const rules = value.rules.map((one) =>
    isOptional || isNullable ? one.replace(/^required\b/, 'min=1') : one,
  )
  const isText = /^string(?:\[\])?$/.test(value.type)
  const transform = calls.find(({ name }) => name.text === 'Transform')
  if (!isText && transform !== undefined) draft.lose(transform.name, '@Transform()', inHandler)
  const tags = value.tags.filter((tag) => isText || !tag.startsWith('@transform '))
  return { ...value, isOptional, isNullable, rules, tags }
}

/** Whether a type is a text, and no list of texts, or a named type. */
function isTextOrName(type: string): boolean {
  return /^[A-Z]\w*$/.test(type) || (/\bstring\b(?!\[)/.test(type) && !type.includes('[]'))
}

function isOfValidator(module: string): boolean {
  const name = module.toLowerCase()
  return name.includes('valid') && !name.includes('schema')
}
