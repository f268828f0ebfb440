import { UsageError } from '@ctxgen/codegen/usage-error'
import type { ClientConfig, Config, OpenApiConfig } from './config.ts'
import { nearest } from './nearest.ts'

/** The expected value; `text` completes "… must be". */
interface Expectation {
  readonly text: string
  readonly accepts: (value: unknown) => boolean
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const keys: Readonly<Record<keyof Config, Expectation>> = {
  inputs: {
    text: 'a list of files, folders or globs',
    accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  },
  outDir: { text: 'a folder path', accepts: isText },
  missing: { text: '"error" or "zero"', accepts: (value) => value === 'error' || value === 'zero' },
  any: { text: '"error" or "unknown"', accepts: (value) => value === 'error' || value === 'unknown' },
  aliasTag: {
    text: 'a tag name: a letter, then letters, digits, - or _',
    accepts: (value) => typeof value === 'string' && /^@?[A-Za-z][\w-]*$/.test(value),
  },
  project: { text: 'a tsconfig path', accepts: isText },
  rules: {
    text: 'functions by rule name, such as { "isEven": "./rules.ts#isEven" } or { "isFree": { "from": …, "async": true } }',
    accepts: (value) => isObject(value) && Object.values(value).every(isRulePlace),
  },
  openapi: {
    text: 'an object with an app, such as { "app": "src/app.ts", "output": "openapi.json" }',
    accepts: (value) => isObject(value) && isText(value['app']),
  },
  client: {
    text: 'an object with an output, such as { "app": "src/app.ts", "output": "web/api.ts" }',
    accepts: (value) => isObject(value) && isText(value['output']),
  },
}

const flag: Expectation = { text: 'true or false', accepts: (value) => typeof value === 'boolean' }

const formats = ['json', 'urlencoded', 'multipart', 'xml', 'msgpack', 'cbor']

const clientKeys: Readonly<Record<keyof ClientConfig, Expectation>> = {
  app: { text: 'a module path', accepts: isText },
  output: { text: 'a file path', accepts: isText },
  throw: flag,
  query: flag,
  msw: flag,
  split: { text: '"tag"', accepts: (value) => value === 'tag' },
  body: {
    text: `a list of ${formats.join(', ')}`,
    accepts: (value) => Array.isArray(value) && value.every((one) => formats.includes(String(one))),
  },
}

const openApiKeys: Readonly<Record<keyof OpenApiConfig, Expectation>> = {
  app: { text: 'a module path', accepts: isText },
  output: { text: 'a file path', accepts: isText },
  asyncapi: { text: 'a file path', accepts: isText },
  spec: { text: '"3.0", "3.1" or "3.2"', accepts: (value) => ['3.0', '3.1', '3.2'].includes(String(value)) },
  info: { text: 'an object', accepts: isObject },
  servers: { text: 'a list of objects', accepts: isListOfObjects },
  security: {
    text: 'an object of security schemes by name',
    accepts: (value) => isObject(value) && Object.values(value).every(isObject),
  },
  documents: {
    text: 'a list of documents, such as [{ "output": "admin.json", "prefix": "/admin" }]',
    accepts: (value) => isListOfObjects(value) && value.every(({ output }) => isText(output)),
  },
}

function isListOfObjects(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isObject)
}

function isRulePlace(value: unknown): boolean {
  if (!isObject(value)) return isText(value)
  const { from, async = false, ...others } = value
  return isText(from) && typeof async === 'boolean' && Object.keys(others).length === 0
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Validates a config and returns its projects.
 *
 * @param file its name for messages
 * @throws UsageError with the file, the key and the expected value.
 */
export function checkConfig(value: unknown, file: string): readonly Config[] {
  if (!Array.isArray(value)) return [checkProject(value, file, '')]
  if (value.length === 0) throw new UsageError(`${file}: the list of projects is empty.`)
  return value.map((project, index) => checkProject(project, file, `[${index}]`))
}

function checkProject(value: unknown, file: string, place: string): Config {
  if (!isObject(value)) {
    throw new UsageError(`${file}: ${place || 'the config'} must be an object, not ${shown(value)}.`)
  }
  checkKeys(value, keys, file, place)
  const { openapi, client } = value
  const start = place === '' ? '' : `${place}.`
  if (isObject(openapi)) checkKeys(openapi, openApiKeys, file, `${start}openapi`)
  if (isObject(client)) checkKeys(client, clientKeys, file, `${start}client`)
  return value
}

function checkKeys(
  value: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, Expectation>>,
  file: string,
  place: string,
): void {
  for (const [key, content] of Object.entries(value)) {
    const name = place === '' ? key : `${place}.${key}`
    if (key === '$schema' || content === undefined) continue
    const expected = Object.hasOwn(known, key) ? known[key] : undefined
    if (expected === undefined)
      throw new UsageError(`${file}: unknown key ${name}${advice(key, Object.keys(known))}`)
    const { accepts, text } = expected
    if (!accepts(content)) throw new UsageError(`${file}: ${name} must be ${text}, not ${shown(content)}.`)
  }
}

function advice(key: string, known: readonly string[]): string {
  const near = nearest(key, known)
  return near === undefined ? `; expected one of ${known.join(', ')}.` : `; did you mean ${near}?`
}

function shown(value: unknown): string {
  if (value === undefined) return 'undefined'
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
