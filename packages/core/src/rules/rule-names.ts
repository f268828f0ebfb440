/** The key of a rule's message in a catalogue: `required` for all rules whose names begin with it. */
export function messageKey(rule: string): string {
  const [, about] = /^(required|excluded)_/.exec(rule) ?? []
  return about ?? rule
}

/** Whether a rule requires or forbids presence, so it also applies to an absent value. */
export function isAboutPresence(rule: string): boolean {
  return rule === 'required' || messageKey(rule) !== rule
}

/** The constant with a rule's English message: `minRule` for `min`, `httpUrlRule` for `http_url`. */
export function ruleConstant(rule: string): string {
  return `${rule.replace(/_(.)/g, (_, first: string) => first.toUpperCase())}Rule`
}
