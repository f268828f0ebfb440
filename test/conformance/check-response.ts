import type { CaseResponse, Json, JsonObject } from './case-types.ts'
import { cookieDifferences } from './check-cookies.ts'
import { type ClientResponse, headerLines, type InterimResponse } from './client-response.ts'
import { differences } from './compare.ts'
import { isObject } from './decode-value.ts'
import { decompress } from './request-bytes.ts'
import { show, showError } from './show.ts'

/** Differences between a response and the one a case expects. */
export function responseDifferences(expected: CaseResponse, actual: ClientResponse): string[] {
  const ending = endingProblem(expected, actual)
  if (ending !== undefined) return [ending]
  const problems = [
    ...statusProblems(expected, actual),
    ...headerProblems(expected.headers ?? {}, actual, ''),
    ...cookieDifferences(expected.cookies ?? {}, headerLines(actual, 'set-cookie')),
    ...bodyProblems(expected, actual),
  ]
  if (expected.interim !== undefined) problems.push(...interimProblems(expected.interim, actual.interim))
  return problems
}

function endingProblem(expected: CaseResponse, actual: ClientResponse): string | undefined {
  const { ending } = actual
  if (ending === 'malformed') return `the response is not HTTP: ${actual.failure ?? ''}`
  if (expected.noResponse === true) {
    return ending === 'empty'
      ? undefined
      : `a response came (${actual.status}), expected a connection closed without a byte`
  }
  if (expected.aborted === true) {
    if (ending === 'aborted' || (ending === 'empty' && expected.status === undefined)) return undefined
    return `the response looks ${ending} (${actual.status}, ${actual.body.length} bytes), expected one that breaks off`
  }
  if (ending === 'empty') return 'the connection was closed without a byte'
  if (ending === 'aborted')
    return `the response (${actual.status}) breaks off after ${actual.body.length} bytes`
  return undefined
}

function statusProblems(expected: CaseResponse, actual: ClientResponse): string[] {
  if (expected.status === undefined) return []
  const allowed = [expected.status].flat()
  if (allowed.includes(actual.status)) return []
  return [
    `the status is ${actual.status}, expected ${allowed.join(' or ')}, body ${show(actual.body.toString())}`,
  ]
}

function headerProblems(
  expected: JsonObject,
  actual: Pick<ClientResponse, 'headers'>,
  label: string,
): string[] {
  const problems: string[] = []
  for (const [name, wanted] of Object.entries(expected)) {
    const lines = headerLines(actual, name.toLowerCase())
    if (!headerFits(wanted, lines)) {
      const found = lines.length === 0 ? 'absent' : lines.map(show).join(' and ')
      problems.push(`${label}header ${name} is ${found}, expected ${wanted === null ? 'none' : show(wanted)}`)
    }
  }
  return problems
}

function headerFits(wanted: Json, lines: readonly string[]): boolean {
  if (wanted === null) return lines.length === 0
  if (Array.isArray(wanted)) {
    return (
      lines.length === wanted.length && wanted.every((line: Json, i) => headerFits(line, [String(lines[i])]))
    )
  }
  if (isObject(wanted)) {
    const { match, notMatch } = wanted
    if (typeof notMatch === 'string' && lines.some((line) => new RegExp(notMatch).test(line))) return false
    return typeof match !== 'string' || (lines.length > 0 && new RegExp(match).test(lines.join(', ')))
  }
  return lines.length > 0 && lines.join(', ') === String(wanted)
}

function bodyProblems(expected: CaseResponse, actual: ClientResponse): string[] {
  const problems: string[] = []
  const { body } = actual
  const text = body.toString('utf8')
  if (expected.body !== undefined && !Buffer.from(expected.body).equals(body)) {
    problems.push(`the body is ${show(text)}, expected ${show(expected.body)}`)
  }
  if (expected.bodyBase64 !== undefined && body.toString('base64') !== expected.bodyBase64) {
    problems.push(`the body is ${body.toString('base64')} in base64, expected ${expected.bodyBase64}`)
  }
  if (expected.bodyLength !== undefined && body.length !== expected.bodyLength) {
    problems.push(`the body has ${body.length} bytes, expected ${expected.bodyLength}`)
  }
  if (expected.bodyMatch !== undefined && !new RegExp(expected.bodyMatch).test(text)) {
    problems.push(`the body ${show(text)} does not match ${expected.bodyMatch}`)
  }
  if (expected.bodyNotMatch !== undefined && new RegExp(expected.bodyNotMatch).test(text)) {
    problems.push(`the body ${show(text)} matches ${expected.bodyNotMatch}`)
  }
  if (expected.bodyDecoded !== undefined) problems.push(...decodedProblems(expected.bodyDecoded, actual))
  if (expected.bodyJson !== undefined || expected.bodyJsonPart !== undefined)
    problems.push(...jsonProblems(expected, text))
  return problems
}

function decodedProblems(expected: string, actual: ClientResponse): string[] {
  let bytes = actual.body
  try {
    const codings = headerLines(actual, 'content-encoding').flatMap((line) => line.split(','))
    for (const coding of codings.map((name) => name.trim().toLowerCase()).reverse()) {
      if (coding !== 'identity') bytes = decompress(bytes, coding)
    }
  } catch (error) {
    return [`the body cannot be decoded: ${showError(error)}`]
  }
  const text = bytes.toString('utf8')
  return text === expected ? [] : [`the decoded body is ${show(text)}, expected ${show(expected)}`]
}

function jsonProblems(expected: CaseResponse, text: string): string[] {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return [`the body ${show(text)} is not JSON`]
  }
  const problems =
    expected.bodyJson === undefined ? [] : differences(expected.bodyJson, found, 'the JSON body')
  if (expected.bodyJsonPart !== undefined) {
    if (typeof found !== 'object' || found === null) return [...problems, `the JSON body is ${show(found)}`]
    for (const [key, value] of Object.entries(expected.bodyJsonPart)) {
      problems.push(...differences(value, Reflect.get(found, key), `the JSON body's ${key}`))
    }
  }
  return problems
}

function interimProblems(
  expected: NonNullable<CaseResponse['interim']>,
  actual: readonly InterimResponse[],
): string[] {
  const statuses = actual.map((response) => response.status).join(', ')
  if (actual.length !== expected.length) {
    return [`there were ${actual.length} interim responses (${statuses}), expected ${expected.length}`]
  }
  return expected.flatMap((wanted, i) => {
    const found = actual[i]
    if (found?.status !== wanted.status)
      return [`interim response ${i} has the status ${found?.status}, expected ${wanted.status}`]
    return headerProblems(wanted.headers ?? {}, found, `interim response ${i}: `)
  })
}
