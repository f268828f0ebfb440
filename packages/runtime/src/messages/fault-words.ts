import type { BindIssue } from '../error/bind-error.ts'
import { type FaultName, faultNames } from './fault-name.ts'
import { render, type Values } from './render.ts'
import { type Catalogue, moreIn } from './rule-template.ts'

/** The message of a fault in the catalogue's language; its own message when the catalogue has no translation. */
export function faultWords({ path, message }: BindIssue, to: Catalogue): string {
  const { name, values } = faultOf(message) ?? {}
  const template = name === undefined ? undefined : to.messages.faults?.[name]
  return template === undefined ? message : render(template, { path, ...listedIn(values, to) }, to.plurals)
}

/** The end of a list of values in the catalogue's language. */
function listedIn(values: Values = {}, to: Catalogue): Values {
  const { values: list } = values
  if (list === undefined) return values
  const more = moreIn(to)
  return {
    ...values,
    values: list.replace(/and ([\d,]+) more$/, (_, count: string) => more(Number(count.replaceAll(',', '')))),
  }
}

interface Fault {
  readonly name: FaultName
  readonly values: Values
}

/** The fault behind an English message, and its values. */
function faultOf(message: string): Fault | undefined {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(message)
    if (found !== null) return { name, values: { ...found.groups } }
  }
  return undefined
}

/** `more than {max} keys` with a capture group for each value. */
const patterns: ReadonlyMap<FaultName, RegExp> = new Map(
  faultNames.map((name) => {
    const escaped = name.replace(/[()]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>\\S+)')
    // Only these placeholders may span several words.
    return [name, new RegExp(`^${escaped.replace(/(?<=<(?:values|key)>)\\S/, '.')}$`, 's')]
  }),
)
