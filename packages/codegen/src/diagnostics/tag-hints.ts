const splits = 'csv, pipe and ssv split text into a list of single values.'

/** The fix for a misfitting option of a source tag. */
export function optionHint(option: string): string {
  if (option === 'csv' || option === 'pipe' || option === 'ssv') return splits
  if (option === 'json') return 'json parses text as JSON; bodies do not need it.'
  return 'Remove the option or the name -.'
}

/** How to write a default. @param type in words: `a boolean`, `a list of numbers or null` */
export function defaultHint(text: string, type: string): string | undefined {
  if (/^(['"]).*\1$/s.test(text)) return 'Remove the quotes.'
  switch (type.replace(/ or null$/, '')) {
    case 'a boolean':
      return 'Write true or false.'
    case 'a Date':
      return 'Write an existing day as in RFC 3339: 2024-01-31T00:00:00Z.'
    case 'an object':
      return 'Add defaults to its properties.'
    default:
      return type.startsWith('a list') ? 'Separate items with |.' : undefined
  }
}
