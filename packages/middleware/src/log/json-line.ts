import type { AccessFacts } from './access-facts.ts'

/** The facts as `JSON.stringify` writes them, in a third of its time. */
export function jsonLine(facts: AccessFacts): string {
  const { time, requestId, ip, method, path, route, status, ms, bytes, userAgent, referer, headers } = facts
  let line = `{"time":"${time}"`
  if (requestId !== undefined) line += `,"requestId":${quoted(requestId)}`
  if (ip !== undefined) line += `,"ip":${quoted(ip)}`
  line += `,"method":${quoted(method)},"path":${quoted(path)}`
  if (route !== undefined) line += `,"route":${quoted(route)}`
  line += `,"status":${status},"ms":${ms},"bytes":${bytes}`
  if (userAgent !== undefined) line += `,"userAgent":${quoted(userAgent)}`
  if (referer !== undefined) line += `,"referer":${quoted(referer)}`
  if (headers !== undefined) line += `,"headers":${JSON.stringify(headers)}`
  return `${line}}`
}

/** ASCII without quotation marks, backslashes and control characters. */
const plain = /^[ !#-[\]-~]*$/

function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}
