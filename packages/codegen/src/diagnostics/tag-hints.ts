const splits = 'csv, pipe and ssv split the value of a list of single values, in a text source.'

/** What to do about an option of a source tag that does not fit. */
export function optionHint(option: string): string {
  if (option === 'csv' || option === 'pipe' || option === 'ssv') return splits
  if (option === 'json') return 'json reads a text as JSON: a body format has no use for it.'
  return 'Remove the option, or the name -.'
}

/** How a default is written. @param type the type in words. */
export function defaultHint(text: string, type: string): string | undefined {
  if (/^(['"]).*\1$/s.test(text)) return 'Write it without quotes.'
  switch (type.replace(/ or null$/, '')) {
    case 'boolean':
      return 'Write true or false.'
    case 'Date':
      return 'Write a day that exists as RFC 3339 has it: 2024-01-31T00:00:00Z.'
    case 'an object':
      return 'Give its properties defaults.'
    default:
      return type.startsWith('a list') ? 'Its items are split at |.' : undefined
  }
}
