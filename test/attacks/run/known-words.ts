import { profiles } from '../app/profiles.ts'
import { isFault } from '../codegen/faults.ts'
import { type AttackCheck, type AttackClient, clientActions } from './attack.ts'
import { transports } from './transports.ts'

/** The type of each check's value: one of another type would silently never be compared. */
type Kind = 'flag' | 'number' | 'text' | 'texts' | 'numbers' | 'pairs' | 'members'

interface CheckRule {
  readonly kind: Kind
  /** Whether a check judges answers or the generator; both if absent. */
  readonly of?: 'answers' | 'generator'
}

const flag: CheckRule = { kind: 'flag' }
const answers = (kind: Kind): CheckRule => ({ kind, of: 'answers' })
const generator = (kind: Kind): CheckRule => ({ kind, of: 'generator' })

const checkRules: Readonly<Record<keyof AttackCheck, CheckRule>> = {
  noCrash: flag,
  maxMs: { kind: 'number' },
  maxRssMb: { kind: 'number' },
  noWritesOutside: flag,
  noTmpFiles: flag,
  noPollution: flag,
  pwnedMarkerAbsent: flag,
  statusIn: answers('numbers'),
  allowClose: answers('flag'),
  responseCount: answers('number'),
  handlerNotCalled: answers('flag'),
  fdsBack: answers('flag'),
  bodyContains: answers('text'),
  bodyContainsIf200: answers('text'),
  bodyNotContains: answers('text'),
  bodyNotStartsWith: answers('text'),
  rawContains: answers('text'),
  rawNotContains: answers('text'),
  rawHeaderNotContains: answers('text'),
  headerEquals: answers('pairs'),
  headerContains: answers('pairs'),
  headerNotContains: answers('pairs'),
  headerMatches: answers('pairs'),
  headerNotMatches: answers('pairs'),
  maxBodyBytes: answers('number'),
  mustBeTruncated: answers('flag'),
  jsonEquals: answers('members'),
  jsonNotEquals: answers('members'),
  jsonPathAbsent: answers('text'),
  maxArrayLen: answers('number'),
  typesHold: answers('flag'),
  noInherited: answers('texts'),
  generatorMustExitZero: generator('flag'),
  generatorMustExitNonZero: generator('flag'),
  generatorDiagnosticMatches: generator('text'),
  generatedMustParse: generator('flag'),
  generatedMustTypecheck: generator('flag'),
  generatedCodeMustNotContainUnescaped: generator('text'),
  outputsUnchanged: generator('flag'),
  outputsWhole: generator('flag'),
  deterministic: generator('flag'),
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
const kinds = ['request', 'raw', 'call', 'codegen', 'codegenRepeat'] as const
const entryKeys = words(
  `id area source description demand check ${kinds.join(' ')} codegenExtra probe peer via profile routes client
   repeat concurrency`,
)
const requestKeys = words('method path pathRepeat headers body bodyBase64 bodyRepeat bodyStream transfer')
const streamKeys = words('chunks everyMs ending')
const repeatKeys = words('prefix unit count suffix encoding')
const callKeys = words('method args')
const extraKeys = words('fileName args files symlinks chmod fault times')
const probeKeys = words('binder query boundEquals noInherited')
const clientKeys: Readonly<Record<AttackClient['action'], ReadonlySet<string>>> = {
  'destroy-after-send': words('action'),
  'destroy-after-first-byte': words('action'),
  'half-close-after-send': words('action'),
  stall: words('action forMs'),
  'never-read': words('action forMs'),
  drip: words('action unit everyMs forMs'),
}

type Members = Readonly<Record<string, unknown>>

/** The unknown words of an entry. An ignored word would be a check that cannot fail. */
export function unknownWords(entry: unknown): string[] {
  if (!isObject(entry)) return ['the entry is no object']
  const found = strangers(entry, entryKeys, 'the entry')
  const given = kinds.filter((kind) => entry[kind] !== undefined)
  if (given.length !== 1) found.push(`the entry has ${given.length} of ${kinds.join(', ')}`)
  for (const key of ['id', 'area', 'description', 'demand']) {
    if (typeof entry[key] !== 'string') found.push(`"${key}" is no text`)
  }
  const isOfGenerator = given[0]?.startsWith('codegen') === true
  return [
    ...found,
    ...strangersOfRequest(entry['request']),
    ...strangers(entry['codegenRepeat'], repeatKeys, 'codegenRepeat'),
    ...strangers(entry['call'], callKeys, 'the call'),
    ...strangers(entry['probe'], probeKeys, 'the probe'),
    ...strangersOfClient(entry['client']),
    ...unknownScene(entry, isOfGenerator),
    ...unknownChecks(entry['check'], isOfGenerator),
  ]
}

function strangersOfRequest(request: unknown): string[] {
  if (!isObject(request)) return request === undefined ? [] : ['the request is no object']
  const { transfer, bodyStream } = request
  const found = strangers(request, requestKeys, 'the request')
  for (const name of ['pathRepeat', 'bodyRepeat']) found.push(...strangers(request[name], repeatKeys, name))
  if (transfer !== undefined && transfer !== 'chunked')
    found.push(`the transfer ${shown(transfer)} is not known`)
  if (bodyStream === undefined) return found
  if (!isObject(bodyStream) || !isTexts(bodyStream['chunks'])) return [...found, 'bodyStream has no chunks']
  const { ending } = bodyStream
  if (ending !== undefined && ending !== 'end' && ending !== 'error' && ending !== 'never')
    found.push(`a body cannot end by ${shown(ending)}`)
  return [...found, ...strangers(bodyStream, streamKeys, 'bodyStream')]
}

function strangersOfClient(client: unknown): string[] {
  if (!isObject(client)) return client === undefined ? [] : ['the client is no object']
  const action = clientActions.find((one) => one === client['action'])
  if (action === undefined) return [`a client cannot do ${shown(client['action'])}`]
  const missing = [...clientKeys[action]].filter((key) => key !== 'forMs' && client[key] === undefined)
  return [
    ...strangers(client, clientKeys[action], `the client that does ${action}`),
    ...missing.map((key) => `the client has no ${key}`),
  ]
}

function unknownScene(entry: Members, isOfGenerator: boolean): string[] {
  const { via, profile, codegenExtra: extra, peer, raw, repeat, concurrency } = entry
  const found = strangers(extra, extraKeys, 'codegenExtra')
  if (via !== undefined) {
    const named = isTexts(via) && via.length > 0 ? via : [shown(via)]
    const known: readonly string[] = transports
    found.push(...named.filter((one) => !known.includes(one)).map((one) => `there is no way ${one}`))
  }
  if (profile !== undefined && !profiles.has(String(profile)))
    found.push(`there is no profile ${shown(profile)}`)
  const fault = isObject(extra) ? extra['fault'] : undefined
  if (fault !== undefined && !(typeof fault === 'string' && isFault(fault)))
    found.push(`there is no fault ${shown(fault)}`)
  if (peer !== undefined && typeof peer !== 'string') found.push('the peer is no text')
  for (const [name, value] of Object.entries({ repeat, concurrency })) {
    if (value !== undefined && !(typeof value === 'number' && value >= 1)) found.push(`${name} is no number`)
  }
  if (raw !== undefined && typeof raw !== 'string') found.push('raw is no text')
  if (isOfGenerator) {
    for (const name of ['via', 'profile', 'routes', 'client', 'peer', 'repeat', 'concurrency'])
      if (entry[name] !== undefined) found.push(`"${name}" means nothing to the generator`)
  } else if (extra !== undefined || entry['probe'] !== undefined) {
    found.push('a scene of the generator stands beside a request')
  }
  return found
}

function unknownChecks(check: unknown, isOfGenerator: boolean): string[] {
  if (!isObject(check)) return ['there is no check']
  const found: string[] = []
  for (const name of ['maxMs', 'maxRssMb'])
    if (check[name] === undefined) found.push(`the check has no ${name}`)
  for (const [name, value] of Object.entries(check)) {
    const rule = ruleOf(name)
    if (rule === undefined) found.push(`the check ${name} is not known`)
    else if (!isOfKind(value, rule.kind)) found.push(`the check ${name} cannot be ${shown(value)}`)
    else if (rule.of === (isOfGenerator ? 'answers' : 'generator'))
      found.push(`the check ${name} is none of ${isOfGenerator ? 'the generator' : 'an answer'}`)
  }
  return found
}

function ruleOf(name: string): CheckRule | undefined {
  const rules: Readonly<Record<string, CheckRule>> = checkRules
  return Object.hasOwn(rules, name) ? rules[name] : undefined
}

function isOfKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number'
    case 'text':
      return typeof value === 'string'
    case 'texts':
      return isTexts(value)
    case 'numbers':
      return Array.isArray(value) && value.every((one) => typeof one === 'number')
    case 'pairs':
      return Array.isArray(value) && value.every((one) => isTexts(one) && one.length === 2)
    case 'members':
      return isObject(value)
  }
}

function strangers(value: unknown, known: ReadonlySet<string>, where: string): string[] {
  if (!isObject(value)) return value === undefined ? [] : [`${where} is no object`]
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => `"${key}" of ${where} is not known`)
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined'
}
