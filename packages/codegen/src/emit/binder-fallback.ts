import { bindingsOf, sourcesOf } from '../model/bound-fields.ts'
import type { Binding, Field, ObjectType } from '../model/dto.ts'
import { isBodySource, type Source } from '../model/source.ts'
import { type FallbackRule, keysText, lacksEmptyLists, type RequiredBelow } from './emit-fallback.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** How a binder that reads these sources fills a property that none of them had. */
export function binderFallback(
  dto: ObjectType,
  field: Field,
  sources: readonly Source[],
  scope: ModuleScope,
): FallbackRule {
  const bound = sourcesOf(dto, field)
  const read = sources.filter((source) => bound.includes(source))
  // What `All` never reads (a response header) is still missed where it belongs.
  const own = read.length === 0 ? bound : read
  const all = bindingsOf(dto, field)
  const bindings = own.flatMap((source) => all.find((one) => one.source === source) ?? [])
  const missing = (below?: RequiredBelow): string => missingCall(field, bindings, scope, below)
  const isUpToFormat = own.every(isBodySource) && own.some((source) => !lacksEmptyLists(source))
  return {
    owner: dto.name,
    zero: dto.missing === 'zero',
    sources: own,
    required: bindings.some(({ required }) => required),
    missing,
    absentList: isUpToFormat ? () => `(${scope.use('canSayEmpty')}(c) ? ${missing()} : [])` : undefined,
  }
}

/** Reports a property missing: in the source that asks for it, else in the first, by the name that it has there. */
function missingCall(
  field: Field,
  bindings: readonly Binding[],
  scope: ModuleScope,
  below?: RequiredBelow,
): string {
  const asking = bindings.find((one) => (below === undefined ? one.required : one.source === below.source))
  const first = asking ?? bindings[0]
  const under = below?.keys ?? []
  if (first === undefined) return `faults.missing(${literal(field.name)}, 'body')`
  const source = reportedSource(first)
  const ofBody = bindings.filter((one) => source === 'body' && isBodySource(one.source))
  const isNamedAlike = ofBody.every(({ key }) => key === first.key)
  const others = bindings.filter((one) => reportedSource(one) !== source)
  const places = [...new Set(others.map((one) => `${reportedSource(one)} ${one.key}`))]
  const name = isNamedAlike ? keysText([first.key, ...under]) : sentName(ofBody, first.key, under, scope)
  const items = [name, literal(source)]
  if (places.length > 0) items.push(`[${places.map(literal).join(', ')}]`)
  return `faults.missing(${items.join(', ')})`
}

/** The name in the format that was sent: what the client knows the property by. */
function sentName(
  bindings: readonly Binding[],
  usual: string,
  under: readonly string[],
  scope: ModuleScope,
): string {
  const others = bindings.filter(({ key }) => key !== usual)
  const names = others.map(({ source, key }) => `${source}: ${keysText([key, ...under])}`)
  return `${scope.use('sentName')}(c, { ${names.join(', ')} }, ${keysText([usual, ...under])})`
}

/** The source as faults name it. */
function reportedSource({ source }: Binding): string {
  return isBodySource(source) ? 'body' : source
}
