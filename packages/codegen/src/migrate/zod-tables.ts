/** Types without arguments, and the rules of texts with a form. */
export const words: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  bigint: 'bigint',
  date: 'Date',
  null: 'null',
  undefined: 'undefined',
  never: 'never',
  void: 'undefined',
  any: 'unknown',
  unknown: 'unknown',
  stringbool: 'boolean',
  float64: 'number',
}

export const scalars: Readonly<Record<string, string>> = {
  int: 'int',
  int32: 'int32',
  uint32: 'uint32',
  int64: 'int64',
  uint64: 'uint64',
  float32: 'float32',
}

export const textRules: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'url',
  httpUrl: 'http_url',
  uuid: 'uuid',
  guid: 'uuid',
  uuidv4: 'uuid4',
  uuidv7: 'uuid7',
  ulid: 'ulid',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  cidrv4: 'cidrv4',
  cidrv6: 'cidrv6',
  mac: 'mac',
  hostname: 'hostname',
  base64: 'base64',
  base64url: 'base64url',
  jwt: 'jwt',
  e164: 'e164',
  cuid: 'pattern=/^c[^\\s-]{6,}$/i',
  cuid2: 'pattern=/^[0-9a-z]+$/',
  nanoid: 'pattern=/^[\\w-]{21}$/',
  xid: 'pattern=/^[0-9a-v]{20}$/i',
  ksuid: 'pattern=/^[A-Za-z0-9]{27}$/',
  hex: 'pattern=/^[0-9a-fA-F]*$/',
  ip: 'ip',
  datetime: 'format=date-time',
  date: 'format=date',
  time: 'format=time',
  duration: 'format=duration',
}

/** Rules with an argument, for texts, lists and numbers. */
export const sizes: Readonly<Record<string, string>> = {
  min: 'min',
  max: 'max',
  length: 'len',
  gte: 'gte',
  lte: 'lte',
  gt: 'gt',
  lt: 'lt',
  multipleOf: 'multipleOf',
  step: 'multipleOf',
  startsWith: 'startswith',
  endsWith: 'endswith',
  includes: 'contains',
}

export const signs: Readonly<Record<string, string>> = {
  positive: 'gt=0',
  negative: 'lt=0',
  nonnegative: 'gte=0',
  nonpositive: 'lte=0',
  nonempty: 'min=1',
  lowercase: 'lowercase',
  uppercase: 'uppercase',
}

export const transforms: Readonly<Record<string, string>> = {
  trim: 'trim',
  toLowerCase: 'lower',
  toUpperCase: 'upper',
  normalize: 'nfc',
}

/** Steps that change nothing of a request's type. */
export const neutral: readonly string[] = ['brand', 'readonly', 'finite', 'safe', 'register', 'strip']
