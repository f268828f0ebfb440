/** What the generated file may call its functions for a DTO named `X`. */
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

/** Of the types that a source exports, those of which its generated file can export what it has: under names that are free. */
export function sharableNames(exported: readonly string[]): ReadonlySet<string> {
  const taken = exported.flatMap((name) => [
    name,
    ...sharedNames(name),
    ...functionPrefixes.map((prefix) => `${prefix}${name}`),
  ])
  const counts = new Map<string, number>()
  for (const name of taken) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Set(exported.filter((name) => sharedNames(name).every((one) => counts.get(one) === 1)))
}

/** The names under which other generated files import the shape, the rules and the plain function of a type. */
function sharedNames(name: string): readonly string[] {
  const [first = '', rest] = [name.charAt(0), name.slice(1)]
  const lower = `${first.toLowerCase()}${rest}`
  const upper = `${first.toUpperCase()}${rest}`
  return [`${lower}Shape`, `sent${upper}Shape`, `${lower}Rules`, `plain${name}`]
}
