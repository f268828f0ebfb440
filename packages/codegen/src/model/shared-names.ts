/** Prefixes of generated function names: `bindQuery` + `X`. */
export const functionPrefixes: readonly string[] = [
  ...[
    'Uri',
    'Query',
    'Header',
    'RespHeader',
    'Cookie',
    'Form',
    'Json',
    'Xml',
    'MsgPack',
    'Cbor',
    'Body',
    'All',
  ].map((source) => `bind${source}`),
  'validate',
  'stringify',
  'sendJson',
]

/**
 * The exported types whose helpers the generated file can export without a name clash.
 *
 * @param others exported types without such helpers.
 */
export function sharableNames(exported: readonly string[], others: readonly string[]): ReadonlySet<string> {
  const named = new Set([...exported, ...others])
  const taken = [...named, ...exported.flatMap(sharedNames), ...[...named].flatMap(functionNames)]
  const counts = new Map<string, number>()
  for (const name of taken) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Set(exported.filter((name) => sharedNames(name).every((one) => counts.get(one) === 1)))
}

function functionNames(name: string): readonly string[] {
  return functionPrefixes.map((prefix) => `${prefix}${name}`)
}

/** The helpers that other generated files import: shapes, rules and the plain function. */
function sharedNames(name: string): readonly string[] {
  const [first = '', rest] = [name.charAt(0), name.slice(1)]
  const lower = `${first.toLowerCase()}${rest}`
  const upper = `${first.toUpperCase()}${rest}`
  return [`${lower}Shape`, `sent${upper}Shape`, `${lower}Rules`, `plain${name}`]
}
