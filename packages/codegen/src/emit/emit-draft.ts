import { type BoundField, bodyFormats, boundFields, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isInherited } from '../model/inherited-name.ts'
import { isBodySource, type Source } from '../model/source.ts'
import type { DecodedSource } from './decoded-place.ts'
import { decodedDraft } from './emit-decoded-draft.ts'
import { asksForOut } from './emit-draft-taker.ts'
import { emitHeaderDraft, emitUriDraft } from './emit-named-values.ts'
import { emitPairsDraft } from './emit-pairs.ts'
import { emitXmlDraft } from './emit-xml.ts'
import { literal, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { keysOf, sourceWords } from './source-words.ts'
import { isSparse } from './sparse.ts'

/** What is not decoded as a whole, but read piece by piece. */
type TextSource = Exclude<Source, DecodedSource>

/** The expression that reads one source into a draft. */
export function draftOf(dto: ObjectType, source: Source, scope: ModuleScope): string {
  if (source === 'json' || source === 'msgpack' || source === 'cbor') return decodedDraft(dto, source, scope)
  return `${draftReader(dto, source, scope)}(c, faults)`
}

/** The private function that reads one source into a draft. */
function draftReader(dto: ObjectType, source: TextSource, scope: ModuleScope): string {
  const [name, words] = sourceWords[source]
  return scope.function(`read${name}${dto.name}`, `draft ${source} ${dto.name}`, (own) => {
    const fields = boundFields(dto, source)
    scope.writer.line(`/** Reads ${words} of {@link ${dto.name}}; what is not there stays undefined. */`)
    emitDraftSignature(
      own,
      dto,
      fields.map(({ field }) => field),
      scope,
    )
    scope.writer.indented(() => emitDraft(dto, source, fields, scope))
    scope.writer.line('}')
  })
}

function emitDraft(
  dto: ObjectType,
  source: TextSource,
  fields: readonly BoundField[],
  scope: ModuleScope,
): void {
  switch (source) {
    case 'uri':
      emitUriDraft(dto, fields, scope)
      break
    case 'header':
    case 'respHeader':
      emitHeaderDraft(dto, fields, source, scope)
      break
    case 'query':
    case 'form':
    case 'cookie':
      emitPairsDraft(dto, fields, source, scope)
      break
    case 'xml':
      emitXmlDraft(dto, fields, scope)
      break
  }
}

/** The expression that reads the body into a draft, by its Content-Type. */
export function bodyDraft(dto: ObjectType, scope: ModuleScope): string {
  return `${bodyReader(dto, scope)}(c, faults${asksForOut(dto, scope) ? ', out' : ''})`
}

function bodyReader(dto: ObjectType, scope: ModuleScope): string {
  return scope.function(`readBody${dto.name}`, `draft body ${dto.name}`, (own) => {
    const { writer } = scope
    const fields = dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource))
    writer.line(`/** Reads the body of {@link ${dto.name}} by its Content-Type. */`)
    emitDraftSignature(own, dto, fields, scope, asksForOut(dto, scope) ? [`out?: Partial<${dto.name}>`] : [])
    writer.indented(() => {
      writer.line(`const custom = ${scope.use('customBody')}<${dto.name}>(c, faults)`)
      const taken = isSparse(dto) ? declaredOf('custom', dto, fields, scope) : 'custom'
      writer.line(`if (custom !== undefined) return ${taken}`)
      writer.block(`switch (${scope.use('bodyFormat')}(c)) {`, () => {
        for (const format of bodyFormats(dto)) {
          writer.line(`case ${literal(format)}: return ${formatDraft(dto, format, fields, scope)}`)
        }
        writer.line(`default: throw ${scope.use('unsupportedBody')}(c)`)
      })
    })
    writer.line('}')
  })
}

/**
 * The draft of one format as one of the body, which has properties of other formats too. Where those are called as what
 * every object inherits, TypeScript takes the inherited for them, unless they are there.
 */
function formatDraft(dto: ObjectType, format: Source, fields: readonly Field[], scope: ModuleScope): string {
  const draft = draftOf(dto, format, scope)
  const own = boundFields(dto, format).map(({ field }) => field)
  const lacked = fields.filter((field) => isInherited(field.name) && !own.includes(field))
  if (lacked.length === 0 || isSparse(dto)) return draft
  return `{ ...${draft}, ${lacked.map(({ name }) => `${propertyKey(name)}: undefined`).join(', ')} }`
}

/** Drafts of a sparse DTO become its result, so they hold nothing else. */
function declaredOf(custom: string, dto: ObjectType, fields: readonly Field[], scope: ModuleScope): string {
  const names = scope.keyTable(
    `declared${dto.name}`,
    fields.map(({ name }) => name),
  )
  return `${scope.use('declared')}(${custom}, ${names}.names)`
}

function emitDraftSignature(
  name: string,
  dto: ObjectType,
  fields: readonly Field[],
  scope: ModuleScope,
  more: readonly string[] = [],
): void {
  const result = `${scope.use('Draft')}<${dto.name}, ${keysOf(dto, fields)}>`
  scope.writer.list(
    `function ${name}(`,
    [`c: ${scope.use('BindInput')}`, `faults: ${scope.use('Faults')}`, ...more],
    `): ${result} {`,
  )
}
