import { isFormatName } from '@ctxgen/core/rules/formats'
import type { ParameterKind } from '@ctxgen/core/rules/rule-row'
import { formatNames } from '../../model/format-names.ts'
import type { RuleParameter } from '../../model/rule.ts'

/** A parameter, or the reason for its absence. */
type ParameterResult =
  | { readonly parameter: RuleParameter; readonly problem?: undefined }
  | {
      readonly parameter?: undefined
      readonly problem: 'missing' | 'unexpected' | { readonly reason: string }
    }

const none: ParameterResult = { parameter: { kind: 'none' } }

/** Replaces `0x2C` and `0x7C` by a comma and a bar. */
export function plainParameter(text: string): string {
  return text.replaceAll('0x2C', ',').replaceAll('0x7C', '|')
}

/** Parses a parameter without knowledge of the property's type. */
export function parseParameter(kind: ParameterKind, text: string | undefined): ParameterResult {
  if (kind === 'none') return text === undefined ? none : { problem: 'unexpected' }
  if (text === undefined) return isOptional(kind) ? none : { problem: 'missing' }
  if (text.trim() === '' && kind !== 'text') return { problem: 'missing' }
  switch (kind) {
    case 'size':
      if (!/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text))
        return {
          problem: { reason: text.startsWith(' ') ? 'expected no blank after =' : 'expected a number' },
        }
      return { parameter: { kind: 'number', text } }
    case 'text':
      return text === '' ? { problem: 'missing' } : { parameter: { kind: 'text', text } }
    case 'layout':
      return { parameter: { kind: 'text', text } }
    case 'words':
    case 'media-types':
      return { parameter: { kind: 'words', words: wordsOf(text) } }
    case 'property':
    case 'optional-property':
      return { parameter: { kind: 'properties', names: [text.trim()] } }
    case 'properties':
      return { parameter: { kind: 'properties', names: wordsOf(text) } }
    case 'conditions':
      return conditions(wordsOf(text))
    case 'format':
      if (!isFormatName(text)) return { problem: { reason: `expected one of ${formatNames}` } }
      return { parameter: { kind: 'format', format: text } }
    case 'pattern':
      return pattern(text)
    case 'bytes':
      return size(text)
  }
}

function pattern(text: string): ParameterResult {
  const [, source, flags = ''] = /^\/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/([a-z]*)$/s.exec(text) ?? []
  if (source === undefined) return { problem: { reason: 'expected a pattern between slashes: pattern=/^a/' } }
  return { parameter: patternParameter(source, flags) }
}

/** Adds the flag `u`, as in JSON Schema, unless the pattern has `v`. */
export function patternParameter(source: string, flags: string): RuleParameter {
  return { kind: 'pattern', source, flags: /[uv]/.test(flags) ? flags : `${flags}u` }
}

/** Date comparisons and `unique` may omit the parameter. */
function isOptional(kind: ParameterKind): boolean {
  return kind === 'size' || kind === 'optional-property'
}

/** Splits at spaces, except in single quotes. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

function conditions(words: readonly string[]): ParameterResult {
  if (words.length % 2 !== 0) return { problem: { reason: 'expected pairs of a property and a value' } }
  const pairs = words.flatMap((property, i) => {
    const value = words[i + 1]
    return i % 2 === 0 && value !== undefined ? [{ property, value }] : []
  })
  return { parameter: { kind: 'conditions', conditions: pairs } }
}

const units: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 }

function size(text: string): ParameterResult {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?([KMG]?i?B)?$/i.exec(text) ?? []
  const factor = units[unit.toUpperCase().replace('I', '')]
  if (digits === undefined || factor === undefined)
    return { problem: { reason: 'expected a size such as 500KB or 2MB' } }
  return { parameter: { kind: 'bytes', bytes: Math.floor(Number(digits) * factor) } }
}
