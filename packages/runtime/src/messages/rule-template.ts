import { en } from './en.ts'
import { exampleOf, wordsOfFormat } from './example.ts'
import type { ByType, Messages, Template } from './message-types.ts'
import { isByType, type Plurals, render } from './render.ts'

/** A catalogue with the plural rules of its language. */
export interface Catalogue {
  readonly messages: Messages<string>
  readonly plurals: Plurals
}

/** A rule as it appears in an issue. */
export interface ToldRule {
  readonly name: string
  readonly param: string | undefined
}

/** `hexcolor|eq=5` are two rules. A single rule has its parameter in `param`. */
export function toldRules(rule: string, param: string | undefined): readonly ToldRule[] {
  if (!rule.includes('|')) return [{ name: rule, param }]
  const words = rule.match(/pattern=\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*|[^|]+/g) ?? []
  return words.map((word) => {
    const [name = ''] = word.split('=', 1)
    if (name === word) return { name, param: undefined }
    const text = word.slice(name.length + 1)
    return { name, param: text.replaceAll('0x2C', ',').replaceAll('0x7C', '|') }
  })
}

/** The message of each rule in a catalogue; `undefined` when one is missing. */
export function wordsOf(
  rules: readonly ToldRule[],
  kind: keyof ByType,
  path: string,
  from: Catalogue,
): readonly string[] | undefined {
  const texts = rules.flatMap((rule) => textOf(rule, kind, path, from) ?? [])
  return texts.length === rules.length ? texts : undefined
}

export function isKnown(name: string): boolean {
  return Object.hasOwn(en.rules, keyOf(name))
}

function textOf(
  rule: ToldRule,
  kind: keyof ByType,
  path: string,
  { messages, plurals }: Catalogue,
): string | undefined {
  const { name, param = '' } = rule
  const { rules = {}, invalid, or = en.or } = messages
  const key = keyOf(name, param)
  const text = own(rules, key) ?? (isKnown(key) ? undefined : invalid)
  const template = text !== undefined && isByType(text) ? ofType(text, typeOf(rule, kind)) : text
  if (template === undefined) return undefined
  const list = param.trim().split(/\s+/).join(or)
  return render(template, { path, param, list, example: exampleOf(name, param) }, plurals)
}

/** The type whose message applies: some rules derive it from their parameter instead of the value's kind. */
function typeOf({ name, param }: ToldRule, kind: keyof ByType): keyof ByType {
  if (name === 'unique') return param === undefined ? 'list' : 'property'
  return param === undefined && /^[gl]te?$/.test(name) ? 'date' : kind
}

/** A text without a size message is compared, as a number is. */
function ofType(text: ByType, type: keyof ByType): Template | undefined {
  return text[type] ?? (type === 'string' ? text.number : undefined)
}

function keyOf(name: string, param = ''): string {
  if (name === 'format') return wordsOfFormat(param)
  const [, about] = /^(required|excluded)_/.exec(name) ?? []
  return about ?? name
}

function own(
  rules: Readonly<Record<string, Template | ByType | undefined>>,
  name: string,
): Template | ByType | undefined {
  return Object.hasOwn(rules, name) ? rules[name] : undefined
}
