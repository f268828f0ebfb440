// Tries the types of one package, in a process of its own: `try-package.ts <name> <values> [type]` writes JSON.
import { type Compared, compareType, settle } from './compare-type.ts'
import { compileTypes } from './compile-types.ts'
import { folderOf, installPackage, tell } from './folders.ts'
import { generateTypes } from './generate-types.ts'
import { judge } from './judge.ts'
import { packages } from './packages.ts'
import { rootOf } from './schema.ts'
import { type MadeSchema, schemasOf } from './schemas.ts'
import { type ForeignType, typesOf, writeSource, writeSources } from './sources.ts'

/** The result of one type. */
export interface TypeResult {
  readonly expression: string
  readonly bytes?: number
  /** Whether it has an `any`, which is read as `unknown`. */
  readonly hasAny: boolean
  /** The diagnostics of the generator. */
  readonly refusals: readonly string[]
  /** The generator broke, took too long or the type is not there. */
  readonly crash?: string
  /** The compiler errors of the generated file. */
  readonly failures: readonly string[]
  /** The tool whose schema it was compared with, or why there is none. */
  readonly tool?: string
  readonly noSchema?: string
  readonly compared?: Compared
  /** The type that the generator proposes in its place, and what is wrong with it. */
  readonly proposal?: { readonly text: string; readonly failures: readonly string[] }
}

const [name, values, only] = process.argv.slice(2)
const found = packages.find((one) => one.name === name)
if (found === undefined) throw new Error(`${name} is not in the list`)
tell('is installed, if it is not yet')
installPackage(found)
const folder = folderOf(found)
const types = typesOf(found).filter(({ expression }) => only === undefined || expression === only)
writeSources(found, types)
tell(`generates ${types.length} types`)
const generated = generateTypes(folder, types)
const proposed = types.flatMap((type): readonly Proposed[] => {
  const expression = generated.get(type)?.proposal
  return expression === undefined
    ? []
    : [{ expression, dto: type.dto, file: `${type.file}-proposed`, of: type }]
})
for (const one of proposed) writeSource(found, one)
const regenerated = proposed.length === 0 ? new Map() : generateTypes(folder, proposed)
const compiled = compileTypes(folder, [...types, ...proposed])
generateTypes(folder, types, false)
const compiledLoose = compileTypes(folder, types, false)
tell('compares values with the schemas of other tools')
const made = await schemasOf(
  folder,
  types.filter((type) => generated.get(type)?.bytes !== undefined),
  ['ts-json-schema-generator', 'typescript-json-schema'],
)
const comparisons = await compareAll(types, made)
// A tool may be wrong about a type, intersections most of all: then the other one is asked.
const doubtful = types.filter((type) => {
  const compared = comparisons.get(type)?.compared
  return compared !== undefined && (compared.failures.length > 0 || compared.taken === 0)
})
const others =
  doubtful.length === 0 ? new Map() : await schemasOf(folder, doubtful, ['typescript-json-schema'])
for (const [type, again] of await compareAll(doubtful, others)) {
  const isBetter = again.compared.failures.length === 0 && again.compared.taken > 0
  if (isBetter) comparisons.set(type, again)
}

const results = types.map((type): TypeResult => {
  const { bytes, refusals = [], crash, hasAny = false } = generated.get(type) ?? {}
  const { failures = [], sourceFailures = [] } = compiled.get(type) ?? {}
  const looseFailures = compiledLoose.get(type)?.failures ?? []
  const schema = made.get(type.file)
  const broken = crash ?? sourceFailures[0]
  return {
    expression: type.expression,
    hasAny,
    ...(bytes === undefined ? {} : { bytes }),
    refusals,
    ...(broken === undefined ? {} : { crash: broken }),
    failures: [...failures, ...looseFailures],
    ...(schema !== undefined && 'why' in schema ? { noSchema: schema.why } : {}),
    ...comparisons.get(type),
    ...proposalOf(type),
  }
})
process.stdout.write(JSON.stringify(results))

interface Proposed extends ForeignType {
  readonly of: ForeignType
}

function proposalOf(type: ForeignType): Pick<TypeResult, 'proposal'> {
  const one = proposed.find(({ of }) => of === type)
  if (one === undefined) return {}
  const { refusals = [], crash } = regenerated.get(one) ?? {}
  const { failures = [], sourceFailures = [] } = compiled.get(one) ?? {}
  const all = [...refusals, ...(crash === undefined ? [] : [crash]), ...sourceFailures, ...failures]
  return { proposal: { text: one.expression, failures: all } }
}

interface Comparison {
  readonly tool: string
  readonly compared: Compared
}

async function compareAll(
  some: readonly ForeignType[],
  schemas: ReadonlyMap<string, MadeSchema>,
): Promise<Map<ForeignType, Comparison>> {
  const found = new Map<ForeignType, Comparison>()
  for (const type of some) {
    const schema = schemas.get(type.file)
    if (schema === undefined || 'why' in schema) continue
    const root = rootOf(schema.schema, isOrdered(schema.tool))
    const compared = await compareType(folder, type, root, Number(values))
    if (compared === undefined) made.set(type.file, { why: `${schema.tool} makes an invalid schema` })
    else found.set(type, { tool: schema.tool, compared })
  }
  const disputes = new Map([...found].map(([type, { compared }]) => [type, compared.disputes] as const))
  const fits = judge(folder, disputes)
  for (const { compared } of found.values()) settle(compared, fits)
  return found
}

/** The other tool reads the compiler's unions, which are sorted. */
function isOrdered(tool: string): boolean {
  return tool === 'ts-json-schema-generator'
}
