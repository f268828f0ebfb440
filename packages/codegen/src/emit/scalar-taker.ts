import type { FieldType, ScalarName } from '../model/field-type.ts'
import { type Place, textReader } from './emit-types.ts'
import { capitalized, type ModuleScope } from './module-scope.ts'
import type { RuntimeName } from './runtime-names.ts'

type ScalarType = FieldType & { kind: 'scalar' }

/** What takes a scalar by its value alone; any other needs its type as well. */
const takers: Readonly<Partial<Record<ScalarName, RuntimeName>>> = {
  string: 'takeString',
  boolean: 'takeBool',
  float64: 'takeNumber',
  float32: 'takeFloat32',
  Date: 'takeDate',
}

const bigScalars: readonly ScalarName[] = ['bigint', 'int64', 'uint64']

/** The expression that takes a scalar. */
export function takenScalar(type: ScalarType, value: string, place: Place, scope: ModuleScope): string {
  const taker = scalarTaker(type, place, scope)
  if (taker !== undefined) return `${taker}(${value})`
  const wide = bigScalars.includes(type.scalar) ? 'takeBig' : 'takeWhole'
  return `${scope.use(wide)}(${value}, ${textReader(type, place, scope)})`
}

/** The name of a function that takes a scalar; `undefined` when it has to know the type besides. */
export function scalarTaker(type: ScalarType, place: Place, scope: ModuleScope): string | undefined {
  const { scalar, brand } = type
  if (brand !== undefined) return brandTaker(scalar, brand, place, scope)
  const taker = takers[scalar]
  return taker === undefined ? undefined : scope.use(taker)
}

/** The name of a function that takes a scalar and gives it the type with the brand. */
function brandTaker(scalar: ScalarName, brand: string, place: Place, scope: ModuleScope): string {
  return scope.function(`take${capitalized(brand)}`, `take brand ${brand} ${scalar}`, (name) => {
    const taken = takenScalar({ kind: 'scalar', scalar }, 'value', place, scope)
    scope.writer.line(`/** Takes a {@link ${brand}}. */`)
    scope.writer.block(`function ${name}(value: unknown): ${scope.useBrand(brand)} | undefined {`, () =>
      scope.writer.line(`return ${taken} as ${brand} | undefined`),
    )
  })
}
