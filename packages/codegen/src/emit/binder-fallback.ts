import { bindingsOf, sourcesOf } from '../model/bound-fields.ts'
import type { Binding, Field, ObjectType } from '../model/dto.ts'
import { isBodySource, type Source } from '../model/source.ts'
import { type FallbackRule, lacksEmptyLists } from './emit-fallback.ts'
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
  const missing = (): string => missingCall(field, bindings, scope)
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
function missingCall(field: Field, bindings: readonly Binding[], scope: ModuleScope): string {
  const first = bindings.find(({ required }) => required) ?? bindings[0]
  if (first === undefined) return `faults.missing(${literal(field.name)}, 'body')`
  const source = reportedSource(first)
  const ofBody = bindings.filter((one) => source === 'body' && isBodySource(one.source))
  const isNamedAlike = ofBody.every(({ key }) => key === first.key)
  const others = bindings.filter((one) => reportedSource(one) !== source)
  const places = [...new Set(others.map((one) => `${reportedSource(one)} ${one.key}`))]
  const items = [isNamedAlike ? literal(first.key) : sentName(ofBody, first.key, scope), literal(source)]
  if (places.length > 0) items.push(`[${places.map(literal).join(', ')}]`)
  return `faults.missing(${items.join(', ')})`
}

/** The name in the format that was sent: what the client knows the property by. */
function sentName(bindings: readonly Binding[], usual: string, scope: ModuleScope): string {
  const others = bindings.filter(({ key }) => key !== usual)
  const names = others.map(({ source, key }) => `${source}: ${literal(key)}`)
  return `${scope.use('sentName')}(c, { ${names.join(', ')} }, ${literal(usual)})`
}

/** The source as faults name it. */
function reportedSource({ source }: Binding): string {
  return isBodySource(source) ? 'body' : source
}
