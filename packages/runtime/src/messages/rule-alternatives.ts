/** A rule as it appears in an issue. */
export interface NamedRule {
  readonly name: string
  readonly param: string | undefined
}

/** `hexcolor|eq=5` are two rules. A single rule has its parameter in `param`. */
export function ruleAlternatives(rule: string, param: string | undefined): readonly NamedRule[] {
  if (!rule.includes('|')) return [{ name: rule, param }]
  const words = rule.match(/pattern=\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*|[^|]+/g) ?? []
  return words.map((word) => {
    const [name = ''] = word.split('=', 1)
    if (name === word) return { name, param: undefined }
    const text = word.slice(name.length + 1)
    return { name, param: text.replaceAll('0x2C', ',').replaceAll('0x7C', '|') }
  })
}
