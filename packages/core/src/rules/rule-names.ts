import type { MessagesByKind, RuleMessage, RuleRow } from './rule-row.ts'

/** The key of a rule's message in a catalogue: `required` for all rules whose names begin with it. */
export function messageKey(rule: string): string {
  const [, about] = /^(required|excluded)_/.exec(rule) ?? []
  return about ?? rule
}

/** Whether a rule requires or forbids presence, so it also applies to an absent value. */
export function isAboutPresence(rule: string): boolean {
  return rule === 'required' || messageKey(rule) !== rule
}

/** The constant with a rule's English message: `httpUrlRule` for `http_url`, `minStringRule` for `min` of texts. */
export function ruleConstant(rule: string, kind: keyof MessagesByKind = 'number'): string {
  const words = kind === 'number' ? rule : `${rule}_${kind}`
  return `${words.replace(/_(.)/g, (_, first: string) => first.toUpperCase())}Rule`
}

/** The English message of a rule for each kind of value; `number` for one that is the same for all. */
export function messagesByKind(text: RuleRow['text']): MessagesByKind {
  if (typeof text === 'string' || 'one' in text) return { number: text }
  if (!('size' in text)) return text
  const { size, ...others } = text
  return {
    string: counted(size, 'character', 'characters'),
    list: counted(size, 'element', 'elements'),
    record: counted(size, 'entry', 'entries'),
    bytes: counted(size, 'byte', 'bytes'),
    number: `must be ${size} {param}`,
    ...others,
  }
}

function counted(size: string, one: string, other: string): RuleMessage {
  return { one: `must have ${size} {param} ${one}`, other: `must have ${size} {param} ${other}` }
}
