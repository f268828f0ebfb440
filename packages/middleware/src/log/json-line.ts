import type { AccessFacts } from './access-facts.ts'

/** The facts as `JSON.stringify` writes them, in half of its time. */
export function jsonLine(facts: AccessFacts): string {
  const headers = facts.headers === undefined ? '' : `,"headers":${JSON.stringify(facts.headers)}`
  return (
    `{"time":"${facts.time}"` +
    text('requestId', facts.requestId) +
    text('ip', facts.ip) +
    text('method', facts.method) +
    text('path', facts.path) +
    text('route', facts.route) +
    `,"status":${facts.status},"ms":${facts.ms},"bytes":${facts.bytes}` +
    text('userAgent', facts.userAgent) +
    text('referer', facts.referer) +
    `${headers}}`
  )
}

/** ASCII without quotation marks, backslashes and control characters. */
const plain = /^[ !#-[\]-~]*$/

function text(name: string, value: string | undefined): string {
  if (value === undefined) return ''
  return `,"${name}":${plain.test(value) ? `"${value}"` : JSON.stringify(value)}`
}
