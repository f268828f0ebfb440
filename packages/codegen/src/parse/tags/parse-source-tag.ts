/** The parsed text of a source tag: `colors,required - a description`. */
export interface SourceTag {
  /** `undefined`: the property's own name. */
  readonly key: string | undefined
  /** `-`: excluded from this source. */
  readonly excluded: boolean
  readonly options: readonly string[]
  /** Text that is not a name, an option or a description. */
  readonly rest: string
}

/** Parses `[name][,option]… [- description]`; a name with spaces or commas is quoted. */
export function parseSourceTag(text: string): SourceTag {
  const name = /^"((?:[^"\\]|\\.)*)"|^[^\s,"]+/.exec(text)
  const quoted = name?.[1]
  const key = quoted === undefined ? name?.[0] : quoted.replace(/\\(.)/g, '$1')
  const dash = quoted === undefined && key === '-'
  // `@query - the page` has a description and no name; `@query -` excludes the property.
  const describes = dash && /^-\s+\S/.test(text)
  if (describes) return { key: undefined, excluded: false, options: [], rest: '' }
  const options: string[] = []
  let rest = text.slice(name?.[0].length ?? 0)
  for (let option = /^,([\w-]*)/.exec(rest); option !== null; option = /^,([\w-]*)/.exec(rest)) {
    options.push(option[1] ?? '')
    rest = rest.slice(option[0].length)
  }
  rest = rest.trim()
  const described = rest === '-' || /^-\s/.test(rest)
  return { key: dash ? undefined : key, excluded: dash, options, rest: described ? '' : rest }
}
