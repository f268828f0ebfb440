/** A value as TypeScript would write it, on several lines if it is long. */
export function inspect(value: unknown, indent = ''): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'bigint':
      return `${value}n`
    case 'object':
      return value === null ? 'null' : objectText(value, indent)
    default:
      return Object.is(value, -0) ? '-0' : String(value)
  }
}

function objectText(value: object, indent: string): string {
  if (value instanceof Date) return `new Date(${JSON.stringify(value)})`
  if (value instanceof Uint8Array) return `new Uint8Array([${value.join(', ')}])`
  const inner = `${indent}  `
  if (Array.isArray(value))
    return wrapped(
      '[',
      value.map((one) => inspect(one, inner)),
      ']',
      indent,
    )
  if (value instanceof Set) return `new Set(${inspect([...value], indent)})`
  if (value instanceof Map) return `new Map(${inspect([...value], indent)})`
  const members = Object.entries(value).map(([key, one]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${inspect(one, inner)}`
  })
  const name = (Object.getPrototypeOf(value) as object | null)?.constructor.name ?? 'Object'
  return (name === 'Object' ? '' : `${name} `) + wrapped('{', members, '}', indent)
}

function wrapped(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return open + close
  const space = open === '{' ? ' ' : ''
  const line = open + space + parts.join(', ') + space + close
  if (line.length + indent.length <= 80 && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`
}
