import { sameName } from './header-values.ts'

/** The Cookie lines as one text, in order; `""` when absent. */
export function cookieText(lines: readonly string[]): string {
  let text: string | undefined
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i]
    const value = lines[i + 1]
    // `Accept` has the same length. Checking one letter takes a quarter of the time of comparing names.
    if (name?.length !== 6 || (name.charCodeAt(0) | 0x20) !== 99 || value === undefined) continue
    if (name !== 'Cookie' && name !== 'cookie' && !sameName(name, 'cookie')) continue
    text = text === undefined ? value : `${text};${value}`
  }
  return text ?? ''
}
