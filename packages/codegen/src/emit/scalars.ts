import type { LiteralValue, ScalarName } from '../model/field-type.ts'
import { type Code, code } from './text/code.ts'
import type { RuntimeName } from './text/runtime-names.ts'

/** The readers of a scalar from text and from a decoded body. */
interface ScalarReaders {
  readonly text: RuntimeName
  readonly json: RuntimeName
  readonly type: Code
  readonly zero: Code
}

/** The types of literals. */
export const kindNames: Readonly<Record<'string' | 'number' | 'boolean' | 'bigint', Code>> = {
  string: code`string`,
  number: code`number`,
  boolean: code`boolean`,
  bigint: code`bigint`,
}

const { string, number, boolean, bigint } = kindNames

const [zero, bigZero] = [code`0`, code`0n`]

const scalars: Readonly<Record<ScalarName, ScalarReaders>> = {
  string: { text: 'asText', json: 'jsonString', type: string, zero: code`''` },
  boolean: { text: 'asBool', json: 'jsonBool', type: boolean, zero: code`false` },
  bigint: { text: 'asBigint', json: 'jsonBigint', type: bigint, zero: bigZero },
  int: { text: 'asInt', json: 'jsonInt', type: number, zero },
  int8: { text: 'asInt8', json: 'jsonInt8', type: number, zero },
  int16: { text: 'asInt16', json: 'jsonInt16', type: number, zero },
  int32: { text: 'asInt32', json: 'jsonInt32', type: number, zero },
  int64: { text: 'asInt64', json: 'jsonInt64', type: bigint, zero: bigZero },
  uint: { text: 'asUint', json: 'jsonUint', type: number, zero },
  uint8: { text: 'asUint8', json: 'jsonUint8', type: number, zero },
  uint16: { text: 'asUint16', json: 'jsonUint16', type: number, zero },
  uint32: { text: 'asUint32', json: 'jsonUint32', type: number, zero },
  uint64: { text: 'asUint64', json: 'jsonUint64', type: bigint, zero: bigZero },
  float32: { text: 'asFloat32', json: 'jsonFloat32', type: number, zero },
  float64: { text: 'asNumber', json: 'jsonNumber', type: number, zero },
  // Go's zero time, 1 January of the year 1.
  Date: { text: 'asDate', json: 'jsonDate', type: code`Date`, zero: code`new Date('0001-01-01T00:00:00Z')` },
  // Text is never read as either of the two.
  'number | bigint': { text: 'asNumber', json: 'jsonNumeric', type: code.union([number, bigint]), zero },
  undefined: { text: 'asNothing', json: 'jsonNothing', type: code`undefined`, zero: code`undefined` },
}

/** The types of some literals. */
export function kindsOf(values: readonly LiteralValue[]): readonly Code[] {
  return [...new Set(values.map((value) => typeof value as keyof typeof kindNames))].map(
    (kind) => kindNames[kind],
  )
}

export function scalarReaders(scalar: ScalarName): ScalarReaders {
  return scalars[scalar]
}
