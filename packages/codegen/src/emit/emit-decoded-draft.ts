import { type BoundField, boundFields, holdsBigints } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { type DecodedSource, decodedPlaceOf, decodedWords } from './decoded-place.ts'
import { decodedReader, readValue } from './emit-decoded.ts'
import { member, orAbsent, sparseMembers } from './emit-decoded-object.ts'
import { asksForOut, draftTaken } from './emit-draft-taker.ts'
import { literal, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import type { RuntimeName } from './runtime-names.ts'
import { hasOtherKeys } from './source-keys.ts'
import { keysOf } from './source-words.ts'
import { isSparse } from './sparse.ts'

/** The function that makes a draft of a decoded body, and the keys that it knows. */
export interface DecodedDraft {
  readonly name: string
  readonly keys: string
  /** See {@link asksForOut}. */
  readonly asksOut: boolean
}

/** The expression that reads a decoded body into a draft. */
export function decodedDraft(dto: ObjectType, source: DecodedSource, scope: ModuleScope): string {
  const open = scope.use(bodyReader(dto, source, scope))
  const { name, keys, asksOut } = draftFunction(dto, source, scope)
  return `${name}(${open}(c, ${keys}, faults), faults${asksOut ? ', out' : ''})`
}

function bodyReader(dto: ObjectType, source: DecodedSource, scope: ModuleScope): RuntimeName {
  if (source !== 'json') return source === 'cbor' ? 'cborBody' : 'msgPackBody'
  return holdsBigints(dto, scope.module) ? 'exactJsonBody' : 'jsonBody'
}

/** Formats share the function unless their tags give the properties other keys. */
export function draftFunction(dto: ObjectType, format: DecodedSource, scope: ModuleScope): DecodedDraft {
  const source = isReadAlike(dto, format, scope) ? 'json' : format
  const kind = decodedWords[source]
  const fields = boundFields(dto, source)
  const wireKeys = fields.map(({ binding }) => binding.key)
  const reader = { object: dto, source, zero: dto.missing === 'zero', readValue, readerOf: decodedReader }
  const asksOut = source === 'json' && asksForOut(dto, scope)
  const members = isSparse(dto) ? sparseMembers(fields, reader, scope) : undefined
  const name = scope.function(`draft${dto.name}${kind}`, `draft decoded ${source} ${dto.name}`, (own) => {
    const { writer } = scope
    const names = fields.map(({ field }) => field)
    writer.line(
      `/** Reads what a decoded body has of {@link ${dto.name}}; what is not there stays undefined. */`,
    )
    const parameters = [`json: ${scope.use('JsonObject')}`, `faults: ${scope.use('Faults')}`]
    if (asksOut) parameters.push(`out?: Partial<${dto.name}>`)
    writer.list(
      `function ${own}(`,
      parameters,
      `): ${scope.use('Draft')}<${dto.name}, ${keysOf(dto, names)}> {`,
    )
    writer.indented(() => {
      if (members !== undefined) writer.line(`return ${members}.read(json, faults)`)
      else emitReading(dto, fields, source, scope)
    })
    writer.line('}')
  })
  const keys = members === undefined ? scope.keysConstant(dto.name + kind, wireKeys) : `${members}.keys`
  return { name, keys, asksOut }
}

function emitReading(
  dto: ObjectType,
  fields: readonly BoundField[],
  source: DecodedSource,
  scope: ModuleScope,
): void {
  const { writer } = scope
  const taken = source === 'json' ? draftTaken(dto, scope) : undefined
  writer.block(taken === undefined ? 'return {' : `return faults.taken(${taken}) ?? {`, () => {
    for (const { field, binding } of fields) {
      const place = decodedPlaceOf(dto, field, source, dto.missing === 'zero')
      const held = orAbsent(field, member('json', binding.key, scope))
      const value = readValue(field.type, held, literal(binding.key), place, scope)
      writer.line(`${propertyKey(field.name)}: ${value},`)
    }
  })
}

/** Whether a format gives the same properties the same keys as JSON does. */
function isReadAlike(dto: ObjectType, source: DecodedSource, scope: ModuleScope): boolean {
  if (source === 'json') return true
  const usual = boundFields(dto, 'json')
  const fields = boundFields(dto, source)
  return (
    fields.length === usual.length &&
    fields.every(
      ({ field, binding }, i) => field === usual[i]?.field && binding.key === usual[i]?.binding.key,
    ) &&
    !hasOtherKeys(dto, source, 'json', scope)
  )
}
