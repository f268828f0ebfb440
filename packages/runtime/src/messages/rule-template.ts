import { en } from './en.ts'
import { exampleOf, wordsOfFormat } from './example.ts'
import type { ByType, Messages, Template } from './messages.ts'
import { isByType, type Plurals, render } from './render.ts'

/** A catalogue, and how its language counts. */
export interface Catalogue {
  readonly messages: Messages<string>
  readonly plurals: Plurals
}

/** A rule as an issue tells it. */
export interface ToldRule {
  readonly name: string
  readonly param: string | undefined
}

/** `hexcolor|eq=5` are two rules; one that is alone has its parameter beside it. */
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

/** What a catalogue says of each rule; `undefined` when it has no words for one. */
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

/** What a rule is about: some say it by their parameter, whatever the kind of the value. */
function typeOf({ name, param }: ToldRule, kind: keyof ByType): keyof ByType {
  if (name === 'unique') return param === undefined ? 'list' : 'property'
  return param === undefined && /^[gl]te?$/.test(name) ? 'date' : kind
}

/** Texts that are not counted are compared, as numbers are. */
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
