import { fixturePayloads } from './fixture-payloads.ts'
import { type Payload, payloads } from './payloads.ts'

/** All rows: those of the table, and the lists and maps of the fixtures' DTOs. */
export async function allPayloads(modulePath: string): Promise<readonly Payload[]> {
  const { modules }: { readonly modules: Readonly<Record<string, object>> } = await import(modulePath)
  const derived = Object.entries(modules).flatMap(([folder, exported]) =>
    Object.entries(exported).flatMap(([name, dto]) => {
      if (typeof dto !== 'object' || dto === null || !('json' in dto) || !('~standard' in dto)) return []
      return fixturePayloads(
        `${folder}/${name}`,
        dto['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
      )
    }),
  )
  const all = [...payloads, ...numbered(derived)]
  const names = new Set(all.map(({ name }) => name))
  if (names.size !== all.length) throw new Error('two payloads have one name')
  return all
}

/** Branches of a union may have lists of the same name. */
function numbered(rows: readonly Payload[]): readonly Payload[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const count = (counts.get(row.name) ?? 0) + 1
    counts.set(row.name, count)
    return count === 1 ? row : { ...row, name: `${row.name} (${count})` }
  })
}
