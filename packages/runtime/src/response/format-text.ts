/**
 * Fills in `%s` (text), `%d` (a number, cut to a whole one), `%v` (anything as text), `%j` (JSON) and `%%`.
 * A directive without an argument stays as it is, an argument without a directive is left out.
 */
export function formatText(format: string, args: readonly unknown[]): string {
  let at = 0
  return format.replace(/%[sdvj%]/g, (directive) => {
    if (directive === '%%') return '%'
    if (at >= args.length) return directive
    const arg = args[at++]
    if (directive === '%j') return JSON.stringify(arg) ?? ''
    return directive === '%d' ? wholeNumber(arg) : String(arg)
  })
}

function wholeNumber(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  return String(Math.trunc(Number(value)))
}
